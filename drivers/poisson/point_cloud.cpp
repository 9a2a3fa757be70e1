#include "poisson/point_cloud.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "poisson/point_areas.hpp"

namespace kolibri::drivers {
namespace {

std::vector<Point> places_of(const std::vector<BoundaryPoint>& points) {
  std::vector<Point> places;
  places.reserve(points.size());
  for (const BoundaryPoint& point : points) places.push_back(point.x);
  return places;
}

}  // namespace

PointCloud::PointCloud(int dimension, std::vector<BoundaryPoint> boundary, std::vector<Point> interior,
                       std::vector<std::string> parts, std::vector<double> areas)
    : Domain(dimension, corner_of(places_of(boundary), false), corner_of(places_of(boundary), true), std::move(parts)),
      m_boundary(std::move(boundary)),
      m_area(areas.empty() ? boundary_areas(dimension, m_boundary) : std::move(areas)),
      m_interior(std::move(interior)) {}

double PointCloud::spacing(std::size_t i) const { return dimension() == 2 ? m_area[i] : std::sqrt(m_area[i]); }

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
  if (4 * least > spacing(nearest) * spacing(nearest)) return winding_number(x) > 0.5;
  return dot(difference(x, m_boundary[nearest].x), m_boundary[nearest].normal) < 0;
}

BoundaryPoint PointCloud::boundary_at(double u, double) const {
  const double n = static_cast<double>(m_boundary.size());
  return m_boundary[static_cast<std::size_t>(std::min(u * n, n - 1))];
}

}  // namespace kolibri::drivers
