#include "poisson/formula_error.hpp"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>

#include "poisson/key_error.hpp"

namespace kolibri::drivers {
namespace {

std::string problem_of(const mu::ParserError& error) {
  switch (error.GetCode()) {
    case mu::ecUNASSIGNABLE_TOKEN:
      return fmt::format("undefined name '{}'", error.GetToken());
    case mu::ecUNEXPECTED_EOF:
    case mu::ecUNEXPECTED_CONDITIONAL:
      return "the formula ends too early";
    case mu::ecMISSING_PARENS:
      return "a closing parenthesis is missing";
    case mu::ecEMPTY_EXPRESSION:
      return "the formula is empty";
    case mu::ecTOO_MANY_PARAMS:
    case mu::ecTOO_FEW_PARAMS:
      return fmt::format("a wrong number of arguments for '{}'", error.GetToken());
    default:
      return fmt::format("'{}' is not expected here", error.GetToken());
  }
}

// muParser stands behind an unknown name; a caret belongs to its beginning.
int place_of(const mu::ParserError& error, const std::string& text) {
  const std::string& token = error.GetToken();
  const int position = static_cast<int>(error.GetPos());
  if (error.GetCode() != mu::ecUNASSIGNABLE_TOKEN || token.empty()) return position;
  const std::size_t found = text.rfind(token, static_cast<std::size_t>(std::max(position, 0)));
  return found == std::string::npos ? position : static_cast<int>(found);
}

}  // namespace

std::string with_caret(const std::string& key, const std::string& problem, const std::string& text, int position) {
  const auto column = static_cast<std::size_t>(std::clamp<int>(position, 0, static_cast<int>(text.size())));
  return fmt::format("'{}': {}\n  {}\n  {}^", key, problem, text, std::string(column, ' '));
}

void fail_in_formula(const std::string& key, const std::string& text, const mu::ParserError& error) {
  throw KeyError(key, with_caret(key, problem_of(error), text, place_of(error, text)));
}

void require_one_result(const std::string& key, const std::string& text, int results) {
  if (results == 1) return;
  const std::size_t comma = text.find(',');
  throw KeyError(key, with_caret(key, fmt::format("one number is expected, not {}", results), text,
                                 comma == std::string::npos ? 0 : static_cast<int>(comma)));
}

}  // namespace kolibri::drivers
