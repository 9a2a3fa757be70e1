#include <algorithm>
#include <cmath>

#include "poisson/shapes.hpp"

namespace kolibri::drivers {
namespace {

std::vector<std::string> sides_of(int dimension) {
  std::vector<std::string> all{"x_min", "x_max", "y_min", "y_max", "z_min", "z_max"};
  all.resize(static_cast<std::size_t>(2 * dimension));
  return all;
}

}  // namespace

Box::Box(int dimension, const Point& lower, const Point& upper)
    : Domain(dimension, lower, upper, sides_of(dimension)) {}

bool Box::contains(const Point& x) const {
  for (std::size_t j = 0; j < static_cast<std::size_t>(dimension()); ++j) {
    if (x[j] <= lower()[j] || x[j] >= upper()[j]) return false;
  }
  return true;
}

BoundaryPoint Box::on_side(int side, double u, double v) const {
  const auto axis = static_cast<std::size_t>(side / 2);
  BoundaryPoint point{{}, {}, side};
  point.x[axis] = side % 2 ? upper()[axis] : lower()[axis];
  point.normal[axis] = side % 2 ? 1 : -1;
  double fraction = u;
  for (std::size_t j = 0; j < static_cast<std::size_t>(dimension()); ++j) {
    if (j == axis) continue;
    point.x[j] = lower()[j] + fraction * (upper()[j] - lower()[j]);
    fraction = v;
  }
  return point;
}

double Box::area(int side) const {
  double area = 1;
  for (int j = 0; j < dimension(); ++j) {
    const auto axis = static_cast<std::size_t>(j);
    if (j != side / 2) area *= upper()[axis] - lower()[axis];
  }
  return area;
}

double Box::whole_area() const {
  double whole = 0;
  for (int side = 0; side < 2 * dimension(); ++side) whole += area(side);
  return whole;
}

// The points of a side are a grid that ends at its edges; one side in each direction owns what two share.
std::vector<BoundaryPoint> Box::boundary(int count) const {
  std::vector<BoundaryPoint> points;
  for (int side = 0; side < 2 * dimension(); ++side) {
    const double share = count * area(side) / whole_area();
    const int along = dimension() == 1   ? 1
                      : dimension() == 2 ? static_cast<int>(std::lround(share))
                                         : static_cast<int>(std::lround(std::sqrt(share)));
    const int n = std::max(along, 1), rows = dimension() == 3 ? n : 1;
    for (int i = 0; i < n * rows; ++i) {
      points.push_back(on_side(side, fraction(side, i % n, n), fraction(side, i / n, rows)));
    }
  }
  if (dimension() == 3) add_corners(points);
  return points;
}

// In the plane a side begins at a corner and ends before the next one; in space the points are those of cells.
double Box::fraction(int side, int i, int n) const {
  if (dimension() == 3) return (i + 0.5) / n;
  const bool backwards = side == 0 || side == 3;  // all sides are walked in one direction
  return backwards ? 1 - static_cast<double>(i) / n : static_cast<double>(i) / n;
}

void Box::add_corners(std::vector<BoundaryPoint>& points) const {
  for (int corner = 0; corner < 8; ++corner) {
    points.push_back(on_side(corner & 1, corner >> 1 & 1, corner >> 2 & 1));
  }
}

BoundaryPoint Box::boundary_at(double u, double v) const {
  double left = u * whole_area();
  for (int side = 0; side < 2 * dimension(); ++side) {
    if (left < area(side)) return on_side(side, left / area(side), v);
    left -= area(side);
  }
  return on_side(0, 0, 0);
}

std::vector<CurvePiece> Box::curves() const {
  if (dimension() != 2) return {};
  const Point &a = lower(), &b = upper();
  return {{{a[0], b[1], 0}, a, {}, 0, 0},
          {{b[0], a[1], 0}, b, {}, 0, 1},
          {a, {b[0], a[1], 0}, {}, 0, 2},
          {b, {a[0], b[1], 0}, {}, 0, 3}};
}

// D = product of 4 (x - lower) (upper - x) / (upper - lower)^2.
Derivatives Box::distance(const Point& x) const {
  Point factor{1, 1, 1}, first{}, second{};
  for (std::size_t j = 0; j < static_cast<std::size_t>(dimension()); ++j) {
    const double width = upper()[j] - lower()[j], scale = 4 / (width * width);
    factor[j] = scale * (x[j] - lower()[j]) * (upper()[j] - x[j]);
    first[j] = scale * (lower()[j] + upper()[j] - 2 * x[j]);
    second[j] = -2 * scale;
  }
  Derivatives d{factor[0] * factor[1] * factor[2], {}, 0};
  for (std::size_t j = 0; j < static_cast<std::size_t>(dimension()); ++j) {
    const double others = factor[(j + 1) % 3] * factor[(j + 2) % 3];
    d.gradient[j] = first[j] * others;
    d.laplacian += second[j] * others;
  }
  return d;
}

}  // namespace kolibri::drivers
