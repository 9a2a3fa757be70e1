#include "poisson/set_formula.hpp"

#include <muParser.h>

#include <set>
#include <string_view>

#include "poisson/formula_error.hpp"
#include "poisson/key_error.hpp"

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

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// muParser knows numbers and a ? b : c whatever its operators.
void require_sets_alone(const std::string& key, const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool operates = std::string_view("+-*() \t\r\n").find(text[i]) != std::string_view::npos;
    const bool names = is_letter(text[i]);
    if (!operates && !names) {
      throw KeyError(key, with_caret(key, concat("'", text[i], "' is not expected here"), text, static_cast<int>(i)));
    }
    while (names && i + 1 < text.size() && (is_letter(text[i + 1]) || is_digit(text[i + 1]))) ++i;
  }
}

}  // namespace

struct SetFormula::Compiled {
  mu::Parser parser;
  std::vector<double> inside;
  std::set<std::string> used;
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
      throw KeyError("domain.shapes." + names[i],
                     concat("'", names[i], "' is no name for a shape: letters, digits and _ make one, a letter first"));
    }
  }
  require_sets_alone(key, text);
  try {
    parser.SetExpr(text);
    parser.Eval();
    for (const auto& [name, place] : parser.GetUsedVar()) m_compiled->used.insert(name);
  } catch (const mu::ParserError& error) {
    fail_in_formula(key, text, error);
  }
}

SetFormula::~SetFormula() = default;
SetFormula::SetFormula(SetFormula&&) noexcept = default;

bool SetFormula::names(const std::string& shape) const { return m_compiled->used.contains(shape); }

bool SetFormula::operator()(const std::vector<bool>& inside) const {
  for (std::size_t i = 0; i < inside.size(); ++i) m_compiled->inside[i] = inside[i] ? 1 : 0;
  return m_compiled->parser.Eval() != 0;
}

}  // namespace kolibri::drivers
