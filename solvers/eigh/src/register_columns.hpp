#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/fast_math.hpp>
#include <kolibri/registers.hpp>
#include <kolibri/scalar.hpp>

#include "register_rotation.hpp"

// Columns of B = I + A / c in the registers of a team's threads, and what a thread does with two that it has.
namespace kolibri::detail {

/// How N x N matrices lie in the threads of a team: `columns` columns a thread, of which it has one of `parts` parts of
/// the rows; `members` matrices a team.
template <int N_, int columns_, int parts_, int members_, int teams_ = 1>
struct RegisterShape {
  static constexpr int N = N_, columns = columns_, parts = parts_, members = members_;
  static constexpr int teams = teams_;            ///< that have to share a multiprocessor's registers
  static constexpr int groups = N / columns;      ///< of columns
  static constexpr int threads = groups * parts;  ///< of a matrix
  static constexpr int team_size = threads * members;
  static constexpr int rows = N / parts;
  static_assert(groups * columns == N && rows * parts == N);
};

/// Real numbers by which the threads with parts of one column add up sums, two sets in turn.
template <class Scalar, class Shape>
struct PartSums {
  using Real = real_t<Scalar>;
  static constexpr int numbers = Shape::columns / 2 * (is_complex<Scalar> ? 2 : 1);  ///< those of a round's pairs

  Real* sums = nullptr;

  template <class Take>
  KOKKOS_FUNCTION constexpr void lay_out(Take& take) {
    take(sums, Shape::parts > 1 ? 2 * numbers * Shape::team_size : 0);
  }
};

/// A thread's columns, y with y^H y = 1 / weight when normalised (fast Givens rotations: W. M. Gentleman, J. Inst.
/// Maths Applics 12, 1973), and their true squared norms.
template <class Scalar, class Shape>
struct RegisterColumns {
  using Real = real_t<Scalar>;
  static constexpr int columns = Shape::columns, rows = Shape::rows;
  static constexpr int parts_of_scalar = is_complex<Scalar> ? 2 : 1;
  using Sums = PartSums<Scalar, Shape>;

  Scalar y[columns][rows];
  Real weight[columns];
  Real square[columns];
  SweepBits seen;
  RotationLimits limits;
  int turn = 0;  ///< which set of sums is next
  int thread, slot, part, group;

  KOKKOS_FORCEINLINE_FUNCTION explicit RegisterColumns(int thread_) { find_place(thread_); }

  KOKKOS_FORCEINLINE_FUNCTION void find_place(int thread_) {
    thread = thread_;
    slot = thread / Shape::threads;
    part = thread % Shape::threads / Shape::groups;
    group = thread % Shape::groups;
  }

  KOKKOS_FORCEINLINE_FUNCTION int row(int r) const { return part * rows + r; }
  KOKKOS_FORCEINLINE_FUNCTION int column(int c) const { return group * columns + c; }
  KOKKOS_FORCEINLINE_FUNCTION bool is_leader() const { return thread % Shape::threads == 0; }

  /// Adds up `count` numbers over the parts, in the same order in every part: all have to turn by the same angle.
  template <int count, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void add_parts(const Member& member, const Sums& s, Real* numbers) {
    static_assert(count <= Sums::numbers);
    if constexpr (Shape::parts > 1) {
      constexpr int team_size = Shape::team_size;
      Real* const sums = s.sums + turn * s.numbers * team_size;
      turn ^= 1;
      KOLIBRI_UNROLL
      for (int i = 0; i < count; ++i) sums[i * team_size + thread] = numbers[i];
      member.team_barrier();
      KOLIBRI_UNROLL
      for (int i = 0; i < count; ++i) {
        const Real* const mine = sums + i * team_size + slot * Shape::threads + group;
        Real sum = 0;
        KOLIBRI_UNROLL
        for (int p = 0; p < Shape::parts; ++p) sum += mine[p * Shape::groups];
        numbers[i] = sum;
      }
    }
  }

  /// sums[c] := y^H y of column c.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void add_squares(const Member& member, const Sums& s, Real* sums) {
    KOLIBRI_UNROLL
    for (int c = 0; c < columns; ++c) {
      sums[c] = 0;
      KOLIBRI_UNROLL
      for (int r = 0; r < rows; ++r) sums[c] = add_square(y[c][r], sums[c]);
    }
    add_columns(member, s, sums);
  }

  /// Adds up a number of each column over the parts.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void add_columns(const Member& member, const Sums& s, Real* numbers) {
    constexpr int at_once = columns < Sums::numbers ? columns : Sums::numbers;
    KOLIBRI_UNROLL
    for (int c = 0; c < columns; c += at_once) add_parts<at_once>(member, s, numbers + c);
  }

  /// The norms afresh, as in every sweep: updated ones drift with the square of the angles' errors.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void measure(const Member& member, const Sums& s) {
    add_squares(member, s, square);
    KOLIBRI_UNROLL
    for (int c = 0; c < columns; ++c) square[c] *= weight[c];
  }

  /// This part's share of y_i^H y_j, in two sums for the sake of latency; real and imaginary part `stride` apart.
  template <int stride>
  KOKKOS_FORCEINLINE_FUNCTION void inner_product(int i, int j, Real* sum) const {
    Real even[parts_of_scalar] = {}, odd[parts_of_scalar] = {};
    KOLIBRI_UNROLL
    for (int r = 0; r < rows; ++r) add_product(y[i][r], y[j][r], r % 2 == 0 ? even : odd);
    KOLIBRI_UNROLL
    for (int e = 0; e < parts_of_scalar; ++e) sum[e * stride] = even[e] + odd[e];
  }

  /// Turns columns i and j, whose inner product is g, until they are orthogonal, if this is `wanted`.
  KOKKOS_FORCEINLINE_FUNCTION FastRotation<Scalar> turn_norms(int i, int j, const Scalar& g, bool wanted) {
    const FastRotation<Scalar> q(weight[i], weight[j], square[j] - square[i], g, wanted, limits, seen);
    square[i] -= q.shift;
    square[j] += q.shift;
    weight[i] *= q.scale;
    weight[j] *= q.scale;
    return q;
  }

  KOKKOS_FORCEINLINE_FUNCTION void rotate(int i, int j, const Scalar& g, bool wanted) {
    const auto q = turn_norms(i, j, g, wanted);
    KOLIBRI_UNROLL
    for (int r = 0; r < rows; ++r) {
      const Scalar old = y[i][r];
      y[i][r] = multiply_add(q.to_first, y[j][r], old);
      y[j][r] = multiply_add(q.to_second, old, y[j][r]);
    }
  }
};

}  // namespace kolibri::detail
