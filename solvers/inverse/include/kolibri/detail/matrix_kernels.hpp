#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <kolibri/detail/matrix_types.hpp>
#include <kolibri/team_policy.hpp>
#include <string>

namespace kolibri::detail {

/// Elements that an item of a kernel takes, neighbours in memory: one on a device, where neighbouring threads take
/// neighbouring elements, many on a host, where a loop over them becomes vector instructions.
template <class ExecutionSpace>
inline constexpr std::int64_t run_length = runs_on_host<ExecutionSpace> ? 512 : 1;

/// body(i, j) for every element of a matrix, lines of which lie in memory one after another.
template <class ExecutionSpace, class Body>
struct ElementKernel {
  Body body;
  std::int64_t length;  ///< of a line
  std::int64_t runs_per_line;
  bool by_rows;  ///< lines are rows

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const std::int64_t line = item / runs_per_line;
    const std::int64_t first = (item - line * runs_per_line) * run_length<ExecutionSpace>;
    const std::int64_t end = Kokkos::min(first + run_length<ExecutionSpace>, length);
    if (by_rows) {
      for (std::int64_t j = first; j < end; ++j) body(static_cast<int>(line), static_cast<int>(j));
    } else {
      for (std::int64_t i = first; i < end; ++i) body(static_cast<int>(i), static_cast<int>(line));
    }
  }
};

/// Runs body(i, j) for every element of `out`, in an order that suits its layout.
template <class ExecutionSpace, class Out, class Body>
void over_elements(const std::string& label, const ExecutionSpace& exec, const Out& out, const Body& body) {
  const bool by_rows = is_stored_by_rows(out);
  const auto lines = static_cast<std::int64_t>(out.extent(by_rows ? 0 : 1));
  const auto length = static_cast<std::int64_t>(out.extent(by_rows ? 1 : 0));
  const std::int64_t runs = (length + run_length<ExecutionSpace> - 1) / run_length<ExecutionSpace>;
  using Policy = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
  if (lines * runs == 0) return;
  Kokkos::parallel_for(label, Policy(exec, 0, lines * runs),
                       ElementKernel<ExecutionSpace, Body>{body, length, runs, by_rows});
}

/// Runs body(k) for every column of `out`.
template <class ExecutionSpace, class Out, class Body>
void over_columns(const std::string& label, const ExecutionSpace& exec, const Out& out, const Body& body) {
  if (out.extent(1) == 0) return;
  Kokkos::parallel_for(label, Kokkos::RangePolicy<ExecutionSpace>(exec, 0, out.extent(1)), body);
}

}  // namespace kolibri::detail
