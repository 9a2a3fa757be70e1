#include "poisson/point_cloud.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <kolibri/error.hpp>
#include <limits>
#include <numbers>

namespace kolibri::drivers {
namespace {

Point difference(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Point corner_of(const std::vector<BoundaryPoint>& points, bool upper) {
  Point corner = points.front().x;
  for (const BoundaryPoint& point : points) {
    for (std::size_t j = 0; j < 3; ++j) {
      corner[j] = upper ? std::max(corner[j], point.x[j]) : std::min(corner[j], point.x[j]);
    }
  }
  return corner;
}

/// Half the way to the next point on either side; walls that face the other way do not count.
double length_about(const std::vector<BoundaryPoint>& points, std::size_t i) {
  std::array<double, 2> nearest{0, 0};
  for (const BoundaryPoint& other : points) {
    const Point away = difference(other.x, points[i].x);
    const double along = away[1] * points[i].normal[0] - away[0] * points[i].normal[1];
    if (along == 0 || dot(other.normal, points[i].normal) < -0.5) continue;
    double& side = nearest[along > 0 ? 1 : 0];
    const double distance = std::sqrt(dot(away, away));
    if (side == 0 || distance < side) side = distance;
  }
  return (nearest[0] + nearest[1]) / 2;
}

/// The squared mean distance of the four nearest points: that of a cell in a square lattice.
double area_about(const std::vector<BoundaryPoint>& points, std::size_t i) {
  std::array<double, 5> nearest;  // the point itself is one of them
  nearest.fill(std::numeric_limits<double>::infinity());
  for (const BoundaryPoint& other : points) {
    const Point away = difference(other.x, points[i].x);
    const double distance = std::sqrt(dot(away, away));
    if (distance >= nearest.back()) continue;
    nearest.back() = distance;
    std::inplace_merge(nearest.begin(), nearest.end() - 1, nearest.end());
  }
  const double mean = (nearest[1] + nearest[2] + nearest[3] + nearest[4]) / 4;
  return mean * mean;
}

}  // namespace

PointCloud::PointCloud(int dimension, std::vector<BoundaryPoint> boundary, std::vector<Point> interior,
                       std::vector<std::string> parts)
    : Domain(dimension, corner_of(boundary, false), corner_of(boundary, true), std::move(parts)),
      m_boundary(std::move(boundary)),
      m_interior(std::move(interior)) {
  m_area.reserve(m_boundary.size());
  for (std::size_t i = 0; i < m_boundary.size(); ++i) {
    m_area.push_back(dimension == 2 ? length_about(m_boundary, i) : area_about(m_boundary, i));
  }
}

double PointCloud::winding_number(const Point& x) const {
  const double omega = dimension() == 2 ? 2 * std::numbers::pi : 4 * std::numbers::pi;
  double sum = 0;
  for (std::size_t i = 0; i < m_boundary.size(); ++i) {
    const Point away = difference(m_boundary[i].x, x);
    const double square = dot(away, away);
    sum += m_area[i] * dot(m_boundary[i].normal, away) / (dimension() == 2 ? square : square * std::sqrt(square));
  }
  return sum / omega;
}

bool PointCloud::contains(const Point& x) const {
  std::size_t nearest = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < m_boundary.size(); ++i) {
    const Point away = difference(m_boundary[i].x, x);
    if (dot(away, away) >= least) continue;
    least = dot(away, away);
    nearest = i;
  }
  const double spacing = dimension() == 2 ? m_area[nearest] : std::sqrt(m_area[nearest]);
  if (4 * least > spacing * spacing) return winding_number(x) > 0.5;
  return dot(difference(x, m_boundary[nearest].x), m_boundary[nearest].normal) < 0;
}

BoundaryPoint PointCloud::boundary_at(double u, double) const {
  const double n = static_cast<double>(m_boundary.size());
  return m_boundary[static_cast<std::size_t>(std::min(u * n, n - 1))];
}

}  // namespace kolibri::drivers
