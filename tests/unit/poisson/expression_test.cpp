#include "poisson/expression.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <kolibri/error.hpp>
#include <locale>

namespace kolibri::drivers {
namespace {

double value_of(const std::string& text, const Point& x = {2, 3, 5}) { return Expression("f", text, 3)(x); }

std::string error_of(const std::string& text, int dimension = 2) {
  try {
    const Expression expression("problem.f", text, dimension);
    return "no error, " + std::to_string(expression({2, 3, 5}));
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(Expression, Values) {
  EXPECT_EQ(value_of("x + 10*y + 100*z"), 532);
  EXPECT_NEAR(value_of("sin(pi*x/4) + log(e) + exp(0)"), 3, 1e-15);
  EXPECT_EQ(value_of("x < y ? 1 : 2"), 1);
  EXPECT_NEAR(value_of("atan2(1, -1)"), std::atan2(1, -1), 1e-15);
}

// muparserx issues 14 and 27, tinyexpr issue 10: signs and powers; openturns pull request 1733: the smallest normal
// number.
TEST(Expression, SignsPowersAndSmallNumbers) {
  EXPECT_EQ(value_of("-3^2"), -9);
  EXPECT_EQ(value_of("2^3^2"), 512);
  EXPECT_EQ(value_of("2.2250738585072014e-308"), 2.2250738585072014e-308);
}

// tinyexpr issue 142, muparser issue 21, symengine issue 1566: a locale with a decimal comma.
TEST(Expression, DecimalPointInEveryLocale) {
  struct Comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new Comma));
  const double value = value_of("1.5*x + 1234.25");
  std::locale::global(before);
  EXPECT_EQ(value, 1237.25);
}

TEST(Expression, FaultsHaveACaret) {
  EXPECT_EQ(error_of("sin(pi*x)*foo"), "'problem.f': undefined name 'foo'\n  sin(pi*x)*foo\n            ^");
  EXPECT_EQ(error_of("x + z"), "'problem.f': undefined name 'z'\n  x + z\n      ^");
  EXPECT_EQ(error_of("dirac(x)"), "'problem.f': undefined name 'dirac'\n  dirac(x)\n  ^");
  EXPECT_EQ(error_of("(x + y"), "'problem.f': a closing parenthesis is missing\n  (x + y\n        ^");
  EXPECT_EQ(error_of("x +"), "'problem.f': the formula ends too early\n  x +\n     ^");
  EXPECT_EQ(error_of(""), "'problem.f': the formula is empty\n  \n  ^");
  EXPECT_EQ(error_of("1,3"), "'problem.f': one number is expected, not 2\n  1,3\n   ^");
  EXPECT_EQ(error_of("x * * y"), "'problem.f': '*' is not expected here\n  x * * y\n      ^");
}

TEST(Expression, NamesWhereItIsNotFinite) {
  EXPECT_EQ(error_of("log(x - 3)"), "'problem.f' is nan at (2, 3): log(x - 3)");
  EXPECT_EQ(error_of("1 / (y - 3)"), "'problem.f' is inf at (2, 3): 1 / (y - 3)");
}

TEST(Expression, Derivatives) {
  const Expression f("f", "exp(x) * sin(2*y) + z^3", 3);
  const Point x{0.3, 0.7, 1.1};
  const Derivatives d = derivatives_of(std::cref(f), 3, x, 0.01);
  EXPECT_NEAR(d.value, f(x), 0);
  EXPECT_NEAR(d.gradient[0], std::exp(0.3) * std::sin(1.4), 1e-12);
  EXPECT_NEAR(d.gradient[1], 2 * std::exp(0.3) * std::cos(1.4), 1e-12);
  EXPECT_NEAR(d.gradient[2], 3 * 1.21, 1e-12);
  EXPECT_NEAR(d.laplacian, -3 * std::exp(0.3) * std::sin(1.4) + 6.6, 1e-10);
  const Expression third("f", "1/3", 3);
  const Derivatives constant = derivatives_of(std::cref(third), 3, x, 0.01);
  EXPECT_EQ(constant.laplacian, 0);
  EXPECT_EQ(constant.gradient, Point{});
}

}  // namespace
}  // namespace kolibri::drivers
