#include <array>
#include <cmath>

#include "poisson/curve.hpp"

namespace kolibri::drivers {
namespace {

double distance(const Point& a, const Point& b) { return std::hypot(a[0] - b[0], a[1] - b[1]); }

/// A point beside the segment or circle, by its distance from it.
double distance_from(const CurvePiece& piece, const Point& x) {
  if (piece.radius > 0) return std::abs(distance(x, piece.centre) - piece.radius);
  const double dx = piece.end[0] - piece.start[0], dy = piece.end[1] - piece.start[1];
  return std::abs((x[0] - piece.start[0]) * dy - (x[1] - piece.start[1]) * dx) / std::hypot(dx, dy);
}

std::vector<Point> of_lines(const CurvePiece& a, const CurvePiece& b, double tolerance) {
  if (distance_from(a, b.start) <= tolerance && distance_from(a, b.end) <= tolerance) return {b.start, b.end};
  const double ax = a.end[0] - a.start[0], ay = a.end[1] - a.start[1];
  const double bx = b.end[0] - b.start[0], by = b.end[1] - b.start[1], cross = ax * by - ay * bx;
  if (cross == 0) return {};
  const double t = ((b.start[0] - a.start[0]) * by - (b.start[1] - a.start[1]) * bx) / cross;
  return {{a.start[0] + t * ax, a.start[1] + t * ay, 0}};
}

/// The points at a distance from the foot of the perpendicular of a circle's centre, on both sides of it; a line that
/// misses the circle by round-off touches it.
std::vector<Point> about_foot(const Point& foot, double square, const Point& direction, double tolerance) {
  if (square < -tolerance) return {};
  const double half = std::sqrt(std::max(square, 0.0));
  return {{foot[0] + half * direction[0], foot[1] + half * direction[1], 0},
          {foot[0] - half * direction[0], foot[1] - half * direction[1], 0}};
}

std::vector<Point> of_line_and_circle(const CurvePiece& line, const CurvePiece& circle, double tolerance) {
  const double length = line.length();
  const Point direction{(line.end[0] - line.start[0]) / length, (line.end[1] - line.start[1]) / length, 0};
  const double along =
      (circle.centre[0] - line.start[0]) * direction[0] + (circle.centre[1] - line.start[1]) * direction[1];
  const Point foot{line.start[0] + along * direction[0], line.start[1] + along * direction[1], 0};
  const double off = distance(foot, circle.centre);
  return about_foot(foot, circle.radius * circle.radius - off * off, direction, tolerance * circle.radius);
}

std::vector<Point> of_circles(const CurvePiece& a, const CurvePiece& b, double tolerance) {
  const double apart = distance(a.centre, b.centre);
  if (apart <= tolerance) return {};
  const Point axis{(b.centre[0] - a.centre[0]) / apart, (b.centre[1] - a.centre[1]) / apart, 0};
  const double along = (apart * apart + a.radius * a.radius - b.radius * b.radius) / (2 * apart);
  const Point foot{a.centre[0] + along * axis[0], a.centre[1] + along * axis[1], 0};
  return about_foot(foot, a.radius * a.radius - along * along, {-axis[1], axis[0], 0}, tolerance * a.radius);
}

std::vector<Point> common_points(const CurvePiece& a, const CurvePiece& b, double tolerance) {
  if (a.radius == 0) return b.radius == 0 ? of_lines(a, b, tolerance) : of_line_and_circle(a, b, tolerance);
  return b.radius == 0 ? of_line_and_circle(b, a, tolerance) : of_circles(a, b, tolerance);
}

/// Whether a point of its line or circle lies between the ends of a piece; `slack` is a part of its length.
bool between_ends(const CurvePiece& piece, const Point& x, double slack) {
  const double t = piece.fraction_of(x);
  return t >= -slack && t <= 1 + slack;
}

}  // namespace

std::vector<double> crossings(const CurvePiece& piece, const CurvePiece& other, double tolerance) {
  std::vector<double> fractions;
  const double slack = tolerance / piece.length();
  for (const Point& x : common_points(piece, other, tolerance)) {
    const double t = piece.fraction_of(x);
    const bool on_other = other.radius > 0 || between_ends(other, x, tolerance / other.length());
    if (on_other && t > slack && t < 1 - slack) fractions.push_back(t);
  }
  return fractions;
}

}  // namespace kolibri::drivers
