#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/compensated_sum.hpp>
#include <kolibri/detail/inverse_problem.hpp>

#include "matrix_kernel.hpp"
#include "matrix_norm.hpp"

namespace kolibri::detail {

/// X := X + X (I - A X): squares the residual of an approximate inverse (G. Schulz, Z. angew. Math. Mech. 13, 1933).
/// The residual is summed as if in twice the precision, for its own rounding would cost cond(A) ulp; where it is not
/// well below 1, a step leads nowhere, and X stays.
struct RefinementOf {
  static constexpr char label[] = "kolibri::inverse refine";
  static constexpr bool works_in_x = false;
  static constexpr bool has_right_hand_sides = false;

  bool lower_only;  ///< A is Hermitian, and only its lower triangle is read

  template <class Member, class Scalar, class Matrix>
  KOKKOS_FUNCTION void solve(const Member& member, const InverseProblem<Scalar>& problem, std::int64_t b,
                             const MatrixStorage<Scalar>& s, const Matrix& residual) const {
    const int n = s.n;
    const Strided<Scalar> x(problem.x, b);
    for_each(member, n * n, [&](int item) {
      const int i = item / n, j = item % n;
      CompensatedSum<Scalar> sum(Scalar(i == j ? 1 : 0));
      for (int k = 0; k < n; ++k) sum.add_product(-element(problem.a, b, i, k), x(k, j));
      residual(i, j) = sum.value();
    });
    barrier(member);
    if (!(norm_of(member, n, s.vector, residual, ConditionNorm::infinity) < real_t<Scalar>(0.5))) return;
    for (int i = 0; i < n; ++i) {
      for_each(member, n, [&](int k) { s.vector[k] = x(i, k); });
      barrier(member);
      for_each(member, n, [&](int j) {
        Scalar sum(0);
        for (int k = 0; k < n; ++k) sum += s.vector[k] * residual(k, j);
        x(i, j) += sum;
      });
      barrier(member);
    }
  }

  template <class Scalar>
  KOKKOS_FUNCTION Scalar element(const MatrixBatch<const Scalar>& a, std::int64_t b, int i, int k) const {
    return k > i && lower_only ? conj(a(b, k, i)) : a(b, i, k);
  }
};

}  // namespace kolibri::detail
