#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <type_traits>

namespace kolibri {

namespace detail {

template <class Scalar>
struct RealOf {
  using type = Scalar;
};
template <class Real>
struct RealOf<Kokkos::complex<Real>> {
  using type = Real;
};

}  // namespace detail

/// The real type of a scalar: float for float and Kokkos::complex<float>, and so on.
template <class Scalar>
using real_t = typename detail::RealOf<std::remove_const_t<Scalar>>::type;

template <class Scalar>
inline constexpr bool is_complex = !std::is_same_v<real_t<Scalar>, std::remove_const_t<Scalar>>;

/// The four scalar types every solver is built for.
template <class Scalar>
concept SupportedScalar = std::is_same_v < real_t<Scalar>,
float > || std::is_same_v<real_t<Scalar>, double>;

/// One unit in the last place of 1, LAPACK's ulp: 2^-23 or 2^-52.
template <class Real>
inline constexpr Real ulp = Kokkos::Experimental::epsilon_v<Real>;

template <class Scalar>
KOKKOS_INLINE_FUNCTION constexpr Scalar conj(const Scalar& x) {
  if constexpr (is_complex<Scalar>) {
    return Scalar(x.real(), -x.imag());
  } else {
    return x;
  }
}

template <class Scalar>
KOKKOS_INLINE_FUNCTION constexpr real_t<Scalar> real(const Scalar& x) {
  if constexpr (is_complex<Scalar>) {
    return x.real();
  } else {
    return x;
  }
}

template <class Scalar>
KOKKOS_INLINE_FUNCTION constexpr real_t<Scalar> imag(const Scalar& x) {
  if constexpr (is_complex<Scalar>) {
    return x.imag();
  } else {
    return real_t<Scalar>(0);
  }
}

/// |x|^2 without a square root; may overflow where |x| does not.
template <class Scalar>
KOKKOS_INLINE_FUNCTION constexpr real_t<Scalar> abs_squared(const Scalar& x) {
  if constexpr (is_complex<Scalar>) {
    return x.real() * x.real() + x.imag() * x.imag();
  } else {
    return x * x;
  }
}

/// max(|Re x|, |Im x|): a size of x that cannot overflow, within sqrt(2) of |x|.
template <class Scalar>
KOKKOS_INLINE_FUNCTION real_t<Scalar> magnitude(const Scalar& x) {
  return Kokkos::fmax(Kokkos::fabs(real(x)), Kokkos::fabs(imag(x)));
}

template <class Scalar>
KOKKOS_INLINE_FUNCTION bool is_finite(const Scalar& x) {
  return Kokkos::isfinite(real(x)) && Kokkos::isfinite(imag(x));
}

/// A scalar whose parts are all NaN: what a flagged member's outputs hold.
template <class Scalar>
KOKKOS_INLINE_FUNCTION Scalar quiet_nan() {
  const auto nan = Kokkos::Experimental::quiet_NaN_v<real_t<Scalar>>;
  if constexpr (is_complex<Scalar>) {
    return Scalar(nan, nan);
  } else {
    return nan;
  }
}

/// 2^exponent, exactly, for exponents of normal numbers.
template <class Real>
KOKKOS_INLINE_FUNCTION Real power_of_two(int exponent) {
  if constexpr (std::is_same_v<Real, float>) {
    return Kokkos::bit_cast<float>(static_cast<std::int32_t>(exponent + 127) << 23);
  } else {
    return Kokkos::bit_cast<double>(static_cast<std::int64_t>(exponent + 1023) << 52);
  }
}

/// floor(log2 |x|) for a normal x; the exponent just below the normal ones for zero and subnormal x.
template <class Real>
KOKKOS_INLINE_FUNCTION int exponent_of(Real x) {
  if constexpr (std::is_same_v<Real, float>) {
    return ((Kokkos::bit_cast<std::int32_t>(x) >> 23) & 0xff) - 127;
  } else {
    return static_cast<int>((Kokkos::bit_cast<std::int64_t>(x) >> 52) & 0x7ff) - 1023;
  }
}

}  // namespace kolibri
