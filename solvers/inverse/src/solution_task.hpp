#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/inverse_problem.hpp>
#include <kolibri/detail/lu_factor.hpp>
#include <kolibri/detail/triangular.hpp>

#include "matrix_kernel.hpp"
#include "solution_refinement.hpp"

namespace kolibri::detail {

/// X from A and B, and its iterative refinement.
struct SolutionOf {
  static constexpr char label[] = "kolibri::solve";
  static constexpr bool works_in_x = false;
  static constexpr bool has_right_hand_sides = true;

  LuOptions options;

  template <class Member, class Scalar, class Matrix>
  KOKKOS_FUNCTION void solve(const Member& member, const InverseProblem<Scalar>& problem, std::int64_t b,
                             const MatrixStorage<Scalar>& s, const Matrix& m) const {
    const RowMajor<Scalar> rhs{s.rhs, s.right_hand_sides};
    const bool finite_a = load(member, problem.a, b, m, s.bad), finite_b = load(member, problem.b, b, rhs, s.bad);
    int info = finite_a && finite_b ? 0 : info_not_finite;
    if (info == 0) info = lu_factor(member, options, s.n, m, s.pivots);
    if (info == 0) solve_with_factors(member, options, s.n, s.right_hand_sides, m, s.pivots, rhs);
    store(member, problem.x, b, [&](int i, int c) { return info == 0 ? rhs(i, c) : quiet_nan<Scalar>(); });
    for_each(member, 1, [&](int) { problem.report(b, info); });
    if (info == 0 && options.refine > 0) refine(member, problem, b, s, m, rhs);
  }

 private:
  /// In `rhs` are corrections, the first of which is X itself.
  template <class Member, class Scalar, class Matrix>
  KOKKOS_FUNCTION void refine(const Member& member, const InverseProblem<Scalar>& problem, std::int64_t b,
                              const MatrixStorage<Scalar>& s, const Matrix& m, const RowMajor<Scalar>& rhs) const {
    for_each(member, s.right_hand_sides, [&](int c) { s.sizes[c] = size_of_column(s, rhs, c); });
    barrier(member);
    for (int step = 0; step < options.refine; ++step) {
      for_each(member, s.n * s.right_hand_sides, [&](int item) {
        const int i = item / s.right_hand_sides, c = item - i * s.right_hand_sides;
        rhs(i, c) = residual_of(problem, options.operation, b, i, c);
      });
      barrier(member);
      solve_with_factors(member, options, s.n, s.right_hand_sides, m, s.pivots, rhs);
      for_each(member, s.right_hand_sides, [&](int c) {
        if (!takes_correction(s.sizes[c], size_of_column(s, rhs, c))) return;
        for (int i = 0; i < s.n; ++i) problem.x(b, i, c) += rhs(i, c);
      });
      barrier(member);
    }
  }

  template <class Scalar>
  KOKKOS_FUNCTION static real_t<Scalar> size_of_column(const MatrixStorage<Scalar>& s, const RowMajor<Scalar>& m,
                                                       int c) {
    return largest_of_column(s.n, [&](int i) { return m(i, c); });
  }
};

}  // namespace kolibri::detail
