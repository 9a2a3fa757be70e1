#pragma once

#include <kolibri/io/fields.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace kolibri::io::detail {

/// Gives the field the value that `text` spells; `quoted` texts are not numbers or booleans. Returns what is wrong
/// with it, such as `must be an integer >= 1; got 0`, and then leaves the member as it is.
std::optional<std::string> assign(const Field& field, std::string_view text, bool quoted);

/// `must be an integer >= 1; got a list`.
std::string mismatch(const Field& field, std::string_view got);

}  // namespace kolibri::io::detail
