#include "common/scalars.hpp"

#include <kolibri/instantiate.hpp>
#include <kolibri/scalar.hpp>

namespace kolibri::bench {
namespace {

template <class Scalar>
constexpr char letter_of = is_complex<Scalar> ? (std::is_same_v<real_t<Scalar>, float> ? 'c' : 'z')
                                              : (std::is_same_v<Scalar, float> ? 's' : 'd');

}  // namespace

std::vector<char> built_scalars() {
#define KOLIBRI_BENCH_LETTER(SCALAR) letter_of<SCALAR>,
  return {KOLIBRI_FOR_EACH_SCALAR(KOLIBRI_BENCH_LETTER)};
#undef KOLIBRI_BENCH_LETTER
}

ScalarType scalar_type(char letter) {
  switch (letter) {
    case 's':
      return ScalarType::float32;
    case 'd':
      return ScalarType::float64;
    case 'c':
      return ScalarType::complex64;
    default:
      return ScalarType::complex128;
  }
}

}  // namespace kolibri::bench
