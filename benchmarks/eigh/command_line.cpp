#include "command_line.hpp"

#include <CLI/CLI.hpp>
#include <kolibri/eigh_fields.hpp>
#include <map>

namespace kolibri::bench {
namespace {

std::map<std::string, EighAlgorithm> algorithms_by_name() {
  std::map<std::string, EighAlgorithm> algorithms;
  for (const auto& [algorithm, name] : enum_names(EighAlgorithm())) algorithms[name] = algorithm;
  return algorithms;
}

}  // namespace

std::variant<Settings, int> parse_command_line(int argc, char** argv) {
  Settings settings;
  CLI::App app{"times kolibri::eigh beside LAPACK and Eigen (host) or cuSOLVER (CUDA), on the same data in one run"};
  app.add_option("--scalars", settings.scalars, "s, d, c, z (default d,z; with --choose all)")
      ->delimiter(',')
      ->check(CLI::IsMember({'s', 'd', 'c', 'z'}));
  app.add_option("--sizes", settings.sizes, "n, one or more (default 4 to 128 on a host, 4 to 512 on a device)")
      ->delimiter(',')
      ->check(CLI::Range(1, 16384));
  app.add_option(
         "--data", settings.data,
         "random, clustered (+-1), three_values (1, -1, 1/2), geometric (1 to round-off), graded (+-10^(-14 i/n)), drd "
         "(D R D, D = diag(10^(-12 i/n))) (default random,clustered)")
      ->delimiter(',')
      ->check(CLI::IsMember(all_data));
  app.add_option("--algorithms", settings.algorithms,
                 "ours: auto, jacobi_one_sided... (default auto; with --choose all others)")
      ->delimiter(',')
      ->transform(CLI::CheckedTransformer(algorithms_by_name()));
  auto* const megabytes =
      app.add_option("--megabytes", settings.megabytes, "size of a batch (default 8 on a host, 256 on a device)")
          ->check(CLI::PositiveNumber);
  app.add_option("--batch", settings.batches, "matrices in a batch, one or more numbers, instead of --megabytes")
      ->delimiter(',')
      ->check(CLI::PositiveNumber)
      ->excludes(megabytes);
  app.add_option("--repeats", settings.repeats, "timed calls of each routine, after one to warm up (default 5)")
      ->check(CLI::Range(1, 1000));
  app.add_flag("--values-only", settings.values_only, "eigenvalues without vectors");
  app.add_flag("--shapes", settings.shapes, "the batches of public performance reports instead of --sizes");
  app.add_option("--csv", settings.csv, "file for the table, beside standard output");
  app.add_option("--choose", settings.choose,
                 "file for the fastest of --algorithms by scalar, vectors and n, a table that auto follows; no peers");
  app.add_flag("--dry-run", settings.dry_run, "one tiny case of each kind");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int status = app.exit(error);
    return status == 0 ? 0 : 2;
  }
  settings.command = "bench_eigh";
  for (int i = 1; i < argc; ++i) settings.command += std::string(" ") + argv[i];
  return settings;
}

}  // namespace kolibri::bench
