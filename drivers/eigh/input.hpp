#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <kolibri/generate_options.hpp>
#include <kolibri/io/array.hpp>
#include <kolibri/io/npy.hpp>
#include <optional>

#include "eigh/config.hpp"

namespace kolibri::drivers {

/// The matrices of a file, checked when opened and read in pieces, or what is to be generated instead.
class EighInput {
 public:
  /// Throws Error for a file that cannot be read or holds no batch of square floating-point matrices.
  explicit EighInput(const EighInputOptions& options);

  std::int64_t batch() const { return m_shape.batch; }
  int n() const { return m_shape.n; }
  ScalarType scalar() const { return m_scalar; }

  /// A single matrix without a batch axis: its outputs have none either.
  bool single() const { return m_single; }

  /// Set when there is no file.
  const std::optional<GeneratorOptions>& generated() const { return m_generate; }

  /// Copies the members [first, first + count) of the file to `out`, in C order.
  void read(std::int64_t first, std::int64_t count, std::byte* out);

 private:
  void open(const std::filesystem::path& path);
  void describe(const std::filesystem::path& path, io::Dtype dtype, const std::vector<std::int64_t>& shape);

  std::optional<GeneratorOptions> m_generate;
  std::optional<io::NpyFile> m_npy;   // read in pieces
  std::optional<io::Array> m_matrix;  // a Matrix Market file, one matrix
  BatchShape m_shape;
  ScalarType m_scalar = ScalarType::float64;
  bool m_single = false;
};

}  // namespace kolibri::drivers
