#include "eigh/output.hpp"

#include <kolibri/generate_graphene.hpp>
#include <kolibri/io/npy.hpp>
#include <utility>

#include "common/scalars.hpp"

namespace kolibri::drivers {

EighOutput::EighOutput(const EighConfig& config, const MatrixInput& input)
    : m_folder(config.output.directory), m_batch{input.batch(), input.single()} {
  // Pictures and parts of an earlier result that this one does not replace.
  for (const char* name : {"eigenvalues.npy", "eigenvectors.npy", "k.npy", "spectrum.png", "sweeps.png"}) {
    m_folder.discard(name);
  }
  const std::int64_t n = input.n();
  if (config.output.values) m_values.emplace(part("eigenvalues.npy", real_dtype_of(input.scalar()), {n}));
  if (config.output.vectors && config.solver.vectors) {
    m_vectors.emplace(part("eigenvectors.npy", dtype_of(input.scalar()), {n, n}));
  }
  m_info.emplace(part("info.npy", io::Dtype::int32, {}));
  m_sweeps.emplace(part("sweeps.npy", io::Dtype::int32, {}));
  const auto& generate = input.generated();
  if (generate && generate->kind == GeneratorKind::graphene_ribbon) write_wave_numbers(*generate);
}

MemberFile EighOutput::part(const std::string& name, io::Dtype dtype, std::vector<std::int64_t> member_shape) {
  return {m_folder.file(name), dtype, std::move(member_shape), m_batch};
}

void EighOutput::write_wave_numbers(const GeneratorOptions& options) {
  const std::vector<double> k = ribbon_wave_numbers(options);
  io::write_npy(m_folder.file("k.npy"), io::Dtype::float64, {static_cast<std::int64_t>(k.size())}, k.data());
}

void EighOutput::append(const EighChunk& chunk, std::int64_t count) {
  if (m_values) m_values->append(chunk.values, count);
  if (m_vectors) m_vectors->append(chunk.vectors, count);
  m_info->append(chunk.info, count);
  m_sweeps->append(chunk.sweeps, count);
}

void EighOutput::commit(const std::string& config, const std::string& result) {
  for (std::optional<MemberFile>* part : {&m_values, &m_vectors, &m_info, &m_sweeps}) {
    if (*part) (*part)->close();
  }
  m_folder.write_text("config.yaml", config);
  m_folder.write_text("result.yaml", result);
  m_folder.commit();
}

}  // namespace kolibri::drivers
