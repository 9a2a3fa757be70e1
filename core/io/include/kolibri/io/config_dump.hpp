#pragma once

#include <kolibri/io/fields.hpp>
#include <string>

namespace kolibri::io {

/// The configuration as a commented YAML text, one line a key, that read_yaml() reads back to the same values.
/// Optional sections, paths, tables and lists that are not given are left out.
std::string dump_config(const Fields& fields);

/// One paragraph a key for --help: full name, values, unit, default and meaning.
std::string help_config(const Fields& fields);

}  // namespace kolibri::io
