#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/gauss_jordan.hpp>
#include <kolibri/detail/matrix_access.hpp>
#include <kolibri/inverse_options.hpp>
#include <kolibri/members.hpp>
#include <kolibri/scalar.hpp>

// P A = L U in place, right-looking; either factor can be the one with the unit diagonal.
// Golub and Van Loan, Matrix Computations, section 3.4.
namespace kolibri::detail {

/// Exchanges rows k and p; a unit upper factor's row k is divided by the pivot.
template <class Member, class Matrix, class Scalar>
KOKKOS_INLINE_FUNCTION void exchange_rows(const Member& member, UnitFactor unit, int n, const Matrix& m, int k, int p,
                                          const Scalar& pivot) {
  const bool divides = unit == UnitFactor::upper && pivot != Scalar(0);
  if (p == k && !divides) return;
  for_each(member, n, [&](int j) {
    const Scalar mine = m(p, j);
    if (p != k) m(p, j) = m(k, j);
    m(k, j) = divides && j > k ? mine / pivot : mine;
  });
}

/// Overwrites the n x n matrix m by its factors; pivots[k] (from 0) is the row that was exchanged with row k. Returns
/// 0, or k > 0 when the k-th pivot is the first that is zero: a unit lower L is complete nevertheless, of Crout's form
/// row k is not divided. All threads of the team get the same value. Ends with a barrier.
template <class Member, class Matrix>
KOKKOS_INLINE_FUNCTION int lu_factor(const Member& member, const LuOptions& options, int n, const Matrix& m,
                                     int* pivots) {
  using Scalar = std::decay_t<decltype(m(0, 0))>;
  int info = 0;
  for (int k = 0; k < n; ++k) {
    const int p =
        choose_pivot<real_t<Scalar>>(member, options.pivoting, k, n, [&](int i) { return pivot_size(m(i, k)); });
    const Scalar pivot = m(p, k);
    if (info == 0 && pivot == Scalar(0)) info = k + 1;
    barrier(member);  // all have read the pivot
    for_each(member, 1, [&](int) { pivots[k] = p; });
    exchange_rows(member, options.unit, n, m, k, p, pivot);
    barrier(member);
    if (pivot == Scalar(0)) continue;
    for_each_thread(member, n - k - 1, [&](int row) {
      const int i = k + 1 + row;
      const Scalar factor = options.unit == UnitFactor::lower ? m(i, k) / pivot : m(i, k);
      for_each_lane(member, n - k - 1, [&](int column) { m(i, k + 1 + column) -= factor * m(k, k + 1 + column); });
      once_per_thread(member, [&]() { m(i, k) = factor; });
    });
    barrier(member);
  }
  return info;
}

/// Overwrites the combined inverses U^-1 and L^-1 by U^-1 L^-1, in place, a row at a time: row i of the product needs
/// no row above it. `row` is scratch of n scalars. Ends with a barrier.
template <class Member, class Matrix, class Scalar>
KOKKOS_INLINE_FUNCTION void multiply_inverses(const Member& member, UnitFactor unit, int n, const Matrix& m,
                                              Scalar* row) {
  for (int i = 0; i < n; ++i) {
    for_each(member, n, [&](int j) { row[j] = m(i, j); });
    barrier(member);
    const Scalar u_ii = unit == UnitFactor::upper ? Scalar(1) : row[i];
    for_each(member, n, [&](int j) {
      Scalar sum(0);
      if (j < i) sum = u_ii * row[j];
      if (j == i) sum = row[i];  // one of u_ii and l_ii is 1
      if (j > i) sum = unit == UnitFactor::lower ? row[j] : row[j] * m(j, j);
      for (int k = (j > i ? j : i) + 1; k < n; ++k) sum += row[k] * m(k, j);
      m(i, j) = sum;
    });
    barrier(member);
  }
}

}  // namespace kolibri::detail
