#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "descent.hpp"
#include "varpro_task.hpp"

// The inside of the trainings by one thread: gradients of their functionals against finite differences.
namespace kolibri::detail {
namespace {

constexpr int rows = 40, neurons = 5;

/// A small problem with every term of the operator, in host memory.
struct Problem {
  int d;
  std::vector<double> points, operators, targets, centres, log_widths, weights;

  explicit Problem(int dimension)
      : d(dimension),
        points(rows * d),
        operators(rows * (d + 2)),
        targets(rows),
        centres(neurons * d),
        log_widths(neurons),
        weights(neurons) {
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < d; ++j) points[i * d + j] = std::fmod(0.137 + i * (0.618 + 0.137 * j), 1.0);
      for (int j = 0; j < d + 2; ++j) operators[i * (d + 2) + j] = std::cos(1.0 + 3 * i + j) / (j == 0 ? 10 : 1);
      targets[i] = std::sin(2.0 * i);
    }
    for (int k = 0; k < neurons; ++k) {
      for (int j = 0; j < d; ++j) centres[k * d + j] = std::fmod(0.2 + k * (0.37 + 0.24 * j), 1.0);
      log_widths[k] = std::log(0.3 + 0.05 * k);
      weights[k] = 1 - 0.5 * k;
    }
  }

  RbfRowData<double> row_data() const {
    return {{points.data(), 1, rows, d, 0, d, 1},
            {operators.data(), 1, rows, d + 2, 0, d + 2, 1},
            {targets.data(), 0, 1},
            1};
  }
  RbfNetworkData<double> network_data(RbfBasis basis) {
    return {basis, {centres.data(), 1, neurons, d, 0, d, 1}, {log_widths.data(), 0, 1}, {weights.data(), 0, 1}};
  }
  double& parameter(int q) {
    return q % (d + 1) == d ? log_widths[q / (d + 1)] : centres[q / (d + 1) * d + q % (d + 1)];
  }
};

template <class Storage>
std::vector<std::byte> laid_out(Storage& storage) {
  std::vector<std::byte> block(bytes_of(storage));
  storage.lay_out(Carver<>{block.data()});
  return block;
}

template <class Functional>
double difference(Problem& problem, int q, double h, const Functional& functional) {
  const double kept = problem.parameter(q);
  const auto at = [&](double shift) {
    problem.parameter(q) = kept + shift;
    return functional(problem);
  };
  const double result = (at(-2 * h) - 8 * at(-h) + 8 * at(h) - at(2 * h)) / (12 * h);
  problem.parameter(q) = kept;
  return result;
}

VarproTask<double> task_of(Problem& problem, RbfBasis basis) {
  return {problem.row_data(), problem.network_data(basis), nullptr, {}, 1e-14, 1e-3, 8, 16};
}

// |f - A w|^2 / 2 at its minimum over w.
double projected_functional(Problem& problem, RbfBasis basis) {
  const auto task = task_of(problem, basis);
  auto s = task.storage();
  const auto block = laid_out(s);
  load_neurons(SerialMember{}, task.networks, 0, s.linear.neuron);
  const double residual = task.solve(SerialMember{}, 0, s).residual;
  return residual * residual / 2;
}

constexpr RbfBasis all_bases[] = {RbfBasis::gaussian, RbfBasis::gaussian_sigma, RbfBasis::imq,
                                  RbfBasis::mq,       RbfBasis::matern52,       RbfBasis::wendland_c4};

// Kaufman leaves out of the Jacobian of f - A w what is orthogonal to the residual: -R22^T z2 is the whole gradient.
TEST(ProjectedJacobian, GivesTheGradientOfTheProjectedFunctional) {
  for (const RbfBasis basis : all_bases) {
    for (int d = 1; d <= 3; ++d) {
      Problem problem(d);
      const auto task = task_of(problem, basis);
      auto s = task.storage();
      const auto block = laid_out(s);
      load_neurons(SerialMember{}, task.networks, 0, s.neuron);
      load_neurons(SerialMember{}, task.networks, 0, s.linear.neuron);
      task.solve(SerialMember{}, 0, s);
      VarproTask<double>::copy(SerialMember{}, neurons, s.linear.weights, s.weights);
      task.project_jacobian(SerialMember{}, 0, s);
      const auto r = s.factor();
      for (int q = 0; q < s.parameters(); ++q) {
        double gradient = 0;
        for (int i = 0; i <= q; ++i) gradient -= r(neurons + i, neurons + q) * r(neurons + i, s.columns() - 1);
        const double expected =
            difference(problem, q, 5e-4, [&](Problem& moved) { return projected_functional(moved, basis); });
        EXPECT_NEAR(gradient, expected, 2e-6 * (1 + std::abs(expected)))
            << "basis " << static_cast<int>(basis) << ", d = " << d << ", parameter " << q;
      }
    }
  }
}

double functional_of(Problem& problem, RbfBasis basis, DescentStorage<double>& s) {
  const auto data = problem.row_data();
  const auto networks = problem.network_data(basis);
  load_neurons(SerialMember{}, networks, 0, s.neuron);
  for (int k = 0; k < neurons; ++k) s.weights[k] = problem.weights[k];
  return Collocation<double>{data, basis, 0}.make(SerialMember{}, s, s.neuron);
}

// dI/dc and dI/da = dI/d(ln a) / a of I = |M w - f|^2 / 2, from the pass that makes M.
TEST(DescentGradient, IsThatOfTheFunctional) {
  for (const RbfBasis basis : all_bases) {
    for (int d = 1; d <= 3; ++d) {
      Problem problem(d);
      const auto data = problem.row_data();
      DescentStorage<double> s{};
      s.rows = rows;
      s.neurons = neurons;
      const auto block = laid_out(s);
      functional_of(problem, basis, s);
      const Collocation<double> collocation{data, basis, 0};
      std::vector<double> gradient(neurons * (d + 1));
      collocation.gradient(SerialMember{}, s, CentreStep{});
      for (int q = 0; q < neurons * (d + 1); ++q) gradient[q] = s.gradient[q / (d + 1) * rbf_components + q % (d + 1)];
      const double squared = collocation.gradient(SerialMember{}, s, WidthStep{});
      double square = 0;
      for (int k = 0; k < neurons; ++k) {
        const double by_width = s.gradient[k * rbf_components];
        square += by_width * by_width;
        gradient[k * (d + 1) + d] = by_width * std::exp(problem.log_widths[k]);
      }
      EXPECT_NEAR(squared, square, 1e-12 * square);
      for (int q = 0; q < neurons * (d + 1); ++q) {
        const double expected =
            difference(problem, q, 5e-4, [&](Problem& moved) { return functional_of(moved, basis, s); });
        EXPECT_NEAR(gradient[q], expected, 1e-6 * (1 + std::abs(expected)))
            << "basis " << static_cast<int>(basis) << ", d = " << d << ", parameter " << q;
      }
    }
  }
}

}  // namespace
}  // namespace kolibri::detail
