#pragma once

#include <cstdint>
#include <kolibri/io/output_folder.hpp>
#include <string>
#include <vector>

#include "common/member_file.hpp"
#include "inverse/batch_solver.hpp"

namespace kolibri::drivers {

/// The output folder of kolibri-inverse, filled chunk by chunk with the arrays that the plan names. The outputs of a
/// single matrix have no batch axis.
class InverseOutput {
 public:
  InverseOutput(const std::filesystem::path& folder, const InversePlan& plan, const MemberFileShape& batch);

  /// Appends the results of the next `count` members.
  void append(const InverseChunk& chunk, std::int64_t count);

  /// Closes the arrays, writes config.yaml and result.yaml and puts the folder in its place.
  void commit(const std::string& config, const std::string& result);

 private:
  io::OutputFolder m_folder;
  std::vector<MemberFile> m_files;
};

}  // namespace kolibri::drivers
