#include "poisson/point_cloud.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <kolibri/error.hpp>
#include <numbers>

#include "poisson/point_table.hpp"
#include "poisson/points.hpp"

namespace kolibri::drivers {
namespace {

/// A square of side 2 about the origin, `along` points a side, or all of them on a circle of radius 1.
std::vector<BoundaryPoint> outline(bool round, int along) {
  std::vector<BoundaryPoint> points;
  for (int i = 0; i < 4 * along; ++i) {
    if (round) {
      const double angle = 2 * std::numbers::pi * i / (4 * along);
      points.push_back({{std::cos(angle), std::sin(angle), 0}, {std::cos(angle), std::sin(angle), 0}, 0});
      continue;
    }
    const double t = 2 * (i % along + 0.5) / along - 1;
    const Point sides[] = {{t, -1, 0}, {1, t, 0}, {-t, 1, 0}, {-1, -t, 0}};
    const Point normals[] = {{0, -1, 0}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}};
    points.push_back({sides[i / along], normals[i / along], 0});
  }
  return points;
}

/// Points of the unit sphere on `rows` circles of latitude.
std::vector<BoundaryPoint> globe(int rows, int along) {
  std::vector<BoundaryPoint> points;
  for (int i = 0; i < rows * along; ++i) {
    const double polar = std::numbers::pi * (i / along + 0.5) / rows,
                 angle = 2 * std::numbers::pi * (i % along) / along;
    const Point x{std::sin(polar) * std::cos(angle), std::sin(polar) * std::sin(angle), std::cos(polar)};
    points.push_back({x, x, 0});
  }
  return points;
}

/// The part of the cube [-1.5, 1.5]^d, sampled at middles of cells, that is inside, times the volume of the cube.
double volume_of(const Domain& domain, int along) {
  int inside = 0;
  const int layers = domain.dimension() == 3 ? along : 1;
  for (int i = 0; i < along * along * layers; ++i) {
    const auto at = [&](int k) { return 3 * (k % along + 0.5) / along - 1.5; };
    if (domain.contains({at(i), at(i / along), layers > 1 ? at(i / along / along) : 0})) ++inside;
  }
  return inside * std::pow(3.0 / along, domain.dimension());
}

/// Points of the unit sphere on a Fibonacci lattice.
std::vector<BoundaryPoint> sphere(int n) {
  std::vector<BoundaryPoint> points;
  for (int i = 0; i < n; ++i) {
    const double z = 1 - (2 * i + 1.0) / n, angle = i * std::numbers::pi * (3 - std::sqrt(5.0)),
                 r = std::sqrt(1 - z * z);
    const Point x{r * std::cos(angle), r * std::sin(angle), z};
    points.push_back({x, x, 0});
  }
  return points;
}

TEST(PointCloud, InsideOfASquareAndACircle) {
  for (const bool round : {false, true}) {
    const PointCloud domain(2, outline(round, 20), {}, {"boundary"});
    for (double x = -1.475; x < 1.5; x += 0.05) {
      for (double y = -1.475; y < 1.5; y += 0.05) {
        const double depth = round ? 1 - std::hypot(x, y) : 1 - std::max(std::abs(x), std::abs(y));
        if (std::abs(depth) < 1e-2) continue;
        EXPECT_EQ(domain.contains({x, y, 0}), depth > 0) << x << ", " << y;
      }
    }
    EXPECT_NEAR(domain.winding_number({0, 0, 0}), 1, 1e-2);
    EXPECT_NEAR(domain.winding_number({3, 0, 0}), 0, 1e-2);
  }
}

TEST(PointCloud, InsideOfASphere) {
  const PointCloud domain(3, sphere(600), {}, {"boundary"});
  EXPECT_NEAR(domain.winding_number({0, 0, 0}), 1, 0.2);
  for (const double r : {0.2, 0.6, 0.9, 0.99}) EXPECT_TRUE(domain.contains({0.6 * r, 0, 0.8 * r})) << r;
  for (const double r : {1.01, 1.1, 1.5, 4.0}) EXPECT_FALSE(domain.contains({0.6 * r, 0, 0.8 * r})) << r;
}

// Where the whole cube is looked at: no point but those within a spacing of the sphere is on the wrong side.
TEST(PointCloud, InsideOfTheCubeRoundASphere) {
  constexpr double ball = 4 * std::numbers::pi / 3;
  for (const auto& [points, name] :
       {std::pair{sphere(600), "even"}, std::pair{globe(20, 40), "globe"}, std::pair{globe(10, 100), "anisotropic"}}) {
    SCOPED_TRACE(name);
    const PointCloud domain(3, points, {}, {"boundary"});
    EXPECT_NEAR(domain.winding_number({0, 0, 0}), 1, 0.03);
    EXPECT_NEAR(volume_of(domain, 24), ball, 0.03 * ball);
    for (double x = -1.45; x < 1.5; x += 0.1) {
      for (double y = -1.45; y < 1.5; y += 0.1) {
        for (double z = -1.45; z < 1.5; z += 0.1) {
          const double depth = 1 - std::hypot(x, y, z);
          if (std::abs(depth) < 0.1) continue;
          EXPECT_EQ(domain.contains({x, y, z}), depth > 0) << x << ", " << y << ", " << z;
        }
      }
    }
  }
}

// Cells of a lattice on a cube, whose edges lie between points of two faces.
TEST(PointCloud, AreasOfACube) {
  constexpr int along = 5;
  std::vector<BoundaryPoint> points;
  for (int i = 0; i < 6 * along * along; ++i) {
    const std::size_t axis = static_cast<std::size_t>(i / (2 * along * along));
    const double side = i / (along * along) % 2 ? 1 : -1;
    BoundaryPoint& point = points.emplace_back();
    point.x[axis] = point.normal[axis] = side;
    point.x[(axis + 1) % 3] = 2 * (i % along + 0.5) / along - 1;
    point.x[(axis + 2) % 3] = 2 * (i / along % along + 0.5) / along - 1;
  }
  const PointCloud domain(3, points, {}, {"boundary"});
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_NEAR(domain.area(i), 0.16, 1e-12) << i;
}

TEST(PointCloud, GivenPointsAreThePointsOfTraining) {
  const PointCloud domain(2, outline(true, 10), {{0, 0.5, 0}, {0.25, 0, 0}}, {"boundary"});
  const PointSet points = make_points(domain, {.interior = 100, .boundary = 10});
  EXPECT_EQ(points.interior, (std::vector<Point>{{0, 0.5, 0}, {0.25, 0, 0}}));
  EXPECT_EQ(points.boundary.size(), 40u);
  EXPECT_EQ(
      make_points(PointCloud(2, outline(true, 10), {}, {"boundary"}), {.layout = PointLayout::halton}).interior.size(),
      400u);
}

/// Files in a folder that goes with the test.
class PointFiles : public testing::Test {
 protected:
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(m_folder / name) << text;
    return m_folder / name;
  }
  void SetUp() override { std::filesystem::create_directories(m_folder); }
  void TearDown() override { std::filesystem::remove_all(m_folder); }

  /// The key and the message, the folder cut from it.
  std::string error_of(const std::string& boundary, const std::string& interior = "") const {
    try {
      make_point_cloud(write("b.csv", boundary), interior.empty() ? std::filesystem::path() : write("i.csv", interior),
                       2);
      return "no error";
    } catch (const DomainError& error) {
      std::string text = error.key + ": " + error.what();
      const std::string folder = m_folder.string() + '/';
      for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder))
        text.erase(at, folder.size());
      return text;
    }
  }

 private:
  std::filesystem::path m_folder =
      std::filesystem::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
};

const std::string diamond = "1,0,1,0\n0,1,0,1\n-1,0,-1,0\n0,-1,0,-1\n";

TEST_F(PointFiles, RowsOfACsvFile) {
  const auto rows = read_point_table(write("a.csv", "x, y\n# a remark\n\n 1.5 ,-2e-3 # here too\r\n3,4\n"));
  EXPECT_EQ(rows, (std::vector<std::vector<double>>{{1.5, -2e-3}, {3, 4}}));
}

TEST_F(PointFiles, TagsArePartsAndNormalsGetLength1) {
  const auto domain = make_point_cloud(
      write("b.csv", "1,0,2,0,7\n.7,.7,1,1,7\n0,1,0,3,7\n-1,0,-1,0,3\n0,-1,0,-.5,3\n.7,-.7,1,-1,3\n"), {}, 2);
  EXPECT_EQ(domain->parts(), (std::vector<std::string>{"part_3", "part_7"}));
  const auto points = domain->boundary(1);
  ASSERT_EQ(points.size(), 6u);
  EXPECT_EQ(points[0].part, 1);
  EXPECT_EQ(points[3].part, 0);
  for (const BoundaryPoint& point : points) EXPECT_NEAR(std::hypot(point.normal[0], point.normal[1]), 1, 1e-15);
}

TEST_F(PointFiles, WhatIsRefused) {
  EXPECT_EQ(error_of(""), "domain.boundary_file: 'b.csv' holds no points");
  EXPECT_EQ(error_of("1,2,3\n"), "domain.boundary_file: 'b.csv' must have 4 to 6 numbers in a row, got 3");
  EXPECT_EQ(error_of("1,2,3,4\n1,2,3\n"),
            "domain.boundary_file: cannot read 'b.csv', line 2: 3 numbers where the first row has 4");
  EXPECT_EQ(error_of("1,0,1,0\n0,1,0,1e999\n"),
            "domain.boundary_file: cannot read 'b.csv', line 2: '1e999' is no finite number");
  EXPECT_EQ(error_of("1,0,1,0\n0;1;0;1\n"),
            "domain.boundary_file: cannot read 'b.csv', line 2: '0;1;0;1' is no finite number");
  EXPECT_EQ(error_of(diamond), "domain.boundary_file: 'b.csv' must have more than 4 points to enclose a domain, got 4");
  EXPECT_EQ(error_of(diamond + "0.7,0.7,0,0\n"), "domain.boundary_file: 'b.csv', point 5: the normal is zero");
  EXPECT_EQ(error_of("1,0,1,0,0.5\n"),
            "domain.boundary_file: 'b.csv', point 1: a tag is an integer from 0 to 1000000, got 0.5");
  EXPECT_EQ(error_of(diamond + "0.7,0.7,1,1\n", "1,2,3\n"),
            "domain.interior_file: 'i.csv' must have 2 numbers in a row, got 3");
}

/// Rows of a plane file; `turned` points have the normal the wrong way.
std::string rows_of(const std::vector<BoundaryPoint>& points, std::size_t first_turned, std::size_t end_turned) {
  std::string text;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double sign = i >= first_turned && i < end_turned ? -1 : 1;
    const BoundaryPoint& p = points[i];
    text += concat(p.x[0], ',', p.x[1], ',', sign * p.normal[0], ',', sign * p.normal[1], '\n');
  }
  return text;
}

// Normals that point inside turn the domain inside out, with and without points inside; one of them makes a dent.
TEST_F(PointFiles, NormalsTheWrongWayAreNoticed) {
  const auto circle = outline(true, 10);
  const std::string all = "domain.boundary_file: 'b.csv', point 1: the boundary's winding number one spacing, 0.156";
  for (const char* const interior : {"", "0,0\n"}) {
    const std::string text = error_of(rows_of(circle, 0, 40), interior);
    EXPECT_TRUE(text.starts_with(all)) << text;
    EXPECT_NE(text.find("normals have to point outside"), std::string::npos) << text;
  }
  const std::string one = error_of(rows_of(circle, 7, 8));  // or a neighbour of point 8
  EXPECT_TRUE(one.ends_with(": its normal is opposite to that of the next point")) << one;
  EXPECT_EQ(error_of(rows_of(circle, 0, 0)), "no error");
  EXPECT_EQ(error_of(rows_of(circle, 0, 0), "0,0\n0,2\n").substr(0, 61),
            "domain.interior_file: 'i.csv', point 2 lies outside: the boun");
  const auto half = std::vector<BoundaryPoint>(circle.begin(), circle.begin() + 20);
  EXPECT_EQ(error_of(rows_of(half, 0, 0)).substr(0, 68),
            "domain.boundary_file: 'b.csv': the points do not enclose a domain: t");
}

// Whatever the distance of points, beside an acute corner the other wall is nearer than that.
TEST_F(PointFiles, AcuteCornersAreNoFault) {
  std::string text;
  const Point corners[] = {{0, 0, 0}, {3, 0, 0}, {0.2, 0.5, 0}, {0, 0, 0}};
  for (std::size_t side = 0; side < 3; ++side) {
    const Point along = difference(corners[side + 1], corners[side]);
    for (int i = 0; i <= 12; ++i) {
      const Point x = moved(corners[side], i / 12.0, along);
      text += concat(x[0], ',', x[1], ',', along[1], ',', -along[0], '\n');
    }
  }
  EXPECT_EQ(error_of(text), "no error");
}

// Each point of a triangulated surface as often as it has triangles, corners once for each side; with areas or without.
TEST_F(PointFiles, PointsAtOnePlaceAreMerged) {
  const auto points = sphere(300);
  std::string text, with_areas;
  for (std::size_t i = 0; i < 900; ++i) {
    const BoundaryPoint& p = points[i / 3];
    const double tilt = 0.2 * static_cast<double>(static_cast<int>(i % 3) - 1);
    for (std::string* to : {&text, &with_areas}) {
      for (const double x : p.x) *to += concat(x, ',');
      *to += concat(p.normal[0] - tilt * p.normal[1], ',', p.normal[1] + tilt * p.normal[0], ',', p.normal[2]);
    }
    text += '\n';
    with_areas += concat(",0,", 4 * std::numbers::pi / 900, '\n');
  }
  for (const std::string& file : {text, with_areas}) {
    const auto domain = make_point_cloud(write("b.csv", file), {}, 3);
    EXPECT_EQ(domain->boundary(0).size(), 300u);
    constexpr double ball = 4 * std::numbers::pi / 3;
    EXPECT_NEAR(volume_of(*domain, 20), ball, 0.05 * ball);
  }
  EXPECT_EQ(error_of(diamond + "1,0,-1,0\n0.7,0.7,1,1\n"),
            "domain.boundary_file: 'b.csv', point 1: points at one place have opposite normals");
  EXPECT_EQ(error_of("1,0,1,0,0,0\n"), "domain.boundary_file: 'b.csv', point 1: an area is > 0, got 0");
}

TEST_F(PointFiles, WhatACsvFileMayHave) {
  EXPECT_EQ(read_point_table(write("a.csv", "\xef\xbb\xbf+1.0,-2\n")), (std::vector<std::vector<double>>{{1, -2}}));
  EXPECT_EQ(read_point_table(write("a.csv", "\xef\xbb\xbfx,\"y\"\n+1e+1,2\n")),
            (std::vector<std::vector<double>>{{10, 2}}));
  EXPECT_EQ(error_of("1;0;1;0\n"), "domain.boundary_file: cannot read 'b.csv', line 1: '1;0;1;0' is no finite number");
  EXPECT_EQ(error_of("nan,0,1,0\n"), "domain.boundary_file: cannot read 'b.csv', line 1: 'nan' is no finite number");
  const auto folder = write("c.csv", "");
  std::filesystem::remove(folder);
  std::filesystem::create_directories(folder);
  EXPECT_THROW(read_point_table(folder), Error);
}

}  // namespace
}  // namespace kolibri::drivers
