#include "poisson/expression.hpp"

#include <fmt/format.h>
#include <muParser.h>

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "poisson/formula_error.hpp"
#include "poisson/key_error.hpp"

namespace kolibri::drivers {

std::string point_text(const Point& x, int dimension) {
  std::string text;
  for (int j = 0; j < dimension; ++j) text += fmt::format("{}{:.6g}", j ? ", " : "", x[static_cast<std::size_t>(j)]);
  return '(' + text + ')';
}

struct Expression::Compiled {
  mu::Parser parser;
  Point x{};
};

Expression::Expression(std::string key, std::string text, int dimension, std::optional<double> parameter)
    : m_key(std::move(key)), m_text(std::move(text)), m_dimension(dimension), m_compiled(std::make_unique<Compiled>()) {
  mu::Parser& parser = m_compiled->parser;
  constexpr std::array names{"x", "y", "z"};
  try {
    for (int j = 0; j < dimension; ++j) {
      const auto component = static_cast<std::size_t>(j);
      parser.DefineVar(names[component], &m_compiled->x[component]);
    }
    parser.DefineConst("pi", std::numbers::pi);
    parser.DefineConst("e", std::numbers::e);
    if (parameter) parser.DefineConst("s", *parameter);
    parser.SetExpr(m_text);
    int results = 0;
    parser.Eval(results);
    require_one_result(m_key, m_text, results);
  } catch (const mu::ParserError& error) {
    fail_in_formula(m_key, m_text, error);
  }
}

Expression::~Expression() = default;
Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;

bool Expression::constant() const { return m_compiled->parser.GetUsedVar().empty(); }

double Expression::operator()(const Point& x) const {
  m_compiled->x = x;
  const double value = m_compiled->parser.Eval();
  if (std::isfinite(value)) return value;
  throw KeyError(m_key, concat("'", m_key, "' is ", std::isnan(value) ? std::abs(value) : value, " at ",
                               point_text(x, m_dimension), ": ", m_text));
}

double value_or_nan(const Expression& formula, const Point& x) {
  try {
    return formula(x);
  } catch (const KeyError&) {
    return std::nan("");
  }
}

Derivatives derivatives_of(const std::function<double(const Point&)>& function, int dimension, const Point& x,
                           double h) {
  constexpr std::array first{4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  constexpr std::array second{8.0 / 5, -1.0 / 5, 8.0 / 315, -1.0 / 560};
  Derivatives result{function(x), {}, 0};
  for (std::size_t j = 0; j < static_cast<std::size_t>(dimension); ++j) {
    for (std::size_t i = 0; i < first.size(); ++i) {
      Point forward = x, backward = x;
      const double shift = h * static_cast<double>(i + 1);
      forward[j] += shift;
      backward[j] -= shift;
      const double ahead = function(forward), behind = function(backward);
      result.gradient[j] += first[i] * (ahead - behind) / h;
      result.laplacian += second[i] * ((ahead - result.value) + (behind - result.value)) / (h * h);
    }
  }
  return result;
}

}  // namespace kolibri::drivers
