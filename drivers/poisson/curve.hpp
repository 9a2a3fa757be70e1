#pragma once

#include <memory>
#include <vector>

#include "poisson/domain.hpp"
#include "poisson/level_set.hpp"

namespace kolibri::drivers {

/// A straight edge, an arc of a circle or a short chord of a level set's curve: a part of a boundary in the plane, the
/// domain to its left.
struct CurvePiece {
  Point start{}, end{};  ///< of an edge or a chord
  Point centre{};        ///< of a circle,
  double radius = 0;     ///< 0 for an edge
  int part = 0;
  double from = 0, to = 1;  ///< of a circle: the arc between these fractions of a turn, clockwise if `to` is smaller
  bool joins = false;       ///< no corner between the piece before in a list and this one
  std::shared_ptr<const LevelSet> level_set = {};  ///< the points of a chord are moved to its zeros

  double length() const;
  BoundaryPoint at(double t) const;  ///< t in [0, 1]

  /// The fraction at which a point of the line or circle lies, in [0, 1] if it is on the piece.
  double fraction_of(const Point& x) const;

  /// Whether it passes through a point, to a tolerance.
  bool passes(const Point& x, double tolerance) const;

  /// The part between two fractions.
  CurvePiece between(double first, double last) const;

  /// The same points, the other way.
  CurvePiece reversed() const;

  /// Its ends, and the points of an arc with a tangent along an axis: they span its bounding box.
  std::vector<Point> extremes() const;
};

/// Those of all pieces.
std::vector<Point> extremes_of(const std::vector<CurvePiece>& pieces);

/// About `count` points: at every corner, and evenly from there.
std::vector<BoundaryPoint> spread_over(const std::vector<CurvePiece>& pieces, int count);

/// The point at the fraction u of the whole length.
BoundaryPoint point_of(const std::vector<CurvePiece>& pieces, double u);

/// The fractions strictly inside `piece` at which `other` meets it; where they run along each other, those of the ends
/// of `other`. Two lengths below `tolerance` apart count as equal.
std::vector<double> crossings(const CurvePiece& piece, const CurvePiece& other, double tolerance);

}  // namespace kolibri::drivers
