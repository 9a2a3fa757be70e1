#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/detail/compensated_sum.hpp>
#include <kolibri/detail/inverse_problem.hpp>
#include <kolibri/detail/matrix_access.hpp>
#include <kolibri/scalar.hpp>

// Iterative refinement of solutions. Residuals are summed as if in twice the precision, so that X converges to working
// accuracy whatever the condition of A, as long as A is not singular to that precision. A column takes corrections
// while each is at most half of the one before. N. J. Higham, Accuracy and Stability of Numerical Algorithms,
// section 12.1.
namespace kolibri::detail {

/// Element (i, k) of op(A(b)).
template <class Scalar>
KOKKOS_FUNCTION Scalar element_of(Operation operation, const MatrixBatch<const Scalar>& a, std::int64_t b, int i,
                                  int k) {
  if (operation == Operation::none) return a(b, i, k);
  return operation == Operation::transpose ? a(b, k, i) : conj(a(b, k, i));
}

/// Element (i, c) of B - op(A) X.
template <class Scalar>
KOKKOS_FUNCTION Scalar residual_of(const InverseProblem<Scalar>& problem, Operation operation, std::int64_t b, int i,
                                   int c) {
  CompensatedSum<Scalar> sum(problem.b(b, i, c));
  for (int k = 0; k < problem.n(); ++k) sum.add_product(-element_of(operation, problem.a, b, i, k), problem.x(b, k, c));
  return sum.value();
}

/// The largest size of element(i), i < n; NaN if there is one.
template <class Element>
KOKKOS_FUNCTION auto largest_of_column(int n, const Element& element) {
  auto largest = pivot_size(element(0));
  for (int i = 1; i < n; ++i) {
    const auto size = pivot_size(element(i));
    if (size > largest || size != size) largest = size;
    if (largest != largest) break;
  }
  return largest;
}

/// Whether a correction of this size is taken after one of size `before`, which it becomes; none but zero is taken any
/// more after one that is not.
template <class Real>
KOKKOS_FUNCTION bool takes_correction(Real& before, Real size) {
  before = size <= before / 2 ? size : Real(0);
  return before > 0;
}

}  // namespace kolibri::detail
