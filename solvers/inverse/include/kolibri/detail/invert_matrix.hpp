#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/cholesky.hpp>
#include <kolibri/detail/gauss_jordan.hpp>
#include <kolibri/detail/lu_factor.hpp>
#include <kolibri/detail/triangular.hpp>
#include <kolibri/inverse_options.hpp>

// The inverse of one matrix by each method.
namespace kolibri::detail {

/// m := U^-1 L^-1 of P m = L U. `scratch` is for gauss_jordan_scratch(n) scalars. Returns info.
template <class Member, class Matrix, class Scalar>
KOKKOS_INLINE_FUNCTION int invert_by_lu(const Member& member, const InverseOptions& options, int n, const Matrix& m,
                                        int* pivots, Scalar* scratch) {
  const bool unit_lower = options.unit == UnitFactor::lower;
  const int info = lu_factor(member, LuOptions{.pivoting = options.pivoting, .unit = options.unit}, n, m, pivots);
  if (info != 0) return info;
  invert_triangle(member, TriangularPart::upper, unit_lower ? DiagonalKind::stored : DiagonalKind::unit, n, m, scratch);
  invert_triangle(member, TriangularPart::lower, unit_lower ? DiagonalKind::unit : DiagonalKind::stored, n, m, scratch);
  multiply_inverses(member, options.unit, n, m, scratch);
  return 0;
}

/// m := m^-1 by Cholesky, else (P m)^-1, whose columns have to be exchanged back. Returns info; m is unfinished when it
/// is not 0.
template <class Member, class Matrix, class Scalar>
KOKKOS_INLINE_FUNCTION int invert(const Member& member, const InverseOptions& options, int n, const Matrix& m,
                                  int* pivots, Scalar* scratch) {
  switch (options.method) {
    case InverseMethod::cholesky:
      return cholesky_inverse(member, n, m, scratch);
    case InverseMethod::lu:
      return invert_by_lu(member, options, n, m, pivots, scratch);
    default:
      return gauss_jordan(member, options.pivoting, n, m, pivots, scratch);
  }
}

/// m := m^-1. Returns info; m is unfinished when it is not 0.
template <class Member, class Matrix, class Scalar>
KOKKOS_INLINE_FUNCTION int invert_in_place(const Member& member, const InverseOptions& options, int n, const Matrix& m,
                                           int* pivots, Scalar* scratch) {
  const int info = invert(member, options, n, m, pivots, scratch);
  if (info == 0 && options.method != InverseMethod::cholesky) exchange_columns_back(member, n, m, pivots);
  return info;
}

}  // namespace kolibri::detail
