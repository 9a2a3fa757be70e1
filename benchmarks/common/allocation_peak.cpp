#include "common/allocation_peak.hpp"

#include <algorithm>
#include <cstring>
#include <set>

#include "common/routine.hpp"

namespace kolibri::bench {
namespace {

namespace tools = Kokkos::Tools::Experimental;

// The callbacks are plain functions.
struct Counters {
  std::set<const void*> ours;
  std::size_t held = 0;
  std::size_t peak = 0;
};
Counters g_counters;

void allocated(Kokkos::Tools::SpaceHandle space, const char*, const void* data, std::uint64_t bytes) {
  if (std::strcmp(space.name, Memory::name()) != 0) return;
  g_counters.ours.insert(data);
  g_counters.held += bytes;
  g_counters.peak = std::max(g_counters.peak, g_counters.held);
}

void freed(Kokkos::Tools::SpaceHandle, const char*, const void* data, std::uint64_t bytes) {
  if (g_counters.ours.erase(data) > 0) g_counters.held -= bytes;
}

}  // namespace

AllocationPeak::AllocationPeak() {
  g_counters = {};
  tools::set_allocate_data_callback(allocated);
  tools::set_deallocate_data_callback(freed);
}

AllocationPeak::~AllocationPeak() {
  tools::set_allocate_data_callback(nullptr);
  tools::set_deallocate_data_callback(nullptr);
}

std::size_t AllocationPeak::bytes() const { return g_counters.peak; }

}  // namespace kolibri::bench
