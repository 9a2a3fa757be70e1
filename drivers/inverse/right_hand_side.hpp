#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "common/array_source.hpp"
#include "common/matrix_input.hpp"
#include "inverse/config.hpp"

namespace kolibri::drivers {

/// The right-hand sides of a batch of systems, checked against the matrices when opened, or what is to be generated
/// instead.
class RightHandSideInput {
 public:
  /// Throws Error for a file that cannot be read or does not fit the matrices.
  RightHandSideInput(const RightHandSideOptions& options, const MatrixInput& matrices);

  /// Right-hand sides of each system.
  int columns() const { return m_columns; }

  /// (n, r), or (n) for vectors: what a member of the solution has too.
  const std::vector<std::int64_t>& member_shape() const { return m_member_shape; }

  /// Set when there is no array: the seed of random entries.
  const std::optional<std::uint64_t>& seed() const { return m_seed; }

  /// Copies those of the members [first, first + count) to `out`, in C order.
  void read(std::int64_t first, std::int64_t count, std::byte* out);

 private:
  void describe(const MatrixInput& matrices);

  std::optional<ArraySource> m_source;
  std::optional<std::uint64_t> m_seed;
  std::vector<std::int64_t> m_member_shape;
  int m_columns = 1;
  bool m_single = false;
};

}  // namespace kolibri::drivers
