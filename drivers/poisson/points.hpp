#pragma once

#include <cstdint>
#include <vector>

#include "poisson/config.hpp"
#include "poisson/domain.hpp"

namespace kolibri::drivers {

/// A measurement of u.
struct Sensor {
  Point x{};
  double u = 0;
};

/// Collocation points.
struct PointSet {
  std::vector<Point> interior;
  std::vector<BoundaryPoint> boundary;
  std::vector<Sensor> sensors;
};

/// The points that the options ask for, adaptive ones as by Halton's sequence. Random ones depend on the seed and on
/// `generation`, which numbers the sets, and on nothing else. Throws Error for a domain in which there is no point.
PointSet make_points(const Domain& domain, const PointOptions& options, std::uint64_t generation = 0);

/// So many points inside, uniformly random.
std::vector<Point> random_points(const Domain& domain, int count, std::uint64_t seed, std::uint64_t generation);

/// A grid with `along` points on the longest side of the bounding box, its border included.
struct Grid {
  std::array<int, 3> count{1, 1, 1};
  double spacing = 1;
  Point origin{};

  std::int64_t size() const { return std::int64_t{count[0]} * count[1] * count[2]; }
  Point at(std::int64_t i) const;  ///< x fastest
};
Grid grid_over(const Domain& domain, int along, double extension = 0);

}  // namespace kolibri::drivers
