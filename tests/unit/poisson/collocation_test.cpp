#include "poisson/collocation.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kolibri::drivers {
namespace {

PoissonConfig config_of(BoundaryMethod boundary) {
  PoissonConfig config;
  config.problem.kappa = "2 + x";
  config.problem.b = {"y", "-3"};
  config.problem.q = "x*y";
  config.problem.f = "exp(y)";
  config.problem.p = "sin(x + 2*y)";
  config.training.boundary = boundary;
  return config;
}

const io::GivenKeys nowhere{{"", "a.yaml"}};

// u = p + D n, p continued inside, with n = exp(x) cos(3 y): L' n - f' of the row is L u - f of the composed solution.
TEST(Collocation, HardRowsAreTheEquationOfTheComposedSolution) {
  for (const DomainShape shape : {DomainShape::box, DomainShape::disc}) {
    PoissonConfig config = config_of(BoundaryMethod::hard);
    config.domain.shape = shape;
    const PoissonProblem problem(config, nowhere);
    const Point x{0.31, 0.43, 0};
    const RowSet rows = make_rows(problem, {{x}, {}, {}}, {1, 1});
    const double n = std::exp(x[0]) * std::cos(3 * x[1]);
    const Derivatives network{n, {n, -3 * std::exp(x[0]) * std::sin(3 * x[1]), 0}, -8 * n};
    const double row = rows.operators[0] * network.laplacian + rows.operators[1] * network.gradient[0] +
                       rows.operators[2] * network.gradient[1] + rows.operators[3] * n - rows.targets[0];
    const Derivatives u = compose(problem.composition_at(x), network);
    EXPECT_NEAR(row, residual_at(problem.operator_at(x), u), 1e-10);
    const Composition at = problem.composition_at(x);
    EXPECT_NEAR(u.value, at.lift.value + problem.domain().distance(x).value * n, 1e-14);
  }
}

// The lift has the values of p on the boundary, asks for no others, and its derivatives are those of differences.
TEST(Lift, HasTheValuesOfTheBoundary) {
  for (int d = 1; d <= 3; ++d) {
    DomainOptions options;
    options.intervals = {{-1, 2}, {0.5, 1}, {3, 7}};
    options.intervals.resize(static_cast<std::size_t>(d));
    for (const DomainShape shape : {DomainShape::box, DomainShape::disc}) {
      if (shape == DomainShape::disc && d != 2) continue;
      options.shape = shape;
      const auto domain = make_domain(options, d);
      const std::string text = d == 1 ? "exp(x)" : d == 2 ? "exp(x) * cos(2*y) + x*y" : "exp(x) * cos(2*y) + x*y*z";
      const Expression p("p", text, d);
      const auto lift = make_lift(*domain, p);
      for (int i = 0; i < 40; ++i) {
        const BoundaryPoint point = domain->boundary_at((i + 0.3) / 40, 0.71);
        EXPECT_NEAR(lift->at(point.x).value, p(point.x), 1e-13);
      }
      Point x{};
      for (std::size_t j = 0; j < static_cast<std::size_t>(d); ++j) {
        x[j] = 0.4 * domain->lower()[j] + 0.6 * domain->upper()[j];
      }
      const Derivatives expected = derivatives_of([&](const Point& at) { return lift->at(at).value; }, d, x, 0.02);
      EXPECT_NEAR(lift->at(x).laplacian, expected.laplacian, 1e-8);
      for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(lift->at(x).gradient[j], expected.gradient[j], 1e-9);
    }
  }
}

// div(kappa grad u) = kappa Lap u + grad kappa . grad u.
TEST(Collocation, DivergenceForm) {
  PoissonConfig config = config_of(BoundaryMethod::penalty);
  config.problem.kappa = "exp(x) * (2 + y^2)";
  const Point x{0.31, 0.43, 0};
  const OperatorAt plain = PoissonProblem(config, nowhere).operator_at(x);
  config.problem.form = EquationForm::divergence;
  const OperatorAt divergence = PoissonProblem(config, nowhere).operator_at(x);
  EXPECT_EQ(divergence.kappa, plain.kappa);
  EXPECT_NEAR(divergence.b[0], plain.b[0] + std::exp(0.31) * (2 + 0.43 * 0.43), 1e-11);
  EXPECT_NEAR(divergence.b[1], plain.b[1] + std::exp(0.31) * 0.86, 1e-11);
  EXPECT_EQ(divergence.q, plain.q);
  config.problem.kappa = "3";
  EXPECT_EQ(PoissonProblem(config, nowhere).operator_at(x).b, plain.b);
}

std::string error_of(const PoissonConfig& config) {
  try {
    PoissonProblem(config, nowhere).operator_at({0.5, 0.5, 0});
    return "no error";
  } catch (const KeyError& error) {
    return error.key + ": " + error.what();
  }
}

// Steep ones, and those whose range ends beside the domain; jumps, wherever they are, have no gradient.
TEST(Collocation, DivergenceFormOfSteepAndOfBrokenKappas) {
  PoissonConfig config;
  config.problem.form = EquationForm::divergence;
  config.problem.kappa = "2 + atan(50*(x-0.5))";
  const PoissonProblem steep(config, nowhere);
  for (const double x : {0.31, 0.49, 0.5, 0.503, 0.7}) {
    const double t = 50 * (x - 0.5), slope = 50 / (1 + t * t);
    EXPECT_NEAR(steep.operator_at({x, 0.4, 0}).b[0], slope, 1e-9 * slope + 1e-10) << x;
  }
  config.problem.kappa = "1 + sqrt(x)";
  const PoissonProblem edge(config, nowhere);
  for (const double x : {1e-6, 1e-4, 2e-3, 0.3}) {
    EXPECT_NEAR(edge.operator_at({x, 0.4, 0}).b[0], 0.5 / std::sqrt(x), 1e-5 / std::sqrt(x)) << x;
  }
  for (const char* const jump : {"x > 0.512 ? 10 : 1", "x + y > 0.77 ? 2 : 1 + x", "x < 0.003 ? 1 : 1.2"}) {
    config.problem.kappa = jump;
    const std::string text = error_of(config);
    EXPECT_TRUE(text.starts_with("problem.kappa: 'problem.kappa' jumps from ")) << text;
  }
  config.problem.kappa = "2 + tanh(1e3*(x - 0.51))";
  EXPECT_EQ(error_of(config), "no error");
}

// DeepXDE issues 646 and 1338: a condition without points.
TEST(Collocation, EmptySetsAreNamed) {
  PoissonConfig config;
  config.problem.conditions = {{{"x_min"}, ConditionKind::neumann, "0", "0"}};
  const PoissonProblem problem(config, nowhere);
  const BoundaryPoint left{{0, 0.5, 0}, {-1, 0, 0}, 0}, right{{1, 0.5, 0}, {1, 0, 0}, 1};
  const auto key_of = [&](const PointSet& points) -> std::string {
    try {
      require_points(problem, points);
      return "none";
    } catch (const KeyError& error) {
      return error.key;
    }
  };
  EXPECT_EQ(key_of({{{0.5, 0.5, 0}}, {left, right}, {}}), "none");
  EXPECT_EQ(key_of({{{0.5, 0.5, 0}}, {left}, {}}), "problem.p");
  EXPECT_EQ(key_of({{{0.5, 0.5, 0}}, {right}, {}}), "problem.conditions.1");
  EXPECT_EQ(key_of({{}, {left, right}, {}}), "points.interior");
}

TEST(Collocation, PenaltyRows) {
  PoissonConfig config = config_of(BoundaryMethod::penalty);
  config.domain.intervals = {{0, 2}, {0, 1}};
  config.problem.conditions = {{{"x_max"}, ConditionKind::neumann, "7", "1"},
                               {{"y_min"}, ConditionKind::robin, "x", "5"}};
  const PoissonProblem problem(config, nowhere);
  EXPECT_FALSE(problem.hard());
  const PointSet points{{{1, 0.5, 0}},
                        {problem.domain().boundary_at(0.05, 0), problem.domain().boundary_at(0.25, 0),
                         problem.domain().boundary_at(0.5, 0)},
                        {}};
  const RowWeights weights = row_weights(problem, points, 0);
  EXPECT_DOUBLE_EQ(weights.lambda, 1e4 / 3);
  EXPECT_DOUBLE_EQ(weights.equation, 4.0 / 3) << "side 2, kappa 3";
  const RowSet rows = make_rows(problem, points, weights);
  ASSERT_EQ(rows.rows, 4);
  const RowSet with_sensor = make_rows(problem, {{}, {}, {{{1, 0.25, 0}, 6}}}, weights);
  EXPECT_EQ(with_sensor.operators, (std::vector<double>{0, 0, 0, std::sqrt(weights.lambda)}));
  EXPECT_DOUBLE_EQ(with_sensor.targets[0], 6 * std::sqrt(weights.lambda));
  const double value = std::sqrt(weights.lambda), slope = 2 * value;
  const auto expect_row = [&](std::size_t i, const std::vector<double>& row, double f) {
    for (std::size_t j = 0; j < 4; ++j) EXPECT_NEAR(rows.operators[4 * i + j], row[j], 1e-12 * value) << i << ", " << j;
    EXPECT_NEAR(rows.targets[i], f, 1e-12 * value) << i;
  };
  const double w = weights.equation;
  expect_row(0, {3 * w, 0.5 * w, -3 * w, 0.5 * w}, w * std::exp(0.5));
  const Point left = points.boundary[0].x, bottom = points.boundary[2].x;
  expect_row(1, {0, 0, 0, value}, value * std::sin(left[0] + 2 * left[1]));
  expect_row(2, {0, slope, 0, 0}, slope * 7);
  expect_row(3, {0, 0, -slope, slope * 5}, slope * bottom[0]);
}

}  // namespace
}  // namespace kolibri::drivers
