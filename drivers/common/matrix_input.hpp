#pragma once

#include <cstddef>
#include <cstdint>
#include <kolibri/generate_options.hpp>
#include <optional>

#include "common/array_source.hpp"

namespace kolibri::drivers {

/// A batch of square matrices: an array of shape (batch, n, n) or (n, n), checked when opened and read in pieces, or
/// what is to be generated instead.
class MatrixInput {
 public:
  /// Throws Error when the array holds no batch of square floating-point matrices.
  explicit MatrixInput(ArraySource source);

  /// Throws Error when an option is out of its range.
  explicit MatrixInput(const GeneratorOptions& options);

  std::int64_t batch() const { return m_shape.batch; }
  int n() const { return m_shape.n; }
  ScalarType scalar() const { return m_scalar; }

  /// A single matrix without a batch axis: its outputs have none either.
  bool single() const { return m_single; }

  /// Set when there is no array.
  const std::optional<GeneratorOptions>& generated() const { return m_generate; }

  /// Copies the members [first, first + count) of the array to `out`, in C order.
  void read(std::int64_t first, std::int64_t count, std::byte* out);

  /// Copies the rows [first, first + count) of a single() matrix to `out`.
  void read_rows(int first, int count, std::byte* out) { m_source->read(first, count, out); }

 private:
  std::optional<ArraySource> m_source;
  std::optional<GeneratorOptions> m_generate;
  BatchShape m_shape;
  ScalarType m_scalar = ScalarType::float64;
  bool m_single = false;
};

}  // namespace kolibri::drivers
