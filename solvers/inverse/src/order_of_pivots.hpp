#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/matrix_batch.hpp>

namespace kolibri::detail {

/// The row of A that LAPACK's exchanges of member b bring to each place. One item.
struct OrderOfPivots {
  VectorBatch<int> pivots;
  std::int64_t b;
  int n;
  int* order;

  KOKKOS_FUNCTION void operator()(std::int64_t) const {
    for (int k = 0; k < n; ++k) order[k] = k;
    for (int k = 0; k < n; ++k) Kokkos::kokkos_swap(order[k], order[pivots(b, k) - 1]);
  }
};

}  // namespace kolibri::detail
