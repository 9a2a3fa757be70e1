#include <algorithm>
#include <cmath>
#include <kolibri/error.hpp>
#include <limits>
#include <map>
#include <set>

#include "poisson/point_cloud.hpp"
#include "poisson/point_table.hpp"

namespace kolibri::drivers {
namespace {

constexpr const char* boundary_key = "domain.boundary_file";
constexpr const char* interior_key = "domain.interior_file";

/// The rows of a file of `columns` numbers each, or of more up to `most`.
std::vector<std::vector<double>> rows_of(const char* key, const std::filesystem::path& path, std::size_t columns,
                                         std::size_t most) {
  std::vector<std::vector<double>> rows;
  try {
    rows = read_point_table(path);
  } catch (const Error& error) {
    throw DomainError(key, error.what());
  }
  if (rows.empty()) throw DomainError(key, concat("'", path.string(), "' holds no points"));
  const std::size_t got = rows.front().size();
  if (got >= columns && got <= most) return rows;
  const std::string expected = columns == most ? concat(columns) : concat(columns, " to ", most);
  throw DomainError(key, concat("'", path.string(), "' must have ", expected, " numbers in a row, got ", got));
}

[[noreturn]] void fail_at_point(const std::filesystem::path& path, std::size_t row, const std::string& problem) {
  throw DomainError(boundary_key, concat("'", path.string(), "', point ", row + 1, ": ", problem));
}

/// The points of a boundary as they are put together from rows.
struct BoundaryRows {
  std::filesystem::path path;
  std::size_t dimension;
  std::vector<std::vector<double>> rows;
  std::set<int> tags = {};                 ///< in order; none where the rows have none
  std::vector<BoundaryPoint> points = {};  ///< those at one place merged
  std::vector<double> areas = {};          ///< none where the rows have none
  std::vector<std::size_t> first = {};     ///< the first row of each point

  void read_tags();
  void merge();
  bool tagged() const { return rows.front().size() > 2 * dimension; }
  bool with_areas() const { return rows.front().size() > 2 * dimension + 1; }

 private:
  BoundaryPoint point_of(std::size_t i) const;
  double area_of(std::size_t i) const;
};

void BoundaryRows::read_tags() {
  for (std::size_t i = 0; i < rows.size() && tagged(); ++i) {
    const double tag = rows[i][2 * dimension];
    if (tag < 0 || tag > 1e6 || tag != std::floor(tag)) {
      fail_at_point(path, i, concat("a tag is an integer from 0 to 1000000, got ", tag));
    }
    tags.insert(static_cast<int>(tag));
  }
}

BoundaryPoint BoundaryRows::point_of(std::size_t i) const {
  BoundaryPoint point;
  for (std::size_t j = 0; j < dimension; ++j) {
    point.x[j] = rows[i][j];
    point.normal[j] = rows[i][dimension + j];
  }
  const double size = std::sqrt(dot(point.normal, point.normal));
  if (!(size > 0) || !std::isfinite(size)) fail_at_point(path, i, "the normal is zero");
  for (double& component : point.normal) component /= size;
  if (!tagged()) return point;
  const auto tag = tags.find(static_cast<int>(rows[i][2 * dimension]));
  point.part = static_cast<int>(std::distance(tags.begin(), tag));
  return point;
}

double BoundaryRows::area_of(std::size_t i) const {
  if (!with_areas()) return 1;
  const double area = rows[i].back();
  if (!(area > 0)) fail_at_point(path, i, concat("an area is > 0, got ", area));
  return area;
}

// Corners are there once for each side, the points of a triangulated surface once for each triangle: the normal is the
// mean one, weighted with the areas if they are known.
void BoundaryRows::merge() {
  std::map<Point, std::size_t> places;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    BoundaryPoint point = point_of(i);
    const double area = area_of(i);
    for (double& component : point.normal) component *= area;
    const auto [place, is_new] = places.try_emplace(point.x, points.size());
    if (is_new) {
      points.push_back(point);
      areas.push_back(area);
      first.push_back(i);
      continue;
    }
    areas[place->second] += area;
    points[place->second].normal = moved(points[place->second].normal, 1, point.normal);
  }
  for (std::size_t k = 0; k < points.size(); ++k) {
    const double size = std::sqrt(dot(points[k].normal, points[k].normal));
    if (size < 1e-9 * areas[k]) fail_at_point(path, first[k], "points at one place have opposite normals");
    for (double& component : points[k].normal) component /= size;
  }
  if (!with_areas()) areas.clear();
  if (points.size() > 2 * dimension) return;
  throw DomainError(boundary_key, concat("'", path.string(), "' must have more than ", 2 * dimension,
                                         " points to enclose a domain, got ", points.size()));
}

// The sum of A n over a closed surface is zero.
void require_closed(const PointCloud& domain, const BoundaryRows& from) {
  Point sum{};
  double whole = 0;
  for (std::size_t i = 0; i < from.points.size(); ++i) {
    sum = moved(sum, domain.area(i), from.points[i].normal);
    whole += domain.area(i);
  }
  const double open = std::sqrt(dot(sum, sum)) / whole;
  if (open <= 0.2) return;
  throw DomainError(boundary_key,
                    concat("'", from.path.string(), "': the points do not enclose a domain: the sum of ",
                           from.dimension == 2 ? "length" : "area", " times normal is ", open, " of the whole, not 0"));
}

/// Whether the winding number is on the right side of 1/2 beside a point, at one spacing or a part of it: beside an
/// acute corner the other wall is nearer than that. Much closer than the points are to each other there is nothing to
/// learn.
bool right_beside(const PointCloud& domain, const BoundaryPoint& point, double side, double spacing) {
  const double least = domain.dimension() == 2 ? spacing / 4 : spacing / 2;
  for (double step = spacing; step >= least; step /= 2) {
    if ((domain.winding_number(moved(point.x, side * step, point.normal)) > 0.5) == (side < 0)) return true;
  }
  return false;
}

/// Whether a point of another wall is nearer than a spacing.
bool has_wall_near(const BoundaryRows& from, const BoundaryPoint& point, double spacing) {
  return std::any_of(from.points.begin(), from.points.end(), [&](const BoundaryPoint& other) {
    const Point away = difference(other.x, point.x);
    return dot(other.normal, point.normal) < 0.5 && dot(away, away) < 2.25 * spacing * spacing;
  });
}

// The next point in the tangent plane has a normal that is not opposite.
void require_one_way(const BoundaryRows& from) {
  constexpr double flat = 0.1;
  for (std::size_t i = 0; i < from.points.size(); ++i) {
    const BoundaryPoint& point = from.points[i];
    double least = std::numeric_limits<double>::infinity(), cosine = 1;
    for (const BoundaryPoint& other : from.points) {
      const Point away = difference(other.x, point.x);
      const double square = dot(away, away), off = dot(away, point.normal);
      if (square == 0 || square >= least || off * off > flat * flat * square) continue;
      least = square;
      cosine = dot(other.normal, point.normal);
    }
    if (cosine < -0.5) fail_at_point(from.path, from.first[i], "its normal is opposite to that of the next point");
  }
}

// Normals that point the wrong way are the usual fault, walls that are closer than their points another: only beside a
// few acute corners they may be.
void require_sides(const PointCloud& domain, const BoundaryRows& from) {
  std::size_t unclear = 0;
  for (std::size_t i = 0; i < from.points.size(); ++i) {
    const BoundaryPoint& point = from.points[i];
    const double spacing = domain.spacing(i);
    for (const double side : {-1.0, 1.0}) {
      if (right_beside(domain, point, side, spacing)) continue;
      if (has_wall_near(from, point, spacing) && 5 * ++unclear < from.points.size()) continue;
      fail_at_point(from.path, from.first[i],
                    concat("the boundary's winding number one spacing, ", spacing, ", ",
                           side < 0 ? "inside of it is " : "outside of it is ",
                           domain.winding_number(moved(point.x, side * spacing, point.normal)), " instead of ",
                           side < 0 ? "1" : "0",
                           "; normals have to point outside, and walls to be farther apart than their points"));
    }
  }
}

// A closed surface whose normals point outside has a volume above 0.
void require_outward(const PointCloud& domain, const BoundaryRows& from) {
  double volume = 0;
  for (std::size_t i = 0; i < from.points.size(); ++i) {
    volume += domain.area(i) * dot(difference(from.points[i].x, domain.lower()), from.points[i].normal);
  }
  if (volume > 0) return;
  throw DomainError(boundary_key, concat("'", from.path.string(), "': the normals have to point outside"));
}

void require_inside(const PointCloud& domain, const std::filesystem::path& path) {
  const std::vector<Point>& interior = domain.given_interior();
  for (std::size_t i = 0; i < interior.size(); ++i) {
    if (domain.contains(interior[i])) continue;
    throw DomainError(interior_key, concat("'", path.string(), "', point ", i + 1,
                                           " lies outside: the boundary's winding number there is ",
                                           domain.winding_number(interior[i])));
  }
}

}  // namespace

std::unique_ptr<Domain> make_point_cloud(const std::filesystem::path& boundary, const std::filesystem::path& interior,
                                         int dimension) {
  const auto d = static_cast<std::size_t>(dimension);
  if (dimension < 2) throw DomainError("domain", "'domain.shape' points needs 'problem.dimension' 2 or 3");
  if (boundary.empty()) throw DomainError("domain", "'domain.shape' points needs 'domain.boundary_file'");
  BoundaryRows from{boundary, d, rows_of(boundary_key, boundary, 2 * d, 2 * d + 2)};
  from.read_tags();
  std::vector<std::string> parts;
  for (const int tag : from.tags) parts.push_back(concat("part_", tag));
  if (parts.empty()) parts.emplace_back("boundary");
  std::vector<Point> inside;
  if (!interior.empty()) {
    for (const auto& row : rows_of(interior_key, interior, d, d)) {
      std::copy(row.begin(), row.end(), inside.emplace_back().begin());
    }
  }
  from.merge();
  auto domain = std::make_unique<PointCloud>(dimension, from.points, std::move(inside), std::move(parts), from.areas);
  require_closed(*domain, from);
  require_one_way(from);
  require_sides(*domain, from);
  require_outward(*domain, from);
  require_inside(*domain, interior);
  return domain;
}

}  // namespace kolibri::drivers
