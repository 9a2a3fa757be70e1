#include <Kokkos_Core.hpp>
#include <iostream>
#include <kolibri/error.hpp>
#include <map>

#include "command_line.hpp"
#include "common/device_name.hpp"
#include "measure.hpp"
#include "roof.hpp"
#include "table.hpp"

namespace kolibri::bench {
namespace {

// The accuracy that LAPACK demands of its own routines.
constexpr double largest_ratio = 30;

// Prints the rows; false when one of our answers is not accurate.
bool report(const std::vector<Row>& rows, const std::string& device, CsvFile& table) {
  bool good = true;
  for (const Row& row : rows) {
    table.row(table_row(device, row));
    if (row.failures == 0 && row.left < largest_ratio && row.right < largest_ratio) continue;
    std::cerr << row.routine << " on " << row.problem.scalar << ", n = " << row.problem.n << ", " << row.problem.data
              << ": " << row.failures << " members failed; right and left ratio " << row.right << ", " << row.left
              << " (good below " << largest_ratio << ")\n";
    good = good && !row.ours;
  }
  return good;
}

std::map<char, Ceilings> measure_roofs(const Space& exec, const Settings& settings, CsvFile& table) {
  std::map<char, Ceilings> roofs;
  for (const char scalar : settings.scalars) {
    const Ceilings roof = roofs[scalar] = measure_roof(exec, scalar, settings.dry_run);
    table.comment(concat("roof of ", scalar, ": copy ", roof.copy_bytes_per_second / 1e9, " GB/s, product ",
                         roof.gemm_flops_per_second / 1e9, " Gflop/s"));
  }
  return roofs;
}

bool run(const Settings& asked) {
  const Space exec;
  const Settings settings = with_defaults(asked, runs_on_device);
  const std::string device = device_name(exec);
  CsvFile table(settings.csv, table_header);
  table.comment("peers: " + peer_description());
  const std::map<char, Ceilings> roofs = measure_roofs(exec, settings, table);
  bool good = true;
  for (const Case& c : make_cases(settings, runs_on_device ? 1 : exec.concurrency())) {
    std::vector<Row> rows = measure(exec, c, settings);
    for (Row& row : rows) row.roof_seconds = roof_seconds(roofs.at(c.scalar), c);
    good = report(rows, device, table) && good;
  }
  return good;
}

}  // namespace
}  // namespace kolibri::bench

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  const auto parsed = kolibri::bench::parse_command_line(argc, argv);
  if (std::holds_alternative<int>(parsed)) return std::get<int>(parsed);
  try {
    return kolibri::bench::run(std::get<kolibri::bench::Settings>(parsed)) ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << "bench_inverse: " << error.what() << '\n';
    return 3;
  }
}
