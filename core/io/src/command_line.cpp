#include <CLI/CLI.hpp>
#include <kolibri/error.hpp>
#include <kolibri/io/command_line.hpp>
#include <string_view>

namespace kolibri::io {
namespace {

// CLI11 takes the arguments last one first.
std::vector<std::string> reversed_own_arguments(int argc, const char* const* argv, CommandLine& line) {
  std::vector<std::string> own;
  for (int i = argc - 1; i > 0; --i) {
    const std::string_view argument = argv[i];
    if (argument.starts_with("--kokkos-")) {
      line.kokkos_flags.emplace(line.kokkos_flags.begin(), argument);
    } else {
      own.emplace_back(argument);
    }
  }
  return own;
}

}  // namespace

CommandLine parse_command_line(int argc, const char* const* argv, const Program& program,
                               const std::function<std::string()>& keys) {
  CommandLine line;
  CLI::App app(program.summary, program.name);
  app.set_version_flag("--version", program.name + ' ' + program.version, "print the version and quit");
  app.set_help_flag("--help,-h", "print this and quit");
  app.add_option("CONFIG", line.config, "configuration file (YAML)")->required()->type_name("");
  app.add_option("SETTINGS", line.overrides, "section.key=value: settings that replace those of CONFIG")->type_name("");
  app.add_option("--output", line.output, "folder of the results, instead of output.directory")->type_name("DIR");
  app.add_flag("--check", line.check, "validate CONFIG and the input, print memory and scratch needs, and quit");
  app.add_flag("--print-config", line.print_config, "print the resolved configuration and quit");
  app.add_flag("--quiet", line.quiet, "no progress and no summary");
  if (program.trains) {
    app.add_flag("--resume", line.resume, "go on from the checkpoint in the folder of the results");
    app.add_option(
           "--evaluate", line.evaluate,
           "no training: evaluate the network in the folder of the results at the points in FILE (.npy or .csv)")
        ->type_name("FILE");
  }
  app.footer([&keys] {
    return "Flags --kokkos-... go to Kokkos, such as --kokkos-num-threads=4.\n\nKeys of CONFIG:\n\n" + keys();
  });
  try {
    app.parse(reversed_own_arguments(argc, argv, line));
  } catch (const CLI::CallForHelp&) {
    line.answer = app.help();
  } catch (const CLI::CallForVersion& version) {
    line.answer = std::string(version.what()) + '\n';
  } catch (const CLI::ExtrasError&) {
    const std::vector<std::string> unknown = app.remaining();
    throw Error(concat("command line: error: unknown option '", unknown.front(), "'; see ", program.name, " --help"));
  } catch (const CLI::ParseError& error) {
    throw Error(concat("command line: error: ", error.what(), "; see ", program.name, " --help"));
  }
  return line;
}

}  // namespace kolibri::io
