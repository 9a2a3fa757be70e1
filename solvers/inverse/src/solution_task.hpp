#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/compensated_sum.hpp>
#include <kolibri/detail/inverse_problem.hpp>
#include <kolibri/detail/lu_factor.hpp>
#include <kolibri/detail/triangular.hpp>

#include "matrix_kernel.hpp"

namespace kolibri::detail {

/// X from A and B, and its iterative refinement: a correction from the factors and the residual, which is summed as if
/// in twice the precision, so that X converges to working accuracy whatever the condition of A, as long as A is not
/// singular to that precision. A column takes corrections while each is at most half of the one before. N. J. Higham,
/// Accuracy and Stability of Numerical Algorithms, section 12.1.
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
    for_each(member, s.right_hand_sides, [&](int c) { s.sizes[c] = largest_of_column(s.n, rhs, c); });
    barrier(member);
    for (int step = 0; step < options.refine; ++step) {
      for_each(member, s.n * s.right_hand_sides, [&](int item) {
        const int i = item / s.right_hand_sides, c = item - i * s.right_hand_sides;
        rhs(i, c) = residual(problem, b, i, c);
      });
      barrier(member);
      solve_with_factors(member, options, s.n, s.right_hand_sides, m, s.pivots, rhs);
      for_each(member, s.right_hand_sides, [&](int c) {
        const real_t<Scalar> size = largest_of_column(s.n, rhs, c);
        if (!(size <= s.sizes[c] / 2)) s.sizes[c] = 0;  // no correction but zero passes any more
        if (s.sizes[c] == 0) return;
        s.sizes[c] = size;
        for (int i = 0; i < s.n; ++i) problem.x(b, i, c) += rhs(i, c);
      });
      barrier(member);
    }
  }

  template <class Scalar>
  KOKKOS_FUNCTION Scalar residual(const InverseProblem<Scalar>& problem, std::int64_t b, int i, int c) const {
    CompensatedSum<Scalar> sum(problem.b(b, i, c));
    for (int k = 0; k < problem.n(); ++k) sum.add_product(-element(problem.a, b, i, k), problem.x(b, k, c));
    return sum.value();
  }

  /// Of op(A).
  template <class Scalar>
  KOKKOS_FUNCTION Scalar element(const MatrixBatch<const Scalar>& a, std::int64_t b, int i, int k) const {
    if (options.operation == Operation::none) return a(b, i, k);
    return options.operation == Operation::transpose ? a(b, k, i) : conj(a(b, k, i));
  }

  template <class Scalar>
  KOKKOS_FUNCTION static real_t<Scalar> largest_of_column(int n, const RowMajor<Scalar>& m, int c) {
    real_t<Scalar> largest = 0;
    for (int i = 0; i < n; ++i) {
      const real_t<Scalar> size = pivot_size(m(i, c));
      if (!(size <= largest)) largest = size;  // NaN too
    }
    return largest;
  }
};

}  // namespace kolibri::detail
