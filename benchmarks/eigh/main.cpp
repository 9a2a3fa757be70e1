#include <Kokkos_Core.hpp>
#include <fstream>
#include <iostream>
#include <kolibri/error.hpp>

#include "command_line.hpp"
#include "measure.hpp"
#include "table.hpp"

namespace kolibri::bench {
namespace {

// The accuracy that LAPACK demands of its own routines.
constexpr double largest_ratio = 30;

#if !defined(KOKKOS_ENABLE_CUDA)
std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.rfind("model name", 0) == 0 && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown processor";
}
#endif

// Without commas: it is a field of the table.
std::string device_name(const Space& exec) {
#if defined(KOKKOS_ENABLE_CUDA)
  return exec.cuda_device_prop().name;
#else
  return concat(processor_name(), " (", Space::name(), " x ", exec.concurrency(), ")");
#endif
}

bool accurate(const Row& row) {
  return row.failures == 0 && row.residual < largest_ratio && row.orthogonality < largest_ratio &&
         row.moments < largest_ratio;
}

// False when one of our answers is not accurate.
bool run(const Settings& asked) {
  const Space exec;
  const bool device = !Kokkos::SpaceAccessibility<Kokkos::HostSpace, Memory>::accessible;
  const Settings settings = with_defaults(asked, device);
  Table table(settings.csv, device_name(exec));
  table.comment("peers: " + peer_description());
  bool good = true;
  for (const Case& c : make_cases(settings, device ? 1 : exec.concurrency())) {
    const std::vector<Row> rows = measure(exec, c, settings);
    table.add(rows);
    for (const Row& row : rows) {
      if (accurate(row)) continue;
      std::cerr << row.routine << " on " << c.scalar << ", n = " << c.n << ", " << c.data << ": " << row.failures
                << " members failed; R1, R2, moments " << row.residual << ", " << row.orthogonality << ", "
                << row.moments << " (good below " << largest_ratio << ")\n";
      good = good && !row.ours;
    }
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
    std::cerr << "bench_eigh: " << error.what() << '\n';
    return 3;
  }
}
