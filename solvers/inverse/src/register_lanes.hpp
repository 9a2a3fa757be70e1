#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/detail/inverse_problem.hpp>
#include <kolibri/members.hpp>
#include <kolibri/team_lanes.hpp>

#include "register_arithmetic.hpp"

// The vector lanes of a thread that share a matrix.
namespace kolibri::detail {

/// As many scalars as a lane moves at once.
template <class Scalar>
struct alignas(16) LaneChunk {
  static constexpr int size = 16 / sizeof(Scalar);
  Scalar values[size];
};

#if defined(__CUDA_ARCH__)
// Without it the offset of the member would be added to the index of every element, by half a dozen instructions each.
template <class Scalar>
KOKKOS_INLINE_FUNCTION Scalar* known(Scalar* member) {
  asm("" : "+l"(member));
  __builtin_assume(__isGlobal(member));
  return member;
}

#else

/// The pointer, to which indices are added as they are.
template <class Scalar>
KOKKOS_INLINE_FUNCTION Scalar* known(Scalar* member) {
  return member;
}

#endif

/// Which axis of a batch lanes follow: rows of A where they are neighbours in memory, else columns; then the rows in
/// lanes are those of A^T, whose inverse is (A^-1)^T.
struct LaneStrides {
  int across;  ///< from lane to lane, in elements
  int along;   ///< from register to register

  template <class A, class Batch>
  KOKKOS_INLINE_FUNCTION LaneStrides(const A& a, const Batch& batch) {
    const bool by_columns = a.row_stride < a.column_stride;
    across = static_cast<int>(by_columns ? batch.row_stride : batch.column_stride);
    along = static_cast<int>(by_columns ? batch.column_stride : batch.row_stride);
  }
};

/// Member b of A into the registers of `matrix`.
template <class Scalar, class Matrix>
KOKKOS_INLINE_FUNCTION void read_member(const InverseProblem<Scalar>& problem, std::int64_t b, Matrix& matrix) {
  const LaneStrides strides(problem.a, problem.a);
  matrix.read(known(problem.a.data + b * problem.a.batch_stride), strides.across, strides.along);
}

/// The inverse in the registers of `matrix` to member b of X.
template <class Scalar, class Matrix, class Order>
KOKKOS_INLINE_FUNCTION void write_member(const InverseProblem<Scalar>& problem, std::int64_t b, const Matrix& matrix,
                                         const Order& order) {
  const LaneStrides strides(problem.a, problem.x);
  Scalar* const to = known(problem.x.data + b * problem.x.batch_stride);
  if (problem.n() == Matrix::largest_n) {
    matrix.template write<true>(order, to, strides.across, strides.along);
  } else {
    matrix.template write<false>(order, to, strides.across, strides.along);
  }
}

/// Which row was the pivot row of which step, in scratch, and the reciprocals by which rows are multiplied at the end.
template <class Scalar>
struct PivotOrder {
  Scalar* inverse_of_row;
  int* row_of_step;
  int* step_of_row;

  template <class Take>
  KOKKOS_FUNCTION constexpr void lay_out(Take& take, int count) {
    take(inverse_of_row, count);
    take(row_of_step, count);
    take(step_of_row, count);
  }

  KOKKOS_FUNCTION PivotOrder from(int place) const {
    return {inverse_of_row + place, row_of_step + place, step_of_row + place};
  }
};

/// The search for a pivot in a column that lies in lanes, some rows in each.
template <class Scalar, int lanes, std::uint32_t places>
struct PivotSearch {
  std::uint32_t best;  ///< the key of the best candidate of all lanes
  Scalar inverse;      ///< 1 / element for the best candidate of this lane

  KOKKOS_INLINE_FUNCTION int row() const { return places - 1 - best % places; }
  KOKKOS_INLINE_FUNCTION bool is_safe() const { return has_safe_size<real_t<Scalar>>(best); }

  /// Among the rows without a bit in `used`, which are lane, lane + lanes, ... < places, the first with a largest
  /// |Re| + |Im|, of which 12 bits and more are compared. The reciprocal is computed while lanes exchange keys.
  template <int rows, class Member, class Column>
  KOKKOS_INLINE_FUNCTION void run(const Member& member, int lane, unsigned used, const Column& column) {
    std::uint32_t key = 0;
    Scalar candidate = column(0);
    KOLIBRI_UNROLL
    for (int r = 0; r < rows; ++r) {
      const std::uint32_t size = upper_bits(pivot_size(column(r)));
      const std::uint32_t mine = used >> r & 1u ? 0 : size - size % places + (places - 1 - (lane + r * lanes));
      candidate = mine > key ? column(r) : candidate;
      key = Kokkos::max(key, mine);
    }
    inverse = reciprocal(candidate);
    best = largest_of_lanes<lanes>(member, [&](int) { return key; });
  }
};

}  // namespace kolibri::detail
