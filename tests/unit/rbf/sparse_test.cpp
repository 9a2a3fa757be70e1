#include <algorithm>
#include <cmath>
#include <kolibri/rbf_sparse.hpp>
#include <limits>
#include <string>

#include "../message_of.hpp"
#include "support.hpp"

// Sparse networks against dense ones, and their levels.
namespace kolibri::test {
namespace {

constexpr RbfBasis wendland = RbfBasis::wendland_c4;

/// One level behind another: sides 5, 9, 17, ..., widths 5 times their distance.
HostNetwork levels_of(int count, std::vector<int>& sizes) {
  HostNetwork all{2, {}, {}, {}};
  for (int level = 0, side = 5; level < count; ++level, side = 2 * side - 1) {
    const HostNetwork part = grid_network(2, side, 0.25, 5);
    all.centres.insert(all.centres.end(), part.centres.begin(), part.centres.end());
    all.log_widths.insert(all.log_widths.end(), part.log_widths.begin(), part.log_widths.end());
    sizes.push_back(part.neurons());
  }
  all.weights.assign(all.log_widths.size(), 7.0);  // what stood there before is of no account
  return all;
}

// The minimum of a well-conditioned problem is the same, however it is found.
TEST(Sparse, IsTheDenseSolution) {
  for (int d = 1; d <= 3; ++d) {
    const HostNetwork network = grid_network(d, d == 3 ? 5 : 9, 0, 1.7);
    HostRows rows{d, {}, {}, {}};
    for (int i = 0; i < 4 * network.neurons(); ++i) {
      const std::vector<double> x = scattered_point(d, i);
      std::vector<double> b;
      for (int j = 0; j < d; ++j) b.push_back(0.3 * j - 0.2);
      rows.add(x, i % 3 == 0 ? 0.0 : 0.01, b, 1 + i % 3, std::cos(3.0 * x[0]));
    }
    const DeviceProblem<double> dense({rows}, {network}), sparse({rows}, {network});
    rbf_linear(Space(), dense.rows(), dense.networks(wendland), dense.status);
    const RbfSparseReport report = rbf_sparse(Space(), sparse.rows(), sparse.networks(wendland), {network.neurons()},
                                              {.tolerance = 1e-14, .iterations = 2000});
    EXPECT_EQ(report.info, 0);
    ASSERT_EQ(report.fits.size(), 1u);
    EXPECT_LT(report.fits[0].iterations, 2000);
    EXPECT_LT(report.fits[0].nonzeros, std::int64_t{rows.count()} * network.neurons());
    EXPECT_NEAR(report.fits[0].residual, dense.residual(), 1e-10 * dense.residual());
    const std::vector<double> expected = dense.network().weights, got = sparse.network().weights;
    for (int k = 0; k < network.neurons(); ++k) EXPECT_NEAR(got[k], expected[k], 1e-8 * norm(expected)) << d;
  }
}

// Widths in proportion to the distance: a single level is left with an error that no finer centres lessen, the sum of
// levels is not.
TEST(Sparse, TheErrorFallsFromLevelToLevel) {
  const HostRows rows = article_penalty_rows(40, 160, 1e5);
  double before = 1;
  for (int count = 1; count <= 3; ++count) {
    std::vector<int> sizes;
    const DeviceProblem<double> problem({rows}, {levels_of(count, sizes)});
    const RbfSparseReport report = rbf_sparse(Space(), problem.rows(), problem.networks(wendland), sizes);
    const double error = article_error(wendland, problem.network(), false);
    EXPECT_LT(error, before / 5) << count << " levels";
    before = error;
    EXPECT_EQ(report.fits.size(), static_cast<std::size_t>(2 * count - 1));
    for (std::size_t i = 1; i < report.fits.size(); ++i) {
      EXPECT_LE(report.fits[i].residual, report.fits[i - 1].residual * (1 + 1e-12));
    }
    EXPECT_NEAR(report.fits.back().residual, norm(residuals(wendland, rows, problem.network())),
                1e-9 * norm(rows.targets));
  }
  EXPECT_LT(before, 1e-5);
  const DeviceProblem<double> single({rows}, {grid_network(2, 17, 0.25, 5)});
  rbf_sparse(Space(), single.rows(), single.networks(wendland), {289});
  EXPECT_GT(article_error(wendland, single.network(), false), 10 * before);
}

TEST(Sparse, HasTheSameBitsInEveryRun) {
  std::vector<int> sizes;
  const HostNetwork network = levels_of(3, sizes);
  std::vector<double> first;
  for (int run = 0; run < 3; ++run) {
    const DeviceProblem<double> problem({article_hard_rows(30)}, {network});
    rbf_sparse(Space(), problem.rows(), problem.networks(wendland), sizes);
    if (run == 0) first = problem.network().weights;
    EXPECT_EQ(problem.network().weights, first);
  }
}

// Neurons that no row sees have no weight, equal ones share theirs, and targets of zero need no steps.
TEST(Sparse, DegenerateColumns) {
  HostNetwork network = grid_network(1, 5, 0, 1.5);
  network.centres.insert(network.centres.end(), {9.0, 0.5});  // far away; the third one again
  network.log_widths.resize(7, network.log_widths[0]);
  network.weights.resize(7);
  HostRows rows{1, {}, {}, {}};
  for (int i = 0; i < 30; ++i) rows.add({i / 29.0}, 0, {0}, 1, std::exp(i / 29.0));
  const DeviceProblem<double> problem({rows}, {network});
  rbf_sparse(Space(), problem.rows(), problem.networks(wendland), {7});
  const std::vector<double> w = problem.network().weights;
  EXPECT_EQ(w[5], 0);
  EXPECT_NEAR(w[6], w[2], 1e-10 * norm(w));
  EXPECT_NE(w[2], 0);
  rows.targets.assign(rows.targets.size(), 0.0);
  const DeviceProblem<double> zero({rows}, {network});
  const RbfSparseReport report = rbf_sparse(Space(), zero.rows(), zero.networks(wendland), {7});
  EXPECT_EQ(report.fits[0].iterations, 0);
  EXPECT_EQ(norm(zero.network().weights), 0);
}

// Rows that are small everywhere near a neuron, as where kappa is, do not take its weight away; rows at the very border
// of its support do.
TEST(Sparse, SmallRowsAreFittedAsOthers) {
  HostNetwork network{1, {}, {}, {}};
  HostRows rows{1, {}, {}, {}};
  for (int part = 0; part < 2; ++part) {
    const double weight = part == 0 ? 1 : 1e-9;
    for (int k = 0; k < 5; ++k) network.centres.push_back(9 * part + k / 4.0);
    for (int i = 0; i < 30; ++i) {
      rows.add({9 * part + i / 29.0}, 0.01, {0.5}, 1, std::exp(i / 29.0), weight);
    }
  }
  network.centres.push_back(1 + 0.4 * (1 - 1e-4));
  network.log_widths.assign(11, std::log(0.4));
  network.weights.resize(11);
  const DeviceProblem<double> problem({rows}, {network});
  const RbfSparseReport report = rbf_sparse(Space(), problem.rows(), problem.networks(wendland), {11});
  EXPECT_EQ(report.fits[0].unseen, 1);
  const std::vector<double> w = problem.network().weights;
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_NE(w[k], 0);
    EXPECT_NEAR(w[5 + k], w[k], 1e-8 * norm(w)) << k;
  }
  EXPECT_EQ(w[10], 0);
}

TEST(Sparse, SaysWhatIsNotFinite) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  for (int kind = 0; kind < 8; ++kind) {
    HostNetwork network = grid_network(2, 4, 0, 2);
    HostRows rows = article_hard_rows(8);
    if (kind == 0) network.log_widths[3] = nan;
    if (kind == 1) network.log_widths[3] = -800;  // a width of 0
    if (kind == 2) network.centres[5] = infinity;
    if (kind == 3) rows.targets[9] = nan;
    if (kind == 4) rows.operators[13] = infinity;
    if (kind == 5) rows.targets.assign(rows.targets.size(), 1e200);  // finite, but what is made of it is not
    if (kind == 6) rows.operators[0] = 1e308;
    if (kind == 7) {
      network.log_widths.assign(16, -200.0);
      std::copy_n(rows.points.begin(), 2, network.centres.begin());
    }
    const DeviceProblem<double> problem({rows}, {network});
    EXPECT_EQ(rbf_sparse(Space(), problem.rows(), problem.networks(wendland), {16}).info, -1) << kind;
    for (const double w : problem.network().weights) EXPECT_TRUE(std::isnan(w));
  }
}

TEST(Sparse, Arguments) {
  const DeviceProblem<double> problem({article_hard_rows(8)}, {grid_network(2, 4, 0, 2)});
  const auto error_of = [&](RbfBasis basis, const std::vector<int>& levels, const RbfSparseOptions& options = {}) {
    return message_of([&] { rbf_sparse(Space(), problem.rows(), problem.networks(basis), levels, options); });
  };
  EXPECT_EQ(error_of(RbfBasis::gaussian, {16}),
            "kolibri::rbf_sparse: the basis must be wendland_c4: no other one has a support");
  EXPECT_EQ(error_of(wendland, {4, 11}), "kolibri::rbf_sparse: levels must add up to the 16 neurons, got 15");
  EXPECT_EQ(error_of(wendland, {16, 0}),
            "kolibri::rbf_sparse: a level must have from 1 to as many neurons as rows, 64, got 0");
  EXPECT_EQ(error_of(wendland, {16}, {.tolerance = 0, .iterations = 1}),
            "kolibri::rbf_sparse: tolerance must be in (0, 1), got 0");
  EXPECT_EQ(error_of(wendland, {16}, {.tolerance = 0.1, .iterations = 0}),
            "kolibri::rbf_sparse: iterations must be >= 1, got 0");
  const DeviceProblem<double> two({article_hard_rows(8)}, {2, grid_network(2, 4, 0, 2)});
  EXPECT_EQ(message_of([&] { rbf_sparse(Space(), two.rows(), two.networks(wendland), {16}); }),
            "kolibri::rbf_sparse: one network at a time, got 2");
  const DeviceProblem<double> many({article_hard_rows(70)}, {grid_network(2, 65, 0, 2)});
  EXPECT_EQ(message_of([&] { rbf_linear(Space(), many.rows(), many.networks(wendland)); }),
            "kolibri::rbf_linear: up to 4096 neurons are supported, got 4225; more are for rbf_sparse()");
}

}  // namespace
}  // namespace kolibri::test
