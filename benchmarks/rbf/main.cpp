#include <CLI/CLI.hpp>
#include <Kokkos_Core.hpp>
#include <iostream>
#include <kolibri/error.hpp>
#include <string>
#include <vector>

#include "common/csv_file.hpp"
#include "common/device_name.hpp"
#include "common/rounds.hpp"
#include "conjugate_gradients.hpp"
#include "problem.hpp"

namespace kolibri::bench {
namespace {

struct Settings {
  std::vector<std::string> methods{"linear", "varpro", "gradient_cg"};
  std::vector<int> networks{1, 100};
  std::vector<int> sides{8};
  int interior = 424;
  int boundary = 100;
  int repeats = 5;
  std::string csv;
  bool cg = false;
  bool dry_run = false;
};

constexpr const char* header = "device,method,networks,neurons,rows,milliseconds,networks_per_second,gflops_at_least";

/// One solve, one step or one outer iteration of every network.
void call(const Space& exec, const std::string& method, const RbfBatch& batch) {
  if (method == "linear") {
    rbf_linear(exec, batch.rows(), batch.networks(), batch.status);
  } else if (method == "varpro") {
    rbf_varpro(exec, batch.rows(), batch.networks(), batch.damping, batch.status);
  } else {
    rbf_gradient_cg(exec, batch.rows(), batch.networks(), batch.rates, batch.status);
  }
}

/// Of the QR factorisations alone; nothing for gradient_cg, whose number of steps depends on the data.
double least_flops(const std::string& method, double rows, double neurons) {
  const double columns = neurons * 4 + 1;
  if (method == "linear") return 2 * rows * neurons * neurons;
  return method == "varpro" ? 4 * rows * neurons * neurons + 2 * rows * columns * columns : 0;
}

bool measure(const Space& exec, const Settings& settings, CsvFile& table, const std::string& method, int networks,
             int side) {
  const double width = method == "gradient_cg" ? 2.5 : 5;
  const RbfBatch batch(networks, side, settings.interior, settings.boundary, width, 1000);
  const double seconds = median_seconds(exec, settings.repeats, [&] { call(exec, method, batch); });
  const int rows = settings.interior + settings.boundary, neurons = side * side;
  const double flops = least_flops(method, rows, neurons) * networks;
  table.row(concat(device_name(exec), ',', method, ',', networks, ',', neurons, ',', rows, ',',
                   figure(seconds * 1e3, "{:.4g}"), ',', figure(networks / seconds, "{:.4g}"), ',',
                   figure(flops / seconds * 1e-9, "{:.4g}")));
  const int failures = batch.failures();
  if (failures > 0) std::cerr << method << ": " << failures << " of " << networks << " networks failed\n";
  return failures == 0;
}

/// The figure of the article of 2010: conjugate gradients against the number of neurons, to the tolerance of the
/// training.
bool measure_cg(const Space& exec, const Settings& settings) {
  CsvFile table(settings.csv, "device,neurons,rows,steps,formed_milliseconds,matrix_free_milliseconds,speed_up");
  bool good = true;
  for (const int side : settings.sides) {
    const ConjugateGradients cg(RbfBatch(1, side, settings.interior, settings.boundary, 2.5, 1000));
    const RbfGradientCgOptions options;
    const int steps = cg.steps_to(exec, options.cg_tolerance, options.cg_iterations);
    const double formed = median_seconds(exec, settings.repeats, [&] { cg.run_formed(exec, steps); });
    const double matrix_free = median_seconds(exec, settings.repeats, [&] { cg.run_matrix_free(exec, steps); });
    table.row(concat(device_name(exec), ',', side * side, ',', settings.interior + settings.boundary, ',', steps, ',',
                     figure(formed * 1e3, "{:.4g}"), ',', figure(matrix_free * 1e3, "{:.4g}"), ',',
                     figure(formed / matrix_free, "{:.3g}")));
    constexpr double same = 1e-3;  // round-off grows from step to step
    if (cg.difference() > same) {
      std::cerr << "the two ways end apart by " << cg.difference() << '\n';
      good = false;
    }
  }
  return good;
}

bool run(Settings settings) {
  if (settings.dry_run) settings = {settings.methods, {2}, {4}, 60, 20, 1, settings.csv, settings.cg, true};
  const Space exec;
  if (settings.cg) return measure_cg(exec, settings);
  CsvFile table(settings.csv, header);
  bool good = true;
  for (const std::string& method : settings.methods) {
    for (const int networks : settings.networks) {
      for (const int side : settings.sides) good = measure(exec, settings, table, method, networks, side) && good;
    }
  }
  return good;
}

void add_options(CLI::App& app, Settings& settings) {
  app.add_option("--methods", settings.methods, "linear, varpro, gradient_cg (default all)")
      ->delimiter(',')
      ->check(CLI::IsMember({"linear", "varpro", "gradient_cg"}));
  app.add_option("--networks", settings.networks, "networks in a batch, one or more numbers (default 1,100)")
      ->delimiter(',')
      ->check(CLI::Range(1, 1 << 20));
  app.add_option("--sides", settings.sides, "neurons are side x side (default 8)")
      ->delimiter(',')
      ->check(CLI::Range(2, 64));
  app.add_option("--interior", settings.interior, "points inside (default 424)")->check(CLI::Range(1, 1 << 20));
  app.add_option("--boundary", settings.boundary, "points on the boundary (default 100)")
      ->check(CLI::Range(4, 1 << 20));
  app.add_option("--repeats", settings.repeats, "timed calls, after one to warm up (default 5)")
      ->check(CLI::Range(1, 1000));
  app.add_option("--csv", settings.csv, "file for the table, beside standard output");
  app.add_flag("--cg", settings.cg,
               "conjugate gradients with M^T M formed and without it, for all sides, and nothing else");
  app.add_flag("--dry-run", settings.dry_run, "one tiny case of each kind");
}

}  // namespace
}  // namespace kolibri::bench

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  kolibri::bench::Settings settings;
  CLI::App app{
      "times a solve, a step and an outer iteration of kolibri::rbf on the problem of Matveeva and Artyukhina"};
  kolibri::bench::add_options(app, settings);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  try {
    return kolibri::bench::run(settings) ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << "bench_rbf: " << error.what() << '\n';
    return 3;
  }
}
