#include <Kokkos_Core.hpp>
#include <iostream>
#include <kolibri/error.hpp>

#include "choose.hpp"
#include "command_line.hpp"
#include "common/device_name.hpp"
#include "measure.hpp"
#include "table.hpp"

namespace kolibri::bench {
namespace {

// False when one of our answers is not accurate.
bool run(const Settings& asked) {
  const Space exec;
  const Settings settings = with_defaults(asked, runs_on_device);
  const std::string device = device_name(exec);
  CsvFile table(settings.csv, table_header);
  table.comment("peers: " + peer_description());
  std::vector<Row> all;
  bool good = true;
  for (const Case& c : make_cases(settings, runs_on_device ? 1 : exec.concurrency())) {
    const std::vector<Row> rows = measure(exec, c, settings);
    for (const Row& row : rows) {
      table.row(table_row(device, row));
      all.push_back(row);
      if (row.accurate()) continue;
      std::cerr << row.routine << " on " << c.scalar << ", n = " << c.n << ", " << c.data << ": " << row.failures
                << " members failed; R1, R2, moments " << row.residual << ", " << row.orthogonality << ", "
                << row.moments << " (good below " << Row::largest_ratio << ")\n";
      good = good && !row.ours;
    }
  }
  if (!settings.choose.empty()) write_choices(settings, device, all);
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
    std::cerr << "bench_eigh: " << error.what() << '\n';
    return 3;
  }
}
