#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/members.hpp>
#include <kolibri/scalar.hpp>
#include <type_traits>

// Streaming QR: rows come panel by panel, each panel is folded into the triangular factor of all rows before it by
// Householder reflections (Golub and Van Loan, Matrix Computations, section 5.1), and forgotten. Columns are
// contiguous, so that a host walks along a column of the panel; on a device the lanes of a thread share it.
namespace kolibri::detail {

/// A matrix by columns.
template <class Real>
struct ColumnMajor {
  Real* data;
  int rows;

  KOKKOS_FUNCTION Real& operator()(int i, int j) const { return data[i + j * rows]; }
  KOKKOS_FUNCTION Real* column(int j) const { return data + static_cast<std::int64_t>(j) * rows; }
};

/// x . y by one thread that has them to itself; sums of its own so that a host can keep several in flight.
template <class Real>
Real dot_on_host(int n, const Real* x, const Real* y) {
  constexpr int ways = 16;
  Real sums[ways] = {};
  int i = 0;
  for (; i + ways <= n; i += ways) {
    for (int way = 0; way < ways; ++way) sums[way] += x[i + way] * y[i + way];
  }
  Real total = 0;
  for (; i < n; ++i) total += x[i] * y[i];
  for (const Real sum : sums) total += sum;
  return total;
}

/// x . y by the lanes of a thread; all of them get it.
template <class Member, class Real>
KOKKOS_INLINE_FUNCTION Real dot_over_lanes(const Member& member, int n, const Real* x, const Real* y) {
  Real total = 0;
  KOKKOS_IF_ON_HOST(((void)member; total = dot_on_host(n, x, y);))
  KOKKOS_IF_ON_DEVICE((total = sum_over_lanes<Real>(member, n, [&](int i, Real& sum) { sum += x[i] * y[i]; });))
  return total;
}

/// Folds `rows` rows, the panel, into the upper triangular r of `columns` columns. The rows begin with `first` zeros.
/// The panel is overwritten. Ends with a barrier.
template <class Member, class Real>
KOKKOS_INLINE_FUNCTION void fold_rows(const Member& member, int columns, const ColumnMajor<Real>& r, int first,
                                      int rows, const ColumnMajor<Real>& panel) {
  for (int j = first; j < columns; ++j) {
    const Real* const x = panel.column(j);
    const Real square = dot_over_lanes(member, rows, x, x);
    if (square == 0) continue;
    const Real alpha = r(j, j), norm = Kokkos::sqrt(alpha * alpha + square);
    const Real beta = alpha >= 0 ? -norm : norm;
    // v = (1, x / (alpha - beta)) and tau = (beta - alpha) / beta reflect (alpha, x) to (beta, 0).
    const Real scale = 1 / (alpha - beta), tau = (beta - alpha) / beta;
    for_each_thread(member, columns - j - 1, [&](int offset) {
      const int k = j + 1 + offset;
      Real* const y = panel.column(k);
      const Real product = tau * (r(j, k) + scale * dot_over_lanes(member, rows, x, y));
      const Real factor = product * scale;
      for_each_lane(member, rows, [&](int i) { y[i] -= factor * x[i]; });
      once_per_thread(member, [&] { r(j, k) -= product; });
    });
    barrier(member);  // all have read r(j, j), and column j + 1 is ready
    for_each(member, 1, [&](int) { r(j, j) = beta; });
  }
  barrier(member);
}

/// Folds the rows entry(i) e_i, i in [0, count), into r, some at a time.
template <class Member, class Real, class Entry>
KOKKOS_INLINE_FUNCTION void fold_diagonal(const Member& member, int columns, const ColumnMajor<Real>& r, int count,
                                          const Entry& entry, const ColumnMajor<Real>& panel) {
  for (int first = 0; first < count; first += panel.rows) {
    const int rows = Kokkos::min(panel.rows, count - first);
    for_each(member, rows * (columns - first), [&](int at) {
      const int i = at % rows, j = first + at / rows;
      panel(i, j) = j == first + i ? entry(j) : Real(0);
    });
    barrier(member);
    fold_rows(member, columns, r, first, rows, panel);
  }
}

/// x with R x = z, R the leading n x n triangle of r and z the first n elements of its column n. Ends with a barrier.
template <class Member, class Real>
KOKKOS_INLINE_FUNCTION void solve_triangle(const Member& member, int n, const ColumnMajor<Real>& r, Real* x) {
  for_each(member, n, [&](int i) { x[i] = r(i, n); });
  barrier(member);
  for (int j = n - 1; j >= 0; --j) {
    const Real value = x[j] / r(j, j);
    barrier(member);  // x[j] is read by all
    for_each(member, j + 1, [&](int i) {
      if (i == j) {
        x[i] = value;
      } else {
        x[i] -= r(i, j) * value;
      }
    });
    barrier(member);
  }
}

/// Scales the columns j < n of r to norm 1 and keeps the norms; a column below `least`, parts of which squarable() took
/// away, becomes zero, with norm 1.
template <class Member, class Real>
KOKKOS_INLINE_FUNCTION void scale_columns(const Member& member, int n, const ColumnMajor<Real>& r, Real* norms) {
  constexpr Real least = std::is_same_v<Real, float> ? Real(1e-10) : Real(1e-140);
  for_each_thread(member, n, [&](int j) {
    Real* const column = r.column(j);
    const Real square = dot_over_lanes(member, j + 1, column, column);
    const bool zero = square <= least * least;
    const Real norm = zero ? Real(1) : Kokkos::sqrt(square);
    for_each_lane(member, j + 1, [&](int i) { column[i] = zero ? Real(0) : column[i] / norm; });
    once_per_thread(member, [&] { norms[j] = norm; });
  });
  barrier(member);
}

}  // namespace kolibri::detail
