#include "inverse/output.hpp"

namespace kolibri::drivers {

InverseOutput::InverseOutput(const std::filesystem::path& folder, const InversePlan& plan, const MemberFileShape& batch)
    : m_folder(folder) {
  // Parts of an earlier result, perhaps of another task, that this one does not replace.
  for (const char* name : {"inverse.npy", "solution.npy", "determinant_sign.npy", "determinant_logabs.npy", "lu.npy",
                           "pivots.npy", "rcond.npy"}) {
    m_folder.discard(name);
  }
  for (const OutputArray& array : plan.arrays) {
    m_files.emplace_back(m_folder.file(array.file), array.dtype, array.member_shape, batch);
  }
}

void InverseOutput::append(const InverseChunk& chunk, std::int64_t count) {
  for (std::size_t i = 0; i < m_files.size(); ++i) m_files[i].append(chunk.arrays[i], count);
}

void InverseOutput::commit(const std::string& config, const std::string& result) {
  for (MemberFile& file : m_files) file.close();
  m_folder.write_text("config.yaml", config);
  m_folder.write_text("result.yaml", result);
  m_folder.commit();
}

}  // namespace kolibri::drivers
