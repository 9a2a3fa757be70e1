#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/fast_math.hpp>
#include <kolibri/scalar.hpp>

#include "tridiagonal_workspace.hpp"

// Implicit QL (A. Dubrulle, R. S. Martin, J. H. Wilkinson, Numer. Math. 12, 1968; EISPACK imtql2) on the matrix of a
// lane.
namespace kolibri::detail {

/// A symmetric tridiagonal matrix in scratch, the elements of which are ql_lanes apart.
template <class Real>
struct TridiagonalMatrix {
  int n;
  Real* diagonal;
  Real* off_diagonal;  ///< n of them, the last one zero
  Real negligible;     ///< off-diagonal elements of this size are zero, and those of round-off of their neighbours
  Real neglected = 0;  ///< the sum of their squares
  int first = 0;       ///< the block in work: rows and columns first, ..., last
  int last = 0;

  KOKKOS_FORCEINLINE_FUNCTION Real& d(int i) const { return diagonal[i * ql_lanes]; }
  KOKKOS_FORCEINLINE_FUNCTION Real& e(int i) const { return off_diagonal[i * ql_lanes]; }
  KOKKOS_FORCEINLINE_FUNCTION bool done() const { return first >= n - 1; }

  /// e(i) := value, or zero if it is negligible between d_above and d_below; returns whether it is.
  KOKKOS_FORCEINLINE_FUNCTION bool set_or_neglect(int i, Real value, Real d_above, Real d_below) {
    const Real size = Kokkos::fabs(value);
    const bool small = size <= negligible || size <= ulp<Real> / 2 * (Kokkos::fabs(d_above) + Kokkos::fabs(d_below));
    if (small) neglected += size * size;
    e(i) = small ? Real(0) : value;
    return small;
  }
  KOKKOS_FORCEINLINE_FUNCTION bool neglect(int i) { return set_or_neglect(i, e(i), d(i), d(i + 1)); }

  /// The next block.
  KOKKOS_FORCEINLINE_FUNCTION void find_block() {
    while (first < n - 1 && neglect(first)) ++first;
    last = first;
    while (last < n - 1 && !neglect(last)) ++last;
  }

  /// Wilkinson's shift.
  KOKKOS_FORCEINLINE_FUNCTION Real shift() const {
    const Real slope = (d(first + 1) - d(first)) / (2 * e(first));
    const Real root = Kokkos::sqrt(Kokkos::fma(slope, slope, Real(1)));
    return d(first) - e(first) / (slope + Kokkos::copysign(root, slope));
  }
};

/// A step of QL on the block of a matrix.
template <class Real>
struct QlChain {
  Real g, s = 1, c = 1, p = 0;
  Real next_d, next_e;  ///< of the next row, read before this one's are written: that takes its time
  Real below;           ///< d of the row below, before the rotation
  Real finished = 0;    ///< and of the one below that, for good
  int next_last;

  KOKKOS_FORCEINLINE_FUNCTION explicit QlChain(const TridiagonalMatrix<Real>& t)
      : g(t.d(t.last) - t.shift()),
        next_d(t.d(t.last - 1)),
        next_e(t.e(t.last - 1)),
        below(t.d(t.last)),
        next_last(t.last) {}

  /// Rows i and i + 1; returns tan(theta / 2) of the rotation. A sum of squares that is negligible ends the chain: what
  /// it is made of is dropped, and the rotations after it are the identity.
  KOKKOS_FORCEINLINE_FUNCTION Real rotate(TridiagonalMatrix<Real>& t, int i) {
    const Real e_i = next_e, d_i = next_d, f = s * e_i, b = c * e_i, square = Kokkos::fma(f, f, g * g);
    next_e = t.e(i > 0 ? i - 1 : 0);
    next_d = t.d(i > 0 ? i - 1 : 0);
    Real length = 0;
    if (square > t.negligible * t.negligible) {
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
    const Real d_below = lower + p;
    if (i + 1 < t.last && t.set_or_neglect(i + 1, length, d_below, finished)) next_last = i + 1;
    t.d(i + 1) = finished = d_below;
    g = Kokkos::fma(c, product, -b);
    below = d_i;
    return s * quick_reciprocal(1 + c);
  }

  KOKKOS_FORCEINLINE_FUNCTION void finish(TridiagonalMatrix<Real>& t) const {
    t.d(t.first) = below - p;
    if (t.set_or_neglect(t.first, g, below - p, finished)) ++t.first;
    t.last = next_last;
    if (t.first >= t.last) t.find_block();
  }
};

}  // namespace kolibri::detail
