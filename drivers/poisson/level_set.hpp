#pragma once

#include <algorithm>
#include <utility>

#include "poisson/expression.hpp"
#include "poisson/point.hpp"

namespace kolibri::drivers {

/// The function phi of a domain phi < 0 in the plane.
class LevelSet {
 public:
  /// phi is known in a box alone.
  LevelSet(Expression phi, const Point& lower, const Point& upper)
      : m_phi(std::move(phi)),
        m_lower(lower),
        m_upper(upper),
        m_size(std::max(upper[0] - lower[0], upper[1] - lower[1])) {}

  double operator()(const Point& x) const { return m_phi(x); }

  /// grad phi / |grad phi|, which points outside; zero where phi has no slope.
  Point normal(const Point& x) const;

  /// The point of phi = 0 near x, by Newton's method along grad phi; x where it leads far away.
  Point nearest_zero(const Point& x) const;

  /// The point of phi = 0 between one inside and one outside, by bisection.
  Point zero_between(Point inside, Point outside) const;

 private:
  Point gradient(const Point& x) const;
  Point in_box(const Point& x) const;

  Expression m_phi;
  Point m_lower, m_upper;
  double m_size;
};

}  // namespace kolibri::drivers
