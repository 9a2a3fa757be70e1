#include <cmath>

#include "support.hpp"

namespace kolibri::test {
namespace {

using Rates = Kokkos::View<double* [2], Memory>;

// Two columns that are far apart: conjugate gradients give the weights of the linear solve in two steps.
TEST(GradientCg, WeightsOfTheLinearSolve) {
  const HostRows rows = article_penalty_rows(8, 20, 100);
  const DeviceProblem<double> cg({rows}, {grid_network(2, 3, 0.1, 0.8)}),
      direct({rows}, {grid_network(2, 3, 0.1, 0.8)});
  rbf_gradient_cg(Space(), cg.rows(), cg.networks(RbfBasis::gaussian), Rates("rates", 1), cg.status,
                  {.cg_tolerance = 1e-13});
  rbf_linear(Space(), direct.rows(), direct.networks(RbfBasis::gaussian), direct.status);
  EXPECT_EQ(cg.network().centres, direct.network().centres) << "weights of zero have no gradient by the centres";
  for (int k = 0; k < 9; ++k) {
    EXPECT_NEAR(cg.network().weights[k], direct.network().weights[k], 1e-9 * norm(direct.network().weights));
  }
  EXPECT_NEAR(cg.residual(), direct.residual(), 1e-9 * direct.residual());
  EXPECT_NEAR(cg.residual(), norm(residuals(RbfBasis::gaussian, rows, cg.network())), 1e-9 * cg.residual());
}

TEST(GradientCg, ResidualFallsOnFixedPoints) {
  const DeviceProblem<double> problem({article_penalty_rows(12, 60, 1000)}, {grid_network(2, 6, 0.15, 2)});
  const Rates rates("rates", 1);
  double before = 1e300, first = 0;
  for (int iteration = 0; iteration < 20; ++iteration) {
    rbf_gradient_cg(Space(), problem.rows(), problem.networks(RbfBasis::gaussian), rates, problem.status);
    EXPECT_LE(problem.residual(), before * (1 + 1e-12));
    before = problem.residual();
    if (iteration == 0) first = before;
    EXPECT_EQ(problem.info(), 0);
  }
  EXPECT_LT(before, 0.7 * first);
}

// One neuron, one point: f = 0, w = 1, q = 1, d = 1, a = 2, z = x - c = 1. With e = exp(-1/4), I = e^2 / 2,
// dI/dc = e . e . 2 z / a^2 = e^2 / 2 and, at the old width and the new centre c', dI/da = e'^2 . 2 z'^2 / a^3.
TEST(GradientCg, StepsOfThePaperWithFixedRates) {
  HostRows rows{1, {}, {}, {}};
  rows.add({1}, 0, {0}, 1, 0);
  const DeviceProblem<double> problem({rows}, {{1, {0.0}, {std::log(2.0)}, {1.0}}});
  rbf_gradient_cg(Space(), problem.rows(), problem.networks(RbfBasis::gaussian), Rates("rates", 1), problem.status,
                  {.centre_rate = 0.1, .width_rate = 0.2, .backtracking = false, .cg_iterations = 0});
  const double c = -0.1 * std::exp(-0.5) / 2, z = 1 - c;
  const double a = 2 - 0.2 * std::exp(-z * z / 2) * 2 * z * z / 8;
  EXPECT_NEAR(problem.network().centres[0], c, 1e-15);
  EXPECT_NEAR(std::exp(problem.network().log_widths[0]), a, 1e-14);
  EXPECT_EQ(problem.network().weights[0], 1);
}

TEST(GradientCg, NoWidthBecomesNegative) {
  HostRows rows{1, {}, {}, {}};
  rows.add({1}, 0, {0}, 1, -5);
  const DeviceProblem<double> problem({rows}, {{1, {0.0}, {0.0}, {1.0}}});
  rbf_gradient_cg(Space(), problem.rows(), problem.networks(RbfBasis::gaussian), Rates("rates", 1), problem.status,
                  {.centre_rate = 0, .width_rate = 1e9, .backtracking = false, .cg_iterations = 0});
  EXPECT_NEAR(std::exp(problem.network().log_widths[0]), 0.5, 1e-14);
}

TEST(GradientCg, FlagsWhatIsNotFinite) {
  std::vector<HostNetwork> networks(3, grid_network(2, 3, 0.15, 2));
  networks[1].centres[3] = std::nan("");
  const DeviceProblem<double> problem({article_penalty_rows(6, 20, 100)}, networks);
  rbf_gradient_cg(Space(), problem.rows(), problem.networks(RbfBasis::gaussian), Rates("rates", 3), problem.status);
  EXPECT_EQ(problem.info(0), 0);
  EXPECT_EQ(problem.info(1), -1);
  EXPECT_EQ(problem.network(0).weights, problem.network(2).weights);
}

}  // namespace
}  // namespace kolibri::test
