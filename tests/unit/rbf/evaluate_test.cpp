#include <cmath>

#include "support.hpp"

namespace kolibri::test {
namespace {

// Values, gradients and Laplacians are those of rows with q, b and kappa alone.
TEST(Evaluate, AgreesWithRows) {
  for (int d = 1; d <= 3; ++d) {
    HostNetwork network = grid_network(d, 3, 0.2, 1.4);
    for (int k = 0; k < network.neurons(); ++k) network.weights[k] = std::sin(1.0 + k);
    HostNetwork other = network;
    for (double& w : other.weights) w *= -2;
    HostRows points{d, {}, {}, {}};
    for (int i = 0; i < 5; ++i) {
      std::vector<double> x;
      for (int j = 0; j < d; ++j) x.push_back(0.1 + 0.2 * i + 0.05 * j);
      points.add(x, 0, std::vector<double>(d), 0, 0);
    }
    for (const RbfBasis basis : {RbfBasis::gaussian, RbfBasis::gaussian_sigma, RbfBasis::imq, RbfBasis::mq,
                                 RbfBasis::matern52, RbfBasis::wendland_c4}) {
      const DeviceProblem<double> problem({points}, {network, other});
      const Kokkos::View<double**, Memory> values("", 2, 5), laplacians("", 2, 5);
      const Kokkos::View<double***, Memory> gradients("", 2, 5, d);
      rbf_evaluate(Space(), problem.networks(basis), problem.points, values, gradients, laplacians);
      const auto u = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), values);
      const auto lap = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), laplacians);
      const auto grad = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), gradients);
      for (int i = 0; i < 5; ++i) {
        const std::vector<double> x(points.points.begin() + i * d, points.points.begin() + (i + 1) * d);
        HostRows rows{d, {}, {}, {}};
        rows.add(x, 0, std::vector<double>(d), 1, 0);
        rows.add(x, 1, std::vector<double>(d), 0, 0);
        for (int j = 0; j < d; ++j) {
          std::vector<double> b(d);
          b[j] = 1;
          rows.add(x, 0, b, 0, 0);
        }
        const std::vector<double> expected = residuals(basis, rows, network);
        const double bound = 1e-12 * norm(expected);
        EXPECT_NEAR(u(0, i), expected[0], bound);
        EXPECT_NEAR(u(1, i), -2 * expected[0], 2 * bound);
        EXPECT_NEAR(lap(0, i), expected[1], bound);
        for (int j = 0; j < d; ++j) EXPECT_NEAR(grad(0, i, j), expected[2 + j], bound);
      }
    }
  }
}

// Hosts evaluate 16 points at once: a point's bits are the same beside others, in a block that is full and one that is
// not.
TEST(Evaluate, APointDoesNotKnowItsNeighbours) {
  HostNetwork network = grid_network(2, 6, 0.2, 1.4);
  for (int k = 0; k < network.neurons(); ++k) network.weights[k] = std::sin(1.0 + k);
  const auto last_value = [&](int count) {
    HostRows points;
    for (int i = count - 1; i >= 0; --i) points.add({0.31 + 0.011 * i, 0.72 - 0.013 * i}, 0, {0, 0}, 0, 0);
    const DeviceProblem<double> problem({points}, {network});
    const Kokkos::View<double**, Memory> values("", 1, count);
    const Kokkos::View<double***, Memory> gradients;
    const Kokkos::View<double**, Memory> laplacians;
    rbf_evaluate(Space(), problem.networks(RbfBasis::wendland_c4), problem.points, values, gradients, laplacians);
    return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), values)(0, count - 1);
  };
  const double alone = last_value(1);
  EXPECT_NE(alone, 0);
  for (const int count : {2, 15, 16, 17, 31, 33}) EXPECT_EQ(last_value(count), alone) << count;
}

}  // namespace
}  // namespace kolibri::test
