#include <cmath>

#include "support.hpp"

namespace kolibri::test {
namespace {

// Trains until nothing gets better, or for so many steps; returns how many were good.
int train(const DeviceProblem<double>& problem, RbfBasis basis, int steps) {
  const Kokkos::View<double*, Memory> damping("damping", problem.centres.extent(0));
  double before = 1e300;
  for (int step = 0; step < steps; ++step) {
    rbf_varpro(Space(), problem.rows(), problem.networks(basis), damping, problem.status);
    EXPECT_LE(problem.residual(), before);
    before = problem.residual();
    if (problem.info() != 0) return step;
  }
  return steps;
}

TEST(Varpro, ArticleWithHardBoundary) {
  const DeviceProblem<double> problem({article_hard_rows(20)}, {grid_network(2, 8, 0.25, 5)});
  train(problem, RbfBasis::gaussian, 4);
  EXPECT_LE(article_error(RbfBasis::gaussian, problem.network(), true), 1e-9);
}

TEST(Varpro, ArticleWithPenalty) {
  const DeviceProblem<double> problem({article_penalty_rows(20, 124, 1e4 * 400 / 124)},
                                      {grid_network(2, 8, 0.25, 5.5)});
  train(problem, RbfBasis::gaussian, 4);
  EXPECT_LE(article_error(RbfBasis::gaussian, problem.network(), false), 6e-8);
}

// The width and centre of a single neuron are found from points on it, in every dimension and for every basis.
TEST(Varpro, FindsCentreAndWidth) {
  for (const RbfBasis basis : {RbfBasis::gaussian, RbfBasis::gaussian_sigma, RbfBasis::imq, RbfBasis::mq,
                               RbfBasis::matern52, RbfBasis::wendland_c4}) {
    for (int d = 1; d <= 3; ++d) {
      HostNetwork exact{d, {}, {std::log(0.9)}, {2.5}};
      HostRows rows{d, {}, {}, {}};
      for (int j = 0; j < d; ++j) exact.centres.push_back(0.45 + 0.1 * j);
      for (int i = 0; i < 40; ++i) {
        rows.add(scattered_point(d, i), 0.1, std::vector<double>(d, 0.2), 1, 0);
      }
      rows.targets = residuals(basis, rows, exact);
      HostNetwork start = exact;
      start.centres.assign(d, 0.5);
      start.log_widths[0] += 0.2;
      const DeviceProblem<double> problem({rows}, {start});
      train(problem, basis, 30);
      const HostNetwork found = problem.network();
      for (int j = 0; j < d; ++j) EXPECT_NEAR(found.centres[j], exact.centres[j], 1e-6) << d << static_cast<int>(basis);
      EXPECT_NEAR(found.log_widths[0], exact.log_widths[0], 1e-6);
      EXPECT_NEAR(found.weights[0], 2.5, 1e-5);
    }
  }
}

// More parameters than rows: the damping makes the step unique.
TEST(Varpro, FewerRowsThanParameters) {
  const DeviceProblem<double> problem({article_hard_rows(9)}, {grid_network(2, 6, 0.25, 2)});
  EXPECT_GT(train(problem, RbfBasis::gaussian, 3), 0);
  EXPECT_LT(problem.residual(), 1e-3);
}

TEST(Varpro, FlagsWhatIsNotFinite) {
  std::vector<HostNetwork> networks(3, grid_network(2, 4, 0.25, 2));
  networks[1].log_widths[3] = std::nan("");
  const DeviceProblem<double> problem({article_hard_rows(9)}, networks);
  const Kokkos::View<double*, Memory> damping("damping", 3);
  rbf_varpro(Space(), problem.rows(), problem.networks(RbfBasis::gaussian), damping, problem.status);
  EXPECT_EQ(problem.info(0), 0);
  EXPECT_EQ(problem.info(1), -1);
  EXPECT_TRUE(std::isnan(problem.network(1).weights[0]));
  EXPECT_EQ(problem.network(0).weights, problem.network(2).weights);
}

}  // namespace
}  // namespace kolibri::test
