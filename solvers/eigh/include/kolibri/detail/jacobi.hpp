#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/members.hpp>
#include <kolibri/eigh_options.hpp>
#include <kolibri/scalar.hpp>

// What every Jacobi kernel shares: the options as the device sees them, a matrix's state, the rotation, the stop.
namespace kolibri::detail {

/// EighOptions as kernels use them, the default tolerance filled in.
template <class Real>
struct JacobiControl {
  Triangle triangle;
  Order order;
  bool relative;
  Real tolerance;
  int max_sweeps;

  JacobiControl() = default;
  KOKKOS_FUNCTION explicit JacobiControl(const EighOptions& options)
      : triangle(options.triangle),
        order(options.order),
        relative(options.criterion == Criterion::relative),
        tolerance(options.tolerance > 0 ? static_cast<Real>(options.tolerance) : ulp<Real>),
        max_sweeps(options.max_sweeps) {}
};

inline constexpr int info_not_finite = -1;
inline constexpr int info_not_hermitian = -2;

/// Progress of one matrix, shared by the threads that work on it.
template <class Real>
struct JacobiState {
  Real scale;     ///< power of two that was multiplied in
  Real norm;      ///< ||A||_F, scaled
  Real off_norm;  ///< off(A), scaled: sqrt of the sum of |a_ij|^2 over i != j
  Real measure;   ///< what the criterion compares with the tolerance
  int info;
  int sweeps;
  int active;
};

/// A plane rotation J = [c w; -conj(w) c] with J^H [p b; conj(b) q] J = diag(p - shift, q + shift).
template <class Scalar>
struct Rotation {
  Scalar w;
  real_t<Scalar> c;
  real_t<Scalar> shift;
};

/// The rotation of smallest angle, |theta| <= pi/4, that annihilates b = a_pq; the same sign for p = q always.
/// Golub and Van Loan, Matrix Computations, section 8.5; b / |b| carries the phase of a Hermitian matrix.
template <class Scalar>
KOKKOS_INLINE_FUNCTION Rotation<Scalar> jacobi_rotation(real_t<Scalar> p, real_t<Scalar> q, const Scalar& b,
                                                        real_t<Scalar> abs_b) {
  using Real = real_t<Scalar>;
  const Real delta = q - p;
  const Real tangent = Kokkos::copysign(2 * abs_b / (Kokkos::fabs(delta) + Kokkos::hypot(delta, 2 * abs_b)), delta);
  const Real c = 1 / Kokkos::sqrt(1 + tangent * tangent);
  return {b / abs_b * (c * tangent), c, tangent * abs_b};
}

/// Below this |a_pq| a rotation would only stir rounding errors.
template <class Real>
KOKKOS_INLINE_FUNCTION Real rotation_threshold(const JacobiControl<Real>& control, const JacobiState<Real>& state,
                                               int n, Real p, Real q) {
  const Real size = control.relative ? Kokkos::sqrt(Kokkos::fabs(p)) * Kokkos::sqrt(Kokkos::fabs(q)) : state.norm;
  return Real(0.01) / n * control.tolerance * size;
}

/// Decides after `state.sweeps` sweeps whether a matrix goes on, from its new off-norm and measure and the number of
/// off-diagonal elements that are too large. Measures that stop falling at rounding level are converged: a tolerance
/// that rounding does not let anyone reach must not end in max_sweeps.
template <class Real>
KOKKOS_INLINE_FUNCTION void decide(const JacobiControl<Real>& control, int n, Real off_norm, Real measure,
                                   int too_large, JacobiState<Real>& state) {
  const bool at_rounding_level = off_norm <= 2 * n * ulp<Real> * state.norm;
  const bool stagnates = state.sweeps > 0 && at_rounding_level && 2 * measure > state.measure;
  state.off_norm = off_norm;
  state.measure = measure;
  if (measure <= control.tolerance || stagnates) {
    state.active = 0;
  } else if (state.sweeps >= control.max_sweeps) {
    state.active = 0;
    state.info = too_large > 0 ? too_large : 1;
  } else {
    ++state.sweeps;
  }
}

/// decide() from the matrix itself, element(i, j) for i <= j, by one thread and its lanes.
template <class Member, class Real, class Element>
KOKKOS_INLINE_FUNCTION void decide_from_matrix(const Member& member, const JacobiControl<Real>& control, int n,
                                               const Element& element, JacobiState<Real>& state) {
  // The size of an off-diagonal element, relative to what the criterion compares it with.
  const auto size = [&](int i, int j) {
    const Real abs = Kokkos::abs(element(i, j));
    if (abs == 0) return Real(0);
    const Real reference = control.relative ? Kokkos::sqrt(Kokkos::fabs(real(element(i, i)))) *
                                                  Kokkos::sqrt(Kokkos::fabs(real(element(j, j))))
                                            : state.norm / n;
    return reference > 0 ? abs / reference : Kokkos::Experimental::infinity_v<Real>;
  };
  const Real squares = sum_over_lanes<Real>(member, n * n, [&](int item, Real& sum) {
    const int i = item / n, j = item % n;
    if (i < j) sum += 2 * abs_squared(element(i, j));
  });
  const Real largest = max_over_lanes<Real>(member, n * n, [&](int item, Real& most) {
    const int i = item / n, j = item % n;
    if (i < j) most = Kokkos::fmax(most, size(i, j));
  });
  const int too_large = sum_over_lanes<int>(member, n * n, [&](int item, int& count) {
    const int i = item / n, j = item % n;
    if (i < j && size(i, j) > control.tolerance) ++count;
  });
  const Real off_norm = Kokkos::sqrt(squares);
  const Real measure = control.relative ? largest : state.norm > 0 ? off_norm / state.norm : Real(0);
  once_per_thread(member, [&]() { decide(control, n, off_norm, measure, too_large, state); });
}

}  // namespace kolibri::detail
