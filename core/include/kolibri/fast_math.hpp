#pragma once

#include <Kokkos_Core.hpp>
#include <type_traits>

// Reciprocals without the long FP64 sequences of a GPU: a float result as the seed, then FP64 steps.
namespace kolibri {

/// 1 / sqrt(x), to a few ulp, for x within float's normal range (1e-37 to 1e37).
template <class Real>
KOKKOS_INLINE_FUNCTION Real seeded_rsqrt(Real x) {
  const Real seed = static_cast<Real>(Kokkos::rsqrt(static_cast<float>(x)));
  if constexpr (std::is_same_v<Real, float>) {
    return seed;
  } else {
    const Real error = 1 - x * seed * seed;  // third order: float's 1e-7 becomes 1e-20
    return seed + seed * error * (Real(0.5) + Real(0.375) * error);
  }
}

/// 1 / x, to 1e-13 relative (float: to rounding), for x within float's normal range.
template <class Real>
KOKKOS_INLINE_FUNCTION Real seeded_reciprocal(Real x) {
  const Real seed = static_cast<Real>(1 / static_cast<float>(x));
  if constexpr (std::is_same_v<Real, float>) {
    return seed;
  } else {
    return seed + seed * (1 - x * seed);
  }
}

/// 1 / sqrt(x), to 20 bits at least, for x within float's normal range.
KOKKOS_INLINE_FUNCTION float rough_rsqrt(float x) { return Kokkos::rsqrt(x); }
KOKKOS_INLINE_FUNCTION double rough_rsqrt(double x) {
#if defined(__CUDA_ARCH__)
  double y;  // one instruction, no conversions
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
  return y;
#else
  return Kokkos::rsqrt(static_cast<float>(x));
#endif
}

/// 1 / x, to 20 bits at least, for x within float's normal range.
KOKKOS_INLINE_FUNCTION float rough_reciprocal(float x) {
#if defined(__CUDA_ARCH__)
  return __fdividef(1.0f, x);
#else
  return 1 / x;
#endif
}
KOKKOS_INLINE_FUNCTION double rough_reciprocal(double x) {
#if defined(__CUDA_ARCH__)
  double y;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
  return y;
#else
  return 1 / static_cast<float>(x);
#endif
}

/// 1 / x to rounding, from rough_reciprocal(x): exactly 1 for x = 1.
template <class Real>
KOKKOS_INLINE_FUNCTION Real quick_reciprocal(Real x) {
  const Real seed = rough_reciprocal(x), error = Kokkos::fma(-x, seed, Real(1));
  return Kokkos::fma(seed, Kokkos::fma(error, error, error), seed);
}

/// 1 / sqrt(x) to an ulp or two, from rough_rsqrt(x).
template <class Real>
KOKKOS_INLINE_FUNCTION Real quick_rsqrt(Real x) {
  const Real seed = rough_rsqrt(x), error = Kokkos::fma(-x * seed, seed, Real(1));
  return Kokkos::fma(seed * error, Kokkos::fma(Real(0.375), error, Real(0.5)), seed);
}

}  // namespace kolibri
