#pragma once

#include <kolibri/io/fields.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace kolibri::io::detail {

/// Gives the field the value that `text` spells; `quoted` texts are not numbers or booleans. Returns what is wrong
/// with it, such as `must be an integer >= 1; got 0`, and then leaves the member as it is.
std::optional<std::string> assign(const Field& field, std::string_view text, bool quoted);

/// The number that `text` spells, YAML's `.nan` and `.inf` among them: entries of a matrix are data.
std::optional<double> number(std::string_view text);

/// Whether a dump leaves the field out: an optional section, a path, a table or a list that was not given.
bool is_left_out(const Field& field);

/// `{n: 4, file: a.npy}`, without empty texts.
std::string flow_text(const Fields& fields);

/// `must be an integer >= 1; got a list`.
std::string mismatch(const Field& field, std::string_view got);

}  // namespace kolibri::io::detail
