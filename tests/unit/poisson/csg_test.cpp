#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <kolibri/error.hpp>
#include <numbers>

#include "poisson/curve.hpp"
#include "poisson/domain.hpp"
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
  return csg(formula, {{"a", box({{0, 1}, {0, 1}})}, {"b", box({{1, 1.5}, {0, 0.5}})}, {"c", disc(1, 1, 0.8)}});
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
            "domain.formula: 'a b' is no name for a shape: letters, digits and _ make one, a letter first");
}

}  // namespace
}  // namespace kolibri::drivers
