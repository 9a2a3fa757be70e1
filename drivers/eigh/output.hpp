#pragma once

#include <cstdint>
#include <kolibri/io/output_folder.hpp>
#include <optional>
#include <string>
#include <vector>

#include "common/matrix_input.hpp"
#include "common/member_file.hpp"
#include "eigh/batch_solver.hpp"
#include "eigh/config.hpp"

namespace kolibri::drivers {

/// The output folder of kolibri-eigh, filled chunk by chunk: eigenvalues.npy (batch, n), eigenvectors.npy
/// (batch, n, n), info.npy and sweeps.npy (batch), k.npy (batch) for a ribbon. The outputs of a single matrix have no
/// batch axis.
class EighOutput {
 public:
  EighOutput(const EighConfig& config, const MatrixInput& input);

  /// Appends the results of the next `count` members.
  void append(const EighChunk& chunk, std::int64_t count);

  /// Closes the arrays, writes config.yaml and result.yaml and puts the folder in its place.
  void commit(const std::string& config, const std::string& result);

 private:
  MemberFile part(const std::string& name, io::Dtype dtype, std::vector<std::int64_t> member_shape);
  void write_wave_numbers(const GeneratorOptions& options);

  io::OutputFolder m_folder;
  MemberFileShape m_batch;
  std::optional<MemberFile> m_values, m_vectors, m_info, m_sweeps;
};

}  // namespace kolibri::drivers
