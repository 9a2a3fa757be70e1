#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "poisson/curve.hpp"
#include "poisson/domain.hpp"
#include "poisson/marching_squares.hpp"

namespace kolibri::drivers {

/// A plane domain whose boundary is made of curves.
class CurvedDomain : public Domain {
 public:
  std::vector<BoundaryPoint> boundary(int count) const override { return spread_over(m_pieces, count); }
  BoundaryPoint boundary_at(double u, double) const override { return point_of(m_pieces, u); }
  std::vector<CurvePiece> curves() const override { return m_pieces; }

 protected:
  using Domain::Domain;
  CurvedDomain(std::vector<CurvePiece> pieces, std::vector<std::string> parts)
      : Domain(2, corner_of(extremes_of(pieces), false), corner_of(extremes_of(pieces), true), std::move(parts)),
        m_pieces(std::move(pieces)) {}

  std::vector<CurvePiece> m_pieces;
};

/// An interval, a rectangle or a box; parts x_min, x_max, y_min, ...
class Box final : public Domain {
 public:
  Box(int dimension, const Point& lower, const Point& upper);

  bool contains(const Point& x) const override;
  std::vector<BoundaryPoint> boundary(int count) const override;
  BoundaryPoint boundary_at(double u, double v) const override;
  std::vector<CurvePiece> curves() const override;
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
class Disc final : public CurvedDomain {
 public:
  Disc(const Point& centre, double inner_radius, double radius);

  bool contains(const Point& x) const override;
  bool has_distance() const override { return m_inner_radius == 0; }
  Derivatives distance(const Point& x) const override;

 private:
  Point m_centre;
  double m_inner_radius, m_radius;
};

using Loop = std::vector<Point>;

/// A polygon with polygonal holes; parts edge_1, edge_2, ... of the outer loop, in the order of its vertices, and
/// hole_1, hole_2, ... The orientation of loops does not matter.
class Polygon final : public CurvedDomain {
 public:
  /// Throws Error, naming the loop at fault below `key`, for one of fewer than three vertices, one that crosses itself
  /// or another, and a hole outside.
  Polygon(Loop outer, std::vector<Loop> holes, const std::string& key = "domain");

  bool contains(const Point& x) const override;

 private:
  std::vector<Loop> m_loops;  // the outer one counter-clockwise, holes clockwise
};

/// phi < 0 inside a box.
class LevelSetDomain final : public CurvedDomain {
 public:
  LevelSetDomain(std::shared_ptr<const LevelSet> phi, const CellGrid& grid, std::vector<CurvePiece> pieces,
                 std::vector<std::string> parts)
      : CurvedDomain(std::move(pieces), std::move(parts)), m_phi(std::move(phi)), m_grid(grid) {}

  bool contains(const Point& x) const override;

 private:
  std::shared_ptr<const LevelSet> m_phi;
  CellGrid m_grid;
};

/// The domain phi < 0; parts `curve`, where phi = 0, and those of x_min, x_max, y_min, y_max beside which phi < 0.
/// Throws Error where phi is negative nowhere on the grid.
std::unique_ptr<Domain> make_level_set(LevelSet phi, const CellGrid& grid);

}  // namespace kolibri::drivers
