#include <cmath>

#include "poisson/shapes.hpp"

namespace kolibri::drivers {

Disc::Disc(const Point& centre, double inner_radius, double radius)
    : CurvedDomain(2, {centre[0] - radius, centre[1] - radius, 0}, {centre[0] + radius, centre[1] + radius, 0},
                   inner_radius > 0 ? std::vector<std::string>{"outer", "inner"} : std::vector<std::string>{"outer"}),
      m_centre(centre),
      m_inner_radius(inner_radius),
      m_radius(radius) {
  m_pieces.push_back({{}, {}, centre, radius, 0});
  if (inner_radius > 0) m_pieces.push_back({{}, {}, centre, inner_radius, 1, 1, 0});
}

bool Disc::contains(const Point& x) const {
  const double r = std::hypot(x[0] - m_centre[0], x[1] - m_centre[1]);
  return r < m_radius && (m_inner_radius == 0 || r > m_inner_radius);
}

// D = 1 - |x - c|^2 / R^2.
Derivatives Disc::distance(const Point& x) const {
  const double dx = x[0] - m_centre[0], dy = x[1] - m_centre[1], scale = 1 / (m_radius * m_radius);
  return {1 - scale * (dx * dx + dy * dy), {-2 * scale * dx, -2 * scale * dy, 0}, -4 * scale};
}

}  // namespace kolibri::drivers
