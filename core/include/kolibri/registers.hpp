#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/scalar.hpp>

// Unrolled loops over arrays that have to lie in registers, and loops that have to leave registers to others. A
// compiler for the host is left to its own judgement.
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__) || defined(__SYCL_DEVICE_ONLY__)
#define KOLIBRI_UNROLL _Pragma("unroll")
#define KOLIBRI_KEEP_LOOP _Pragma("unroll 1")
#else
#define KOLIBRI_UNROLL
#define KOLIBRI_KEEP_LOOP
#endif

// What kernels that keep matrices in registers share.
namespace kolibri::detail {

/// Makes the compiler of a device forget what `value` was, so that what had been derived from it is not kept in
/// registers for later use, but derived again.
KOKKOS_FORCEINLINE_FUNCTION void forget_origin([[maybe_unused]] int& value) {
#if defined(__CUDA_ARCH__)
  asm volatile("" : "+r"(value));
#endif
}

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

/// The upper 32 bits of a size >= 0, ordered as the sizes are; NaN is above Inf.
KOKKOS_INLINE_FUNCTION std::uint32_t upper_bits(float size) { return Kokkos::bit_cast<std::uint32_t>(size); }
KOKKOS_INLINE_FUNCTION std::uint32_t upper_bits(double size) {
  return static_cast<std::uint32_t>(Kokkos::bit_cast<std::uint64_t>(size) >> 32);
}

/// The largest size that has these upper bits.
template <class Real>
KOKKOS_INLINE_FUNCTION Real from_upper_bits(std::uint32_t bits) {
  if constexpr (std::is_same_v<Real, float>) {
    return Kokkos::bit_cast<float>(bits);
  } else {
    return Kokkos::bit_cast<double>(static_cast<std::uint64_t>(bits) << 32 | 0xffffffffu);
  }
}

}  // namespace kolibri::detail
