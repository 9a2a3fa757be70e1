#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <kolibri/io/array.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/stopwatch.hpp"
#include "inverse/config.hpp"
#include "inverse/input.hpp"

namespace kolibri::drivers {

/// What was found of a chunk: the largest ratios of those that the task has.
struct InverseRatios {
  double left = 0;      ///< inverse: of I - X A
  double right = 0;     ///< inverse: of I - A X
  double residual = 0;  ///< solve: of B - A X; lu: of L U - P A
  std::int64_t members = 0;
};

/// An array of results, (batch, member_shape...).
struct OutputArray {
  std::string file;
  io::Dtype dtype;
  std::vector<std::int64_t> member_shape;
};

/// What the device will need and what will be written.
struct InversePlan {
  InverseMethod method = InverseMethod::lu;  ///< which computes all chunks; `auto` resolved
  std::int64_t chunk = 1;                    ///< members worked on at once
  std::uint64_t batch_bytes = 0;             ///< arrays of a chunk
  std::uint64_t workspace_bytes = 0;
  std::uint64_t scratch_bytes = 0;  ///< team scratch for a matrix; 0 when it is worked on in device memory
  std::vector<OutputArray> arrays;
};

/// A determinant as sign exp(log_abs).
struct DeterminantValue {
  std::complex<double> sign;
  double log_abs = 0;
};

/// The results of a chunk on the host.
struct InverseChunk {
  std::vector<const void*> arrays;  ///< in the order of the plan
  const int* info = nullptr;
  std::vector<double> rcond;                    ///< empty when there is no check
  std::optional<DeterminantValue> determinant;  ///< task determinant: of the first member
};

/// Computes the task of a batch chunk by chunk on the default execution space: the part of the driver that knows
/// Kokkos.
class InverseBatchSolver {
 public:
  virtual ~InverseBatchSolver() = default;

  virtual const InversePlan& plan() const = 0;

  /// Allocates for the planned chunk.
  virtual void allocate() = 0;

  /// Fills the chunk with the members [first, first + count) of the input.
  virtual void load(std::int64_t first, std::int64_t count, Times& times) = 0;

  /// Computes the loaded chunk, waits, and returns the results.
  virtual InverseChunk solve(Times& times) = 0;

  /// Checks up to `sample` good members of the chunk.
  virtual InverseRatios check(std::int64_t sample) = 0;
};

/// The solver for the task and the input's scalar type; the input outlives it.
std::unique_ptr<InverseBatchSolver> make_batch_solver(InverseInput& input, const InverseConfig& config);

}  // namespace kolibri::drivers
