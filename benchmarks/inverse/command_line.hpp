#pragma once

#include <variant>

#include "cases.hpp"

namespace kolibri::bench {

/// The settings that the command line gives, or the exit status when it asked for help or is wrong (the text is
/// printed then).
std::variant<Settings, int> parse_command_line(int argc, char** argv);

}  // namespace kolibri::bench
