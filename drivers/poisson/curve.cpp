#include "poisson/curve.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace kolibri::drivers {
namespace {

double total_length(const std::vector<CurvePiece>& pieces) {
  double length = 0;
  for (const CurvePiece& piece : pieces) length += piece.length();
  return length;
}

}  // namespace

double CurvePiece::length() const {
  return radius > 0 ? 2 * std::numbers::pi * radius : std::hypot(end[0] - start[0], end[1] - start[1]);
}

BoundaryPoint CurvePiece::at(double t) const {
  if (radius > 0) {
    const double angle = 2 * std::numbers::pi * t, c = std::cos(angle), s = std::sin(angle);
    const double outward = domain_inside ? 1 : -1;
    return {{centre[0] + radius * c, centre[1] + radius * s, 0}, {outward * c, outward * s, 0}, part};
  }
  const double x = end[0] - start[0], y = end[1] - start[1], size = length();
  return {{start[0] + t * x, start[1] + t * y, 0}, {y / size, -x / size, 0}, part};
}

std::vector<BoundaryPoint> spread_over(const std::vector<CurvePiece>& pieces, int count) {
  const double whole = total_length(pieces);
  std::vector<BoundaryPoint> points;
  points.reserve(static_cast<std::size_t>(count) + pieces.size());
  for (const CurvePiece& piece : pieces) {
    const int share = std::max(1, static_cast<int>(std::lround(count * piece.length() / whole)));
    for (int i = 0; i < share; ++i) points.push_back(piece.at(static_cast<double>(i) / share));
  }
  return points;
}

BoundaryPoint point_of(const std::vector<CurvePiece>& pieces, double u) {
  double left = u * total_length(pieces);
  for (const CurvePiece& piece : pieces) {
    if (left < piece.length()) return piece.at(left / piece.length());
    left -= piece.length();
  }
  return pieces.back().at(0);
}

}  // namespace kolibri::drivers
