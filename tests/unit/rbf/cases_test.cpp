#include <cmath>

#include "support.hpp"

// Public reports about least squares and networks, and extreme inputs of our own.
namespace kolibri::test {
namespace {

// Collocation of the values of a function: rows with q = 1.
HostRows data_rows(int count, double (*f)(double, double)) {
  HostRows rows;
  for (int i = 0; i < count; ++i) {
    const double x = std::fmod(0.5 + i * 0.7548776662466927, 1.0), y = std::fmod(0.5 + i * 0.5698402909980532, 1.0);
    rows.add({x, y}, 0, {0, 0}, 1, f(x, y));
  }
  return rows;
}

double franke(double x, double y) {
  const double u = 9 * x, v = 9 * y;
  return 0.75 * std::exp(-((u - 2) * (u - 2) + (v - 2) * (v - 2)) / 4) +
         0.75 * std::exp(-(u + 1) * (u + 1) / 49 - (v + 1) / 10) +
         0.5 * std::exp(-((u - 7) * (u - 7) + (v - 3) * (v - 3)) / 4) -
         0.2 * std::exp(-(u - 4) * (u - 4) - (v - 7) * (v - 7));
}

// SciPy issue 14150 and RBF issue 40: a width of 1000 distances makes all columns alike; the answer is regularised, and
// the condition says so.
TEST(Cases, HugeWidth) {
  const HostRows rows = data_rows(200, franke);
  const DeviceProblem<double> problem({rows}, {grid_network(2, 8, 0, 1000)});
  rbf_linear(Space(), problem.rows(), problem.networks(RbfBasis::gaussian), problem.status);
  EXPECT_EQ(problem.info(), 0);
  EXPECT_LT(problem.rank(), 64);
  EXPECT_TRUE(std::isinf(problem.condition()));
  EXPECT_LT(problem.residual(), norm(rows.targets));
  for (const double w : problem.network().weights) EXPECT_TRUE(std::isfinite(w));
}

// SciPy issue 21907: a repeated coordinate with equal data.
TEST(Cases, RepeatedPoints) {
  HostRows rows = data_rows(100, franke);
  const HostRows once = rows;
  for (int i = 0; i < 100; ++i) rows.add({once.points[2 * i], once.points[2 * i + 1]}, 0, {0, 0}, 1, once.targets[i]);
  const DeviceProblem<double> twice_problem({rows}, {grid_network(2, 5, 0, 1.5)}),
      once_problem({once}, {grid_network(2, 5, 0, 1.5)});
  for (const auto* problem : {&twice_problem, &once_problem}) {
    rbf_linear(Space(), problem->rows(), problem->networks(RbfBasis::gaussian), problem->status);
  }
  for (int k = 0; k < 25; ++k) {
    EXPECT_NEAR(twice_problem.network().weights[k], once_problem.network().weights[k], 1e-9);
  }
}

// PyTorch issues 180157 and 117122: a rank-deficient least-squares problem has the answer of smallest norm, not another
// one that is silently wrong: columns that are equal get equal weights, to what the regularisation leaves.
TEST(Cases, EqualColumnsShareTheirWeight) {
  const HostRows rows = data_rows(60, franke);
  HostNetwork network = grid_network(2, 3, 0, 1.2);
  for (int j = 0; j < 2; ++j) network.centres.push_back(network.centres[8 + j]);
  network.log_widths.push_back(network.log_widths[4]);
  network.weights.push_back(0);
  const DeviceProblem<double> problem({rows}, {network}), without({rows}, {grid_network(2, 3, 0, 1.2)});
  for (const auto* each : {&problem, &without}) {
    rbf_linear(Space(), each->rows(), each->networks(RbfBasis::gaussian), each->status);
  }
  EXPECT_EQ(problem.rank(), 9);
  EXPECT_EQ(without.rank(), 9);
  EXPECT_NEAR(problem.residual(), without.residual(), 1e-10);
  const std::vector<double> w = problem.network().weights, v = without.network().weights;
  EXPECT_NEAR(w[4] + w[9], v[4], 1e-8 * norm(v));
  EXPECT_NEAR(w[4], w[9], 0.2 * std::abs(v[4]));
  EXPECT_LT(norm(w), 1.05 * norm(v));
}

// KokkosKernels pull request 856 and issue 2344: many small rank-deficient problems in one batch.
TEST(Cases, ManyRankDeficientMembers) {
  constexpr std::size_t batch = 20000;
  HostRows rows{1, {}, {}, {}};
  for (int i = 0; i < 4; ++i) rows.add({0.25 * i}, 0, {0}, 1, 1.0 + i);
  const HostNetwork network{1, {0.5, 0.5, 0.5}, {0, 0, 0}, {0, 0, 0}};
  const DeviceProblem<double> problem({rows}, std::vector<HostNetwork>(batch, network)), alone({rows}, {network});
  rbf_linear(Space(), problem.rows(), problem.networks(RbfBasis::gaussian), problem.status);
  rbf_linear(Space(), alone.rows(), alone.networks(RbfBasis::gaussian), alone.status);
  const auto residual = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), problem.status.residual);
  const auto info = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), problem.status.info);
  for (std::size_t b = 0; b < batch; ++b) {
    ASSERT_EQ(residual(b), alone.residual());
    ASSERT_EQ(info(b), 0);
  }
}

// All centres in one place, the boundary weight almost nothing, or everything, and a width of a thousandth: an answer
// that is finite, and bad where it must be.
TEST(Cases, ExtremeNetworks) {
  HostNetwork one_place = grid_network(2, 8, 0.25, 3);
  one_place.centres.assign(one_place.centres.size(), 0.5);
  HostNetwork narrow = grid_network(2, 8, 0.25, 3);
  narrow.log_widths.assign(64, std::log(1e-3));
  const auto solved = [](const HostRows& rows, const HostNetwork& network) {
    const DeviceProblem<double> problem({rows}, {network});
    rbf_linear(Space(), problem.rows(), problem.networks(RbfBasis::gaussian), problem.status);
    EXPECT_EQ(problem.info(), 0);
    return problem.network();
  };
  const HostRows usual = article_penalty_rows(16, 64, 4e4);
  EXPECT_NEAR(article_error(RbfBasis::gaussian, solved(usual, one_place), false), 0.75, 0.35);
  EXPECT_GT(article_error(RbfBasis::gaussian, solved(usual, narrow), false), 0.5);
  const HostNetwork good = grid_network(2, 8, 0.25, 5);
  EXPECT_LT(article_error(RbfBasis::gaussian, solved(article_penalty_rows(16, 64, 1e20), good), false), 1);
  EXPECT_GT(article_error(RbfBasis::gaussian, solved(article_penalty_rows(16, 64, 1e-20), good), false), 0.1);
  EXPECT_LT(article_error(RbfBasis::gaussian, solved(usual, good), false), 1e-4);
}

}  // namespace
}  // namespace kolibri::test
