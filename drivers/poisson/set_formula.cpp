#include "poisson/set_formula.hpp"

#include <muParser.h>

#include <kolibri/error.hpp>

#include "poisson/formula_error.hpp"

namespace kolibri::drivers {
namespace {

double in_either(double a, double b) { return a != 0 || b != 0 ? 1 : 0; }
double in_both(double a, double b) { return a != 0 && b != 0 ? 1 : 0; }
double in_first(double a, double b) { return a != 0 && b == 0 ? 1 : 0; }

/// No numbers, functions or signs: names, three operators, parentheses.
void use_set_operators(mu::Parser& parser) {
  parser.ClearFun();
  parser.ClearConst();
  parser.ClearInfixOprt();
  parser.EnableBuiltInOprt(false);
  parser.DefineOprt("+", in_either, mu::prADD_SUB);
  parser.DefineOprt("-", in_first, mu::prADD_SUB);
  parser.DefineOprt("*", in_both, mu::prMUL_DIV);
}

}  // namespace

struct SetFormula::Compiled {
  mu::Parser parser;
  std::vector<double> inside;
};

SetFormula::SetFormula(std::string key, std::string text, const std::vector<std::string>& names)
    : m_compiled(std::make_unique<Compiled>()) {
  mu::Parser& parser = m_compiled->parser;
  m_compiled->inside.assign(names.size(), 0);
  use_set_operators(parser);
  for (std::size_t i = 0; i < names.size(); ++i) {
    try {
      parser.DefineVar(names[i], &m_compiled->inside[i]);
    } catch (const mu::ParserError&) {
      throw Error(concat("'", names[i], "' is no name for a shape: letters, digits and _ make one, a letter first"));
    }
  }
  try {
    parser.SetExpr(text);
    int results = 0;
    parser.Eval(results);
    require_one_result(key, text, results);
  } catch (const mu::ParserError& error) {
    fail_in_formula(key, text, error);
  }
}

SetFormula::~SetFormula() = default;
SetFormula::SetFormula(SetFormula&&) noexcept = default;

bool SetFormula::operator()(const std::vector<bool>& inside) const {
  for (std::size_t i = 0; i < inside.size(); ++i) m_compiled->inside[i] = inside[i] ? 1 : 0;
  return m_compiled->parser.Eval() != 0;
}

}  // namespace kolibri::drivers
