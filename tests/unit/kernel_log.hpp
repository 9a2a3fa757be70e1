#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kolibri::test {

/// Records, through the callbacks of Kokkos Tools, what Kokkos is asked to do while it lives; one at a time.
class KernelLog {
 public:
  struct Kernel {
    std::string label;
    std::uint32_t device_id;  ///< Kokkos::Tools::Experimental::device_id of the instance it runs on
  };

  KernelLog();
  ~KernelLog();
  KernelLog(const KernelLog&) = delete;
  KernelLog& operator=(const KernelLog&) = delete;

  std::vector<Kernel> kernels;      ///< parallel_for, parallel_reduce, parallel_scan
  std::vector<std::string> views;   ///< allocations
  std::vector<std::string> copies;  ///< destinations of deep copies
  std::vector<std::string> fences;  ///< without those that Kokkos adds because somebody listens
  std::vector<std::string> regions;
};

/// Kokkos grows the team scratch of an instance when a kernel asks for more than any before.
inline bool is_kokkos_scratch(const std::string& label) {
  return label.rfind("Kokkos::", 0) == 0 && label.find("cratch") != std::string::npos;
}

}  // namespace kolibri::test
