#include "poisson/level_set.hpp"

#include <cmath>
#include <functional>

namespace kolibri::drivers {
namespace {

Point moved(const Point& x, double step, const Point& direction) {
  return {x[0] + step * direction[0], x[1] + step * direction[1], 0};
}

}  // namespace

Point LevelSet::gradient(const Point& x) const {
  return derivatives_of(std::cref(m_phi), 2, x, 1e-4 * m_size).gradient;
}

Point LevelSet::normal(const Point& x) const {
  const Point g = gradient(x);
  const double size = std::hypot(g[0], g[1]);
  return size > 0 ? Point{g[0] / size, g[1] / size, 0} : Point{};
}

Point LevelSet::nearest_zero(const Point& x) const {
  constexpr int steps = 30;
  Point at = x;
  for (int i = 0; i < steps; ++i) {
    const Point g = gradient(at);
    const double square = g[0] * g[0] + g[1] * g[1];
    if (square == 0) return x;
    const double step = -m_phi(at) / square;
    at = moved(at, step, g);
    if (std::hypot(at[0] - x[0], at[1] - x[1]) > 0.05 * m_size) return x;
    if (std::abs(step) * std::sqrt(square) < 1e-15 * m_size) break;
  }
  return at;
}

Point LevelSet::zero_between(Point inside, Point outside) const {
  constexpr int halvings = 60;
  for (int i = 0; i < halvings; ++i) {
    const Point middle{(inside[0] + outside[0]) / 2, (inside[1] + outside[1]) / 2, 0};
    (m_phi(middle) < 0 ? inside : outside) = middle;
  }
  return {(inside[0] + outside[0]) / 2, (inside[1] + outside[1]) / 2, 0};
}

}  // namespace kolibri::drivers
