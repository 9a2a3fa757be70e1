#pragma once

#include <string>
#include <string_view>

namespace kolibri::io::detail {

/// A text as a YAML scalar: plain where it cannot be taken for anything else, else in double quotes.
std::string yaml_text(std::string_view text);

/// A number as a YAML scalar, the shortest that reads back to the same value.
std::string yaml_number(double value);

}  // namespace kolibri::io::detail
