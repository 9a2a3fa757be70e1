#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace kolibri::io {

/// The element types of array files, named as NumPy names them.
enum class Dtype { float32, float64, complex64, complex128, int32, int64 };

/// NumPy's name of the type, such as "float64".
const char* name(Dtype dtype);

/// Bytes of one element.
std::size_t size_of(Dtype dtype);

namespace detail {

template <class T>
struct DtypeOf;
template <>
struct DtypeOf<float> {
  static constexpr Dtype value = Dtype::float32;
};
template <>
struct DtypeOf<double> {
  static constexpr Dtype value = Dtype::float64;
};
template <>
struct DtypeOf<std::complex<float>> {
  static constexpr Dtype value = Dtype::complex64;
};
template <>
struct DtypeOf<std::complex<double>> {
  static constexpr Dtype value = Dtype::complex128;
};
template <>
struct DtypeOf<std::int32_t> {
  static constexpr Dtype value = Dtype::int32;
};
template <>
struct DtypeOf<std::int64_t> {
  static constexpr Dtype value = Dtype::int64;
};

}  // namespace detail

/// The Dtype of a C++ type: float, double, std::complex of both, std::int32_t, std::int64_t.
template <class T>
inline constexpr Dtype dtype_of = detail::DtypeOf<T>::value;

/// A dense array in host memory, its elements in C order whatever order its file has.
struct Array {
  Dtype dtype = Dtype::float64;
  std::vector<std::int64_t> shape;
  std::vector<std::byte> bytes;
};

/// "8 x 8 x 8"; "scalar" for an empty shape.
std::string shape_text(const std::vector<std::int64_t>& shape);

/// Reads a whole array file: .npy (read_npy) or .mtx (read_matrix_market), by the extension of its name.
/// Throws Error for any other name and for what the two readers refuse.
Array read_array(const std::filesystem::path& path);

}  // namespace kolibri::io
