#pragma once

#include <string>

namespace mu {
class ParserError;
}

namespace kolibri::drivers {

/// `problem` with a formula, the formula below it and a caret at `position`:
///   'problem.f': undefined name 'foo'
///     sin(pi*x)*foo
///               ^
std::string with_caret(const std::string& key, const std::string& problem, const std::string& text, int position);

/// Throws Error for what muParser found, in words of ours.
[[noreturn]] void fail_in_formula(const std::string& key, const std::string& text, const mu::ParserError& error);

/// Throws Error where a formula has commas and so more than one result.
void require_one_result(const std::string& key, const std::string& text, int results);

}  // namespace kolibri::drivers
