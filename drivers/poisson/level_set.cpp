#include "poisson/level_set.hpp"

#include <cmath>

namespace kolibri::drivers {
Point LevelSet::gradient(const Point& x) const {
  const double h = 1e-4 * m_size;
  Point g{};
  for (std::size_t j = 0; j < 2; ++j) {
    // Beside the box differences look to one side alone.
    const auto at = [&](int steps) {
      Point beside = x;
      beside[j] += steps * h;
      return m_phi(beside);
    };
    const int side = x[j] - 4 * h < m_lower[j] ? 1 : x[j] + 4 * h > m_upper[j] ? -1 : 0;
    g[j] = side == 0 ? (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * h)
                     : side * (48 * at(side) - 25 * at(0) - 36 * at(2 * side) + 16 * at(3 * side) - 3 * at(4 * side)) /
                           (12 * h);
  }
  return g;
}

Point LevelSet::in_box(const Point& x) const {
  return {std::clamp(x[0], m_lower[0], m_upper[0]), std::clamp(x[1], m_lower[1], m_upper[1]), 0};
}

Point LevelSet::normal(const Point& x) const {
  const Point g = gradient(in_box(x));
  const double size = std::hypot(g[0], g[1]);
  return size > 0 ? Point{g[0] / size, g[1] / size, 0} : Point{};
}

Point LevelSet::nearest_zero(const Point& x) const {
  constexpr int steps = 30;
  Point at = in_box(x);
  for (int i = 0; i < steps; ++i) {
    const Point g = gradient(at);
    const double square = g[0] * g[0] + g[1] * g[1];
    if (square == 0) return x;
    const double step = -m_phi(at) / square;
    at = in_box(moved(at, step, g));
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
