#pragma once

#include <cstdint>
#include <kolibri/io/npy.hpp>
#include <kolibri/io/output_folder.hpp>
#include <optional>
#include <string>

#include "eigh/batch_solver.hpp"
#include "eigh/config.hpp"

namespace kolibri::drivers {

/// The output folder of kolibri-eigh, filled chunk by chunk: eigenvalues.npy (batch, n), eigenvectors.npy
/// (batch, n, n), info.npy and sweeps.npy (batch), k.npy (batch) for a ribbon. The outputs of a single matrix have no
/// batch axis.
class EighOutput {
 public:
  EighOutput(const EighConfig& config, const EighInput& input);

  /// Appends the results of the next `count` members.
  void append(const EighChunk& chunk, std::int64_t count);

  /// Closes the arrays, writes config.yaml and result.yaml and puts the folder in its place.
  void commit(const std::string& config, const std::string& result);

 private:
  // A file whose leading axis is that of the members, or one member without it.
  struct Part {
    io::NpyWriter file;
    std::int64_t rows;  // of the leading axis, per member
  };

  Part part(const std::string& name, io::Dtype dtype, std::vector<std::int64_t> member_shape);
  void write_wave_numbers(const GeneratorOptions& options);

  io::OutputFolder m_folder;
  std::int64_t m_batch;
  bool m_single;
  std::optional<Part> m_values, m_vectors, m_info, m_sweeps;
};

}  // namespace kolibri::drivers
