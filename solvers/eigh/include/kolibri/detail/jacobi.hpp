#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/eigh_options.hpp>
#include <kolibri/fast_math.hpp>
#include <kolibri/members.hpp>
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

  /// off(A) / ||A||_F, what callers are told.
  KOKKOS_FUNCTION Real relative_off_norm() const { return norm > 0 ? off_norm / norm : Real(0); }
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
  const Real delta = Kokkos::fabs(q - p), twice = 2 * abs_b;
  const Real larger = Kokkos::fmax(delta, twice), ratio = Kokkos::fmin(delta, twice) / larger;
  const Real square = 1 + ratio * ratio, hypotenuse = larger * (square * seeded_rsqrt(square));
  const Real tangent = Kokkos::copysign(twice / (delta + hypotenuse), q - p);
  const Real c = seeded_rsqrt(1 + tangent * tangent);
  return {b / abs_b * (c * tangent), c, tangent * abs_b};
}

/// Below this |a_pq| a rotation would only stir rounding errors.
template <class Real>
KOKKOS_INLINE_FUNCTION Real rotation_threshold(const JacobiControl<Real>& control, const JacobiState<Real>& state,
                                               int n, Real p, Real q) {
  const Real size = control.relative ? Kokkos::sqrt(Kokkos::fabs(p)) * Kokkos::sqrt(Kokkos::fabs(q)) : state.norm;
  return Real(0.01) / n * control.tolerance * size;
}

/// Ends a converged matrix, and one that has had its sweeps with `too_large` elements left; counts a further sweep
/// else.
template <class Real>
KOKKOS_INLINE_FUNCTION void finish_sweep(const JacobiControl<Real>& control, bool converged, int too_large,
                                         JacobiState<Real>& state) {
  if (converged) {
    state.active = 0;
  } else if (state.sweeps >= control.max_sweeps) {
    state.active = 0;
    state.info = too_large > 0 ? too_large : 1;
  } else {
    ++state.sweeps;
  }
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
  finish_sweep(control, measure <= control.tolerance || stagnates, too_large, state);
}

template <class Real>
KOKKOS_INLINE_FUNCTION bool any_active(const JacobiState<Real>* states, int slots) {
  for (int slot = 0; slot < slots; ++slot) {
    if (states[slot].active) return true;
  }
  return false;
}

/// Off-diagonal element (i, j), relative to what the criterion compares it with.
template <class Real, class Element>
KOKKOS_INLINE_FUNCTION Real relative_size(const JacobiControl<Real>& control, const JacobiState<Real>& state, int n,
                                          int i, int j, const Element& element) {
  const Real size = Kokkos::abs(element(i, j));
  if (size == 0) return 0;
  const Real reference = control.relative ? Kokkos::sqrt(Kokkos::fabs(real(element(i, i)))) *
                                                Kokkos::sqrt(Kokkos::fabs(real(element(j, j))))
                                          : state.norm / n;
  return reference > 0 ? size / reference : Kokkos::Experimental::infinity_v<Real>;
}

/// Off-diagonal elements above the tolerance, by one thread and its lanes.
template <class Member, class Real, class Element>
KOKKOS_INLINE_FUNCTION int count_too_large(const Member& member, const JacobiControl<Real>& control,
                                           const JacobiState<Real>& state, int n, const Element& element) {
  return sum_over_lanes<int>(member, n * n, [&](int item, int& count) {
    const int i = item / n, j = item % n;
    if (i < j && relative_size(control, state, n, i, j, element) > control.tolerance) ++count;
  });
}

/// decide() for every active one of `slots` matrices, from element(slot, i, j), i <= j. `rows` is scratch of
/// row_scratch(n) Reals a slot. Ends with a barrier.
template <class Member, class Real, class Element>
KOKKOS_INLINE_FUNCTION void decide_all(const Member& member, const JacobiControl<Real>& control, int slots, int n,
                                       const Element& element, JacobiState<Real>* states, Real* rows) {
  Real* const largest = rows + slots * n;
  for_each_thread(member, slots * n, [&](int item) {
    const int slot = item / n, i = item % n;
    if (!states[slot].active) return;
    const Real squares = sum_over_lanes<Real>(
        member, n - i - 1, [&](int k, Real& sum) { sum += 2 * abs_squared(element(slot, i, i + 1 + k)); });
    once_per_thread(member, [&]() { rows[item] = squares; });
    if (!control.relative) return;
    const Real size = max_over_lanes<Real>(member, n - i - 1, [&](int k, Real& most) {
      const auto mine = [&](int r, int c) { return element(slot, r, c); };
      most = Kokkos::fmax(most, relative_size(control, states[slot], n, i, i + 1 + k, mine));
    });
    once_per_thread(member, [&]() { largest[item] = size; });
  });
  barrier(member);
  for_each_thread(member, slots, [&](int slot) {
    auto& state = states[slot];
    if (!state.active) return;
    const Real squares = sum_over_lanes<Real>(member, n, [&](int i, Real& sum) { sum += rows[slot * n + i]; });
    const Real off_norm = Kokkos::sqrt(squares);
    Real measure = state.norm > 0 ? off_norm / state.norm : Real(0);
    if (control.relative) {
      measure =
          max_over_lanes<Real>(member, n, [&](int i, Real& most) { most = Kokkos::fmax(most, largest[slot * n + i]); });
    }
    int too_large = 0;
    if (state.sweeps >= control.max_sweeps) {
      too_large = count_too_large(member, control, state, n, [&](int i, int j) { return element(slot, i, j); });
    }
    once_per_thread(member, [&]() { decide(control, n, off_norm, measure, too_large, state); });
  });
  barrier(member);
}

/// Reals of scratch a matrix takes for reductions by rows.
KOKKOS_INLINE_FUNCTION constexpr int row_scratch(int n) { return 2 * n; }

}  // namespace kolibri::detail
