#pragma once

#include <array>
#include <complex>
#include <memory>
#include <vector>

#include "poisson/domain.hpp"
#include "poisson/expression.hpp"

namespace kolibri::drivers {

/// A smooth function inside that has given values on the boundary, and asks for no others.
class Lift {
 public:
  virtual ~Lift() = default;
  virtual Derivatives at(const Point& x) const = 0;
};

/// For a box or a disc, the domains with a distance().
std::unique_ptr<Lift> make_lift(const Domain& domain, const Expression& values);

/// One value everywhere.
class ConstantLift final : public Lift {
 public:
  explicit ConstantLift(double value) : m_value(value) {}
  Derivatives at(const Point&) const override { return {m_value, {}, 0}; }

 private:
  double m_value;
};

/// Transfinite interpolation of the values on the sides of a box (Gordon, SIAM J. Numer. Anal. 8, 1971), the boolean
/// sum of linear interpolations along each axis; its derivatives by differences.
class BoxLift final : public Lift {
 public:
  BoxLift(const Domain& domain, const Expression& values) : m_domain(domain), m_values(values) {}
  Derivatives at(const Point& x) const override;

 private:
  double value(const Point& x) const;

  const Domain& m_domain;
  const Expression& m_values;
};

/// The harmonic function with the values on a circle, Re of a sum of c_n z^n from their Fourier coefficients.
class DiscLift final : public Lift {
 public:
  DiscLift(const Domain& domain, const Expression& values);
  Derivatives at(const Point& x) const override;

 private:
  Point m_centre{};
  double m_radius = 1;
  std::vector<std::complex<double>> m_coefficients;
};

}  // namespace kolibri::drivers
