#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <kolibri/detail/eigh_output.hpp>
#include <kolibri/detail/hermitian_input.hpp>
#include <kolibri/detail/jacobi.hpp>
#include <kolibri/detail/members.hpp>
#include <kolibri/team_policy.hpp>

// One-sided (Hestenes) Jacobi on B = I + A / c with c = 1.25 ||A||_F, which is positive definite: rotations from the
// right make the columns of B orthogonal, and then they are the eigenvectors, scaled. No V is stored. The columns
// lie in team scratch, a pair belongs to one thread and its vector lanes, round-robin pairs, one barrier a round.
// M. R. Hestenes, J. SIAM 6(1), 1958; the shift keeps every column norm >= 0.2, at the price of an accuracy that is
// absolute, ulp ||A||_F. Column norms would give the eigenvalues to about n ulp c; Rayleigh quotients do better.
namespace kolibri::detail {

/// Largest cosine and tangent (squared) among the rotations that a pair of threads has seen in a sweep.
template <class Real>
struct SweepPeak {
  Real cosine;
  Real tangent;
};

template <class Scalar>
struct OneSidedScratch {
  using Real = real_t<Scalar>;

  int n, slots, leading;
  Scalar* x;      ///< columns of B, column j of a slot contiguous
  Real* squares;  ///< squared column norms; the eigenvalues at the end
  SweepPeak<Real>* peaks;
  JacobiState<Real>* states;
  int* ranks;

  KOKKOS_FUNCTION static constexpr int leading_of(int n) { return n | 1; }
  KOKKOS_FUNCTION static constexpr int pairs_of(int n) { return (n + 1) / 2; }

  KOKKOS_FUNCTION static constexpr std::size_t bytes(int n, int slots) {
    const std::size_t columns = static_cast<std::size_t>(slots) * n;
    return aligned(columns * leading_of(n) * sizeof(Scalar)) + aligned(columns * sizeof(Real)) +
           aligned(static_cast<std::size_t>(slots) * pairs_of(n) * sizeof(SweepPeak<Real>)) +
           aligned(slots * sizeof(JacobiState<Real>)) + aligned(columns * sizeof(int));
  }

  KOKKOS_FUNCTION OneSidedScratch(std::byte* block, int n_, int slots_)
      : n(n_), slots(slots_), leading(leading_of(n_)) {
    const std::size_t columns = static_cast<std::size_t>(slots) * n;
    x = reinterpret_cast<Scalar*>(block);
    block += aligned(columns * leading * sizeof(Scalar));
    squares = reinterpret_cast<Real*>(block);
    block += aligned(columns * sizeof(Real));
    peaks = reinterpret_cast<SweepPeak<Real>*>(block);
    block += aligned(static_cast<std::size_t>(slots) * pairs_of(n) * sizeof(SweepPeak<Real>));
    states = reinterpret_cast<JacobiState<Real>*>(block);
    ranks = reinterpret_cast<int*>(block + aligned(slots * sizeof(JacobiState<Real>)));
  }

  KOKKOS_FUNCTION Scalar* column(int slot, int j) const { return x + (slot * n + j) * leading; }
  KOKKOS_FUNCTION Real& square(int slot, int j) const { return squares[slot * n + j]; }
  KOKKOS_FUNCTION SweepPeak<Real>& peak(int slot, int k) const { return peaks[slot * pairs_of(n) + k]; }
};

/// The shift c of a matrix; 1 for the zero matrix.
template <class Real>
KOKKOS_INLINE_FUNCTION Real shift_of(const JacobiState<Real>& state) {
  return state.norm > 0 ? Real(1.25) * state.norm : Real(1);
}

/// Cosines below this count as orthogonal. A tolerance of the user's, on off(A) / ||A||_F, is translated: a pair's
/// share of it, and off(A) is about c times the cosine.
template <class Real>
KOKKOS_INLINE_FUNCTION Real cosine_tolerance(const JacobiControl<Real>& control, int n) {
  const Real attainable = ulp<Real> * Kokkos::fmax(Real(2), Real(0.5) * Kokkos::sqrt(Real(n)));
  return Kokkos::fmax(attainable, control.tolerance / n);
}

/// Pair k of `round` in the round-robin of an even number of columns: column size - 1 stays, the others turn.
KOKKOS_INLINE_FUNCTION void round_robin_pair(int size, int round, int k, int& p, int& q) {
  const int others = size - 1;
  const int i = k == 0 ? others : (round + k) % others;
  const int j = k == 0 ? round : (round + others - k) % others;
  p = i < j ? i : j;
  q = i < j ? j : i;
}

/// Squared norms of the columns, afresh in every sweep: updated ones drift.
template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void measure_columns(const Member& member, const OneSidedScratch<Scalar>& s) {
  using Real = real_t<Scalar>;
  for_each_slot(member, s.slots * s.n, [&](int item) {
    const Scalar* const column = s.column(item / s.n, item % s.n);
    const Real square = sum_over_lanes<Real>(member, s.n, [&](int i, Real& sum) { sum += abs_squared(column[i]); });
    once_per_thread(member, [&]() { s.squares[item] = square; });
  });
  for_each(member, s.slots * s.pairs_of(s.n), [&](int item) { s.peaks[item] = {0, 0}; });
  barrier(member);
}

/// Makes columns p and q of a slot orthogonal, by one thread and its lanes.
template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void rotate_columns(const Member& member, const OneSidedScratch<Scalar>& s,
                                           real_t<Scalar> tolerance, int slot, int k, int p, int q) {
  using Real = real_t<Scalar>;
  Scalar* const x = s.column(slot, p);
  Scalar* const y = s.column(slot, q);
  const Scalar g = sum_over_lanes<Scalar>(member, s.n, [&](int i, Scalar& sum) { sum += conj(x[i]) * y[i]; });
  const Real square_p = s.square(slot, p), square_q = s.square(slot, q), g2 = abs_squared(g);
  const Real cosine = g2 / (square_p * square_q);
  const bool rotates = 4 * cosine > tolerance * tolerance;
  const Real delta = square_q - square_p;
  const Real slope =
      rotates ? Kokkos::copysign(2 / (Kokkos::fabs(delta) + Kokkos::sqrt(delta * delta + 4 * g2)), delta) : Real(0);
  const Real tangent = slope * slope * g2;  // squared
  const Real c = Kokkos::rsqrt(1 + tangent);
  const Scalar w = g * (c * slope);
  if (rotates) {
    for_each_lane(member, s.n, [&](int i) {
      const Scalar x_i = x[i], y_i = y[i];
      x[i] = c * x_i - conj(w) * y_i;
      y[i] = w * x_i + c * y_i;
    });
  }
  once_per_thread(member, [&]() {
    s.square(slot, p) = square_p - slope * g2;
    s.square(slot, q) = square_q + slope * g2;
    auto& peak = s.peak(slot, k);
    peak = {Kokkos::fmax(peak.cosine, cosine), Kokkos::fmax(peak.tangent, tangent)};
  });
}

/// What is left after a sweep is at most (largest cosine) x (largest tangent) x n: a sweep whose product is below
/// the tolerance needs no further one to verify it.
template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void one_sided_decide(const Member& member, const OneSidedScratch<Scalar>& s,
                                             const JacobiControl<real_t<Scalar>>& control) {
  using Real = real_t<Scalar>;
  const int n = s.n, pairs = s.pairs_of(n);
  const Real tolerance = cosine_tolerance(control, n);
  for_each_slot(member, s.slots, [&](int slot) {
    auto& state = s.states[slot];
    if (!state.active) return;
    const Real cosine = max_over_lanes<Real>(
        member, pairs, [&](int k, Real& most) { most = Kokkos::fmax(most, s.peak(slot, k).cosine); });
    const Real tangent = max_over_lanes<Real>(
        member, pairs, [&](int k, Real& most) { most = Kokkos::fmax(most, s.peak(slot, k).tangent); });
    const int too_large = sum_over_lanes<int>(member, pairs, [&](int k, int& count) {
      if (s.peak(slot, k).cosine > tolerance * tolerance) ++count;
    });
    const Real left = Kokkos::sqrt(Kokkos::fmin(cosine, cosine * n * tangent));
    once_per_thread(member, [&]() {
      state.off_norm = left * shift_of(state);
      if (left <= tolerance) {
        state.active = 0;
      } else if (state.sweeps >= control.max_sweeps) {
        state.active = 0;
        state.info = too_large > 0 ? too_large : 1;
      } else {
        ++state.sweeps;
      }
    });
  });
  barrier(member);
}

template <class Scalar>
KOKKOS_INLINE_FUNCTION bool any_active(const OneSidedScratch<Scalar>& s) {
  for (int slot = 0; slot < s.slots; ++slot) {
    if (s.states[slot].active) return true;
  }
  return false;
}

template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void one_sided_sweep(const Member& member, const OneSidedScratch<Scalar>& s,
                                            const JacobiControl<real_t<Scalar>>& control) {
  const int pairs = s.pairs_of(s.n), size = 2 * pairs;
  const auto tolerance = cosine_tolerance(control, s.n);
  for (int round = 0; round < size - 1; ++round) {
    for_each_slot(member, s.slots * pairs, [&](int item) {
      const int slot = item / pairs, k = item % pairs;
      int p, q;
      round_robin_pair(size, round, k, p, q);
      if (q < s.n && s.states[slot].active) rotate_columns(member, s, tolerance, slot, k, p, q);
    });
    barrier(member);
  }
}

/// B = I + A / c from the upper triangle in place, and the first state of each slot.
template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void one_sided_start(const Member& member, const EighProblem<Scalar>& problem,
                                            const JacobiControl<real_t<Scalar>>& control, std::int64_t first,
                                            const OneSidedScratch<Scalar>& s) {
  using Real = real_t<Scalar>;
  const int n = s.n;
  load_upper(member, problem.a, control.triangle, first, s.slots,
             [&](int slot, int i, int j, const Scalar& value) { s.column(slot, j)[i] = value; });
  barrier(member);
  for_each_slot(member, s.slots, [&](int slot) {
    start_state(
        member, problem.a, control, first + slot, [&](int i, int j) -> Scalar& { return s.column(slot, j)[i]; },
        s.states[slot]);
  });
  barrier(member);
  for_each(member, s.slots * n * n, [&](int item) {
    const int slot = item / (n * n), i = item / n % n, j = item % n;
    if (i > j) return;
    const Scalar element = s.column(slot, j)[i] * (1 / shift_of(s.states[slot]));
    s.column(slot, j)[i] = i == j ? element + Scalar(Real(1)) : element;
    if (i < j) s.column(slot, i)[j] = conj(element);
  });
  barrier(member);
}

/// Normalises the columns and replaces their squared norms by the Rayleigh quotients v^H A v (A scaled, read anew).
template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void rayleigh_quotients(const Member& member, const EighProblem<Scalar>& problem,
                                               const JacobiControl<real_t<Scalar>>& control, std::int64_t first,
                                               const OneSidedScratch<Scalar>& s) {
  using Real = real_t<Scalar>;
  const int n = s.n;
  for_each_slot(member, s.slots * n, [&](int item) {
    const int slot = item / n;
    const auto& state = s.states[slot];
    Scalar* const v = s.column(slot, item % n);
    if (state.info < 0) return;
    const Real factor = 1 / Kokkos::sqrt(s.squares[item]);
    for_each_lane(member, n, [&](int i) { v[i] *= factor; });
    const Real quotient = sum_over_lanes<Real>(member, n, [&](int k, Real& sum) {
      Scalar below(0);
      for (int i = k + 1; i < n; ++i) {
        below += conj(v[i]) * (hermitian_element(problem.a, control.triangle, first + slot, i, k) * state.scale);
      }
      sum += 2 * real(below * v[k]) + real(problem.a(first + slot, k, k)) * state.scale * abs_squared(v[k]);
    });
    once_per_thread(member, [&]() { s.squares[item] = quotient; });
  });
  barrier(member);
}

/// Solves members first, ..., first + s.slots - 1. Ends with a barrier.
template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void one_sided_solve(const Member& member, const EighProblem<Scalar>& problem,
                                            const JacobiControl<real_t<Scalar>>& control, std::int64_t first,
                                            const OneSidedScratch<Scalar>& s) {
  one_sided_start(member, problem, control, first, s);
  measure_columns(member, s);
  for_each(member, s.slots, [&](int slot) {
    auto& state = s.states[slot];
    state.active = state.active && state.off_norm > control.tolerance * state.norm;
    state.sweeps = state.active;
  });
  barrier(member);
  while (any_active(s)) {
    one_sided_sweep(member, s, control);
    one_sided_decide(member, s, control);
    measure_columns(member, s);
  }
  rayleigh_quotients(member, problem, control, first, s);
  write_results(
      member, problem, control.order, first, s.slots, [&](int slot) -> const auto& { return s.states[slot]; },
      [&](int slot, int i) { return s.square(slot, i); }, [&](int slot, int i, int j) { return s.column(slot, j)[i]; },
      s.ranks);
  barrier(member);
}

}  // namespace kolibri::detail
