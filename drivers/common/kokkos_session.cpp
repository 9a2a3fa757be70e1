#include "common/kokkos_session.hpp"

#include <unistd.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <kolibri/error.hpp>
#include <kolibri/team_policy.hpp>
#include <optional>
#include <string_view>

namespace kolibri::drivers {
namespace {

template <class Number>
std::optional<Number> whole_number(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// Kokkos aborts on a malformed number behind these.
void require_number(std::string_view flag) {
  for (const std::string_view name : {"--kokkos-num-threads", "--kokkos-device-id"}) {
    if (flag.substr(0, flag.find('=')) != name) continue;
    const auto number = whole_number<int>(flag.substr(std::min(flag.size(), name.size() + 1)));
    require(number && *number >= 0, "command line: error: expected ", name, "=NUMBER, got '", flag, "'");
  }
}

#if !defined(KOKKOS_ENABLE_CUDA) && !defined(KOKKOS_ENABLE_HIP)
std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}
#endif

std::uint64_t free_memory() {
#if defined(KOKKOS_ENABLE_CUDA)
  std::size_t free = 0, total = 0;
  return cudaMemGetInfo(&free, &total) == cudaSuccess ? free : 0;
#elif defined(KOKKOS_ENABLE_HIP)
  std::size_t free = 0, total = 0;
  return hipMemGetInfo(&free, &total) == hipSuccess ? free : 0;
#else
  // What the system calls free leaves out the memory that its file cache would give back.
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
#endif
}

}  // namespace

KokkosSession::KokkosSession(const std::vector<std::string>& flags) {
  std::vector<std::string> texts{"kolibri"};
  for (const std::string& flag : flags) {
    require_number(flag);
    texts.push_back(flag);
  }
  std::vector<char*> argv;
  argv.reserve(texts.size() + 1);
  for (std::string& text : texts) argv.push_back(text.data());
  int argc = static_cast<int>(argv.size());
  argv.push_back(nullptr);
  // Kokkos warns at length when this is not set; what it is set to here is what an unset one means.
  setenv("OMP_PROC_BIND", "false", 0);
  Kokkos::initialize(argc, argv.data());
}

KokkosSession::~KokkosSession() { Kokkos::finalize(); }

Machine machine() {
  Machine machine;
  machine.backend = Kokkos::DefaultExecutionSpace::name();
  machine.threads = Kokkos::num_threads();
  machine.on_device = !runs_on_host<Kokkos::DefaultExecutionSpace>;
#if defined(KOKKOS_ENABLE_CUDA)
  machine.device = Kokkos::Cuda().cuda_device_prop().name;
#elif defined(KOKKOS_ENABLE_HIP)
  machine.device = Kokkos::HIP().hip_device_prop().name;
#else
  machine.device = processor_name();
#endif
  return machine;
}

std::uint64_t memory_budget() {
  if (const char* text = std::getenv("KOLIBRI_CHUNK_BYTES")) {
    const std::optional<std::uint64_t> bytes = whole_number<std::uint64_t>(text);
    require(bytes.has_value(), "environment: error: expected KOLIBRI_CHUNK_BYTES=NUMBER, got '", text, "'");
    return *bytes;
  }
  constexpr bool on_host =
      Kokkos::SpaceAccessibility<Kokkos::HostSpace, Kokkos::DefaultExecutionSpace::memory_space>::accessible;
  constexpr std::uint64_t largest_chunk = std::uint64_t{on_host ? 1 : 4} << 30;
  return std::min(largest_chunk, free_memory() / 2);
}

}  // namespace kolibri::drivers
