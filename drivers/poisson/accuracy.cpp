#include "poisson/accuracy.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <kolibri/error.hpp>

namespace kolibri::drivers {
namespace {

double squared(const Point& x) { return x[0] * x[0] + x[1] * x[1] + x[2] * x[2]; }

void add(Derivatives& u, double factor, const Derivatives& other) {
  u.value += factor * other.value;
  u.laplacian += factor * other.laplacian;
  for (std::size_t j = 0; j < 3; ++j) u.gradient[j] += factor * other.gradient[j];
}

/// The value alone where differences cannot be taken, at the singular point.
Derivatives enrichment_at(const PoissonProblem& problem, const Expression& function, const Point& x) {
  try {
    return derivatives_of(std::cref(function), problem.dimension(), x, problem.singular_step());
  } catch (const Error&) {
    const double nan = std::nan("");
    return {function(x), {nan, nan, nan}, nan};
  }
}

double residual_rms(const PoissonProblem& problem, const Trainer& trainer, const std::vector<Point>& points) {
  const std::vector<Derivatives> u = solution_at(problem, trainer, points);
  double square = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double residual = residual_at(problem.operator_at(points[i]), u[i]);
    square += residual * residual;
  }
  return std::sqrt(square / static_cast<double>(points.size()));
}

std::vector<Point> grid_points(const Domain& domain, int along) {
  const Grid grid = grid_over(domain, along);
  std::vector<Point> points;
  for (std::int64_t i = 0; i < grid.size(); ++i) {
    if (covers(domain, grid.at(i))) points.push_back(grid.at(i));
  }
  return points;
}

/// The error of the gradient too; Error where the formula cannot be evaluated about a point.
double relative_h1(const PoissonProblem& problem, const std::vector<Point>& points, const std::vector<Derivatives>& u) {
  double error = 0, size = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Derivatives exact =
        derivatives_of(std::cref(*problem.exact()), problem.dimension(), points[i], problem.singular_step());
    Point difference{};
    for (std::size_t j = 0; j < 3; ++j) difference[j] = u[i].gradient[j] - exact.gradient[j];
    error += (u[i].value - exact.value) * (u[i].value - exact.value) + squared(difference);
    size += exact.value * exact.value + squared(exact.gradient);
  }
  return std::sqrt(size > 0 ? error / size : error);
}

}  // namespace

std::vector<Derivatives> solution_at(const PoissonProblem& problem, const Trainer& trainer,
                                     const std::vector<Point>& points) {
  std::vector<Derivatives> u = trainer.evaluate(points);
  for (std::size_t i = 0; i < points.size(); ++i) {
    u[i] = compose(problem.composition_at(points[i]), u[i]);
    for (std::size_t e = 0; e < trainer.enrichment().size(); ++e) {
      add(u[i], trainer.enrichment()[e], enrichment_at(problem, problem.enrichment()[e], points[i]));
    }
  }
  return u;
}

SolutionErrors errors_of(const PoissonProblem& problem, const Trainer& trainer, int along) {
  const std::vector<Point> points = grid_points(problem.domain(), along);
  const std::vector<Derivatives> u = solution_at(problem, trainer, points);
  SolutionErrors errors;
  double error = 0, size = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double exact = (*problem.exact())(points[i]), difference = u[i].value - exact;
    error += difference * difference;
    size += exact * exact;
    errors.maximum = std::max(errors.maximum, std::abs(difference));
  }
  errors.relative_l2 = std::sqrt(size > 0 ? error / size : error);
  try {
    errors.relative_h1 = relative_h1(problem, points, u);
  } catch (const Error&) {
    errors.relative_h1.reset();
  }
  return errors;
}

PoissonAccuracy measure(const PoissonProblem& problem, const Trainer& trainer, const std::vector<Point>& training) {
  constexpr std::uint64_t unseen_seed = 0x9e3779b97f4a7c15u;
  constexpr std::array along{1001, 61, 21};
  PoissonAccuracy accuracy;
  const auto unless_a_formula_fails = [&](const char* norms, const auto& work) -> std::optional<decltype(work())> {
    try {
      return work();
    } catch (const KeyError& error) {
      accuracy.left_out.push_back(concat(norms, ": ", error.what()));
      return std::nullopt;
    }
  };
  const auto residual = [&](const char* norm, const std::vector<Point>& points) {
    std::optional<double> rms = unless_a_formula_fails(norm, [&] { return residual_rms(problem, trainer, points); });
    if (rms && !std::isfinite(*rms)) {
      accuracy.left_out.push_back(concat(norm, ": it is not finite"));
      rms.reset();
    }
    return rms;
  };
  accuracy.training_residual = residual("the residual at the points of training", training);
  accuracy.held_out_residual =
      residual("the residual at other points", random_points(problem.domain(), 1000, unseen_seed, 0));
  if (!problem.exact()) return accuracy;
  accuracy.errors = unless_a_formula_fails("the error", [&] {
    return errors_of(problem, trainer, along[static_cast<std::size_t>(problem.dimension() - 1)]);
  });
  return accuracy;
}

// Round-off may put a point of the boundary on either side of it.
bool covers(const Domain& domain, const Point& x) {
  if (domain.contains(x)) return true;
  Point inward = x;
  for (std::size_t j = 0; j < 3; ++j) inward[j] += 1e-9 * ((domain.lower()[j] + domain.upper()[j]) / 2 - x[j]);
  return domain.contains(inward);
}

}  // namespace kolibri::drivers
