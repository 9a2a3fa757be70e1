#include "poisson/domain.hpp"

#include <algorithm>
#include <kolibri/error.hpp>

#include "poisson/shapes.hpp"

namespace kolibri::drivers {
namespace {

Point point_from(const std::vector<double>& numbers) {
  Point x{};
  std::copy(numbers.begin(), numbers.end(), x.begin());
  return x;
}

Loop loop_from(const io::Table& vertices, const std::string& key) {
  Loop loop;
  loop.reserve(vertices.size());
  for (const auto& vertex : vertices) {
    require(vertex.size() == 2, "'", key, "' must hold rows [x, y], got ", vertex.size(), " numbers in one");
    loop.push_back(point_from(vertex));
  }
  return loop;
}

std::unique_ptr<Domain> make_box(const DomainOptions& options, int dimension) {
  const io::Table unit(static_cast<std::size_t>(dimension), {0, 1});
  const io::Table& intervals = options.intervals.empty() ? unit : options.intervals;
  require(intervals.size() == unit.size() && intervals[0].size() == 2, "'domain.intervals' must hold ", dimension,
          " rows [lower, upper], one a coordinate, got ", intervals.size(), " of ", intervals[0].size(), " numbers");
  Point lower{}, upper{};
  for (std::size_t j = 0; j < unit.size(); ++j) {
    lower[j] = intervals[j][0];
    upper[j] = intervals[j][1];
    require(lower[j] < upper[j], "'domain.intervals' must hold rows [lower, upper] with lower < upper, got [", lower[j],
            ", ", upper[j], "]");
  }
  return std::make_unique<Box>(dimension, lower, upper);
}

std::unique_ptr<Domain> make_disc(const DomainOptions& options) {
  require(options.centre.size() == 1 && options.centre[0].size() == 2, "'domain.centre' must be one row, [[x, y]]");
  const bool annulus = options.shape == DomainShape::annulus;
  require(options.radius > 0, "'domain.radius' must be > 0, got ", options.radius);
  require(!annulus || (options.inner_radius > 0 && options.inner_radius < options.radius),
          "'domain.inner_radius' must be between 0 and 'domain.radius', got ", options.inner_radius);
  return std::make_unique<Disc>(point_from(options.centre[0]), annulus ? options.inner_radius : 0, options.radius);
}

std::unique_ptr<Domain> make_polygon(const DomainOptions& options) {
  std::vector<Loop> holes;
  holes.reserve(options.holes.size());
  for (const HoleOptions& hole : options.holes) holes.push_back(loop_from(hole.vertices, "domain.holes.vertices"));
  return std::make_unique<Polygon>(loop_from(options.vertices, "domain.vertices"), std::move(holes));
}

}  // namespace

double Domain::size() const {
  double size = 0;
  for (std::size_t j = 0; j < 3; ++j) size = std::max(size, m_upper[j] - m_lower[j]);
  return size;
}

std::unique_ptr<Domain> make_domain(const DomainOptions& options, int dimension) {
  require(options.shape == DomainShape::box || dimension == 2,
          "'domain.shape' must be box unless 'problem.dimension' is 2");
  switch (options.shape) {
    case DomainShape::box:
      return make_box(options, dimension);
    case DomainShape::disc:
    case DomainShape::annulus:
      return make_disc(options);
    case DomainShape::polygon:
      break;
  }
  return make_polygon(options);
}

}  // namespace kolibri::drivers
