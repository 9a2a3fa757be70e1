#include "kernel_log.hpp"

#include <Kokkos_Core.hpp>

namespace kolibri::test {
namespace {

namespace tools = Kokkos::Tools::Experimental;

KernelLog* g_log = nullptr;  // the callbacks are plain functions

void begin_kernel(const char* label, const std::uint32_t device_id, std::uint64_t*) {
  g_log->kernels.push_back({label, device_id});
}

void allocate(Kokkos::Tools::SpaceHandle, const char* label, const void*, std::uint64_t) {
  g_log->views.push_back(label);
}

void begin_copy(Kokkos::Tools::SpaceHandle, const char* label, const void*, Kokkos::Tools::SpaceHandle, const char*,
                const void*, std::uint64_t) {
  g_log->copies.push_back(label);
}

void begin_fence(const char* label, const std::uint32_t, std::uint64_t*) {
  const std::string name = label;
  if (name.find("Kokkos Profile Tool Fence") == std::string::npos) g_log->fences.push_back(name);
}

void push_region(const char* label) { g_log->regions.push_back(label); }

}  // namespace

KernelLog::KernelLog() {
  g_log = this;
  tools::set_begin_parallel_for_callback(begin_kernel);
  tools::set_begin_parallel_reduce_callback(begin_kernel);
  tools::set_begin_parallel_scan_callback(begin_kernel);
  tools::set_allocate_data_callback(allocate);
  tools::set_begin_deep_copy_callback(begin_copy);
  tools::set_begin_fence_callback(begin_fence);
  tools::set_push_region_callback(push_region);
}

KernelLog::~KernelLog() {
  tools::set_begin_parallel_for_callback(nullptr);
  tools::set_begin_parallel_reduce_callback(nullptr);
  tools::set_begin_parallel_scan_callback(nullptr);
  tools::set_allocate_data_callback(nullptr);
  tools::set_begin_deep_copy_callback(nullptr);
  tools::set_begin_fence_callback(nullptr);
  tools::set_push_region_callback(nullptr);
}

}  // namespace kolibri::test
