#include "common/device_name.hpp"

#include <fstream>
#include <kolibri/error.hpp>

namespace kolibri::bench {
namespace {

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

}  // namespace

std::string device_name(const Space& exec) {
#if defined(KOKKOS_ENABLE_CUDA)
  return exec.cuda_device_prop().name;
#else
  return concat(processor_name(), " (", Space::name(), " x ", exec.concurrency(), ")");
#endif
}

}  // namespace kolibri::bench
