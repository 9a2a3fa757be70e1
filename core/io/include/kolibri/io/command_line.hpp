#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kolibri::io {

/// What a driver says about itself.
struct Program {
  std::string name;     ///< "kolibri-eigh"
  std::string summary;  ///< one sentence
  std::string version;
  bool trains = false;  ///< has --resume and --evaluate
};

/// What the user asked a driver for.
struct CommandLine {
  std::filesystem::path config;
  std::vector<std::string> overrides;           ///< each `section.key=value`
  std::optional<std::filesystem::path> output;  ///< --output
  bool check = false;
  bool print_config = false;
  bool quiet = false;
  bool resume = false;                            ///< --resume
  std::optional<std::filesystem::path> evaluate;  ///< --evaluate
  std::vector<std::string> kokkos_flags;          ///< `--kokkos-...`, not looked at
  std::string answer;                             ///< of --help or --version: to be printed, nothing else to be done
};

/// Parses CONFIG.yaml [section.key=value ...] [--output DIR] [--check] [--print-config] [--quiet] [--help]
/// [--version], of a program that trains [--resume] [--evaluate FILE], and Kokkos flags; `keys` gives the description
/// of the configuration that --help ends with. Throws Error with one line for anything else.
CommandLine parse_command_line(int argc, const char* const* argv, const Program& program,
                               const std::function<std::string()>& keys);

}  // namespace kolibri::io
