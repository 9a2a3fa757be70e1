#include <kolibri/random.hpp>

#include "cases_support.hpp"

// jacobi_one_sided shifts by an estimate of ||A||_2 from a power iteration, which an unlucky matrix can deceive.
namespace kolibri::test {

namespace {

/// The vector that the power iteration starts from, normalised.
std::vector<double> start_vector(int n) {
  std::vector<double> x(n);
  double square = 0;
  for (int i = 0; i < n; ++i) {
    x[i] = symmetric_uniform<double>(philox(0, 0, i));
    square += x[i] * x[i];
  }
  for (double& x_i : x) x_i /= std::sqrt(square);
  return x;
}

/// -2 v v^T - w w^T with w along the start vector and v orthogonal to it: the iteration sees only the eigenvalue -1.
/// With the shift 1.5 both columns of B have the norm 1/3, and nothing but their Rayleigh quotients tells them apart.
template <class Scalar>
HostBatch<Scalar> deceiving(int n) {
  const auto w = start_vector(n);
  std::vector<double> v(n);
  const double norm = std::sqrt(1 - w[0] * w[0]);
  for (int i = 0; i < n; ++i) v[i] = ((i == 0 ? 1 : 0) - w[0] * w[i]) / norm;
  return batch_of<Scalar>(1, n, [&](int, int i, int j) { return -2 * v[i] * v[j] - w[i] * w[j]; });
}

TEST(OneSidedShift, AnEstimateThatFailsIsReplaced) {
  const int n = 96;
  const auto solved = solve(deceiving<double>(n), {.algorithm = EighAlgorithm::jacobi_one_sided});
  EXPECT_TRUE(solved_and_ascending(solved));
  EXPECT_LT(solved.accuracy.residual, threshold);
  EXPECT_LT(solved.accuracy.orthogonality, threshold);
  EXPECT_NEAR(solved.w(0, 0), -2, threshold * n * ulp<double>);
  EXPECT_NEAR(solved.w(0, 1), -1, threshold * n * ulp<double>);
}

}  // namespace

}  // namespace kolibri::test
