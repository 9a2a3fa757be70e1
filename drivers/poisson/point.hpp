#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace kolibri::drivers {

/// A point or a vector; components beyond the dimension are zero.
using Point = std::array<double, 3>;

inline double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

inline Point difference(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

/// x + step direction.
inline Point moved(const Point& x, double step, const Point& direction) {
  return {x[0] + step * direction[0], x[1] + step * direction[1], x[2] + step * direction[2]};
}

/// The lower or the upper corner of the bounding box of points; zero for none.
inline Point corner_of(const std::vector<Point>& points, bool upper) {
  Point corner = points.empty() ? Point{} : points.front();
  for (const Point& x : points) {
    for (std::size_t j = 0; j < 3; ++j) corner[j] = upper ? std::max(corner[j], x[j]) : std::min(corner[j], x[j]);
  }
  return corner;
}

}  // namespace kolibri::drivers
