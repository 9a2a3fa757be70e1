#pragma once

#include <memory>
#include <string>
#include <vector>

namespace kolibri::drivers {

/// A formula of sets: a + b is the union, a * b the intersection, a - b the difference; * binds tighter than + and -,
/// which are from left to right, and there are parentheses.
class SetFormula {
 public:
  /// `key` names the formula in errors. Throws KeyError with the place of the fault below the formula, and for a name
  /// that no formula can have.
  SetFormula(std::string key, std::string text, const std::vector<std::string>& names);
  ~SetFormula();
  SetFormula(SetFormula&&) noexcept;

  /// Whether a shape is in it.
  bool names(const std::string& shape) const;

  /// Whether a point is in the set that is in the named ones where `inside` says so.
  bool operator()(const std::vector<bool>& inside) const;

 private:
  struct Compiled;

  std::unique_ptr<Compiled> m_compiled;
};

}  // namespace kolibri::drivers
