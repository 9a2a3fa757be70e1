#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/rbf_options.hpp>

namespace kolibri::detail {

/// A basis function as phi = F(s), s = r^2 / a^2: F and its derivatives by s. The third one comes times s, which is
/// finite at the centre for every kind.
template <class Real>
struct RadialValues {
  Real f;
  Real f1;
  Real f2;
  Real s_f3;
};

/// exp(-c s).
template <class Real>
KOKKOS_INLINE_FUNCTION RadialValues<Real> gaussian_values(Real c, Real s) {
  const Real e = Kokkos::exp(-c * s);
  return {e, -c * e, c * c * e, -c * c * c * s * e};
}

/// (1 + s)^(1/2).
template <class Real>
KOKKOS_INLINE_FUNCTION RadialValues<Real> mq_values(Real s) {
  const Real root = Kokkos::sqrt(1 + s), inverse = 1 / root, cube = inverse * inverse * inverse;
  return {root, inverse / 2, -cube / 4, Real(0.375) * s * cube * inverse * inverse};
}

/// (1 + s)^(-1/2).
template <class Real>
KOKKOS_INLINE_FUNCTION RadialValues<Real> imq_values(Real s) {
  const Real inverse = 1 / Kokkos::sqrt(1 + s), square = inverse * inverse;
  return {inverse, -inverse * square / 2, Real(0.75) * inverse * square * square,
          Real(-1.875) * s * inverse * square * square * square};
}

/// Matern's function of smoothness 5/2.
template <class Real>
KOKKOS_INLINE_FUNCTION RadialValues<Real> matern52_values(Real s) {
  const Real t = Kokkos::sqrt(5 * s), e = Kokkos::exp(-t);
  return {(1 + t + t * t / 3) * e, Real(-5) / 6 * (1 + t) * e, Real(25) / 12 * e, Real(-25) / 24 * t * e};
}

/// Wendland's function of smoothness 4 (Advances in Computational Mathematics 4, 1995), of support a.
template <class Real>
KOKKOS_INLINE_FUNCTION RadialValues<Real> wendland_c4_values(Real s) {
  const Real t = Kokkos::sqrt(s), u = 1 - t;
  if (u <= 0) return {0, 0, 0, 0};
  const Real u3 = u * u * u;
  return {u3 * u3 * (35 * s + 18 * t + 3) / 3, Real(-28) / 3 * u3 * u * u * (5 * t + 1), 140 * u3 * u, -280 * t * u3};
}

/// The kind is the same for all threads of a kernel: a choice when running costs nothing beside an exponential, and one
/// kernel is compiled instead of six.
template <class Real>
KOKKOS_INLINE_FUNCTION RadialValues<Real> radial_values(RbfBasis basis, Real s) {
  switch (basis) {
    case RbfBasis::gaussian:
      return gaussian_values(Real(1), s);
    case RbfBasis::gaussian_sigma:
      return gaussian_values(Real(0.5), s);
    case RbfBasis::imq:
      return imq_values(s);
    case RbfBasis::mq:
      return mq_values(s);
    case RbfBasis::matern52:
      return matern52_values(s);
    case RbfBasis::wendland_c4:
      break;
  }
  return wendland_c4_values(s);
}

}  // namespace kolibri::detail
