#include <cmath>
#include <limits>
#include <utility>

#include "support.hpp"

namespace kolibri::test {
namespace {

template <class Real>
class Linear : public testing::Test {};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(Linear, Reals);

// A network that solves its rows exactly is found again.
TYPED_TEST(Linear, FindsTheWeightsThatMadeTheTargets) {
  for (int d = 1; d <= 3; ++d) {
    HostNetwork network = grid_network(d, d == 3 ? 3 : 4, 0.1, 0.9);
    for (int k = 0; k < network.neurons(); ++k) network.weights[k] = std::cos(2.0 * k + d);
    HostRows rows{d, {}, {}, {}};
    for (int i = 0; i < 3 * network.neurons(); ++i) {
      const std::vector<double> x = scattered_point(d, i);
      std::vector<double> b;
      for (int j = 0; j < d; ++j) b.push_back(0.3 * j - 0.2);
      rows.add(x, i % 3 == 0 ? 0.0 : 1.0, b, 1 + i % 3, 0);
    }
    rows.targets = residuals(RbfBasis::gaussian, rows, network);
    const DeviceProblem<TypeParam> problem({rows}, {grid_network(d, d == 3 ? 3 : 4, 0.1, 0.9)});
    rbf_linear(Space(), problem.rows(), problem.networks(RbfBasis::gaussian), problem.status);
    const HostNetwork found = problem.network();
    const double bound = std::is_same_v<TypeParam, float> ? 2e-2 : 1e-10;
    for (int k = 0; k < network.neurons(); ++k) EXPECT_NEAR(found.weights[k], network.weights[k], bound) << d;
    EXPECT_EQ(problem.info(), 0);
    EXPECT_EQ(problem.rank(), network.neurons());
    EXPECT_GT(problem.condition(), 1);
  }
}

// Against its definition: the weights of all rows but one, and the residual of that one. 100 rows are several panels.
// Wide functions are dependent to round-off; only their rank is left to be determined, and to some digits.
TYPED_TEST(Linear, LeavesOneOut) {
  constexpr bool single_precision = std::is_same_v<TypeParam, float>;
  for (const auto& [basis, width] :
       {std::pair{RbfBasis::gaussian, 1.0}, std::pair{RbfBasis::imq, 1.0}, std::pair{RbfBasis::gaussian, 200.0}}) {
    SCOPED_TRACE(width);
    const HostNetwork network = grid_network(2, 4, 0.1, width);
    const HostRows rows = article_penalty_rows(8, 36, 100);
    const DeviceProblem<TypeParam> all({rows}, {network});
    rbf_linear(Space(), all.rows(), all.networks(basis), all.status);
    double square = 0;
    for (int i = 0; i < rows.count(); ++i) {
      HostRows others, single;
      for (int k = 0; k < rows.count(); ++k) {
        HostRows& to = k == i ? single : others;
        const auto at = static_cast<std::size_t>(k);
        const double* const row = rows.operators.data() + 4 * at;
        to.add({rows.points[2 * at], rows.points[2 * at + 1]}, row[0], {row[1], row[2]}, row[3], rows.targets[at]);
      }
      const DeviceProblem<TypeParam> problem({others}, {network});
      rbf_linear(Space(), problem.rows(), problem.networks(basis), problem.status);
      const double error = residuals(basis, single, problem.network())[0];
      square += error * error;
    }
    EXPECT_EQ(all.rank() < 16, width > 1);
    const double tolerance = width > 1 ? 5e-2 : single_precision ? 1e-2 : 1e-8;
    EXPECT_NEAR(all.leave_one_out(), std::sqrt(square), tolerance * std::sqrt(square));
    EXPECT_GT(all.leave_one_out(), (width > 1 ? 1.0 : 1.05) * all.residual());
  }
}

// As many rows as neurons, or a neuron that one row alone sees: nothing is known without a row.
TYPED_TEST(Linear, LeavesNoRowOutThatIsNeeded) {
  const HostNetwork pair{1, {0, 10}, {0, 0}, {0, 0}};
  HostRows rows{1, {}, {}, {}};
  for (const double x : {-0.5, 0.5, 10.0}) rows.add({x}, 0, {0}, 1, 1 + x);
  const DeviceProblem<TypeParam> problem({rows}, {pair});
  rbf_linear(Space(), problem.rows(), problem.networks(RbfBasis::gaussian), problem.status);
  EXPECT_EQ(problem.leave_one_out(), std::numeric_limits<double>::infinity());
  EXPECT_LT(problem.residual(), 10);
}

// w = 3 and w = 1.5 for one and for two constant neurons: the mean of 1, 2, 6. The residual is sqrt(4 + 1 + 9).
TEST(LinearKnown, Mean) {
  HostRows rows{1, {}, {}, {}};
  for (const double f : {1.0, 2.0, 6.0}) rows.add({0}, 0, {0}, 1, f);
  for (const int neurons : {1, 2}) {
    const DeviceProblem<double> problem(
        {rows}, {{1, std::vector<double>(neurons), std::vector<double>(neurons), std::vector<double>(neurons)}});
    rbf_linear(Space(), problem.rows(), problem.networks(RbfBasis::gaussian), problem.status);
    for (const double w : problem.network().weights) EXPECT_NEAR(w, 3.0 / neurons, 1e-1 * (neurons - 1) + 1e-14);
    EXPECT_NEAR(norm(residuals(RbfBasis::gaussian, rows, problem.network())), std::sqrt(14.0), 1e-12);
    EXPECT_NEAR(problem.residual(), std::sqrt(14.0), 1e-12);
    EXPECT_EQ(problem.rank(), 1);
    EXPECT_EQ(std::isinf(problem.condition()), neurons == 2);
  }
}

// A neuron so far outside that the squares of its elements underflow, to numbers of few digits at first: what is said
// of the fit is true of the network.
TEST(LinearKnown, ANeuronBeyondUnderflowHasNoWeight) {
  const HostRows rows = article_penalty_rows(10, 40, 100);
  for (double off = 24; off <= 29; off += 0.125) {
    HostNetwork network = grid_network(2, 5, 0.2, 2);
    network.centres.insert(network.centres.end(), {off, 0.5});
    network.log_widths.push_back(std::log(1.362));
    network.weights.push_back(0);
    const DeviceProblem<double> problem({rows}, {network});
    rbf_linear(Space(), problem.rows(), problem.networks(RbfBasis::gaussian), problem.status);
    EXPECT_NEAR(norm(residuals(RbfBasis::gaussian, rows, problem.network())), problem.residual(),
                1e-6 * problem.residual())
        << off;
    if (off > 28) {
      EXPECT_EQ(problem.network().weights.back(), 0);
    }
  }
}

// The residual of a minimum is orthogonal to every column of the matrix.
TEST(LinearProperty, ResidualIsOrthogonalToTheColumns) {
  const HostRows rows = article_penalty_rows(10, 40, 100);
  for (const RbfBasis basis : {RbfBasis::gaussian, RbfBasis::gaussian_sigma, RbfBasis::imq, RbfBasis::mq,
                               RbfBasis::matern52, RbfBasis::wendland_c4}) {
    const DeviceProblem<double> problem({rows}, {grid_network(2, 6, 0.2, 1.5)});
    rbf_linear(Space(), problem.rows(), problem.networks(basis), problem.status);
    const std::vector<double> r = residuals(basis, rows, problem.network());
    EXPECT_NEAR(norm(r), problem.residual(), 1e-8 * problem.residual());
    for (int k = 0; k < 36; ++k) {
      HostNetwork single = problem.network();
      single.weights.assign(36, 0.0);
      single.weights[static_cast<std::size_t>(k)] = 1;
      HostRows homogeneous = rows;
      homogeneous.targets.assign(rows.targets.size(), 0.0);
      const std::vector<double> column = residuals(basis, homogeneous, single);
      double product = 0;
      for (std::size_t i = 0; i < r.size(); ++i) product += r[i] * column[i];
      EXPECT_LE(std::abs(product), 1e-8 * norm(r) * norm(column));
    }
  }
}

// Panels are 64 rows on hosts and 32 on devices: numbers of rows around their multiples, of neurons around panels too.
TEST(LinearShapes, EveryNumberOfRowsAndNeurons) {
  for (const int neurons : {1, 2, 31, 33, 65}) {
    for (const int count : {neurons, neurons + 1, 64, 65, 129}) {
      if (count < neurons) continue;
      HostRows rows{1, {}, {}, {}};
      HostNetwork network{1, {}, {}, {}};
      for (int k = 0; k < neurons; ++k) {
        network.centres.push_back((k + 0.5) / neurons);
        network.log_widths.push_back(std::log(0.7 / neurons));
        network.weights.push_back(1.0 + k % 3);
      }
      for (int i = 0; i < count; ++i) rows.add({(i + 0.5) / count}, 0, {0}, 1, 0);
      rows.targets = residuals(RbfBasis::imq, rows, network);
      const DeviceProblem<double> problem({rows}, {network});
      rbf_linear(Space(), problem.rows(), problem.networks(RbfBasis::imq), problem.status);
      EXPECT_LT(problem.residual(), 1e-11 * norm(rows.targets)) << count << " rows, " << neurons << " neurons";
    }
  }
}

// A member's bits depend on nothing but the member; one that is not finite is flagged and disturbs no other.
TEST(LinearBatch, MembersAreIndependent) {
  const HostRows rows = article_hard_rows(9);
  std::vector<HostNetwork> networks;
  for (int b = 0; b < 7; ++b) networks.push_back(grid_network(2, 5, 0.2, 1.5 + 0.3 * b));
  networks[3].log_widths[2] = std::numeric_limits<double>::quiet_NaN();
  networks[5].centres[0] = std::numeric_limits<double>::infinity();
  const DeviceProblem<double> batch({rows}, networks);
  rbf_linear(Space(), batch.rows(), batch.networks(RbfBasis::gaussian), batch.status);
  for (std::size_t b = 0; b < networks.size(); ++b) {
    const DeviceProblem<double> alone({rows}, {networks[b]});
    rbf_linear(Space(), alone.rows(), alone.networks(RbfBasis::gaussian), alone.status);
    const bool bad = b == 3 || b == 5;
    EXPECT_EQ(batch.info(b), bad ? -1 : 0) << b;
    if (bad) {
      for (const double w : batch.network(b).weights) EXPECT_TRUE(std::isnan(w));
    } else {
      EXPECT_EQ(batch.network(b).weights, alone.network().weights) << b;
    }
  }
}

TEST(LinearBatch, RowsOfTheirOwn) {
  std::vector<HostRows> rows(3, article_hard_rows(8));
  for (int b = 0; b < 3; ++b) {
    for (double& f : rows[b].targets) f *= b + 1;
  }
  rows[1].targets[7] = std::numeric_limits<double>::quiet_NaN();
  const DeviceProblem<double> problem(rows, std::vector<HostNetwork>(3, grid_network(2, 5, 0.2, 1.5)));
  rbf_linear(Space(), problem.rows(), problem.networks(RbfBasis::gaussian), problem.status);
  EXPECT_EQ(problem.info(0), 0);
  EXPECT_EQ(problem.info(1), -1);
  const HostNetwork first = problem.network(0), third = problem.network(2);
  for (int k = 0; k < 25; ++k) EXPECT_NEAR(third.weights[k], 3 * first.weights[k], 1e-9 * norm(first.weights));
}

TEST(LinearBatch, Empty) {
  const Kokkos::View<double***, Memory> points("", 1, 3, 2), operators("", 1, 3, 4), centres("", 0, 2, 2);
  const Kokkos::View<double**, Memory> targets("", 1, 3), log_widths("", 0, 2), weights("", 0, 2);
  rbf_linear(Space(), rbf_rows(points, operators, targets),
             rbf_networks(RbfBasis::gaussian, centres, log_widths, weights));
}

// Views of the other layout and of a stride give the same bits.
TEST(LinearLayouts, Agree) {
  const DeviceProblem<double> problem({article_hard_rows(8)}, {grid_network(2, 5, 0.2, 1.5)});
  rbf_linear(Space(), problem.rows(), problem.networks(RbfBasis::gaussian), problem.status);
  const Kokkos::View<double***, Kokkos::LayoutLeft, Memory> points("", 1, 64, 2), operators("", 1, 64, 4),
      centres("", 1, 25, 2);
  const Kokkos::View<double***, Kokkos::LayoutLeft, Memory> wide("", 1, 25, 3);
  Kokkos::deep_copy(points, problem.points);
  Kokkos::deep_copy(operators, problem.operators);
  Kokkos::deep_copy(centres, problem.centres);
  const auto weights = Kokkos::subview(wide, Kokkos::ALL, Kokkos::ALL, 1);
  rbf_linear(Space(), rbf_rows(points, operators, problem.targets),
             rbf_networks(RbfBasis::gaussian, centres, problem.log_widths, weights));
  const auto strided = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), wide);
  for (int k = 0; k < 25; ++k) EXPECT_EQ(strided(0, k, 1), problem.network().weights[static_cast<std::size_t>(k)]);
}

}  // namespace
}  // namespace kolibri::test
