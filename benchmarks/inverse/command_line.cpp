#include "command_line.hpp"

#include <CLI/CLI.hpp>
#include <kolibri/inverse_fields.hpp>
#include <map>

namespace kolibri::bench {
namespace {

std::map<std::string, InverseMethod> methods_by_name() {
  std::map<std::string, InverseMethod> methods;
  for (const auto& [method, name] : enum_names(InverseMethod())) methods[name] = method;
  return methods;
}

void add_options(CLI::App& app, Settings& settings) {
  app.add_option("--scalars", settings.scalars, "s, d, c, z (default d,z)")
      ->delimiter(',')
      ->check(CLI::IsMember({'s', 'd', 'c', 'z'}));
  app.add_option("--sizes", settings.sizes,
                 "n of batches, one or more (default 2 to 256 on a host, 2 to 1024 on a device)")
      ->delimiter(',')
      ->check(CLI::Range(1, 16384));
  app.add_option("--single", settings.singles,
                 "n of single matrices, inverted in place (default 1024; device also more)")
      ->delimiter(',')
      ->check(CLI::Range(1, 131072));
  app.add_option("--data", settings.data, "random, spd (Hermitian positive definite); default random")
      ->delimiter(',')
      ->check(CLI::IsMember({"random", "spd"}));
  app.add_option("--methods", settings.methods,
                 "ours: auto, lu, gauss_jordan, blocked_gauss_jordan, cholesky (spd data only); default auto")
      ->delimiter(',')
      ->transform(CLI::CheckedTransformer(methods_by_name()));
  app.add_option("--megabytes", settings.megabytes, "size of a batch (default 32 on a host, 256 on a device)")
      ->check(CLI::PositiveNumber);
  app.add_option("--repeats", settings.repeats, "timed calls of each routine, after one to warm up (default 5)")
      ->check(CLI::Range(1, 1000));
  app.add_option("--csv", settings.csv, "file for the table, beside standard output");
  app.add_flag("--dry-run", settings.dry_run, "one tiny case of each kind");
}

}  // namespace

std::variant<Settings, int> parse_command_line(int argc, char** argv) {
  Settings settings;
  CLI::App app{
      "times kolibri::inverse beside LAPACK and Eigen (host) or cuBLAS and cuSOLVER (CUDA), on the same data in one "
      "run"};
  add_options(app, settings);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int status = app.exit(error);
    return status == 0 ? 0 : 2;
  }
  return settings;
}

}  // namespace kolibri::bench
