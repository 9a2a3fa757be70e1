#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/jacobi_one_sided_columns.hpp>
#include <kolibri/random.hpp>

// The shift c of jacobi_one_sided, B = I + A / c. Rounding errors of B are errors ulp c of A, so c should be little
// above ||A||_2; ||A||_F, which costs nothing, exceeds it by up to sqrt(n). Large matrices get a power iteration: with
// 32 steps from a random vector it finds at least 2/3 of ||A||_2 but for one start in 10,000 at n = 1000, whatever
// the spectrum (J. Kuczynski, H. Wozniakowski, SIAM J. Matrix Anal. Appl. 13(4), 1992, theorem 3.1, for A^2). The
// unlucky start shows in the result (see shift_failed) and is done again with ||A||_F.
namespace kolibri::detail {

inline constexpr int power_steps = 32;

/// The shift that is safe for every matrix; 1 for the zero matrix.
template <class Real>
KOKKOS_INLINE_FUNCTION Real frobenius_shift(const JacobiState<Real>& state) {
  return state.norm > 0 ? Real(1.25) * state.norm : Real(1);
}

/// y := A x for the Hermitian matrices in the columns of s; x and y of a slot lie one behind the other.
template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void multiply_by_columns(const Member& member, const OneSidedScratch<Scalar>& s, int from,
                                                int to) {
  const int n = s.n;
  for_each_thread(member, s.slots * n, [&](int item) {
    const int slot = item / n, j = item % n;
    const Scalar* const x = s.vectors + (2 * slot + from) * n;
    const Scalar product =
        sum_over_lanes<Scalar>(member, n, [&](int i, Scalar& sum) { sum += conj(s.element(slot, i, j)) * x[i]; });
    once_per_thread(member, [&]() { s.vectors[(2 * slot + to) * n + j] = product; });
  });
  barrier(member);
}

/// Divides vector `which` of every slot by its norm and leaves the norm in the slot's shift.
template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void normalize_vectors(const Member& member, const OneSidedScratch<Scalar>& s, int which) {
  using Real = real_t<Scalar>;
  const int n = s.n;
  for_each_thread(member, s.slots, [&](int slot) {
    Scalar* const x = s.vectors + (2 * slot + which) * n;
    const Real square = sum_over_lanes<Real>(member, n, [&](int i, Real& sum) { sum += abs_squared(x[i]); });
    const Real norm = Kokkos::sqrt(square), factor = norm > 0 ? 1 / norm : Real(0);
    for_each_lane(member, n, [&](int i) { x[i] *= factor; });
    once_per_thread(member, [&]() { s.shifts[slot].c = norm; });
  });
  barrier(member);
}

/// 1.5 times a power iteration's estimate of ||A||_2, from the full matrices in the columns of s, within the safe
/// shift. Ends with a barrier.
template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void estimate_shifts(const Member& member, const OneSidedScratch<Scalar>& s) {
  using Real = real_t<Scalar>;
  const int n = s.n;
  for_each(member, s.slots * n, [&](int item) {
    const int slot = item / n, i = item % n;
    s.vectors[2 * slot * n + i] = symmetric_uniform<Scalar>(philox(0, 0, i));
  });
  barrier(member);
  normalize_vectors(member, s, 0);
  for (int step = 0; step < power_steps; ++step) {
    multiply_by_columns(member, s, step % 2, 1 - step % 2);
    normalize_vectors(member, s, 1 - step % 2);
  }
  for_each(member, s.slots, [&](int slot) {
    const Real estimate = Real(1.5) * s.shifts[slot].c, safe = frobenius_shift(s.states[slot]);
    s.shifts[slot].c = estimate > 0 && estimate < safe ? estimate : safe;
  });
  barrier(member);
}

/// Whether B = I + A / c had an eigenvalue that is not positive: a column of B V is an eigenvector for its norm or for
/// minus its norm, or mixes the two, and only in the first case its Rayleigh quotient belongs to its norm.
template <class Real>
KOKKOS_INLINE_FUNCTION bool shift_failed(Real column_norm, Real quotient, Real c) {
  return Kokkos::fabs(1 + quotient / c - column_norm) > Real(0.01);
}

}  // namespace kolibri::detail
