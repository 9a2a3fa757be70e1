#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/matrix_access.hpp>
#include <kolibri/detail/triangular.hpp>
#include <kolibri/members.hpp>
#include <kolibri/scalar.hpp>

// The inverse of a Hermitian positive definite matrix by A = L L^H, A^-1 = L^-H L^-1, half the work of an LU.
// Golub and Van Loan, Matrix Computations, section 4.2.
namespace kolibri::detail {

/// Overwrites the lower triangle of m by L; the rest is not touched. Returns 0, or k > 0 when the leading minor of
/// order k is not positive. Ends with a barrier.
template <class Member, class Matrix>
KOKKOS_INLINE_FUNCTION int cholesky_factor(const Member& member, int n, const Matrix& m) {
  using Scalar = std::decay_t<decltype(m(0, 0))>;
  using Real = real_t<Scalar>;
  for (int k = 0; k < n; ++k) {
    const Real square = real(m(k, k)), root = Kokkos::sqrt(square);
    barrier(member);  // all have read the diagonal
    if (!(square > 0)) return k + 1;
    for_each(member, n - k, [&](int row) { m(k + row, k) = row == 0 ? Scalar(root) : m(k + row, k) / root; });
    barrier(member);
    for_each_thread(member, n - k - 1, [&](int row) {
      const int i = k + 1 + row;
      const Scalar factor = m(i, k);
      for_each_lane(member, row + 1, [&](int column) { m(i, k + 1 + column) -= factor * conj(m(k + 1 + column, k)); });
    });
    barrier(member);
  }
  return 0;
}

/// Overwrites the lower triangle L^-1 of m by that of L^-H L^-1, a row at a time: row i of the product needs no row
/// above it. Ends with a barrier.
template <class Member, class Matrix, class Scalar>
KOKKOS_INLINE_FUNCTION void multiply_adjoint(const Member& member, int n, const Matrix& m, Scalar* row) {
  for (int i = 0; i < n; ++i) {
    for_each(member, i + 1, [&](int j) { row[j] = m(i, j); });
    barrier(member);
    for_each(member, i + 1, [&](int j) {
      Scalar sum = conj(row[i]) * row[j];
      for (int k = i + 1; k < n; ++k) sum += conj(m(k, i)) * m(k, j);
      m(i, j) = sum;
    });
    barrier(member);
  }
}

/// Overwrites m, of which the lower triangle is read, by its inverse, both triangles. `row` is scratch of n scalars.
/// Returns what cholesky_factor() returns; m is unfinished when that is not 0. Ends with a barrier.
template <class Member, class Matrix, class Scalar>
KOKKOS_INLINE_FUNCTION int cholesky_inverse(const Member& member, int n, const Matrix& m, Scalar* row) {
  const int info = cholesky_factor(member, n, m);
  if (info != 0) return info;
  invert_triangle(member, TriangularPart::lower, DiagonalKind::stored, n, m, row);
  multiply_adjoint(member, n, m, row);
  for_each_thread(member, n, [&](int i) { for_each_lane(member, i, [&](int j) { m(j, i) = conj(m(i, j)); }); });
  barrier(member);
  return 0;
}

}  // namespace kolibri::detail
