#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <kolibri/detail/eigh_output.hpp>
#include <kolibri/detail/hermitian_input.hpp>
#include <kolibri/detail/jacobi.hpp>
#include <kolibri/members.hpp>
#include <kolibri/scratch.hpp>

// Two-sided cyclic Jacobi of whole matrices in team scratch, all rotations of a round at once (R. Huang, S. Liu,
// Y. Zhao, Computer Science 50(4), 2023, section 3.1). The round-robin is the odd-even one: even rounds rotate the
// neighbours (0,1), (2,3), ..., odd rounds (1,2), (3,4), ..., and every rotation swaps its two rows and columns, so
// that n rounds meet every pair once, for odd n too, without a table of pairs. Neighbours keep a pair's rows before
// the next pair's, so that the upper triangle alone is stored and updated, in 2 x 2 blocks from both sides at once:
// one read and one write of A a round. The update of V rides in the same pass. A row of zeros before and one behind
// the matrix are the partners of rows that have none in a round.
namespace kolibri::detail {

template <class Scalar>
struct TwoSidedScratch {
  using Real = real_t<Scalar>;

  int n, slots, leading;
  bool vectors;
  Scalar* a = nullptr;                    ///< upper triangles by rows, framed by zeros
  Scalar* v = nullptr;                    ///< vectors by columns, framed likewise; behind `a`
  Rotation<Scalar>* rotations = nullptr;  ///< of the round, `pairs` a slot
  JacobiState<Real>* states = nullptr;
  Real* rows = nullptr;
  int* ranks = nullptr;

  KOKKOS_FUNCTION static constexpr int pairs_of(int n) { return n / 2 + 1; }
  KOKKOS_FUNCTION constexpr TwoSidedScratch(int n_, int slots_, bool vectors_)
      : n(n_), slots(slots_), leading((n_ + 2) | 1), vectors(vectors_) {}  // odd: banks are not hit twice
  KOKKOS_FUNCTION TwoSidedScratch(std::byte* block, int n_, int slots_, bool vectors_)
      : TwoSidedScratch(n_, slots_, vectors_) {
    Carver<> carver{block};
    lay_out(carver);
    v = a + slots * matrix_size();
  }

  template <class Take>
  KOKKOS_FUNCTION constexpr void lay_out(Take& take) {
    const std::size_t matrices = slots;
    take(a, matrices * (vectors ? 2 : 1) * matrix_size());
    take(rotations, matrices * pairs_of(n));
    take(states, matrices);
    take(rows, matrices * row_scratch(n));
    take(ranks, matrices * n);
  }

  KOKKOS_FUNCTION constexpr int matrix_size() const { return (n + 2) * leading; }
  KOKKOS_FUNCTION Scalar& upper(int slot, int i, int j) const { return a[(slot * (n + 2) + i + 1) * leading + j + 1]; }
  KOKKOS_FUNCTION Scalar& vector(int slot, int i, int j) const { return v[(slot * (n + 2) + j + 1) * leading + i]; }
  KOKKOS_FUNCTION Rotation<Scalar>& rotation(int slot, int k) const { return rotations[slot * pairs_of(n) + k]; }
};

/// Rows low and low + 1 of a round; one of them may lie outside the matrix.
struct Pair {
  int low;
  int n;

  KOKKOS_FUNCTION Pair(int k, int parity, int n_) : low(2 * k - parity), n(n_) {}
  KOKKOS_FUNCTION bool has_low() const { return low >= 0; }
  KOKKOS_FUNCTION bool has_high() const { return low + 1 < n; }
};

KOKKOS_INLINE_FUNCTION int pairs_in_round(int n, int parity) { return (n + 1 + parity) / 2; }

/// The rotation of pair k. A lone row is multiplied by 1: (w, c) = (1, 0) does it for a lone low row, (-1, 0) for a
/// lone high one, in the swapped form of rotate().
template <class Scalar>
KOKKOS_INLINE_FUNCTION Rotation<Scalar> pair_rotation(const TwoSidedScratch<Scalar>& s,
                                                      const JacobiControl<real_t<Scalar>>& control, int slot,
                                                      const Pair& pair) {
  if (!pair.has_low()) return {Scalar(-1), 0, 0};
  if (!pair.has_high()) return {Scalar(1), 0, 0};
  const int p = pair.low, q = p + 1;
  const auto a_pp = real(s.upper(slot, p, p)), a_qq = real(s.upper(slot, q, q));
  const Scalar b = s.upper(slot, p, q);
  const auto abs_b = Kokkos::abs(b);
  if (abs_b <= rotation_threshold(control, s.states[slot], s.n, a_pp, a_qq)) return {Scalar(0), 1, 0};
  return jacobi_rotation(a_pp, a_qq, b, abs_b);
}

/// (low, high) := (w low + c high, c low - conj(w) high): a rotation whose results trade places.
template <class Scalar>
KOKKOS_INLINE_FUNCTION void rotate(const Rotation<Scalar>& r, const Scalar& w, Scalar& low, Scalar& high) {
  const Scalar turned = w * low + r.c * high;
  high = r.c * low - conj(w) * high;
  low = turned;
}

/// J^H A J of the 2 x 2 block on the diagonal: the annihilated element becomes exactly zero, the values trade places.
template <class Scalar>
KOKKOS_INLINE_FUNCTION void update_diagonal_block(const TwoSidedScratch<Scalar>& s, int slot, const Pair& pair,
                                                  const Rotation<Scalar>& r) {
  if (!pair.has_low() || !pair.has_high()) return;
  Scalar& a_pp = s.upper(slot, pair.low, pair.low);
  Scalar& a_qq = s.upper(slot, pair.low + 1, pair.low + 1);
  Scalar& b = s.upper(slot, pair.low, pair.low + 1);
  const auto p = real(a_pp), q = real(a_qq);
  a_pp = q + r.shift;
  a_qq = p - r.shift;
  b = r.w == Scalar(0) ? conj(b) : Scalar(0);
}

/// J_k^H A J_l of the 2 x 2 block of pairs k < l; `top` is its first element.
template <class Scalar>
KOKKOS_INLINE_FUNCTION void update_block(Scalar* top, int leading, const Rotation<Scalar>& row_rotation,
                                         const Rotation<Scalar>& column_rotation) {
  Scalar* const bottom = top + leading;
  Scalar m00 = top[0], m01 = top[1], m10 = bottom[0], m11 = bottom[1];
  rotate(row_rotation, conj(row_rotation.w), m00, m10);
  rotate(row_rotation, conj(row_rotation.w), m01, m11);
  rotate(column_rotation, column_rotation.w, m00, m01);
  rotate(column_rotation, column_rotation.w, m10, m11);
  top[0] = m00;
  top[1] = m01;
  bottom[0] = m10;
  bottom[1] = m11;
}

/// Block rows h and pairs - 1 - h of A, by one thread and its lanes: together they have as many blocks as any other
/// such two.
template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void update_block_rows(const Member& member, const TwoSidedScratch<Scalar>& s, int slot, int h,
                                              int pairs, int parity) {
  const int g = pairs - 1 - h, length = pairs - h;
  for_each_lane(member, g == h ? length : pairs + 1, [&](int item) {
    const int k = item < length ? h : g, l = item < length ? h + item : g + item - length;
    if (k == l) {
      update_diagonal_block(s, slot, Pair(k, parity, s.n), s.rotation(slot, k));
    } else {
      update_block(&s.upper(slot, 2 * k - parity, 2 * l - parity), s.leading, s.rotation(slot, k), s.rotation(slot, l));
    }
  });
}

/// The vectors of pair k, by one thread and its lanes.
template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void update_vectors(const Member& member, const TwoSidedScratch<Scalar>& s, int slot, int k,
                                           int parity) {
  const Pair pair(k, parity, s.n);
  if (!pair.has_low() || !pair.has_high()) return;
  const auto r = s.rotation(slot, k);
  Scalar* const low = &s.vector(slot, 0, pair.low);
  for_each_lane(member, s.n, [&](int i) { rotate(r, r.w, low[i], low[i + s.leading]); });
}

/// One round of all active matrices: their rotations, then A and V.
template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void two_sided_round(const Member& member, const TwoSidedScratch<Scalar>& s,
                                            const JacobiControl<real_t<Scalar>>& control, int parity) {
  const int pairs = pairs_in_round(s.n, parity);
  for_each(member, s.slots * pairs, [&](int item) {
    const int slot = s.slots == 1 ? 0 : item / pairs, k = item - slot * pairs;
    if (s.states[slot].active) s.rotation(slot, k) = pair_rotation(s, control, slot, Pair(k, parity, s.n));
  });
  barrier(member);
  const int row_pairs = (pairs + 1) / 2, items = row_pairs + (s.vectors ? pairs : 0);
  for_each_thread(member, s.slots * items, [&](int item) {
    const int slot = s.slots == 1 ? 0 : item / items, part = item - slot * items;
    if (!s.states[slot].active) return;
    if (part < row_pairs) {
      update_block_rows(member, s, slot, part, pairs, parity);
    } else {
      update_vectors(member, s, slot, part - row_pairs, parity);
    }
  });
  barrier(member);
}

/// Solves members first, ..., first + s.slots - 1. Ends with a barrier.
template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void two_sided_solve(const Member& member, const EighProblem<Scalar>& problem,
                                            const JacobiControl<real_t<Scalar>>& control, std::int64_t first,
                                            const TwoSidedScratch<Scalar>& s) {
  const int n = s.n;
  for_each(member, (s.vectors ? 2 : 1) * s.slots * s.matrix_size(), [&](int item) { s.a[item] = Scalar(0); });
  barrier(member);
  load_upper(member, problem.a, control.triangle, first, s.slots,
             [&](int slot, int i, int j, const Scalar& value) { s.upper(slot, i, j) = value; });
  if (s.vectors) {
    for_each(member, s.slots * n, [&](int item) { s.vector(item / n, item % n, item % n) = Scalar(1); });
  }
  barrier(member);
  const auto upper = [&](int slot, int i, int j) -> Scalar& { return s.upper(slot, i, j); };
  start_states(member, problem.a, control, first, s.slots, upper, s.states, s.rows);
  decide_all(member, control, s.slots, n, upper, s.states, s.rows);
  while (any_active(s.states, s.slots)) {
    for (int round = 0; round < n; ++round) two_sided_round(member, s, control, round % 2);
    decide_all(member, control, s.slots, n, upper, s.states, s.rows);
  }
  write_results(
      member, problem, control.order, first, s.slots, [&](int slot) -> const auto& { return s.states[slot]; },
      [&](int slot, int i) { return real(s.upper(slot, i, i)); },
      [&](int slot, int i, int j) { return s.vector(slot, i, j); }, s.ranks);
  barrier(member);
}

}  // namespace kolibri::detail
