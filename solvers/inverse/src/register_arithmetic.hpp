#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/detail/matrix_access.hpp>
#include <kolibri/scalar.hpp>
#include <type_traits>

// Unrolled loops over arrays that have to lie in registers, and loops that have to leave registers to others. A
// compiler for the host is left to its own judgement.
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__) || defined(__SYCL_DEVICE_ONLY__)
#define KOLIBRI_UNROLL _Pragma("unroll")
#define KOLIBRI_KEEP_LOOP _Pragma("unroll 1")
#else
#define KOLIBRI_UNROLL
#define KOLIBRI_KEEP_LOOP
#endif

// The arithmetic of elimination in registers.
namespace kolibri::detail {

/// a b + c, a multiply-add a component and factor.
template <class Scalar>
KOKKOS_INLINE_FUNCTION Scalar multiply_add(const Scalar& a, const Scalar& b, const Scalar& c) {
  if constexpr (is_complex<Scalar>) {
    return {Kokkos::fma(-a.imag(), b.imag(), Kokkos::fma(a.real(), b.real(), c.real())),
            Kokkos::fma(a.imag(), b.real(), Kokkos::fma(a.real(), b.imag(), c.imag()))};
  } else {
    return Kokkos::fma(a, b, c);
  }
}

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

/// The upper 32 bits of a size >= 0, ordered as the sizes are; NaN is above Inf.
KOKKOS_INLINE_FUNCTION std::uint32_t upper_bits(float size) { return Kokkos::bit_cast<std::uint32_t>(size); }
KOKKOS_INLINE_FUNCTION std::uint32_t upper_bits(double size) {
  return static_cast<std::uint32_t>(Kokkos::bit_cast<std::uint64_t>(size) >> 32);
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
