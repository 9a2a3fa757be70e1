#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "poisson/point.hpp"

namespace kolibri::drivers {

/// A formula in x, y, z (those of the dimension), the constants pi and e and muParser's functions. ^ is from right to
/// left and stronger than a sign: -3^2 = -9, 2^3^2 = 512; log is the natural one. The decimal point is a point in every
/// locale.
class Expression {
 public:
  /// `key` names the formula in errors. Throws KeyError with the place of the fault below the formula:
  ///   'problem.f': undefined name 'foo'
  ///     sin(pi*x)*foo
  ///               ^
  /// `parameter` is the value of the name s, if there is such a name.
  Expression(std::string key, std::string text, int dimension, std::optional<double> parameter = {});
  ~Expression();
  Expression(Expression&&) noexcept;
  Expression& operator=(Expression&&) noexcept;

  const std::string& key() const { return m_key; }
  const std::string& text() const { return m_text; }

  /// Its value at a point. Throws KeyError, with the point, for what is not finite.
  double operator()(const Point& x) const;

  /// Whether it names no coordinate.
  bool constant() const;

 private:
  struct Compiled;

  std::string m_key, m_text;
  int m_dimension;
  std::unique_ptr<Compiled> m_compiled;
};

/// Its value, NaN where that is not finite.
double value_or_nan(const Expression& formula, const Point& x);

/// (0.5, 0.25).
std::string point_text(const Point& x, int dimension);

/// Value, gradient and second derivatives along the axes.
struct Derivatives {
  double value = 0;
  Point gradient{};
  double laplacian = 0;
};

/// Derivatives of a function by central differences of eighth order with the step h: right to about 1e-16 / h^2.
Derivatives derivatives_of(const std::function<double(const Point&)>& function, int dimension, const Point& x,
                           double h);

}  // namespace kolibri::drivers
