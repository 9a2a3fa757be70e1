#include "common/scalars.hpp"

#include <kolibri/error.hpp>

namespace kolibri::drivers {

ScalarType scalar_of(const std::string& file, io::Dtype dtype) {
  switch (dtype) {
    case io::Dtype::float32:
      return ScalarType::float32;
    case io::Dtype::float64:
      return ScalarType::float64;
    case io::Dtype::complex64:
      return ScalarType::complex64;
    case io::Dtype::complex128:
      return ScalarType::complex128;
    default:
      break;
  }
  throw Error(concat("cannot use '", file, "': its entries are ", io::name(dtype),
                     "; convert them to float32, float64, complex64 or complex128"));
}

io::Dtype dtype_of(ScalarType scalar) {
  switch (scalar) {
    case ScalarType::float32:
      return io::Dtype::float32;
    case ScalarType::float64:
      return io::Dtype::float64;
    case ScalarType::complex64:
      return io::Dtype::complex64;
    case ScalarType::complex128:
      break;
  }
  return io::Dtype::complex128;
}

io::Dtype real_dtype_of(ScalarType scalar) {
  const bool in_double = scalar == ScalarType::float64 || scalar == ScalarType::complex128;
  return in_double ? io::Dtype::float64 : io::Dtype::float32;
}

bool is_complex_scalar(ScalarType scalar) {
  return scalar == ScalarType::complex64 || scalar == ScalarType::complex128;
}

std::int64_t size_of(ScalarType scalar) { return static_cast<std::int64_t>(io::size_of(dtype_of(scalar))); }

}  // namespace kolibri::drivers
