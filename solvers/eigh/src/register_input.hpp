#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/eigh_problem.hpp>
#include <kolibri/detail/hermitian_input.hpp>
#include <kolibri/detail/jacobi.hpp>
#include <kolibri/detail/one_sided_shift.hpp>

#include "register_columns.hpp"
#include "register_storage.hpp"
#include "register_walk.hpp"

// Members of the batch on their way to registers: triangle, finiteness, scale, shift.
namespace kolibri::detail {

/// Copies what may be read of the members to scratch, as it lies in memory.
template <class Scalar, class Shape, class Storage>
KOKKOS_FORCEINLINE_FUNCTION void stage_members(const MatrixBatch<const Scalar>& a, Triangle triangle,
                                               const MemberRange& range, int thread, const Storage& s) {
  const MemoryWalk<Shape> walk(thread);
  const bool one_triangle = triangle == Triangle::lower || triangle == Triangle::upper;
  const RowRange rows =
      one_triangle ? walk.rows_of_triangle(a.rows, TriangleInMemory(a, triangle).lower) : walk.all_rows(a.rows);
  MemoryCursor<Scalar, Shape> cursor(a, walk, range.first);
  walk_members<Scalar>(
      walk,
      [&](int slot, int row, bool last, Scalar& value) {
        const Scalar* const from = cursor.next(last);
        if (rows.has(row) && slot < range.count) value = *from;
      },
      [&](int slot, int row, const Scalar& value) {
        if (rows.has(row)) s.matrix(slot)[row * s.leading + walk.fast] = value;
      });
}

/// Makes the triangle in use that of (A + A^H) / 2, or finds the largest difference between the triangles, by each
/// thread for the elements of its columns.
template <class Scalar, class Shape, class Storage, class Columns>
KOKKOS_FORCEINLINE_FUNCTION void use_both_triangles(int n, Triangle triangle, bool lower, const Storage& s,
                                                    const Columns& x) {
  Scalar* const matrix = s.matrix(x.slot);
  real_t<Scalar> difference = 0;
  KOLIBRI_KEEP_LOOP
  for (int e = 0; e < Shape::columns * Shape::rows; ++e) {
    const int i = x.row(e % Shape::rows), j = x.column(e / Shape::rows);
    if (i < j || i >= n) continue;
    const Scalar below = matrix[i * s.leading + j], above = matrix[j * s.leading + i];
    if (triangle == Triangle::symmetrize) {
      const real_t<Scalar> half = 0.5;
      matrix[lower ? i * s.leading + j : j * s.leading + i] =
          lower ? below * half + conj(above) * half : above * half + conj(below) * half;
    } else {
      difference = Kokkos::fmax(difference, size_of_difference(below, above));
    }
  }
  Kokkos::atomic_max(&s.reports[x.slot].tangent, upper_bits(difference));
}

/// The thread's columns of the Hermitian matrix, zero beyond n; `largest` are the upper bits of the largest element.
template <class Scalar, class Shape, class Storage, class Columns>
KOKKOS_FORCEINLINE_FUNCTION std::uint32_t gather_columns(int n, const TriangleInMemory& triangle, const Storage& s,
                                                         Columns& x) {
  const Scalar* const matrix = s.matrix(x.slot);
  std::uint32_t largest = 0;
  KOLIBRI_UNROLL
  for (int c = 0; c < Shape::columns; ++c) {
    KOLIBRI_UNROLL
    for (int r = 0; r < Shape::rows; ++r) {
      const int i = x.row(r), j = x.column(c);
      const bool across = triangle.lower ? i < j : i > j;
      const Scalar value = matrix[across ? j * s.leading + i : i * s.leading + j];
      x.y[c][r] = i < n && j < n ? value : Scalar(0);
      if constexpr (is_complex<Scalar>) {
        const auto imaginary = across == triangle.by_rows ? -x.y[c][r].imag() : x.y[c][r].imag();
        x.y[c][r] = Scalar(x.y[c][r].real(), i == j ? 0 : imaginary);
        largest = Kokkos::max(largest, upper_bits(Kokkos::fabs(x.y[c][r].imag())));
      }
      largest = Kokkos::max(largest, upper_bits(Kokkos::fabs(real(x.y[c][r]))));
    }
  }
  return largest;
}

/// Info and scale of a matrix, by its report.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION int judge_input(int n, const SweepReport& report, Real& scale) {
  const Real largest = from_upper_bits<Real>(report.product), difference = from_upper_bits<Real>(report.tangent);
  const bool finite = report.product < upper_bits(Kokkos::Experimental::infinity_v<Real>);
  const bool asymmetric = report.tangent > 0 && !(difference <= 8 * n * ulp<Real> * largest);  // Inf's bits: a NaN
  const int info = !finite ? info_not_finite : asymmetric ? info_not_hermitian : 0;
  scale = info == 0 ? safe_scale(largest) : Real(1);
  return info;
}

/// Scales the thread's columns, all to zero in flagged matrices, keeps the triangle of the scaled matrix for Rayleigh
/// quotients, and adds up squares of the matrix.
template <class Member, class Scalar, class Shape, class Storage>
KOKKOS_FORCEINLINE_FUNCTION JacobiState<real_t<Scalar>> scale_columns(const Member& member, const Storage& s,
                                                                      RegisterColumns<Scalar, Shape>& x, int info,
                                                                      real_t<Scalar> scale) {
  using Real = real_t<Scalar>;
  Real sums[2] = {}, all[2] = {};  // off the diagonal, on it
  Scalar* row = s.triangle(x.slot) + s.row(x.row(0));
  KOLIBRI_UNROLL
  for (int r = 0; r < Shape::rows; ++r) {
    const int i = x.row(r);
    KOLIBRI_UNROLL
    for (int c = 0; c < Shape::columns; ++c) {
      const int j = x.column(c);
      const Scalar value = info == 0 ? x.y[c][r] * scale : Scalar(0);
      x.y[c][r] = value;
      sums[0] = add_square(i == j ? Scalar(0) : value, sums[0]);
      if (i == j) sums[1] = add_square(value, sums[1]);
      if (i >= j) row[j] = i == j ? value * Real(0.5) : value;
    }
    row += i + 1;
  }
  KOLIBRI_UNROLL
  for (int k = 0; k < 2; ++k) s.sums(k)[x.thread] = sums[k];
  member.team_barrier();
  KOLIBRI_KEEP_LOOP
  for (int t = x.slot * Shape::threads; t < (x.slot + 1) * Shape::threads; ++t) {
    KOLIBRI_UNROLL
    for (int k = 0; k < 2; ++k) all[k] += s.sums(k)[t];
  }
  return {scale, Kokkos::sqrt(all[0] + all[1]), Kokkos::sqrt(all[0]), 0, info, 0, 0};
}

/// Reads the team's members into registers as B = I + A / c. states[slot] tells what became of A, and whether it needs
/// sweeps. A barrier after it makes scratch free for other use and the states known.
template <class Member, class Scalar, class Shape, class Storage>
KOKKOS_FORCEINLINE_FUNCTION void start_columns(const Member& member, const EighProblem<Scalar>& problem,
                                               const JacobiControl<real_t<Scalar>>& control, const MemberRange& range,
                                               const Storage& s, RegisterColumns<Scalar, Shape>& x) {
  using Real = real_t<Scalar>;
  const int n = problem.n();
  const TriangleInMemory triangle(problem.a, control.triangle);
  auto& report = s.reports[x.slot];
  if (x.is_leader()) report = {0, 0, 0};
  if (x.thread == 0) s.going[0] = s.going[1] = 0;
  stage_members<Scalar, Shape>(problem.a, control.triangle, range, x.thread, s);
  member.team_barrier();
  if (control.triangle == Triangle::full || control.triangle == Triangle::symmetrize) {
    use_both_triangles<Scalar, Shape>(n, control.triangle, triangle.lower, s, x);
    member.team_barrier();
  }
  const std::uint32_t largest = gather_columns<Scalar, Shape>(x.slot < range.count ? n : 0, triangle, s, x);
  Kokkos::atomic_max(&report.product, largest);
  member.team_barrier();
  Real scale;
  const int info = judge_input(n, report, scale);
  auto state = scale_columns(member, s, x, info, scale);
  state.active = info == 0 && state.off_norm > control.tolerance * state.norm;
  state.sweeps = state.active;
  if (x.is_leader()) {
    s.states[x.slot] = state;
    report = {0, 0, 0};
  }
  const Real factor = 1 / frobenius_shift(state);
  KOLIBRI_UNROLL
  for (int k = 0; k < Shape::columns; ++k) {
    x.weight[k] = 1;
    KOLIBRI_UNROLL
    for (int r = 0; r < Shape::rows; ++r) {
      x.y[k][r] *= factor;
      if (x.row(r) == x.column(k)) x.y[k][r] += Scalar(1);
    }
  }
}

}  // namespace kolibri::detail
