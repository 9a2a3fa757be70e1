#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <kolibri/detail/eigh_output.hpp>
#include <kolibri/detail/hermitian_input.hpp>
#include <kolibri/detail/jacobi.hpp>
#include <kolibri/detail/jacobi_one_sided_columns.hpp>
#include <kolibri/detail/one_sided_shift.hpp>
#include <kolibri/fast_math.hpp>
#include <kolibri/members.hpp>

// One-sided (Hestenes) Jacobi on B = I + A / c with c > ||A||_2, which is positive definite: rotations from the
// right make the columns of B orthogonal, and then they are the eigenvectors, scaled. No V is stored. The columns
// lie in team scratch, a pair belongs to one thread and its vector lanes, round-robin pairs, one barrier a round.
// M. R. Hestenes, J. SIAM 6(1), 1958; the shift keeps every column norm >= 0.2, at the price of an accuracy that is
// absolute, ulp c. Column norms would give the eigenvalues to about n ulp c; Rayleigh quotients do better.
namespace kolibri::detail {

/// Cosines below this count as orthogonal. A tolerance of the user's, on off(A) / ||A||_F, is translated: a pair's
/// share of it, and off(A) is about c times the cosine.
template <class Real>
KOKKOS_INLINE_FUNCTION Real cosine_tolerance(const JacobiControl<Real>& control, int n) {
  const Real attainable = ulp<Real> * Kokkos::fmax(Real(2), Real(0.5) * Kokkos::sqrt(Real(n)));
  return Kokkos::fmax(attainable, control.tolerance / n);
}

/// Pair k of `round` in the round-robin of an even number of columns: column size - 1 stays, the others turn.
KOKKOS_INLINE_FUNCTION void round_robin_pair(int size, int round, int k, int& p, int& q) {
  const int others = size - 1, ahead = round + k, behind = round - k;
  const int i = k == 0 ? others : ahead < others ? ahead : ahead - others;
  const int j = behind >= 0 ? behind : behind + others;
  p = i < j ? i : j;
  q = i < j ? j : i;
}

/// Squared norms of the columns, afresh in every sweep: updated ones drift.
template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void measure_columns(const Member& member, const OneSidedScratch<Scalar>& s) {
  using Real = real_t<Scalar>;
  for_each_thread(member, s.slots * s.n, [&](int item) {
    const Chunk<Scalar>* const column = s.x + item * s.chunks;
    const Real square = sum_over_lanes<Real>(member, s.chunks, [&](int lane, Real& sum) {
      for (int r = 0; r < chunk_rows; ++r) sum += abs_squared(column[lane].rows[r]);
    });
    once_per_thread(member, [&]() { s.squares[item] = square; });
  });
  for_each(member, s.slots * s.pairs_of(s.n), [&](int item) { s.peaks[item] = {0, 0}; });
  barrier(member);
}

/// The rotation that makes two columns with squared norms p and q and inner product g orthogonal. The tangent need not
/// be exact (norms are measured afresh in every sweep), the cosine must fit it to rounding.
template <class Scalar>
KOKKOS_INLINE_FUNCTION Rotation<Scalar> gram_rotation(real_t<Scalar> p, real_t<Scalar> q, const Scalar& g,
                                                      real_t<Scalar> g2, float& tangent_squared) {
  using Real = real_t<Scalar>;
  const Real delta = q - p, hypotenuse = delta * delta + 4 * g2;
  const Real root = hypotenuse * seeded_rsqrt(hypotenuse);
  const Real slope = Kokkos::copysign(2 * seeded_reciprocal(Kokkos::fabs(delta) + root), delta);
  const Real tangent = slope * slope * g2;
  const Real c = seeded_rsqrt(1 + tangent);
  tangent_squared = static_cast<float>(tangent);
  return {g * (c * slope), c, slope * g2};
}

/// Makes columns p and q of a slot orthogonal, by one thread and its lanes.
template <class Columns, class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void rotate_columns(const Member& member, const OneSidedScratch<Scalar>& s,
                                           real_t<Scalar> tolerance, int slot, int k, int p, int q) {
  using Real = real_t<Scalar>;
  Columns columns(s.column(slot, p), s.column(slot, q), s.chunks);
  const Scalar g = columns.inner_product(member);
  const Real square_p = s.square(slot, p), square_q = s.square(slot, q), g2 = abs_squared(g);
  Rotation<Scalar> rotation{Scalar(0), 1, 0};
  float tangent = 0;
  if (4 * g2 > tolerance * tolerance * square_p * square_q) {
    rotation = gram_rotation(square_p, square_q, g, g2, tangent);
    columns.rotate(member, rotation);
  }
  once_per_thread(member, [&]() {
    s.square(slot, p) = square_p - rotation.shift;
    s.square(slot, q) = square_q + rotation.shift;
    auto& peak = s.peak(slot, k);
    const float cosine = static_cast<float>(g2) / static_cast<float>(square_p * square_q);
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
  for_each_thread(member, s.slots, [&](int slot) {
    auto& state = s.states[slot];
    if (!state.active) return;
    const float cosine = max_over_lanes<float>(
        member, pairs, [&](int k, float& most) { most = Kokkos::fmax(most, s.peak(slot, k).cosine); });
    const float tangent = max_over_lanes<float>(
        member, pairs, [&](int k, float& most) { most = Kokkos::fmax(most, s.peak(slot, k).tangent); });
    const int too_large = sum_over_lanes<int>(member, pairs, [&](int k, int& count) {
      if (s.peak(slot, k).cosine > tolerance * tolerance) ++count;
    });
    const Real left = Kokkos::sqrt(Real(cosine)) * Kokkos::sqrt(Kokkos::fmin(Real(1), n * Real(tangent)));
    once_per_thread(member, [&]() {
      state.off_norm = left * s.shifts[slot].c;
      finish_sweep(control, left <= tolerance, too_large, state);
    });
  });
  barrier(member);
}

template <class Columns, class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void one_sided_sweep(const Member& member, const OneSidedScratch<Scalar>& s,
                                            const JacobiControl<real_t<Scalar>>& control) {
  const int pairs = s.pairs_of(s.n), size = 2 * pairs;
  const auto tolerance = cosine_tolerance(control, s.n);
  for (int round = 0; round < size - 1; ++round) {
    for_each_thread(member, s.slots * pairs, [&](int item) {
      const int slot = s.slots == 1 ? 0 : item / pairs, k = item - slot * pairs;
      int p, q;
      round_robin_pair(size, round, k, p, q);
      if (q < s.n && s.states[slot].active) rotate_columns<Columns>(member, s, tolerance, slot, k, p, q);
    });
    barrier(member);
  }
}

/// B = I + A / c from full matrices A in place.
template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void shift_columns(const Member& member, const OneSidedScratch<Scalar>& s) {
  const int n = s.n;
  for_each_thread(member, s.slots * n, [&](int item) {
    const int slot = item / n, j = item % n;
    const real_t<Scalar> factor = 1 / s.shifts[slot].c;
    for_each_lane(member, n, [&](int i) {
      Scalar& element = s.element(slot, i, j);
      element = element * factor + Scalar(i == j ? 1 : 0);
    });
  });
  barrier(member);
}

/// The first state of each slot, and B = I + A / c; `safe` asks for the shift that cannot fail.
template <bool estimates, class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void one_sided_start(const Member& member, const EighProblem<Scalar>& problem,
                                            const JacobiControl<real_t<Scalar>>& control, std::int64_t first, bool safe,
                                            const OneSidedScratch<Scalar>& s) {
  const int n = s.n, chunk_reals = s.slots * n * s.chunks * chunk_rows;
  for_each(member, chunk_reals, [&](int item) { s.x[item / chunk_rows].rows[item % chunk_rows] = Scalar(0); });
  barrier(member);
  load_upper(member, problem.a, control.triangle, first, s.slots,
             [&](int slot, int i, int j, const Scalar& value) { s.element(slot, i, j) = value; });
  barrier(member);
  start_states(
      member, problem.a, control, first, s.slots,
      [&](int slot, int i, int j) -> Scalar& { return s.element(slot, i, j); }, s.states, s.rows);
  for_each(member, s.slots * n * n, [&](int item) {
    const int slot = item / (n * n), i = item / n % n, j = item % n;
    if (i < j) s.element(slot, j, i) = conj(s.element(slot, i, j));
  });
  for_each(member, s.slots, [&](int slot) { s.shifts[slot] = {frobenius_shift(s.states[slot]), 0}; });
  barrier(member);
  if constexpr (estimates) {
    if (!safe) estimate_shifts(member, s);
  }
  shift_columns(member, s);
}

/// Normalises the columns and replaces their squared norms by the Rayleigh quotients v^H A v (A scaled, read anew).
template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void rayleigh_quotients(const Member& member, const EighProblem<Scalar>& problem,
                                               const JacobiControl<real_t<Scalar>>& control, std::int64_t first,
                                               const OneSidedScratch<Scalar>& s) {
  using Real = real_t<Scalar>;
  const int n = s.n;
  for_each_thread(member, s.slots * n, [&](int item) {
    const int slot = item / n;
    const auto& state = s.states[slot];
    if (state.info < 0) return;
    const auto v = [&](int i) -> Scalar& { return s.element(slot, i, item % n); };
    const Real norm = Kokkos::sqrt(s.squares[item]), factor = 1 / norm;
    for_each_lane(member, n, [&](int i) { v(i) *= factor; });
    const Real quotient = sum_over_lanes<Real>(member, n, [&](int k, Real& sum) {
      Scalar below(0);
      for (int i = k + 1; i < n; ++i) {
        below += conj(v(i)) * (hermitian_element(problem.a, control.triangle, first + slot, i, k) * state.scale);
      }
      sum += 2 * real(below * v(k)) + real(problem.a(first + slot, k, k)) * state.scale * abs_squared(v(k));
    });
    once_per_thread(member, [&]() {
      s.squares[item] = quotient;
      if (shift_failed(norm, quotient, s.shifts[slot].c)) s.shifts[slot].failed = 1;
    });
  });
  barrier(member);
}

template <class Scalar>
KOKKOS_INLINE_FUNCTION bool any_failed(const OneSidedScratch<Scalar>& s) {
  for (int slot = 0; slot < s.slots; ++slot) {
    if (s.shifts[slot].failed) return true;
  }
  return false;
}

/// Eigenvalues and vectors of members first, ..., first + s.slots - 1, in scratch.
template <class Columns, bool estimates, class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void one_sided_iterate(const Member& member, const EighProblem<Scalar>& problem,
                                              const JacobiControl<real_t<Scalar>>& control, std::int64_t first,
                                              bool safe, const OneSidedScratch<Scalar>& s) {
  one_sided_start<estimates>(member, problem, control, first, safe, s);
  measure_columns(member, s);
  for_each(member, s.slots, [&](int slot) {
    auto& state = s.states[slot];
    state.active = state.active && state.off_norm > control.tolerance * state.norm;
    state.sweeps = state.active;
  });
  barrier(member);
  while (any_active(s.states, s.slots)) {
    one_sided_sweep<Columns>(member, s, control);
    one_sided_decide(member, s, control);
    measure_columns(member, s);
  }
  rayleigh_quotients(member, problem, control, first, s);
}

/// Solves members first, ..., first + s.slots - 1; `estimates` is estimates_shift(n), known when compiling because
/// small matrices should not pay for it in registers. Ends with a barrier.
template <class Columns, bool estimates, class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void one_sided_solve(const Member& member, const EighProblem<Scalar>& problem,
                                            const JacobiControl<real_t<Scalar>>& control, std::int64_t first,
                                            const OneSidedScratch<Scalar>& s) {
  if constexpr (estimates) {
    bool again = false;
    do {
      one_sided_iterate<Columns, true>(member, problem, control, first, again, s);
      again = !again && any_failed(s);
      barrier(member);
    } while (again);
  } else {
    one_sided_iterate<Columns, false>(member, problem, control, first, true, s);
  }
  write_results(
      member, problem, control.order, first, s.slots, [&](int slot) -> const auto& { return s.states[slot]; },
      [&](int slot, int i) { return s.square(slot, i); }, [&](int slot, int i, int j) { return s.element(slot, i, j); },
      s.ranks);
  barrier(member);
}

}  // namespace kolibri::detail
