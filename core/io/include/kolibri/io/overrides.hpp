#pragma once

#include <kolibri/io/yaml_reader.hpp>
#include <string>
#include <vector>

namespace kolibri::io {

/// Applies `section.key=value` settings of the command line to the fields, with the checks of read_yaml(). Values
/// are YAML; relative paths start from the working folder. Adds to `given`. Throws Error:
/// `command line: error: unknown key 'solver.tolerence'; did you mean 'tolerance'?`.
void apply_overrides(const std::vector<std::string>& overrides, const Fields& fields, GivenKeys& given);

}  // namespace kolibri::io
