#include <gtest/gtest.h>

#include <cmath>
#include <kolibri/error.hpp>
#include <numbers>

#include "poisson/curve.hpp"
#include "poisson/domain.hpp"

namespace kolibri::drivers {
namespace {

std::unique_ptr<Domain> level_set(const std::string& phi, const io::Table& intervals, int resolution = 200) {
  DomainOptions options;
  options.shape = DomainShape::level_set;
  options.level_set = phi;
  options.intervals = intervals;
  options.resolution = resolution;
  return make_domain(options, 2);
}

const io::Table around{{-2, 2}, {-1.5, 1.5}};

std::string error_of(const std::string& phi) {
  try {
    level_set(phi, around);
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

// A circle of radius 1: points exactly on it, normals along radii, evenly spread. Chords fall short of the length
// by (cell)^2 / 24.
TEST(LevelSet, PointsAndNormalsOfACircle) {
  const auto domain = level_set("x^2 + y^2 - 1", around);
  EXPECT_EQ(domain->parts(), std::vector<std::string>{"curve"});
  EXPECT_NEAR(length_of(*domain), 2 * std::numbers::pi, 1e-4);
  const auto points = domain->boundary(80);
  ASSERT_EQ(points.size(), 80u);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const BoundaryPoint &point = points[i], &next = points[(i + 1) % points.size()];
    EXPECT_NEAR(std::hypot(point.x[0], point.x[1]), 1, 1e-14);
    EXPECT_NEAR(point.x[0] * point.normal[0] + point.x[1] * point.normal[1], 1, 1e-12);
    EXPECT_NEAR(std::hypot(next.x[0] - point.x[0], next.x[1] - point.x[1]), 2 * std::sin(std::numbers::pi / 80), 1e-4);
  }
  EXPECT_TRUE(domain->contains({0.9, 0, 0}));
  EXPECT_FALSE(domain->contains({1.1, 0, 0}));
  EXPECT_NEAR(domain->size(), 2, 1e-4);
  int inside = 0;
  for (int i = 0; i < 40000; ++i) inside += domain->contains({i % 200 / 100.0 - 0.995, i / 200 / 100.0 - 0.995, 0});
  EXPECT_NEAR(inside / 1e4, std::numbers::pi, 1e-2);
}

TEST(LevelSet, CornersOfKinksAreFound) {
  const auto domain = level_set("max(abs(x - 0.013), abs(y + 0.007)) - 0.9", around);
  for (const auto& [x, y] : {std::pair{0.9, 0.9}, std::pair{-0.9, 0.9}, std::pair{0.9, -0.9}, std::pair{-0.9, -0.9}}) {
    double nearest = 1;
    for (const BoundaryPoint& point : domain->boundary(40)) {
      nearest = std::min(nearest, std::hypot(point.x[0] - x - 0.013, point.x[1] - y + 0.007));
    }
    EXPECT_LT(nearest, 1e-9) << x << ", " << y;
  }
  EXPECT_NEAR(length_of(*domain), 7.2, 1e-9);
}

TEST(LevelSet, TheBoxCutsIt) {
  const auto domain = level_set("x - y", {{0, 1}, {0, 1}});  // the triangle above the diagonal
  EXPECT_EQ(domain->parts(), (std::vector<std::string>{"curve", "x_min", "y_max"}));
  EXPECT_NEAR(length_of(*domain), 2 + std::sqrt(2.0), 1e-12);
  EXPECT_TRUE(domain->contains({0.2, 0.7, 0}));
  EXPECT_FALSE(domain->contains({0.7, 0.2, 0}));
  EXPECT_FALSE(domain->contains({-0.5, 0.5, 0})) << "outside of the box";
  const auto whole = level_set("-1", {{0, 2}, {0, 1}});
  EXPECT_NEAR(length_of(*whole), 6, 1e-12);
}

// Both ways to join opposite corners of a cell, in both kinds of cells: the curves never cross the wrong way.
TEST(LevelSet, SaddlesAreJoinedAsTheMiddleSays) {
  for (const char* const phi : {"x*y - 0.001", "x*y + 0.001", "-x*y - 0.001", "-x*y + 0.001"}) {
    SCOPED_TRACE(phi);
    const auto domain = level_set(phi, {{-1, 1}, {-1, 1}}, 9);
    for (int i = 0; i < 200; ++i) {
      const BoundaryPoint point = domain->boundary_at((i + 0.37) / 200, 0);
      const Point out{point.x[0] + 1e-4 * point.normal[0], point.x[1] + 1e-4 * point.normal[1], 0};
      const Point in{point.x[0] - 1e-4 * point.normal[0], point.x[1] - 1e-4 * point.normal[1], 0};
      EXPECT_FALSE(domain->contains(out));
      EXPECT_TRUE(domain->contains(in));
    }
  }
}

// phi = 0 at nodes of the grid, along edges of cells and where four cells meet.
TEST(LevelSet, ZerosAtNodes) {
  for (const auto& [phi, length] : {std::pair{"abs(x) - 0.5", 6.0}, std::pair{"max(abs(x), abs(y)) - 0.5", 4.0},
                                    std::pair{"x", 6.0}, std::pair{"x*y", 8.0}, std::pair{"-x*y", 8.0}}) {
    SCOPED_TRACE(phi);
    EXPECT_NEAR(length_of(*level_set(phi, {{-1, 1}, {-1, 1}}, 8)), length, 1e-9);
  }
}

// A sweep may move the curve.
TEST(LevelSet, TheNameS) {
  DomainOptions options;
  options.shape = DomainShape::level_set;
  options.level_set = "x^2 + y^2 - s^2";
  options.intervals = around;
  EXPECT_TRUE(make_domain(options, 2, 0.75)->contains({0.7, 0, 0}));
  EXPECT_FALSE(make_domain(options, 2, 0.5)->contains({0.7, 0, 0}));
}

// phi has no value, or no slope, on the other side of the box.
TEST(LevelSet, MayTouchItsBox) {
  for (const char* const phi : {"y - sqrt(x)", "sqrt(1 - x) - y"}) {
    SCOPED_TRACE(phi);
    for (const BoundaryPoint& point : level_set(phi, {{0, 1}, {0, 1}})->boundary(100)) {
      EXPECT_NEAR(std::hypot(point.normal[0], point.normal[1]), 1, 1e-12);
    }
  }
  const auto domain = level_set("y - sqrt(x)", {{0, 1}, {0, 1}});
  int inside = 0;
  for (int i = 0; i < 10000; ++i) inside += domain->contains({(i % 100 + 0.5) / 100, (i / 100 + 0.5) / 100, 0});
  EXPECT_NEAR(inside / 1e4, 2.0 / 3, 5e-3);
}

// Corners of the curve on the grid of the cells: a point there is there once.
TEST(LevelSet, CornersOnEdgesOfCellsCountOnce) {
  for (const char* const phi : {"max(abs(x), abs(y)) - 0.5", "abs(x) + abs(y) - 0.5", "max(abs(x), abs(y)) - 0.6"}) {
    const auto points = level_set(phi, {{-1, 1}, {-1, 1}}, 8)->boundary(40);
    for (std::size_t i = 0; i < points.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        EXPECT_GT(std::hypot(points[i].x[0] - points[k].x[0], points[i].x[1] - points[k].x[1]), 1e-3) << phi;
      }
    }
  }
}

TEST(LevelSet, TwoIslands) {
  const auto domain = level_set("min((x-1)^2 + y^2, (x+1)^2 + y^2) - 0.25", around);
  EXPECT_NEAR(length_of(*domain), 2 * std::numbers::pi, 1e-3);
  EXPECT_TRUE(domain->contains({1, 0, 0}) && domain->contains({-1, 0, 0}));
  EXPECT_FALSE(domain->contains({0, 0, 0}));
}

TEST(LevelSet, WhatIsRefused) {
  EXPECT_EQ(error_of("x^2 + 1"),
            "domain.level_set: 'domain.level_set': phi is negative nowhere in the box, so that there is no boundary");
  EXPECT_EQ(error_of("x^2 + w"), "domain.level_set: 'domain.level_set': undefined name 'w'\n  x^2 + w\n        ^");
  EXPECT_EQ(error_of("log(x)"), "domain.level_set: 'domain.level_set' is nan at (-2, -1.5): log(x)");
}

}  // namespace
}  // namespace kolibri::drivers
