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

}  // namespace kolibri
