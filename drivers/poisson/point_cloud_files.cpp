#include <algorithm>
#include <cmath>
#include <kolibri/error.hpp>
#include <set>

#include "poisson/point_cloud.hpp"
#include "poisson/point_table.hpp"

namespace kolibri::drivers {
namespace {

constexpr const char* boundary_key = "domain.boundary_file";
constexpr const char* interior_key = "domain.interior_file";

/// The rows of a file of one of two widths.
std::vector<std::vector<double>> rows_of(const char* key, const std::filesystem::path& path, std::size_t columns,
                                         std::size_t more) {
  std::vector<std::vector<double>> rows;
  try {
    rows = read_point_table(path);
  } catch (const Error& error) {
    throw DomainError(key, error.what());
  }
  if (rows.empty()) throw DomainError(key, concat("'", path.string(), "' holds no points"));
  const std::size_t got = rows.front().size();
  if (got == columns || got == more) return rows;
  const std::string expected = columns == more ? concat(columns) : concat(columns, " or ", more);
  throw DomainError(key, concat("'", path.string(), "' must have ", expected, " numbers in a row, got ", got));
}

BoundaryPoint point_of_row(const std::vector<double>& row, std::size_t d) {
  BoundaryPoint point;
  double square = 0;
  for (std::size_t j = 0; j < d; ++j) {
    point.x[j] = row[j];
    point.normal[j] = row[d + j];
    square += row[d + j] * row[d + j];
  }
  for (double& component : point.normal) component /= std::sqrt(square);
  return point;
}

/// The tags in order; nothing where the rows have none.
std::set<int> tags_of(const std::filesystem::path& path, const std::vector<std::vector<double>>& rows, std::size_t d) {
  std::set<int> tags;
  for (std::size_t i = 0; i < rows.size() && rows[i].size() > 2 * d; ++i) {
    const double tag = rows[i].back();
    if (tag < 0 || tag > 1e6 || tag != std::floor(tag)) {
      throw DomainError(boundary_key, concat("'", path.string(), "', point ", i + 1,
                                             ": a tag is an integer from 0 to 1000000, got ", tag));
    }
    tags.insert(static_cast<int>(tag));
  }
  return tags;
}

std::vector<BoundaryPoint> boundary_of(const std::filesystem::path& path, const std::vector<std::vector<double>>& rows,
                                       const std::set<int>& tags, std::size_t d) {
  std::vector<BoundaryPoint> points;
  for (const auto& row : rows) {
    BoundaryPoint& point = points.emplace_back(point_of_row(row, d));
    if (!std::isfinite(point.normal[0])) {
      throw DomainError(boundary_key, concat("'", path.string(), "', point ", points.size(), ": the normal is zero"));
    }
    if (tags.empty()) continue;
    point.part = static_cast<int>(std::distance(tags.begin(), tags.find(static_cast<int>(row.back()))));
  }
  if (points.size() > 2 * d) return points;
  throw DomainError(boundary_key, concat("'", path.string(), "' must have more than ", 2 * d,
                                         " points to enclose a "
                                         "domain, got ",
                                         points.size()));
}

// Normals that point the wrong way are the usual fault.
void require_inside(const PointCloud& domain, const std::filesystem::path& path) {
  const std::vector<Point>& interior = domain.given_interior();
  for (std::size_t i = 0; i < interior.size(); ++i) {
    if (domain.contains(interior[i])) continue;
    throw DomainError(interior_key, concat("'", path.string(), "', point ", i + 1,
                                           " lies outside: the boundary's "
                                           "winding number there is ",
                                           domain.winding_number(interior[i]), "; normals have to point outside"));
  }
}

}  // namespace

std::unique_ptr<Domain> make_point_cloud(const std::filesystem::path& boundary, const std::filesystem::path& interior,
                                         int dimension) {
  const auto d = static_cast<std::size_t>(dimension);
  if (dimension < 2) throw DomainError("domain", "'domain.shape' points needs 'problem.dimension' 2 or 3");
  if (boundary.empty()) throw DomainError("domain", "'domain.shape' points needs 'domain.boundary_file'");
  const auto rows = rows_of(boundary_key, boundary, 2 * d, 2 * d + 1);
  const std::set<int> tags = tags_of(boundary, rows, d);
  std::vector<std::string> parts;
  for (const int tag : tags) parts.push_back(concat("part_", tag));
  if (parts.empty()) parts.emplace_back("boundary");
  std::vector<Point> inside;
  if (!interior.empty()) {
    for (const auto& row : rows_of(interior_key, interior, d, d)) {
      std::copy(row.begin(), row.end(), inside.emplace_back().begin());
    }
  }
  auto domain = std::make_unique<PointCloud>(dimension, boundary_of(boundary, rows, tags, d), std::move(inside),
                                             std::move(parts));
  require_inside(*domain, interior);
  return domain;
}

}  // namespace kolibri::drivers
