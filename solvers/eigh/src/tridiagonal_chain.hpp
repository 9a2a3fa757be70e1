#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/fast_math.hpp>
#include <kolibri/scalar.hpp>

#include "tridiagonal_workspace.hpp"

// Implicit QL (A. Dubrulle, R. S. Martin, J. H. Wilkinson, Numer. Math. 12, 1968; EISPACK imtql2) on the matrix of a
// lane.
namespace kolibri::detail {

/// What row i of a symmetric tridiagonal matrix adds to the rows before: elements (i, i) and (i + 1, i).
template <class Real>
struct alignas(2 * sizeof(Real)) TridiagonalRow {
  Real d, e;
};

/// A symmetric tridiagonal matrix in scratch.
template <class Real>
struct TridiagonalMatrix {
  int n;
  TridiagonalRow<Real>* rows;  ///< ql_lanes apart, e of the last one is zero; there is memory for one more at both ends
  Real negligible;  ///< off-diagonal elements of this size are zero, and those of round-off of their neighbours
  Real negligible_square;
  Real neglected = 0;  ///< the sum of their squares
  int first = 0;       ///< the block in work: rows and columns first, ..., last
  int last = 0;

  KOKKOS_FUNCTION TridiagonalMatrix(int n_, TridiagonalRow<Real>* rows_) : n(n_), rows(rows_) {}
  KOKKOS_FORCEINLINE_FUNCTION TridiagonalRow<Real>& row(int i) const { return rows[i * ql_lanes]; }
  KOKKOS_FORCEINLINE_FUNCTION bool done() const { return first >= n - 1; }

  KOKKOS_FORCEINLINE_FUNCTION bool is_small(Real size, Real d_above, Real d_below) const {
    return size <= negligible || size <= ulp<Real> / 2 * (Kokkos::fabs(d_above) + Kokkos::fabs(d_below));
  }
  /// Whether e of row i is negligible; then it becomes zero.
  KOKKOS_FORCEINLINE_FUNCTION bool neglect(int i) {
    const Real size = Kokkos::fabs(row(i).e);
    if (!is_small(size, row(i).d, row(i + 1).d)) return false;
    neglected += size * size;
    row(i).e = 0;
    return true;
  }

  /// The next block.
  KOKKOS_FORCEINLINE_FUNCTION void find_block() {
    while (first < n - 1 && neglect(first)) ++first;
    last = first;
    while (last < n - 1 && !neglect(last)) ++last;
  }

  /// Wilkinson's shift.
  KOKKOS_FORCEINLINE_FUNCTION Real shift() const {
    const TridiagonalRow<Real> top = row(first);
    const Real slope = (row(first + 1).d - top.d) / (2 * top.e);
    const Real root = Kokkos::sqrt(Kokkos::fma(slope, slope, Real(1)));
    return top.d - top.e / (slope + Kokkos::copysign(root, slope));
  }
};

/// A step of QL on the block of a matrix.
template <class Real>
struct QlChain {
  Real g, s = 1, c = 1, p = 0;
  TridiagonalRow<Real> next;  ///< read before the row below is written: that takes its time
  Real below;                 ///< d of the row below, before the rotation
  Real finished = 0;          ///< and of the one below that, for good
  int next_last;

  KOKKOS_FORCEINLINE_FUNCTION explicit QlChain(const TridiagonalMatrix<Real>& t)
      : g(t.row(t.last).d - t.shift()), next(t.row(t.last - 1)), below(t.row(t.last).d), next_last(t.last) {}

  /// Rows i and i + 1; returns tan(theta / 2) of the rotation. A sum of squares that is negligible ends the chain: what
  /// it is made of is dropped, and the rotations after it are the identity.
  KOKKOS_FORCEINLINE_FUNCTION Real rotate(TridiagonalMatrix<Real>& t, int i) {
    const Real d_i = next.d, f = s * next.e, b = c * next.e, square = Kokkos::fma(f, f, g * g);
    next = t.row(i - 1);
    Real length = 0;
    if (square > t.negligible_square) {
      const Real inverse = Kokkos::copysign(quick_rsqrt(square), g);  // so that c >= 0
      s = f * inverse;
      c = g * inverse;
      length = square * inverse;
    } else {
      t.neglected += square;
      s = 0;
      c = 1;
    }
    const Real lower = below - p, product = Kokkos::fma(d_i - lower, s, 2 * c * b);
    p = s * product;
    const Real d_below = lower + p, size = Kokkos::fabs(length);
    const bool inside = i + 1 < t.last, small = t.is_small(size, d_below, finished);
    if (inside && small) {
      t.neglected += size * size;
      next_last = i + 1;
    }
    t.row(i + 1) = {d_below, inside && !small ? length : Real(0)};
    finished = d_below;
    g = Kokkos::fma(c, product, -b);
    below = d_i;
    return s * quick_reciprocal(1 + c);
  }

  KOKKOS_FORCEINLINE_FUNCTION void finish(TridiagonalMatrix<Real>& t) const {
    t.row(t.first) = {below - p, g};
    if (t.neglect(t.first)) ++t.first;
    t.last = next_last;
    if (t.first >= t.last) t.find_block();
  }
};

}  // namespace kolibri::detail
