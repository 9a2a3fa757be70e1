#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/detail/matrix_access.hpp>
#include <kolibri/registers.hpp>
#include <kolibri/scalar.hpp>
#include <type_traits>

// The arithmetic of elimination in registers.
namespace kolibri::detail {

/// 1 / x for an x that has_safe_size().
template <class Scalar>
KOKKOS_INLINE_FUNCTION Scalar reciprocal(const Scalar& x) {
  using Real = real_t<Scalar>;
  if constexpr (is_complex<Scalar>) {
    const Real scale = 1 / pivot_size(x);
    const Real re = x.real() * scale, im = x.imag() * scale;
    const Real factor = scale / (re * re + im * im);
    return {re * factor, -im * factor};
  } else {
    return Real(1) / x;
  }
}

/// Whether a number whose size has these upper bits, and its reciprocal, is finite and normal, by a factor of 2. A NaN
/// or an Inf anywhere in a matrix reaches a pivot by elimination, and a pivot that is not safe shows it.
template <class Real>
KOKKOS_INLINE_FUNCTION bool has_safe_size(std::uint32_t upper_bits_of_size) {
  constexpr std::uint32_t mantissa_bits = std::is_same_v<Real, float> ? 23 : 20;
  constexpr std::uint32_t largest_exponent = std::is_same_v<Real, float> ? 252 : 2044;  // biased
  return upper_bits_of_size - (2u << mantissa_bits) < (largest_exponent - 1) << mantissa_bits;
}

}  // namespace kolibri::detail
