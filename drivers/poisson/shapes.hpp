#pragma once

#include <vector>

#include "poisson/curve.hpp"
#include "poisson/domain.hpp"

namespace kolibri::drivers {

/// An interval, a rectangle or a box; parts x_min, x_max, y_min, ...
class Box final : public Domain {
 public:
  Box(int dimension, const Point& lower, const Point& upper);

  bool contains(const Point& x) const override;
  std::vector<BoundaryPoint> boundary(int count) const override;
  BoundaryPoint boundary_at(double u, double v) const override;
  bool has_distance() const override { return true; }
  Derivatives distance(const Point& x) const override;

 private:
  BoundaryPoint on_side(int side, double u, double v) const;
  double area(int side) const;
  double whole_area() const;
  double fraction(int side, int i, int n) const;
  void add_corners(std::vector<BoundaryPoint>& points) const;
};

/// A disc, or an annulus with an inner radius; parts `outer` and `inner`.
class Disc final : public Domain {
 public:
  Disc(const Point& centre, double inner_radius, double radius);

  bool contains(const Point& x) const override;
  std::vector<BoundaryPoint> boundary(int count) const override { return spread_over(m_circles, count); }
  BoundaryPoint boundary_at(double u, double) const override { return point_of(m_circles, u); }
  bool has_distance() const override { return m_inner_radius == 0; }
  Derivatives distance(const Point& x) const override;

 private:
  Point m_centre;
  double m_inner_radius, m_radius;
  std::vector<CurvePiece> m_circles;
};

using Loop = std::vector<Point>;

/// A polygon with polygonal holes; parts edge_1, edge_2, ... of the outer loop, in the order of its vertices, and
/// hole_1, hole_2, ... The orientation of loops does not matter.
class Polygon final : public Domain {
 public:
  /// Throws Error for a loop of fewer than three vertices, one that crosses itself or another, and a hole outside.
  Polygon(Loop outer, std::vector<Loop> holes);

  bool contains(const Point& x) const override;
  std::vector<BoundaryPoint> boundary(int count) const override { return spread_over(m_edges, count); }
  BoundaryPoint boundary_at(double u, double) const override { return point_of(m_edges, u); }

 private:
  std::vector<Loop> m_loops;  // the outer one counter-clockwise, holes clockwise
  std::vector<CurvePiece> m_edges;
};

}  // namespace kolibri::drivers
