#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "poisson/domain.hpp"

namespace kolibri::drivers {

/// A domain known by points of its boundary with outward normals, in the plane or in space. A point is inside where the
/// winding number of the boundary,
///   sum_i A_i n_i . (p_i - x) / (omega |p_i - x|^d),  omega = 2 pi, 4 pi,
/// is above 1/2 (Barill, Dickson, Schmidt, Levin and Jacobson, ACM Trans. Graph. 37, 2018), A_i the length or area that
/// a point stands for; closer to the boundary than half the distance of its points, on the inner side of the nearest
/// one's tangent.
class PointCloud final : public Domain {
 public:
  /// Parts are `boundary`, or part_K for each number K of the tags. `interior` may be empty; no `areas` are those of
  /// boundary_areas(). No two points of the boundary may coincide.
  PointCloud(int dimension, std::vector<BoundaryPoint> boundary, std::vector<Point> interior,
             std::vector<std::string> parts, std::vector<double> areas = {});

  bool contains(const Point& x) const override;
  double winding_number(const Point& x) const;

  /// A_i, and the distance of points about point i.
  double area(std::size_t i) const { return m_area[i]; }
  double spacing(std::size_t i) const;

  /// All points there are, whatever the count.
  std::vector<BoundaryPoint> boundary(int) const override { return m_boundary; }
  BoundaryPoint boundary_at(double u, double) const override;
  const std::vector<Point>& given_interior() const override { return m_interior; }

 private:
  std::vector<BoundaryPoint> m_boundary;
  std::vector<double> m_area;
  std::vector<Point> m_interior;
};

/// From files with rows x, n, a tag, an integer from 0 on, if there are tags, and the area, if there are areas; and
/// rows x, if there is a file of points inside. Normals need not have length 1; points at one place are merged. Throws
/// DomainError where the points do not enclose a domain with their normals pointing outside: there is no winding number
/// above 1/2 one spacing inside a point and below it one spacing outside.
std::unique_ptr<Domain> make_point_cloud(const std::filesystem::path& boundary, const std::filesystem::path& interior,
                                         int dimension);

}  // namespace kolibri::drivers
