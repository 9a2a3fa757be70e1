#include "poisson/point_areas.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace kolibri::drivers {
namespace {

constexpr double other_wall = -0.5;  // the cosine between the normals of walls that face each other

double length_about(const std::vector<BoundaryPoint>& points, std::size_t i) {
  std::array<double, 2> nearest{0, 0};
  for (const BoundaryPoint& other : points) {
    const Point away = difference(other.x, points[i].x);
    const double along = away[1] * points[i].normal[0] - away[0] * points[i].normal[1];
    if (along == 0 || dot(other.normal, points[i].normal) < other_wall) continue;
    double& side = nearest[along > 0 ? 1 : 0];
    const double distance = std::sqrt(dot(away, away));
    if (side == 0 || distance < side) side = distance;
  }
  return (nearest[0] + nearest[1]) / 2;
}

using Plane = std::array<double, 2>;

/// The corners of a convex cell about the origin.
class Cell {
 public:
  explicit Cell(double half) : m_corners{{-half, -half}, {half, -half}, {half, half}, {-half, half}} {}

  /// Keeps what is closer to the origin than to x.
  void cut(const Plane& x) {
    const double middle = (x[0] * x[0] + x[1] * x[1]) / 2;
    std::vector<Plane> kept;
    for (std::size_t i = 0; i < m_corners.size(); ++i) {
      const Plane &a = m_corners[i], &b = m_corners[(i + 1) % m_corners.size()];
      const double at_a = a[0] * x[0] + a[1] * x[1] - middle, at_b = b[0] * x[0] + b[1] * x[1] - middle;
      if (at_a <= 0) kept.push_back(a);
      if ((at_a < 0) == (at_b < 0) || at_a == 0 || at_b == 0) continue;
      const double t = at_a / (at_a - at_b);
      kept.push_back({a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])});
    }
    m_corners = std::move(kept);
  }

  double radius() const {
    double radius = 0;
    for (const Plane& corner : m_corners) radius = std::max(radius, std::hypot(corner[0], corner[1]));
    return radius;
  }

  double area() const {
    double twice = 0;
    for (std::size_t i = 0; i < m_corners.size(); ++i) {
      const Plane &a = m_corners[i], &b = m_corners[(i + 1) % m_corners.size()];
      twice += a[0] * b[1] - a[1] * b[0];
    }
    return twice / 2;
  }

 private:
  std::vector<Plane> m_corners;
};

/// Two directions of the plane orthogonal to n.
std::array<Point, 2> tangents_of(const Point& n) {
  const std::size_t least = std::abs(n[0]) < std::abs(n[1]) ? (std::abs(n[0]) < std::abs(n[2]) ? 0 : 2)
                                                            : (std::abs(n[1]) < std::abs(n[2]) ? 1 : 2);
  Point axis{};
  axis[least] = 1;
  Point u = moved(axis, -dot(axis, n), n);
  const double size = std::sqrt(dot(u, u));
  for (double& component : u) component /= size;
  return {u, {n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]}};
}

struct Neighbour {
  double distance = 0;  // along the surface: over the edge of two planes if the normals differ
  Plane x{};
};

std::vector<Neighbour> neighbours_of(const std::vector<BoundaryPoint>& points, std::size_t i) {
  const Point n = points[i].normal;
  const auto [u, v] = tangents_of(n);
  std::vector<Neighbour> all;
  all.reserve(points.size());
  for (const BoundaryPoint& other : points) {
    const double cosine = dot(other.normal, n);
    const Point away = difference(other.x, points[i].x);
    const double x = dot(away, u), y = dot(away, v), projected = std::hypot(x, y);
    if (projected == 0 || cosine < other_wall) continue;
    const double distance = std::sqrt(dot(away, away) / std::min(1.0, (1 + cosine) / 2));
    all.push_back({distance, {x * distance / projected, y * distance / projected}});
  }
  return all;
}

double area_about(const std::vector<BoundaryPoint>& points, std::size_t i, double size) {
  std::vector<Neighbour> left = neighbours_of(points, i);
  const auto farther = [](const Neighbour& a, const Neighbour& b) { return a.distance > b.distance; };
  std::make_heap(left.begin(), left.end(), farther);
  Cell cell(size);
  while (!left.empty() && left.front().distance < 2 * cell.radius()) {
    cell.cut(left.front().x);
    std::pop_heap(left.begin(), left.end(), farther);
    left.pop_back();
  }
  return cell.area();
}

}  // namespace

std::vector<double> boundary_areas(int dimension, const std::vector<BoundaryPoint>& points) {
  double size = 0;
  for (const BoundaryPoint& point : points) {
    const Point away = difference(point.x, points.front().x);
    size = std::max(size, std::sqrt(dot(away, away)));
  }
  std::vector<double> areas;
  areas.reserve(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    areas.push_back(dimension == 2 ? length_about(points, i) : area_about(points, i, size));
  }
  return areas;
}

}  // namespace kolibri::drivers
