#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/inverse_problem.hpp>
#include <kolibri/detail/invert_matrix.hpp>

#include "matrix_kernel.hpp"
#include "matrix_norm.hpp"

// The tasks whose result is an inverse.
namespace kolibri::detail {

/// X = A^-1.
struct InverseOf {
  static constexpr char label[] = "kolibri::inverse";
  static constexpr bool works_in_x = true;
  static constexpr bool has_right_hand_sides = false;

  InverseOptions options;

  template <class Member, class Scalar, class Matrix>
  KOKKOS_FUNCTION void solve(const Member& member, const InverseProblem<Scalar>& problem, std::int64_t b,
                             const MatrixStorage<Scalar>& s, const Matrix& m) const {
    const int n = s.n;
    const bool lower_only = options.method == InverseMethod::cholesky;
    const auto is_read = [&](int i, int j) { return i >= j || !lower_only; };
    int info = load_part(member, problem.a, b, m, s.bad, is_read) ? 0 : info_not_finite;
    if (info == 0) info = invert(member, options, n, m, s.pivots, s.vector);
    for_each(member, 1, [&](int) {
      problem.report(b, info);
      if (info == 0 && !lower_only) columns_of_inverse(n, s.pivots, s.columns);
    });
    if (info != 0) {
      store(member, problem.x, b, [](int, int) { return quiet_nan<Scalar>(); });
    } else if (!s.inside) {
      if (!lower_only) exchange_columns_back(member, n, m, s.pivots);
    } else if (lower_only) {
      store(member, problem.x, b, [&](int i, int j) { return m(i, j); });
    } else {
      barrier(member);
      store(member, problem.x, b, [&](int i, int j) { return m(i, s.columns[j]); });
    }
  }
};

/// The inverse of one triangle, the other one untouched in X.
struct TriangularInverseOf {
  static constexpr char label[] = "kolibri::triangular_inverse";
  static constexpr bool works_in_x = false;
  static constexpr bool has_right_hand_sides = false;

  TriangularPart part;
  DiagonalKind diagonal;

  KOKKOS_FUNCTION bool holds(int i, int j) const {
    if (i == j) return diagonal == DiagonalKind::stored;
    return (part == TriangularPart::upper) == (i < j);
  }

  template <class Member, class Scalar, class Matrix>
  KOKKOS_FUNCTION void solve(const Member& member, const InverseProblem<Scalar>& problem, std::int64_t b,
                             const MatrixStorage<Scalar>& s, const Matrix& m) const {
    const int n = s.n;
    const auto in_part = [&](int i, int j) { return holds(i, j); };
    int info = load_part(member, problem.a, b, m, s.bad, in_part) ? 0 : info_not_finite;
    if (info == 0 && diagonal == DiagonalKind::stored) info = first_zero_on_diagonal(n, m);
    barrier(member);
    if (info == 0) invert_triangle(member, part, diagonal, n, m, s.vector);
    for_each_element(member, problem.x, [&](int i, int j) {
      if (holds(i, j)) problem.x(b, i, j) = info == 0 ? m(i, j) : quiet_nan<Scalar>();
    });
    for_each(member, 1, [&](int) { problem.report(b, info); });
  }
};

/// 1 / (||A|| ||A^-1||) in the 1-norm or the infinity norm.
struct RcondOf {
  static constexpr char label[] = "kolibri::rcond";
  static constexpr bool works_in_x = false;
  static constexpr bool has_right_hand_sides = false;

  ConditionNorm kind;

  template <class Member, class Scalar, class Matrix>
  KOKKOS_FUNCTION void solve(const Member& member, const InverseProblem<Scalar>& problem, std::int64_t b,
                             const MatrixStorage<Scalar>& s, const Matrix& m) const {
    using Real = real_t<Scalar>;
    Real result = Kokkos::Experimental::quiet_NaN_v<Real>;
    if (load(member, problem.a, b, m, s.bad)) {
      scale_to_one(member, s.n, s.vector, m);
      const Real norm = norm_of(member, s.n, s.vector, m, kind);
      const int info = gauss_jordan(member, Pivoting::partial, s.n, m, s.pivots, s.vector);
      // The columns of m are those of A^-1 in another order.
      const Real inverse_norm = info == 0 ? norm_of(member, s.n, s.vector, m, kind) : Real(0);
      result = info == 0 ? 1 / norm / inverse_norm : Real(0);
      if (Kokkos::isnan(result)) result = 0;
    }
    for_each(member, 1, [&](int) { problem.rcond(b, 0) = result; });
  }
};

}  // namespace kolibri::detail
