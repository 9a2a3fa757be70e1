#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/matrix_access.hpp>
#include <kolibri/inverse_options.hpp>
#include <kolibri/members.hpp>
#include <kolibri/scalar.hpp>

// The inverse in place by Gauss-Jordan elimination: n steps, each exchanges two rows, and adds multiples of the scaled
// pivot row to all others; what the pivot column would become, a unit vector, is not stored, and the column of the
// inverse takes its place. N. J. Higham, Accuracy and Stability of Numerical Algorithms, section 14.4.
namespace kolibri::detail {

/// The row that comes to place k: where size(i) is largest for i in [k, n), or k itself. Every thread of the team finds
/// it for itself, with its lanes, so that nobody waits.
template <class Real, class Member, class Size>
KOKKOS_INLINE_FUNCTION int choose_pivot(const Member& member, Pivoting pivoting, int k, int n, const Size& size) {
  return pivoting == Pivoting::none ? k : first_largest_over_lanes<Real>(member, k, n, size);
}

/// Scalars of scratch that gauss_jordan() takes: the column of pivots of this step and of the next one, and factors.
KOKKOS_INLINE_FUNCTION constexpr int gauss_jordan_scratch(int n) { return 3 * n; }

/// Exchanges rows k and p of m, the pivot row divided by the pivot; zeros where the column of the inverse will grow;
/// the multiples of row k that all other rows get. No barrier.
template <class Member, class Matrix, class Scalar>
KOKKOS_INLINE_FUNCTION void bring_pivot_row(const Member& member, int n, const Matrix& m, int k, int p,
                                            const Scalar* column, Scalar* factors, Scalar* next) {
  const Scalar pivot = column[p];
  for_each(member, n, [&](int j) {
    const Scalar scaled = (j == k ? Scalar(1) : Scalar(m(p, j))) / pivot;
    if (p != k) m(p, j) = j == k ? Scalar(0) : Scalar(m(k, j));
    m(k, j) = scaled;
    if (j == k + 1) next[k] = scaled;
    factors[j] = column[j == p ? k : j];
    if (j != k && j != p) m(j, k) = Scalar(0);
  });
}

/// Rows that a lane reads before it writes one of them, so that it waits for memory once.
inline constexpr int rows_in_flight = 4;

/// m(i, j) -= factors[i] m(k, j) for rows i, i + stride, ..., `count` of them; column k + 1 goes to `next` too.
template <int count, class Matrix, class Scalar>
KOKKOS_INLINE_FUNCTION void eliminate_elements(const Matrix& m, int k, int i, int stride, int j,
                                               const Scalar& pivot_row_j, const Scalar* factors, Scalar* next) {
  Scalar values[count];
  for (int r = 0; r < count; ++r) values[r] = m(i + r * stride, j);
  for (int r = 0; r < count; ++r) values[r] -= factors[i + r * stride] * pivot_row_j;
  for (int r = 0; r < count; ++r) {
    if (i + r * stride == k) continue;
    m(i + r * stride, j) = values[r];
    if (j == k + 1) next[i + r * stride] = values[r];
  }
}

/// The rows of all threads. A device's lane keeps an element of row k for all rows of its thread, a host walks along
/// the rows. No barrier.
template <class Member, class Matrix, class Scalar>
KOKKOS_INLINE_FUNCTION void eliminate_rows(const Member& member, int n, const Matrix& m, int k, const Scalar* factors,
                                           Scalar* next) {
  KOKKOS_IF_ON_DEVICE((const int threads = threads_of_team(member); for_each_lane(member, n, [&](int j) {
                         const Scalar pivot_row_j = m(k, j);
                         int i = rank_of_thread(member);
                         for (; i + (rows_in_flight - 1) * threads < n; i += rows_in_flight * threads) {
                           eliminate_elements<rows_in_flight>(m, k, i, threads, j, pivot_row_j, factors, next);
                         }
                         for (; i < n; i += threads)
                           eliminate_elements<1>(m, k, i, threads, j, pivot_row_j, factors, next);
                       });))
  KOKKOS_IF_ON_HOST((for_each_thread(member, n, [&](int i) {
                       const Scalar factor = factors[i];
                       if (i == k) return;
                       for (int j = 0; j < n; ++j) m(i, j) -= factor * m(k, j);
                       if (k + 1 < n) next[i] = m(i, k + 1);
                     });))
}

/// Overwrites the n x n matrix m by (P A)^-1, P A the matrix with rows k and pivots[k] exchanged for k = 0, 1, ...: its
/// columns have to be exchanged back. `scratch` is for gauss_jordan_scratch(n) scalars. Returns 0, or k > 0 when the
/// k-th pivot is zero; m is unfinished then. All threads of the team get the same value. Ends with a barrier.
template <class Member, class Matrix, class Scalar>
KOKKOS_INLINE_FUNCTION int gauss_jordan(const Member& member, Pivoting pivoting, int n, const Matrix& m, int* pivots,
                                        Scalar* scratch) {
  for_each(member, n, [&](int i) { scratch[i] = m(i, 0); });
  barrier(member);
  Scalar* const factors = scratch + 2 * n;
  int info = 0;
  for (int k = 0; k < n && info == 0; ++k) {
    const Scalar* const column = scratch + k % 2 * n;
    Scalar* const next = scratch + (k + 1) % 2 * n;
    const int p = choose_pivot<real_t<Scalar>>(member, pivoting, k, n, [&](int i) { return pivot_size(column[i]); });
    if (column[p] == Scalar(0)) {
      info = k + 1;
    } else {
      bring_pivot_row(member, n, m, k, p, column, factors, next);
      for_each(member, 1, [&](int) { pivots[k] = p; });
      barrier(member);
      eliminate_rows(member, n, m, k, factors, next);
    }
    barrier(member);
  }
  return info;
}

/// From exchanges k <-> pivots[k] of rows, columns[j]: the column of (P A)^-1 that is column j of A^-1. By one thread.
KOKKOS_INLINE_FUNCTION void columns_of_inverse(int n, const int* pivots, int* columns) {
  for (int j = 0; j < n; ++j) columns[j] = j;
  for (int k = n - 1; k >= 0; --k) Kokkos::kokkos_swap(columns[k], columns[pivots[k]]);
}

/// Exchanges the columns of m back in place, a row a thread. Ends with a barrier.
template <class Member, class Matrix>
KOKKOS_INLINE_FUNCTION void exchange_columns_back(const Member& member, int n, const Matrix& m, const int* pivots) {
  for_each(member, n, [&](int i) {
    for (int k = n - 1; k >= 0; --k) {
      if (pivots[k] != k) Kokkos::kokkos_swap(m(i, k), m(i, pivots[k]));
    }
  });
  barrier(member);
}

}  // namespace kolibri::detail
