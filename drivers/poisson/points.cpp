#include "poisson/points.hpp"

#include <algorithm>
#include <cmath>
#include <kolibri/halton.hpp>

#include "poisson/random_fraction.hpp"

namespace kolibri::drivers {
namespace {

/// A point of the bounding box from fractions of its sides.
Point in_box(const Domain& domain, const Point& fraction) {
  Point x{};
  for (std::size_t j = 0; j < static_cast<std::size_t>(domain.dimension()); ++j) {
    x[j] = domain.lower()[j] + fraction[j] * (domain.upper()[j] - domain.lower()[j]);
  }
  return x;
}

Point halton_fraction(std::uint64_t index) {
  return {radical_inverse(index + 1, 2), radical_inverse(index + 1, 3), radical_inverse(index + 1, 5)};
}

/// The first `count` points of a sequence of fractions that lie inside.
template <class Fraction>
std::vector<Point> first_inside(const Domain& domain, int count, const Fraction& fraction) {
  std::vector<Point> points;
  points.reserve(static_cast<std::size_t>(count));
  // A domain that fills less than a thousandth of its bounding box is taken for empty.
  const std::uint64_t most = 1000 * static_cast<std::uint64_t>(count) + 1000;
  for (std::uint64_t i = 0; i < most && points.size() < static_cast<std::size_t>(count); ++i) {
    const Point x = in_box(domain, fraction(i));
    if (domain.contains(x)) points.push_back(x);
  }
  if (points.size() < static_cast<std::size_t>(count)) {
    throw KeyError("domain", concat("'domain' has no room for ", count, " points"));
  }
  return points;
}

/// Cells of one size over the bounding box, about `cells` of them; the middles that lie inside.
std::vector<Point> middles_inside(const Domain& domain, double cells) {
  double volume = 1;
  const auto d = static_cast<std::size_t>(domain.dimension());
  for (std::size_t j = 0; j < d; ++j) volume *= domain.upper()[j] - domain.lower()[j];
  const double spacing = std::pow(volume / cells, 1.0 / domain.dimension());
  std::array<int, 3> n{1, 1, 1};
  for (std::size_t j = 0; j < d; ++j) {
    n[j] = std::max(1, static_cast<int>(std::lround((domain.upper()[j] - domain.lower()[j]) / spacing)));
  }
  std::vector<Point> points;
  for (int i = 0; i < n[0] * n[1] * n[2]; ++i) {
    const std::array at{i % n[0], i / n[0] % n[1], i / n[0] / n[1]};
    Point fraction{};
    for (std::size_t j = 0; j < 3; ++j) fraction[j] = (at[j] + 0.5) / n[j];
    const Point x = in_box(domain, fraction);
    if (domain.contains(x)) points.push_back(x);
  }
  return points;
}

/// The part of the bounding box that is domain.
double filled_part(const Domain& domain) {
  constexpr int samples = 4096;
  int inside = 0;
  for (std::uint64_t i = 0; i < samples; ++i) {
    if (domain.contains(in_box(domain, halton_fraction(i)))) ++inside;
  }
  if (inside == 0) throw KeyError("domain", "'domain' has no room for points");
  return static_cast<double>(inside) / samples;
}

std::vector<Point> uniform_points(const Domain& domain, int count) {
  return middles_inside(domain, count / filled_part(domain));
}

std::vector<BoundaryPoint> random_boundary(const Domain& domain, int count, std::uint64_t seed,
                                           std::uint64_t generation) {
  std::vector<BoundaryPoint> points;
  points.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const Point fraction = random_fraction(~seed, generation, static_cast<std::uint64_t>(i));
    points.push_back(domain.boundary_at(fraction[0], fraction[1]));
  }
  return points;
}

}  // namespace

std::vector<Point> random_points(const Domain& domain, int count, std::uint64_t seed, std::uint64_t generation) {
  return first_inside(domain, count, [&](std::uint64_t i) { return random_fraction(seed, generation, i); });
}

PointSet make_points(const Domain& domain, const PointOptions& options, std::uint64_t generation) {
  if (!domain.given_interior().empty()) return {domain.given_interior(), domain.boundary(options.boundary), {}};
  switch (options.layout) {
    case PointLayout::uniform:
      return {uniform_points(domain, options.interior), domain.boundary(options.boundary), {}};
    case PointLayout::halton:
    case PointLayout::adaptive:
      return {first_inside(domain, options.interior, halton_fraction), domain.boundary(options.boundary), {}};
    case PointLayout::random:
      break;
  }
  return {random_points(domain, options.interior, options.seed, generation),
          random_boundary(domain, options.boundary, options.seed, generation),
          {}};
}

Point Grid::at(std::int64_t i) const {
  const std::array place{i % count[0], i / count[0] % count[1], i / count[0] / count[1]};
  Point x{};
  for (std::size_t j = 0; j < 3; ++j)
    x[j] = count[j] == 1 ? origin[j] : origin[j] + spacing * static_cast<double>(place[j]);
  return x;
}

Grid grid_over(const Domain& domain, int along, double extension) {
  const double size = domain.size(), border = extension * size;
  Grid grid;
  grid.spacing = (size + 2 * border) / std::max(along - 1, 1);
  for (std::size_t j = 0; j < static_cast<std::size_t>(domain.dimension()); ++j) {
    const double side = domain.upper()[j] - domain.lower()[j] + 2 * border;
    grid.count[j] = std::max(2, static_cast<int>(std::lround(side / grid.spacing)) + 1);
    // Sides that are no multiple of the spacing are covered and a little more, in the middle.
    const double excess = grid.spacing * (grid.count[j] - 1) - side;
    grid.origin[j] = domain.lower()[j] - border - (std::abs(excess) > 1e-9 * grid.spacing ? excess / 2 : 0);
  }
  return grid;
}

}  // namespace kolibri::drivers
