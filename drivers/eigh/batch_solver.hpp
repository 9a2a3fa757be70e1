#pragma once

#include <cstddef>
#include <cstdint>
#include <kolibri/eigh_options.hpp>
#include <kolibri/generate_options.hpp>
#include <memory>
#include <string>

#include "common/matrix_input.hpp"
#include "common/stopwatch.hpp"

namespace kolibri::drivers {

/// What check_eigh() found, the largest ratios of all chunks.
struct EighRatios {
  double residual = 0;
  double orthogonality = 0;
  double moments = 0;
  std::int64_t members = 0;
};

/// What the device will need.
struct EighPlan {
  std::int64_t chunk = 1;         ///< members solved at once
  std::uint64_t batch_bytes = 0;  ///< A, W, V and the status of a chunk
  std::uint64_t workspace_bytes = 0;
  std::uint64_t scratch_bytes = 0;  ///< team scratch for a matrix; 0 for the block method, which fits it to the device
  EighAlgorithm algorithm = EighAlgorithm::automatic;  ///< what `auto` stands for here
};

/// Host addresses of the results of a chunk.
struct EighChunk {
  const void* values = nullptr;
  const void* vectors = nullptr;  ///< null when there are none
  const int* info = nullptr;
  const int* sweeps = nullptr;
};

/// Solves a batch chunk by chunk on the default execution space: the part of the driver that knows Kokkos.
class EighBatchSolver {
 public:
  virtual ~EighBatchSolver() = default;

  virtual const EighPlan& plan() const = 0;

  /// Allocates for the planned chunk.
  virtual void allocate() = 0;

  /// Fills the chunk with the members [first, first + count) of the input.
  virtual void load(MatrixInput& input, std::int64_t first, std::int64_t count, Times& times) = 0;

  /// Solves the loaded chunk, waits, and returns the results.
  virtual EighChunk solve(Times& times) = 0;

  /// Checks up to `sample` good members of the chunk.
  virtual EighRatios check(std::int64_t sample) = 0;
};

/// The solver for the input's scalar type. Throws Error when options.algorithm does not serve n.
std::unique_ptr<EighBatchSolver> make_batch_solver(const MatrixInput& input, const EighOptions& options);

}  // namespace kolibri::drivers
