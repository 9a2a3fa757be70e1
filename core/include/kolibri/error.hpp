#pragma once

#include <locale>
#include <sstream>
#include <stdexcept>
#include <string>

namespace kolibri {

/// The one exception that Kolibri throws on the host: what() says where, what, what was got and what to do.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Joins its arguments, each as operator<< prints it in the classic locale, into one string.
template <class... Parts>
std::string concat(const Parts&... parts) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  (text << ... << parts);
  return text.str();
}

/// Throws Error with the joined message parts unless the condition holds.
template <class... Parts>
void require(bool condition, const Parts&... parts) {
  if (!condition) throw Error(concat(parts...));
}

}  // namespace kolibri
