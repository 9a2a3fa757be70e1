#pragma once

#include <vector>

#include "poisson/domain.hpp"

namespace kolibri::drivers {

/// A straight edge or an arc of a boundary in the plane, the domain to its left.
struct CurvePiece {
  Point start{}, end{};       ///< of an edge
  Point centre{};             ///< of a circle,
  double radius = 0;          ///< 0 for an edge
  bool domain_inside = true;  ///< of a circle
  int part = 0;

  double length() const;
  BoundaryPoint at(double t) const;  ///< t in [0, 1)
};

/// About `count` points, at the start of every piece and evenly from there.
std::vector<BoundaryPoint> spread_over(const std::vector<CurvePiece>& pieces, int count);

/// The point at the fraction u of the whole length.
BoundaryPoint point_of(const std::vector<CurvePiece>& pieces, double u);

}  // namespace kolibri::drivers
