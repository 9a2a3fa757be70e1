#include "poisson/points.hpp"

#include <gtest/gtest.h>

#include <kolibri/error.hpp>

#include "poisson/adaptive.hpp"

namespace kolibri::drivers {
namespace {

std::unique_ptr<Domain> lshape() {
  DomainOptions options;
  options.shape = DomainShape::polygon;
  options.vertices = {{0, 0}, {1, 0}, {1, 1}, {-1, 1}, {-1, -1}, {0, -1}};
  return make_domain(options, 2);
}

TEST(Points, AreInsideAndAboutAsManyAsAskedFor) {
  std::vector<std::unique_ptr<Domain>> domains;
  for (int d = 1; d <= 3; ++d) domains.push_back(make_domain(DomainOptions{}, d));
  domains.push_back(lshape());
  for (const auto& domain : domains) {
    for (const PointLayout layout : {PointLayout::uniform, PointLayout::halton, PointLayout::random}) {
      PointOptions options;
      options.layout = layout;
      const PointSet points = make_points(*domain, options);
      EXPECT_NEAR(static_cast<double>(points.interior.size()), 400, layout == PointLayout::uniform ? 60 : 0);
      for (const Point& x : points.interior) EXPECT_TRUE(domain->contains(x));
      EXPECT_FALSE(points.boundary.empty());
    }
  }
}

TEST(Points, UniformOnTheUnitSquareAreTheMiddlesOfCells) {
  const auto points = make_points(*make_domain(DomainOptions{}, 2), {.interior = 4}).interior;
  EXPECT_EQ(points, (std::vector<Point>{{0.25, 0.25, 0}, {0.75, 0.25, 0}, {0.25, 0.75, 0}, {0.75, 0.75, 0}}));
}

// DeepXDE issues 353, 573 and 618: the same seed gives the same points, whatever was made before.
TEST(Points, RandomOnesDependOnSeedAndGenerationAlone) {
  const auto domain = lshape();
  PointOptions options;
  options.layout = PointLayout::random;
  const auto set = [&](std::uint64_t seed, std::uint64_t generation) {
    options.seed = seed;
    return make_points(*domain, options, generation);
  };
  const PointSet first = set(1, 0);
  set(9, 4);
  const PointSet again = set(1, 0), next = set(1, 1), other = set(2, 0);
  EXPECT_EQ(first.interior, again.interior);
  for (std::size_t i = 0; i < first.boundary.size(); ++i) EXPECT_EQ(first.boundary[i].x, again.boundary[i].x);
  EXPECT_NE(first.interior, next.interior);
  EXPECT_NE(first.interior, other.interior);
  // More points begin with the fewer ones.
  options.seed = 1;
  options.interior = 410;
  const PointSet more = make_points(*domain, options, 0);
  EXPECT_TRUE(std::equal(first.interior.begin(), first.interior.end(), more.interior.begin()));
}

// Half of the points, but enough for the weights.
TEST(Adaptive, PointsBeforeTheFirstRound) {
  EXPECT_EQ(points_before_adapting({.interior = 401}, 64), 201);
  EXPECT_EQ(points_before_adapting({.interior = 100}, 64), 76);
  EXPECT_EQ(points_before_adapting({.interior = 70}, 64), 70);
}

TEST(Grids, CoverTheDomainAndItsExtension) {
  DomainOptions options;
  options.intervals = {{0, 2}, {0, 1}};
  const Grid grid = grid_over(*make_domain(options, 2), 9);
  EXPECT_EQ(grid.count, (std::array<int, 3>{9, 5, 1}));
  EXPECT_EQ(grid.at(0), (Point{0, 0, 0}));
  EXPECT_EQ(grid.at(44), (Point{2, 1, 0}));
  const Grid wide = grid_over(*make_domain(DomainOptions{}, 3), 7, 0.25);
  EXPECT_EQ(wide.size(), 343);
  EXPECT_EQ(wide.at(0), (Point{-0.25, -0.25, -0.25}));
}

}  // namespace
}  // namespace kolibri::drivers
