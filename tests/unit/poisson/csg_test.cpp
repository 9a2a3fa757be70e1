#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <kolibri/error.hpp>
#include <numbers>

#include "poisson/curve.hpp"
#include "poisson/domain.hpp"
#include "poisson/points.hpp"
#include "poisson/set_formula.hpp"

namespace kolibri::drivers {
namespace {

ShapeOptions box(const io::Table& intervals) {
  ShapeOptions shape;
  shape.intervals = intervals;
  return shape;
}

ShapeOptions disc(double x, double y, double radius) {
  ShapeOptions shape;
  shape.shape = DomainShape::disc;
  shape.centre = {{x, y}};
  shape.radius = radius;
  return shape;
}

std::unique_ptr<Domain> csg(const std::string& formula, std::vector<io::Named<ShapeOptions>> shapes) {
  DomainOptions options;
  options.shape = DomainShape::csg;
  options.formula = formula;
  options.shapes = std::move(shapes);
  return make_domain(options, 2);
}

/// Unit square `a`, one of half its side beyond its right side `b`, a disc of radius 0.8 `c` about its upper right
/// corner.
std::unique_ptr<Domain> of_three(const std::string& formula) {
  std::vector<io::Named<ShapeOptions>> used;
  for (const auto& [name, shape] : {std::pair{"a", box({{0, 1}, {0, 1}})}, std::pair{"b", box({{1, 1.5}, {0, 0.5}})},
                                    std::pair{"c", disc(1, 1, 0.8)}}) {
    if (formula.find(name) != std::string::npos) used.push_back({name, shape});
  }
  return csg(formula, std::move(used));
}

std::string error_of(const std::string& formula) {
  try {
    of_three(formula);
    return "no error";
  } catch (const DomainError& error) {
    return error.key + ": " + error.what();
  }
}

double length_of(const Domain& domain) {
  double length = 0;
  for (const CurvePiece& piece : domain.curves()) length += piece.length();
  return length;
}

/// Just inside of every boundary point is the domain, just outside is not.
void expect_boundary(const Domain& domain) {
  for (int i = 0; i < 300; ++i) {
    const BoundaryPoint point = domain.boundary_at((i + 0.37) / 300, 0);
    const auto beside = [&](double off) {
      return Point{point.x[0] + off * point.normal[0], point.x[1] + off * point.normal[1], 0};
    };
    EXPECT_TRUE(domain.contains(beside(-1e-5))) << point.x[0] << ", " << point.x[1];
    EXPECT_FALSE(domain.contains(beside(1e-5))) << point.x[0] << ", " << point.x[1];
  }
}

bool has_point(const std::vector<BoundaryPoint>& points, double x, double y) {
  return std::any_of(points.begin(), points.end(),
                     [&](const BoundaryPoint& point) { return std::hypot(point.x[0] - x, point.x[1] - y) < 1e-12; });
}

TEST(SetFormula, TruthTables) {
  const std::vector<std::string> names{"a", "b", "c"};
  const SetFormula both("f", "a + b*c", names), without("f", "a - b - c", names), nested("f", "a - (b - c)", names);
  for (int bits = 0; bits < 8; ++bits) {
    const bool a = bits & 1, b = bits & 2, c = bits & 4;
    EXPECT_EQ(both({a, b, c}), a || (b && c));
    EXPECT_EQ(without({a, b, c}), a && !b && !c);
    EXPECT_EQ(nested({a, b, c}), a && !(b && !c));
  }
}

TEST(SetFormula, FaultsHaveACaret) {
  EXPECT_EQ(error_of("a + d"), "domain.formula: 'domain.formula': undefined name 'd'\n  a + d\n      ^");
  EXPECT_EQ(error_of("a - (b"),
            "domain.formula: 'domain.formula': a closing parenthesis is missing\n  a - (b\n        ^");
  EXPECT_EQ(error_of(""), "domain.formula: 'domain.formula': the formula is empty\n  \n  ^");
  EXPECT_EQ(error_of("a - a"), "domain.formula: the formula leaves no domain with a boundary");
  EXPECT_EQ(error_of("a - 1"), "domain.formula: 'domain.formula': '1' is not expected here\n  a - 1\n      ^");
  EXPECT_EQ(error_of("a ? b : c"), "domain.formula: 'domain.formula': '?' is not expected here\n  a ? b : c\n    ^");
  EXPECT_EQ(error_of("a, b"), "domain.formula: 'domain.formula': ',' is not expected here\n  a, b\n   ^");
  EXPECT_EQ(error_of("a + sin(b)"), "domain.formula: 'domain.formula': undefined name 'sin'\n  a + sin(b)\n      ^");
}

// A quarter of the circle is inside of the square, three are outside; it cuts 0.8 off two sides.
TEST(Csg, BoundaryOfUnionIntersectionAndDifference) {
  constexpr double pi = std::numbers::pi;
  for (const auto& [formula, length] :
       {std::pair{"a * c", 1.6 + 0.4 * pi}, std::pair{"a - c", 2.4 + 0.4 * pi}, std::pair{"a + c", 2.4 + 1.2 * pi},
        std::pair{"c - a", 1.6 + 1.2 * pi}, std::pair{"a", 4.0}, std::pair{"a + b", 5.0}, std::pair{"a - b", 4.0}}) {
    SCOPED_TRACE(formula);
    const auto domain = of_three(formula);
    EXPECT_NEAR(length_of(*domain), length, 1e-9);
    expect_boundary(*domain);
  }
}

TEST(Csg, CrossingsAreCorners) {
  const auto points = of_three("a - c")->boundary(40);
  EXPECT_NEAR(static_cast<double>(points.size()), 40, 3);
  for (const auto& [x, y] :
       {std::pair{0.0, 0.0}, std::pair{1.0, 0.0}, std::pair{0.0, 1.0}, std::pair{1.0, 0.2}, std::pair{0.2, 1.0}}) {
    EXPECT_TRUE(has_point(points, x, y)) << x << ", " << y;
  }
  EXPECT_FALSE(has_point(points, 1, 1));
}

// A bore over the end of a plate, which continues as a disc: the plate's edge cuts the bore, but that is no corner.
TEST(Csg, AnArcGoesOnPastACut) {
  const auto domain =
      csg("plate + end - bore",
          {{"bore", disc(1, 0.4, 0.15)}, {"end", disc(1, 0.4, 0.4)}, {"plate", box({{0, 1}, {0, 0.8}})}});
  expect_boundary(*domain);
  const auto part = std::find(domain->parts().begin(), domain->parts().end(), "bore.outer") - domain->parts().begin();
  std::vector<BoundaryPoint> bore;
  for (const BoundaryPoint& point : domain->boundary(130)) {
    if (point.part == part) bore.push_back(point);
  }
  ASSERT_GT(bore.size(), 10u);
  const auto apart = [](const Point& x, const Point& y) { return std::hypot(x[0] - y[0], x[1] - y[1]); };
  const double spacing = 2 * 0.15 * std::sin(std::numbers::pi / static_cast<double>(bore.size()));
  for (std::size_t i = 0; i < bore.size(); ++i) {
    EXPECT_NEAR(apart(bore[i].x, bore[(i + 1) % bore.size()].x), spacing, 1e-12);
  }
}

TEST(Csg, ASeamIsInsideAndNoBoundary) {
  const auto domain = of_three("a + b");
  EXPECT_TRUE(domain->contains({1, 0.25, 0}));
  EXPECT_FALSE(domain->contains({1, 0.75, 0}));
  EXPECT_EQ(domain->parts(),
            (std::vector<std::string>{"a.x_min", "a.x_max", "a.y_min", "a.y_max", "b.x_max", "b.y_min", "b.y_max"}));
  for (const BoundaryPoint& point : domain->boundary(200))
    EXPECT_FALSE(point.x[0] == 1 && point.x[1] < 0.5 && point.x[1] > 0);
}

// Two squares that share a side on the same side of it: a common edge counts once.
TEST(Csg, CommonEdgesCountOnce) {
  const auto domain = csg("a + b", {{"a", box({{0, 2}, {0, 1}})}, {"b", box({{0, 1}, {0, 2}})}});
  EXPECT_NEAR(length_of(*domain), 8, 1e-9);
  expect_boundary(*domain);
}

/// The part of the bounding box that is inside, times its area.
double area_of(const Domain& domain, int along) {
  int inside = 0;
  for (int i = 0; i < along * along; ++i) {
    const auto at = [&](std::size_t j, int k) {
      return domain.lower()[j] + (k + 0.5) / along * (domain.upper()[j] - domain.lower()[j]);
    };
    if (domain.contains({at(0, i % along), at(1, i / along), 0})) ++inside;
  }
  return inside * (domain.upper()[0] - domain.lower()[0]) * (domain.upper()[1] - domain.lower()[1]) / (along * along);
}

TEST(Csg, AreasAreKnown) {
  constexpr double quarter = 0.16 * std::numbers::pi;
  for (const auto& [formula, area] : {std::pair{"a * c", quarter}, std::pair{"a - c", 1 - quarter},
                                      std::pair{"a + c", 1 + 3 * quarter}, std::pair{"a + b", 1.25}}) {
    EXPECT_NEAR(area_of(*of_three(formula), 200), area, 5e-3) << formula;
  }
}

// The hole of two boxes that touch: their seam is in neither, but it is no domain.
TEST(Csg, ASeamOfWhatIsSubtractedIsOutside) {
  const auto domain =
      csg("a - (b + c)",
          {{"a", box({{0, 1}, {0, 1}})}, {"b", box({{0.2, 0.5}, {0.3, 0.7}})}, {"c", box({{0.5, 0.8}, {0.3, 0.7}})}});
  PointOptions options;
  options.interior = 475;
  const auto points = make_points(*domain, options).interior;
  EXPECT_GT(points.size(), 400u);
  for (const Point& x : points) {
    EXPECT_FALSE(x[0] > 0.2 && x[0] < 0.8 && x[1] > 0.3 && x[1] < 0.7) << x[0] << ", " << x[1];
  }
  EXPECT_FALSE(domain->contains({0.5, 0.5, 0}));
  EXPECT_NEAR(area_of(*domain, 99), 0.76, 1e-2);
}

// A hole of 5e-5 in a square of 1000.
TEST(Csg, TolerancesAreThoseOfTheSmallestShape) {
  const auto domain =
      csg("a - b", {{"a", box({{0, 1000}, {0, 1000}})}, {"b", box({{500, 500.00005}, {500, 500.00005}})}});
  EXPECT_NEAR(length_of(*domain), 4000 + 2e-4, 1e-8);
  EXPECT_FALSE(domain->contains({500.00002, 500.00003, 0}));
}

// A level set along an edge of a box, whichever comes first: no part of the boundary is there twice.
TEST(Csg, LevelSetsAlongAnEdgeCountOnce) {
  ShapeOptions left;
  left.shape = DomainShape::level_set;
  left.level_set = "x - 1";
  left.intervals = {{-1, 2}, {-0.5, 1.5}};
  for (const auto& [square, half] : {std::pair{"a", "e"}, std::pair{"e", "a"}}) {
    std::vector<io::Named<ShapeOptions>> shapes{{square, box({{0, 1}, {0, 1}})}, {half, left}};
    std::sort(shapes.begin(), shapes.end(), [](const auto& x, const auto& y) { return x.name < y.name; });
    const auto domain = csg("a * e", std::move(shapes));
    EXPECT_NEAR(length_of(*domain), 4, 1e-9);
    EXPECT_NEAR(static_cast<double>(domain->boundary(124).size()), 124, 4);
  }
}

TEST(Csg, BoundingBoxIsThatOfWhatIsLeft) {
  const auto lens = csg("a * b", {{"a", disc(0, 0, 1)}, {"b", disc(1, 0, 1)}});
  const double half = std::sqrt(3.0) / 2;
  EXPECT_NEAR(lens->lower()[0], 0, 1e-12);
  EXPECT_NEAR(lens->upper()[0], 1, 1e-12);
  EXPECT_NEAR(lens->lower()[1], -half, 1e-12);
  EXPECT_NEAR(lens->upper()[1], half, 1e-12);
  EXPECT_NEAR(length_of(*lens), 4 * std::numbers::pi / 3, 1e-12);
}

TEST(Csg, LevelSetsTakePart) {
  ShapeOptions ellipse;
  ellipse.shape = DomainShape::level_set;
  ellipse.level_set = "x^2 + 4*y^2 - 1";
  ellipse.intervals = {{-1.2, 1.2}, {-1.2, 1.2}};
  const auto domain =
      csg("right * e - d", {{"e", ellipse}, {"right", box({{0, 2}, {-1, 1}})}, {"d", disc(0.4, 0, 0.2)}});
  expect_boundary(*domain);
  const auto points = domain->boundary(100);
  EXPECT_NEAR(static_cast<double>(points.size()), 100, 5);
  for (const BoundaryPoint& point : points) {
    if (domain->parts()[static_cast<std::size_t>(point.part)] != "e.curve") continue;
    EXPECT_NEAR(point.x[0] * point.x[0] + 4 * point.x[1] * point.x[1], 1, 1e-12);
  }
}

TEST(Csg, WhatIsRefused) {
  const auto key_and_text = [](const std::string& formula, std::vector<io::Named<ShapeOptions>> shapes) -> std::string {
    try {
      csg(formula, std::move(shapes));
      return "no error";
    } catch (const DomainError& error) {
      return error.key + ": " + error.what();
    }
  };
  EXPECT_EQ(key_and_text("a", {{"a", disc(0, 0, -1)}}),
            "domain.shapes.a: 'domain.shapes.a.radius' must be > 0, got -1");
  EXPECT_EQ(key_and_text("a", {{"a", disc(0, 0, 1)}, {"b", disc(0, 0, 1)}}),
            "domain.shapes.b: 'domain.shapes.b' is not in 'domain.formula'");
  ShapeOptions nested;
  nested.shape = DomainShape::csg;
  EXPECT_EQ(key_and_text("a", {{"a", nested}}),
            "domain.shapes.a: 'domain.shapes.a.shape' must be box, disc, annulus, polygon or level_set");
  ShapeOptions crossed;
  crossed.shape = DomainShape::polygon;
  crossed.vertices = {{0, 0}, {1, 1}, {1, 0}, {0, 1}};
  EXPECT_EQ(key_and_text("a", {{"a", crossed}}),
            "domain.shapes.a: 'domain.shapes.a.vertices': edge 1 meets edge 3 of 'domain.shapes.a.vertices'");
  EXPECT_EQ(key_and_text("a", {{"a", disc(0, 0, 1)}, {"a b", disc(0, 0, 1)}}),
            "domain.shapes.a b: 'a b' is no name for a shape: letters, digits and _ make one, a letter first");
}

}  // namespace
}  // namespace kolibri::drivers
