#include "poisson/curve.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace kolibri::drivers {
namespace {

constexpr double turn = 2 * std::numbers::pi;

double total_length(const CurvePiece* first, const CurvePiece* last) {
  double length = 0;
  for (; first != last; ++first) length += first->length();
  return length;
}

/// The point at a distance along consecutive pieces.
BoundaryPoint point_along(const CurvePiece* first, const CurvePiece* last, double distance) {
  for (; first + 1 != last && distance >= first->length(); ++first) distance -= first->length();
  return first->at(std::min(distance / first->length(), 1.0));
}

}  // namespace

double CurvePiece::length() const {
  return radius > 0 ? turn * radius * std::abs(to - from) : std::hypot(end[0] - start[0], end[1] - start[1]);
}

BoundaryPoint CurvePiece::at(double t) const {
  if (radius > 0) {
    const double outward = to > from ? 1 : -1;
    const double angle = turn * (from + t * (to - from)), c = std::cos(angle), s = std::sin(angle);
    return {{centre[0] + radius * c, centre[1] + radius * s, 0}, {outward * c, outward * s, 0}, part};
  }
  const double x = end[0] - start[0], y = end[1] - start[1], size = length();
  BoundaryPoint point{{start[0] + t * x, start[1] + t * y, 0}, {y / size, -x / size, 0}, part};
  if (!level_set) return point;
  point.x = level_set->nearest_zero(point.x);
  const Point normal = level_set->normal(point.x);
  const bool inward = normal[0] * point.normal[0] + normal[1] * point.normal[1] < 0;  // where phi > 0 is the domain
  if (normal != Point{}) point.normal = inward ? Point{-normal[0], -normal[1], 0} : normal;
  return point;
}

double CurvePiece::fraction_of(const Point& x) const {
  if (radius > 0) {
    const double whole = std::atan2(x[1] - centre[1], x[0] - centre[0]) / turn;
    return ((whole < 0 ? whole + 1 : whole) - from) / (to - from);
  }
  const double dx = end[0] - start[0], dy = end[1] - start[1];
  return ((x[0] - start[0]) * dx + (x[1] - start[1]) * dy) / (dx * dx + dy * dy);
}

bool CurvePiece::passes(const Point& x, double tolerance) const {
  const double slack = tolerance / length(), t = fraction_of(x);
  const auto between_ends = [slack](double at) { return at >= -slack && at <= 1 + slack; };
  if (radius > 0) {
    const double whole = 1 / (to - from);  // a turn more or less
    const double off = std::abs(std::hypot(x[0] - centre[0], x[1] - centre[1]) - radius);
    return off <= tolerance && (between_ends(t) || between_ends(t + whole) || between_ends(t - whole));
  }
  const Point foot{start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1]), 0};
  const double off = std::hypot(x[0] - foot[0], x[1] - foot[1]);
  if (!between_ends(t) || off > std::max(tolerance, level_set ? 0.5 * length() : 0)) return false;
  if (!level_set) return true;
  const Point zero = level_set->nearest_zero(x);
  return std::hypot(x[0] - zero[0], x[1] - zero[1]) <= tolerance;
}

CurvePiece CurvePiece::between(double first, double last) const {
  CurvePiece piece = *this;
  piece.from = from + first * (to - from);
  piece.to = from + last * (to - from);
  for (std::size_t j = 0; j < 2; ++j) {
    piece.start[j] = start[j] + first * (end[j] - start[j]);
    piece.end[j] = last == 1 ? end[j] : start[j] + last * (end[j] - start[j]);
  }
  piece.joins = joins && first == 0;
  return piece;
}

CurvePiece CurvePiece::reversed() const {
  CurvePiece piece = *this;
  std::swap(piece.start, piece.end);
  std::swap(piece.from, piece.to);
  return piece;
}

std::vector<Point> CurvePiece::extremes() const {
  if (radius == 0) return {start, end};
  std::vector<Point> points{at(0).x, at(1).x};
  for (int quarter = 0; quarter < 4; ++quarter) {
    if (quarter < 4 * std::min(from, to) || quarter > 4 * std::max(from, to)) continue;
    points.push_back(at((0.25 * quarter - from) / (to - from)).x);
  }
  return points;
}

std::vector<Point> extremes_of(const std::vector<CurvePiece>& pieces) {
  std::vector<Point> all;
  for (const CurvePiece& piece : pieces) {
    for (const Point& x : piece.extremes()) all.push_back(x);
  }
  return all;
}

std::vector<BoundaryPoint> spread_over(const std::vector<CurvePiece>& pieces, int count) {
  const CurvePiece *const all = pieces.data(), *const end = all + pieces.size();
  const double whole = total_length(all, end);
  std::vector<BoundaryPoint> points;
  points.reserve(static_cast<std::size_t>(count));
  for (const CurvePiece *first = all, *last = all; first != end; first = last) {
    do ++last;
    while (last != end && last->joins);
    const double length = total_length(first, last);
    const int share = std::max(1, static_cast<int>(std::lround(count * length / whole)));
    for (int i = 0; i < share; ++i) points.push_back(point_along(first, last, length * i / share));
  }
  return points;
}

BoundaryPoint point_of(const std::vector<CurvePiece>& pieces, double u) {
  const CurvePiece *const all = pieces.data(), *const end = all + pieces.size();
  return point_along(all, end, u * total_length(all, end));
}

}  // namespace kolibri::drivers
