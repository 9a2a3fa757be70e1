#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/matrix_access.hpp>
#include <kolibri/inverse_options.hpp>
#include <kolibri/members.hpp>
#include <kolibri/scalar.hpp>

// Inverse of, and substitution by, a triangle of a matrix whose other triangle belongs to somebody else. Bodies are
// written for one triangle; the other one is the same matrix numbered from the end.
namespace kolibri::detail {

/// The first zero on the diagonal, from 1; 0 when there is none.
template <class Matrix>
KOKKOS_INLINE_FUNCTION int first_zero_on_diagonal(int n, const Matrix& m) {
  using Scalar = std::decay_t<decltype(m(0, 0))>;
  for (int i = 0; i < n; ++i) {
    if (m(i, i) == Scalar(0)) return i + 1;
  }
  return 0;
}

/// Overwrites the upper triangle of m by its inverse, column by column (N. J. Higham, Accuracy and Stability of
/// Numerical Algorithms, section 14.2, method 2). `column` is scratch of n scalars. Ends with a barrier.
template <class Member, class Matrix, class Scalar>
KOKKOS_INLINE_FUNCTION void invert_upper_triangle(const Member& member, DiagonalKind diagonal, int n, const Matrix& m,
                                                  Scalar* column) {
  const bool unit = diagonal == DiagonalKind::unit;
  for (int j = 0; j < n; ++j) {
    const Scalar reciprocal = unit ? Scalar(1) : Scalar(1) / m(j, j);
    for_each_thread(member, j, [&](int i) {
      const Scalar sum = sum_over_lanes<Scalar>(
          member, j - i, [&](int k, Scalar& part) { part += unit && k == 0 ? m(i, j) : m(i, i + k) * m(i + k, j); });
      once_per_thread(member, [&]() { column[i] = sum; });
    });
    barrier(member);
    for_each(member, j + 1, [&](int i) {
      if (i < j) m(i, j) = -(column[i] * reciprocal);
      if (i == j && !unit) m(i, j) = reciprocal;
    });
    barrier(member);
  }
}

template <class Member, class Matrix, class Scalar>
KOKKOS_INLINE_FUNCTION void invert_triangle(const Member& member, TriangularPart part, DiagonalKind diagonal, int n,
                                            const Matrix& m, Scalar* column) {
  if (part == TriangularPart::upper) {
    invert_upper_triangle(member, diagonal, n, m, column);
  } else {
    invert_upper_triangle(member, diagonal, n, Reversed<Matrix>{m, n - 1, n - 1}, column);
  }
}

/// Overwrites b (n x r) by the solution x of L x = b, L the lower triangle of m, all columns of b at once. Ends with a
/// barrier.
template <class Member, class Matrix, class RightHandSide>
KOKKOS_INLINE_FUNCTION void substitute_lower(const Member& member, DiagonalKind diagonal, int n, int r, const Matrix& m,
                                             const RightHandSide& b) {
  for (int k = 0; k < n; ++k) {
    if (diagonal == DiagonalKind::stored) {
      const auto pivot = m(k, k);
      for_each(member, r, [&](int c) { b(k, c) = b(k, c) / pivot; });
      barrier(member);
    }
    for_each_thread(member, n - k - 1, [&](int row) {
      const int i = k + 1 + row;
      const auto factor = m(i, k);
      for_each_lane(member, r, [&](int c) { b(i, c) -= factor * b(k, c); });
    });
    barrier(member);
  }
}

template <class Member, class Matrix, class RightHandSide>
KOKKOS_INLINE_FUNCTION void substitute(const Member& member, TriangularPart part, DiagonalKind diagonal, int n, int r,
                                       const Matrix& m, const RightHandSide& b) {
  if (part == TriangularPart::lower) {
    substitute_lower(member, diagonal, n, r, m, b);
  } else {
    substitute_lower(member, diagonal, n, r, Reversed<Matrix>{m, n - 1, n - 1}, RowsReversed<RightHandSide>{b, n - 1});
  }
}

/// Exchanges rows k and pivots[k] of b for k = 0, 1, ..., or back, a column a thread. Ends with a barrier.
template <class Member, class RightHandSide>
KOKKOS_INLINE_FUNCTION void exchange_right_hand_sides(const Member& member, int n, int r, const int* pivots, bool back,
                                                      const RightHandSide& b) {
  for_each(member, r, [&](int c) {
    for (int step = 0; step < n; ++step) {
      const int k = back ? n - 1 - step : step;
      if (pivots[k] != k) Kokkos::kokkos_swap(b(k, c), b(pivots[k], c));
    }
  });
  barrier(member);
}

/// Overwrites b by x with op(A) x = b from the factors m of lu_factor() and its pivots. Ends with a barrier.
template <class Member, class Matrix, class RightHandSide>
KOKKOS_INLINE_FUNCTION void solve_with_factors(const Member& member, const LuOptions& options, int n, int r,
                                               const Matrix& m, const int* pivots, const RightHandSide& b) {
  const bool unit_lower = options.unit == UnitFactor::lower;
  const DiagonalKind of_lower = unit_lower ? DiagonalKind::unit : DiagonalKind::stored;
  const DiagonalKind of_upper = unit_lower ? DiagonalKind::stored : DiagonalKind::unit;
  if (options.operation == Operation::none) {
    exchange_right_hand_sides(member, n, r, pivots, false, b);
    substitute(member, TriangularPart::lower, of_lower, n, r, m, b);
    substitute(member, TriangularPart::upper, of_upper, n, r, m, b);
  } else {
    const Transposed<Matrix> t{m, options.operation == Operation::conjugate_transpose};
    substitute(member, TriangularPart::lower, of_upper, n, r, t, b);
    substitute(member, TriangularPart::upper, of_lower, n, r, t, b);
    exchange_right_hand_sides(member, n, r, pivots, true, b);
  }
}

}  // namespace kolibri::detail
