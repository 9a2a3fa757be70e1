#include "poisson/domain.hpp"

#include <algorithm>
#include <cmath>
#include <kolibri/error.hpp>

#include "poisson/csg.hpp"
#include "poisson/point_cloud.hpp"
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

/// The keys of one shape, those of `domain` or of an element of `domain.shapes`.
struct Shape {
  const ShapeOptions& options;
  const std::string& key;
  std::optional<double> parameter;

  std::array<Point, 2> intervals(int dimension) const;
  std::unique_ptr<Domain> disc() const;
  std::unique_ptr<Domain> polygon() const;
  std::unique_ptr<Domain> level_set() const;
};

std::array<Point, 2> Shape::intervals(int dimension) const {
  const io::Table unit(static_cast<std::size_t>(dimension), {0, 1});
  const io::Table& rows = options.intervals.empty() ? unit : options.intervals;
  require(rows.size() == unit.size() && rows[0].size() == 2, "'", key, ".intervals' must hold ", dimension,
          " rows [lower, upper], one a coordinate, got ", rows.size(), " of ", rows[0].size(), " numbers");
  std::array<Point, 2> corners{};
  for (std::size_t j = 0; j < unit.size(); ++j) {
    corners[0][j] = rows[j][0];
    corners[1][j] = rows[j][1];
    require(rows[j][0] < rows[j][1], "'", key, ".intervals' must hold rows [lower, upper] with lower < upper, got [",
            rows[j][0], ", ", rows[j][1], "]");
  }
  return corners;
}

std::unique_ptr<Domain> Shape::disc() const {
  require(options.centre.size() == 1 && options.centre[0].size() == 2, "'", key, ".centre' must be one row, [[x, y]]");
  const bool annulus = options.shape == DomainShape::annulus;
  require(options.radius > 0, "'", key, ".radius' must be > 0, got ", options.radius);
  require(!annulus || (options.inner_radius > 0 && options.inner_radius < options.radius), "'", key,
          ".inner_radius' must be between 0 and '", key, ".radius', got ", options.inner_radius);
  return std::make_unique<Disc>(point_from(options.centre[0]), annulus ? options.inner_radius : 0, options.radius);
}

std::unique_ptr<Domain> Shape::polygon() const {
  std::vector<Loop> holes;
  holes.reserve(options.holes.size());
  for (const HoleOptions& hole : options.holes) holes.push_back(loop_from(hole.vertices, key + ".holes.vertices"));
  return std::make_unique<Polygon>(loop_from(options.vertices, key + ".vertices"), std::move(holes), key);
}

std::unique_ptr<Domain> Shape::level_set() const {
  const auto [lower, upper] = intervals(2);
  const double x = upper[0] - lower[0], y = upper[1] - lower[1], size = std::max(x, y);
  CellGrid grid{lower, upper, {}};
  grid.cells = {std::max(4, static_cast<int>(std::lround(options.resolution * x / size))),
                std::max(4, static_cast<int>(std::lround(options.resolution * y / size)))};
  const std::string own = key + ".level_set";
  try {
    return make_level_set(LevelSet(Expression(own, options.level_set, 2, parameter), lower, upper), grid);
  } catch (const Error& error) {
    const std::string text = error.what();
    throw DomainError(own, text.starts_with('\'') ? text : concat("'", own, "': ", text));
  }
}

std::unique_ptr<Domain> make_shape(const ShapeOptions& options, const std::string& key, int dimension,
                                   std::optional<double> parameter) {
  const Shape shape{options, key, parameter};
  switch (options.shape) {
    case DomainShape::disc:
    case DomainShape::annulus:
      return shape.disc();
    case DomainShape::polygon:
      return shape.polygon();
    case DomainShape::level_set:
      return shape.level_set();
    case DomainShape::box: {
      const auto [lower, upper] = shape.intervals(dimension);
      return std::make_unique<Box>(dimension, lower, upper);
    }
    case DomainShape::csg:
    case DomainShape::points:
      break;
  }
  throw Error(concat("'", key, ".shape' must be box, disc, annulus, polygon or level_set"));
}

std::unique_ptr<Domain> make_csg(const DomainOptions& options, std::optional<double> parameter) {
  NamedShapes all;
  for (const auto& [name, shape] : options.shapes) {
    const std::string key = concat("domain.shapes.", name);
    try {
      all.shapes.push_back(make_shape(shape, key, 2, parameter));
    } catch (const DomainError&) {
      throw;
    } catch (const Error& error) {
      throw DomainError(key, error.what());
    }
    all.names.push_back(name);
  }
  try {
    SetFormula formula("domain.formula", options.formula, all.names);
    for (const std::string& name : all.names) {
      if (formula.names(name)) continue;
      throw DomainError("domain.shapes." + name, concat("'domain.shapes.", name, "' is not in 'domain.formula'"));
    }
    return make_csg(std::move(formula), std::move(all));
  } catch (const DomainError&) {
    throw;
  } catch (const Error& error) {
    throw DomainError("domain.formula", error.what());
  }
}

}  // namespace

double Domain::size() const {
  double size = 0;
  for (std::size_t j = 0; j < 3; ++j) size = std::max(size, m_upper[j] - m_lower[j]);
  return size;
}

std::vector<CurvePiece> Domain::curves() const { return {}; }

const std::vector<Point>& Domain::given_interior() const {
  static const std::vector<Point> none;
  return none;
}

std::unique_ptr<Domain> make_domain(const DomainOptions& options, int dimension, std::optional<double> parameter) {
  if (options.shape == DomainShape::points) {
    return make_point_cloud(options.boundary_file, options.interior_file, dimension);
  }
  require(options.shape == DomainShape::box || dimension == 2,
          "'domain.shape' must be box or points unless 'problem.dimension' is 2");
  return options.shape == DomainShape::csg ? make_csg(options, parameter)
                                           : make_shape(options, "domain", dimension, parameter);
}

}  // namespace kolibri::drivers
