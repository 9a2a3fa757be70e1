#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/fast_math.hpp>
#include <kolibri/scalar.hpp>

namespace kolibri::detail {

/// sum + Re(conj(a) b).
template <class Scalar>
KOKKOS_FORCEINLINE_FUNCTION real_t<Scalar> add_real_product(const Scalar& a, const Scalar& b, real_t<Scalar> sum) {
  return Kokkos::fma(real(a), real(b), is_complex<Scalar> ? Kokkos::fma(imag(a), imag(b), sum) : sum);
}

/// H = I - tau u u^H with H^H (alpha, x) = (beta, 0), beta real, u = (head, x).
template <class Scalar>
struct Reflector {
  using Real = real_t<Scalar>;

  Real beta;
  Scalar head, tau;

  /// x^H x = `rest`, in a matrix whose largest element is about 1; what is negligible beside that is taken for zero,
  /// then H = I: tau^2, up to tiny^-4, has to be finite.
  KOKKOS_FORCEINLINE_FUNCTION Reflector(const Scalar& alpha, Real rest) {
    constexpr Real tiny = ulp<Real> / 64;
    const Real re = real(alpha), off_axis = rest + imag(alpha) * imag(alpha);
    if (!(off_axis > tiny * tiny)) {
      beta = re;
      head = tau = Scalar(0);
      return;
    }
    const Real square = Kokkos::fma(re, re, off_axis);
    beta = -Kokkos::copysign(square * quick_rsqrt(square), re);
    head = alpha - Scalar(beta);
    if constexpr (is_complex<Scalar>) {
      tau = head * (-quick_reciprocal(beta) * quick_reciprocal(abs_squared(head)));  // (beta - alpha) / beta / |head|^2
    } else {
      tau = quick_reciprocal(beta * (beta - re));  // the same
    }
  }
};

}  // namespace kolibri::detail
