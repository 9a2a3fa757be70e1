#pragma once

#include <cstddef>

namespace kolibri::bench {

/// Counts what Kokkos allocates in the memory of Space while it lives; one at a time.
class AllocationPeak {
 public:
  AllocationPeak();
  ~AllocationPeak();
  AllocationPeak(const AllocationPeak&) = delete;
  AllocationPeak& operator=(const AllocationPeak&) = delete;

  /// The most bytes that were held at a time of those allocated since the beginning.
  std::size_t bytes() const;
};

}  // namespace kolibri::bench
