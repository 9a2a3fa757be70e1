#include "poisson/domain.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <kolibri/error.hpp>
#include <numbers>

namespace kolibri::drivers {
namespace {

std::unique_ptr<Domain> polygon(io::Table vertices, std::vector<HoleOptions> holes = {}) {
  DomainOptions options;
  options.shape = DomainShape::polygon;
  options.vertices = std::move(vertices);
  options.holes = std::move(holes);
  return make_domain(options, 2);
}

std::unique_ptr<Domain> round(DomainShape shape) {
  DomainOptions options;
  options.shape = shape;
  options.centre = {{1, -2}};
  options.radius = 2;
  options.inner_radius = 0.5;
  return make_domain(options, 2);
}

std::string error_of(io::Table vertices, std::vector<HoleOptions> holes = {}) {
  try {
    polygon(std::move(vertices), std::move(holes));
    return "no error";
  } catch (const Error& error) {
    return error.what();
  }
}

const io::Table square{{0, 0}, {1, 0}, {1, 1}, {0, 1}};

// PhysicsNeMo issue 140.
TEST(Polygon, PointsOutsideOfATriangle) {
  const auto triangle = polygon({{0, 0}, {1, 1}, {1, -1}});
  for (const Point& x : {Point{-1, 0, 0}, Point{0, 2, 0}, Point{0.01, 2, 0}}) EXPECT_FALSE(triangle->contains(x));
  EXPECT_TRUE(triangle->contains({0.5, 0.2, 0}));
}

TEST(Polygon, Holes) {
  for (const io::Table& hole :
       {io::Table{{0.4, 0.4}, {0.6, 0.4}, {0.6, 0.6}}, io::Table{{0.6, 0.6}, {0.6, 0.4}, {0.4, 0.4}}}) {
    const auto domain = polygon(square, {{hole}});
    EXPECT_FALSE(domain->contains({0.55, 0.45, 0}));
    EXPECT_TRUE(domain->contains({0.45, 0.55, 0}));
    EXPECT_FALSE(domain->contains({1.5, 0.5, 0}));
  }
}

TEST(Polygon, PartsAreNumberedInTheOrderOfTheUser) {
  // Clockwise: edge_1 is the left side.
  const auto domain = polygon({{0, 0}, {0, 1}, {1, 1}, {1, 0}}, {{{{0.4, 0.4}, {0.6, 0.4}, {0.5, 0.6}}}});
  EXPECT_EQ(domain->parts(), (std::vector<std::string>{"edge_1", "edge_2", "edge_3", "edge_4", "hole_1"}));
  for (const BoundaryPoint& point : domain->boundary(200)) {
    const std::array distance{point.x[0], 1 - point.x[1], 1 - point.x[0], point.x[1]};  // from the four sides
    if (point.part < 4) {
      EXPECT_NEAR(distance[static_cast<std::size_t>(point.part)], 0, 1e-15);
    } else {
      EXPECT_TRUE(point.x[0] >= 0.4 && point.x[0] <= 0.6);
    }
  }
}

TEST(Polygon, WhatIsRefused) {
  EXPECT_EQ(error_of({{0, 0}, {1, 1}}), "'domain.vertices' needs at least 3 vertices, got 2");
  EXPECT_EQ(error_of({{0, 0}, {1, 1}, {1, 0}, {0, 1}}), "'domain.vertices': edge 1 meets edge 3 of 'domain.vertices'");
  EXPECT_EQ(error_of({{0, 0}, {1, 0}, {1, 0}, {0, 1}}), "'domain.vertices': vertex 2 is repeated");
  EXPECT_EQ(error_of({{0, 0}, {2, 0}, {1, 0}, {1, 1}}), "'domain.vertices': edge 1 meets edge 2 of 'domain.vertices'");
  EXPECT_EQ(error_of(square, {{{{2, 2}, {3, 2}, {3, 3}}}}), "'domain.holes.1.vertices' lies outside of the polygon");
  EXPECT_EQ(error_of(square, {{{{0.5, 0.5}, {1.5, 0.5}, {0.5, 0.6}}}}),
            "'domain.vertices': edge 2 meets edge 1 of 'domain.holes.1.vertices'");
  EXPECT_EQ(error_of({{0, 0, 1}, {1, 1, 1}, {1, 0, 1}}),
            "'domain.vertices' must hold rows [x, y], got 3 numbers in one");
}

TEST(Round, InsideAndParts) {
  const auto disc = round(DomainShape::disc), annulus = round(DomainShape::annulus);
  EXPECT_TRUE(disc->contains({1, -2, 0}));
  EXPECT_FALSE(annulus->contains({1, -2, 0}));
  for (const auto* domain : {disc.get(), annulus.get()}) {
    EXPECT_TRUE(domain->contains({2, -2, 0}));
    EXPECT_FALSE(domain->contains({3.1, -2, 0}));
    for (const BoundaryPoint& point : domain->boundary(100)) {
      const double dx = point.x[0] - 1, dy = point.x[1] + 2, r = std::hypot(dx, dy);
      EXPECT_NEAR(r, point.part == 0 ? 2 : 0.5, 1e-14);
      EXPECT_NEAR((dx * point.normal[0] + dy * point.normal[1]) / r, point.part == 0 ? 1 : -1, 1e-14);
    }
  }
}

// A little along the outward normal is outside, a little against it inside, for points off the corners.
TEST(Domains, NormalsPointOutside) {
  std::vector<std::unique_ptr<Domain>> domains;
  for (int d = 1; d <= 3; ++d) domains.push_back(make_domain(DomainOptions{}, d));
  domains.push_back(round(DomainShape::disc));
  domains.push_back(round(DomainShape::annulus));
  domains.push_back(polygon({{0, 0}, {2, 0}, {2, 1}, {1, 0.5}, {0, 1}}, {{{{0.4, 0.3}, {0.6, 0.3}, {0.5, 0.4}}}}));
  for (const auto& domain : domains) {
    for (int i = 0; i < 50; ++i) {
      const BoundaryPoint point = domain->boundary_at((i + 0.37) / 50, 0.411);
      Point outside = point.x, inside = point.x;
      for (std::size_t j = 0; j < 3; ++j) {
        outside[j] += 1e-6 * point.normal[j];
        inside[j] -= 1e-6 * point.normal[j];
      }
      EXPECT_FALSE(domain->contains(outside));
      EXPECT_TRUE(domain->contains(inside));
    }
  }
}

TEST(Domains, BoundaryHasCornersAndAboutTheCountAskedFor) {
  const auto box = make_domain(DomainOptions{}, 2);
  const auto points = box->boundary(124);
  EXPECT_EQ(points.size(), 124u);
  for (const Point& corner : {Point{0, 0, 0}, Point{1, 0, 0}, Point{0, 1, 0}, Point{1, 1, 0}}) {
    int found = 0;
    for (const BoundaryPoint& point : points) found += point.x == corner;
    EXPECT_EQ(found, 1);
  }
  EXPECT_EQ(make_domain(DomainOptions{}, 1)->boundary(2).size(), 2u);
  EXPECT_EQ(make_domain(DomainOptions{}, 3)->boundary(600).size(), 608u);
}

// D is zero on the boundary, and its derivatives are those of differences.
TEST(Domains, Distance) {
  DomainOptions options;
  options.intervals = {{-1, 2}, {0.5, 1}, {3, 7}};
  std::vector<std::unique_ptr<Domain>> domains;
  for (int d = 1; d <= 3; ++d) {
    DomainOptions part = options;
    part.intervals.resize(static_cast<std::size_t>(d));
    domains.push_back(make_domain(part, d));
  }
  domains.push_back(round(DomainShape::disc));
  for (const auto& domain : domains) {
    for (const BoundaryPoint& point : domain->boundary(20)) EXPECT_NEAR(domain->distance(point.x).value, 0, 1e-14);
    Point x = domain->lower();
    for (std::size_t j = 0; j < 3; ++j) x[j] += 0.3 * (domain->upper()[j] - domain->lower()[j]);
    const Derivatives at = domain->distance(x);
    double laplacian = 0;
    for (std::size_t j = 0; j < static_cast<std::size_t>(domain->dimension()); ++j) {
      const double h = 1e-3;
      Point ahead = x, behind = x;
      ahead[j] += h;
      behind[j] -= h;
      const double a = domain->distance(ahead).value, b = domain->distance(behind).value;
      EXPECT_NEAR(at.gradient[j], (a - b) / (2 * h), 1e-9);
      laplacian += (a - 2 * at.value + b) / (h * h);
    }
    EXPECT_NEAR(at.laplacian, laplacian, 1e-7);
  }
}

}  // namespace
}  // namespace kolibri::drivers
