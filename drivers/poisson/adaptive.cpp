#include "poisson/adaptive.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "poisson/accuracy.hpp"
#include "poisson/random_fraction.hpp"

namespace kolibri::drivers {
namespace {

constexpr std::uint64_t draw_seed = 0x5851f42d4c957f2du;  // apart from the numbers that the candidates are made of

/// 0 for a residual that is not finite, negative where a formula has no value.
double squared_residual(const PoissonProblem& problem, const Point& x, const Derivatives& u) {
  try {
    const double residual = residual_at(problem.operator_at(x), u);
    return std::isfinite(residual) ? residual * residual : 0;
  } catch (const KeyError&) {
    return -1;
  }
}

std::vector<double> squared_residuals(const PoissonProblem& problem, const Trainer& trainer,
                                      const std::vector<Point>& points) {
  const std::vector<Derivatives> u = solution_at(problem, trainer, points);
  std::vector<double> squares(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    squares[i] = squared_residual(problem, points[i], u[i]);
  }
  return squares;
}

}  // namespace

int points_before_adapting(const PointOptions& options, std::size_t neurons) {
  const auto enough = static_cast<int>(neurons + neurons / 5);
  return std::min(options.interior, std::max((options.interior + 1) / 2, enough));
}

// The largest of u^(1 / weight) are a draw without replacement (Efraimidis and Spirakis, Inf. Process. Lett. 97, 2006).
std::vector<Point> points_by_residual(const PoissonProblem& problem, const Trainer& trainer, int count,
                                      std::uint64_t seed, std::uint64_t round) {
  const std::vector<Point> candidates = random_points(problem.domain(), 10 * count, seed, round);
  const std::vector<double> squares = squared_residuals(problem, trainer, candidates);
  const double sum = std::accumulate(squares.begin(), squares.end(), 0.0,
                                     [](double all, double square) { return all + std::max(square, 0.0); });
  const double mean = sum / static_cast<double>(std::max<std::size_t>(squares.size(), 1));
  std::vector<double> keys(candidates.size());
  std::vector<std::size_t> order(candidates.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const double weight = 1 + (mean > 0 ? squares[i] / mean : 0);
    keys[i] = std::log(random_fraction(seed ^ draw_seed, round, i)[0]) / weight;
    if (squares[i] < 0) keys[i] = -std::numeric_limits<double>::infinity();
    order[i] = i;
  }
  const auto end = order.begin() + count;
  std::partial_sort(order.begin(), end, order.end(), [&](std::size_t a, std::size_t b) { return keys[a] > keys[b]; });
  std::vector<Point> drawn;
  drawn.reserve(static_cast<std::size_t>(count));
  for (auto i = order.begin(); i != end; ++i) drawn.push_back(candidates[*i]);
  return drawn;
}

}  // namespace kolibri::drivers
