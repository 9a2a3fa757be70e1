#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <kolibri/detail/eigh_output.hpp>
#include <kolibri/detail/hermitian_input.hpp>
#include <kolibri/detail/jacobi.hpp>
#include <kolibri/detail/members.hpp>
#include <kolibri/team_policy.hpp>

// Two-sided cyclic Jacobi of whole matrices in team scratch, all rotations of a round at once (R. Huang, S. Liu,
// Y. Zhao, Computer Science 50(4), 2023, section 3.1). The round-robin is the odd-even one: even rounds rotate the
// neighbours (0,1), (2,3), ..., odd rounds (1,2), (3,4), ..., and every rotation swaps its two rows and columns, so
// that n rounds meet every pair once, for odd n too, without a table of pairs. Neighbours keep a pair's rows before
// the next pair's, so that the upper triangle alone is stored and updated, in 2 x 2 blocks from both sides at once:
// one read and one write of A a round. The update of V rides in the same pass.
namespace kolibri::detail {

template <class Scalar>
struct TwoSidedScratch {
  using Real = real_t<Scalar>;

  int n, slots, leading;
  bool vectors;
  Scalar* a;                    ///< upper triangles, a(slot, i, j) by rows
  Scalar* v;                    ///< vectors by columns
  Rotation<Scalar>* rotations;  ///< of the round, `pairs` a slot
  JacobiState<Real>* states;
  int* ranks;

  KOKKOS_FUNCTION static constexpr int leading_of(int n) { return n | 1; }  // odd: banks are not hit twice
  KOKKOS_FUNCTION static constexpr int pairs_of(int n) { return n / 2 + 1; }

  KOKKOS_FUNCTION static constexpr std::size_t bytes(int n, int slots, bool vectors) {
    const std::size_t matrices = static_cast<std::size_t>(slots) * (vectors ? 2 : 1);
    return aligned(matrices * n * leading_of(n) * sizeof(Scalar)) +
           aligned(static_cast<std::size_t>(slots) * pairs_of(n) * sizeof(Rotation<Scalar>)) +
           aligned(slots * sizeof(JacobiState<Real>)) + aligned(static_cast<std::size_t>(slots) * n * sizeof(int));
  }

  KOKKOS_FUNCTION TwoSidedScratch(std::byte* block, int n_, int slots_, bool vectors_)
      : n(n_), slots(slots_), leading(leading_of(n_)), vectors(vectors_) {
    const std::size_t matrix = static_cast<std::size_t>(slots) * n * leading;
    a = reinterpret_cast<Scalar*>(block);
    v = a + matrix;
    block += aligned((vectors ? 2 : 1) * matrix * sizeof(Scalar));
    rotations = reinterpret_cast<Rotation<Scalar>*>(block);
    block += aligned(static_cast<std::size_t>(slots) * pairs_of(n) * sizeof(Rotation<Scalar>));
    states = reinterpret_cast<JacobiState<Real>*>(block);
    ranks = reinterpret_cast<int*>(block + aligned(slots * sizeof(JacobiState<Real>)));
  }

  KOKKOS_FUNCTION Scalar& upper(int slot, int i, int j) const { return a[(slot * n + i) * leading + j]; }
  KOKKOS_FUNCTION Scalar& vector(int slot, int i, int j) const { return v[(slot * n + j) * leading + i]; }
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

/// Block (k, l), k <= l, of the pairs (pairs + 1) / 2 upper blocks: the triangle folded into a rectangle.
KOKKOS_INLINE_FUNCTION void upper_block(int item, int pairs, int& k, int& l) {
  const int even = 1 - pairs % 2, width = pairs + even;
  k = item / width;
  l = item % width - even;
  if (l >= k) return;
  k = pairs - k - even;
  l = pairs - l - even - 1;
}

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

/// J_k^H A J_l of the 2 x 2 block of pairs k < l.
template <class Scalar>
KOKKOS_INLINE_FUNCTION void update_block(const TwoSidedScratch<Scalar>& s, int slot, const Pair& rows,
                                         const Rotation<Scalar>& row_rotation, const Pair& columns,
                                         const Rotation<Scalar>& column_rotation) {
  const bool has[2][2] = {{rows.has_low() && columns.has_low(), rows.has_low() && columns.has_high()},
                          {rows.has_high() && columns.has_low(), rows.has_high() && columns.has_high()}};
  Scalar m[2][2];
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) m[i][j] = has[i][j] ? s.upper(slot, rows.low + i, columns.low + j) : Scalar(0);
  }
  for (int j = 0; j < 2; ++j) rotate(row_rotation, conj(row_rotation.w), m[0][j], m[1][j]);
  for (int i = 0; i < 2; ++i) rotate(column_rotation, column_rotation.w, m[i][0], m[i][1]);
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      if (has[i][j]) s.upper(slot, rows.low + i, columns.low + j) = m[i][j];
    }
  }
}

/// One round of all active matrices: their rotations, then A and V.
template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void two_sided_round(const Member& member, const TwoSidedScratch<Scalar>& s,
                                            const JacobiControl<real_t<Scalar>>& control, int parity) {
  const int n = s.n, pairs = pairs_in_round(n, parity);
  for_each(member, s.slots * pairs, [&](int item) {
    const int slot = item / pairs, k = item % pairs;
    if (s.states[slot].active) s.rotation(slot, k) = pair_rotation(s, control, slot, Pair(k, parity, n));
  });
  barrier(member);
  const int blocks = pairs * (pairs + 1) / 2, items = blocks + (s.vectors ? pairs * n : 0);
  for_each(member, s.slots * items, [&](int item) {
    const int slot = item / items, part = item % items;
    if (!s.states[slot].active) return;
    if (part < blocks) {
      int k, l;
      upper_block(part, pairs, k, l);
      const Pair rows(k, parity, n), columns(l, parity, n);
      if (k == l) {
        update_diagonal_block(s, slot, rows, s.rotation(slot, k));
      } else {
        update_block(s, slot, rows, s.rotation(slot, k), columns, s.rotation(slot, l));
      }
    } else {
      const Pair pair((part - blocks) / n, parity, n);
      const int i = (part - blocks) % n;
      if (!pair.has_low() || !pair.has_high()) return;
      const auto& r = s.rotation(slot, (part - blocks) / n);
      rotate(r, r.w, s.vector(slot, i, pair.low), s.vector(slot, i, pair.low + 1));
    }
  });
  barrier(member);
}

/// Decides for every active matrix whether it goes on.
template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void two_sided_decide(const Member& member, const TwoSidedScratch<Scalar>& s,
                                             const JacobiControl<real_t<Scalar>>& control) {
  for_each_slot(member, s.slots, [&](int slot) {
    if (!s.states[slot].active) return;
    decide_from_matrix(
        member, control, s.n, [&](int i, int j) { return s.upper(slot, i, j); }, s.states[slot]);
  });
  barrier(member);
}

template <class Scalar>
KOKKOS_INLINE_FUNCTION bool any_active(const TwoSidedScratch<Scalar>& s) {
  for (int slot = 0; slot < s.slots; ++slot) {
    if (s.states[slot].active) return true;
  }
  return false;
}

/// Solves members first, ..., first + s.slots - 1. Ends with a barrier.
template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void two_sided_solve(const Member& member, const EighProblem<Scalar>& problem,
                                            const JacobiControl<real_t<Scalar>>& control, std::int64_t first,
                                            const TwoSidedScratch<Scalar>& s) {
  const int n = s.n;
  load_upper(member, problem.a, control.triangle, first, s.slots,
             [&](int slot, int i, int j, const Scalar& value) { s.upper(slot, i, j) = value; });
  if (s.vectors) {
    for_each(member, s.slots * n * n, [&](int item) {
      const int slot = item / (n * n), i = item / n % n, j = item % n;
      s.vector(slot, i, j) = Scalar(i == j ? 1 : 0);
    });
  }
  barrier(member);
  for_each_slot(member, s.slots, [&](int slot) {
    start_state(
        member, problem.a, control, first + slot, [&](int i, int j) -> Scalar& { return s.upper(slot, i, j); },
        s.states[slot]);
  });
  barrier(member);
  two_sided_decide(member, s, control);
  while (any_active(s)) {
    for (int round = 0; round < n; ++round) two_sided_round(member, s, control, round % 2);
    two_sided_decide(member, s, control);
  }
  write_results(
      member, problem, control.order, first, s.slots, [&](int slot) -> const auto& { return s.states[slot]; },
      [&](int slot, int i) { return real(s.upper(slot, i, i)); },
      [&](int slot, int i, int j) { return s.vector(slot, i, j); }, s.ranks);
  barrier(member);
}

}  // namespace kolibri::detail
