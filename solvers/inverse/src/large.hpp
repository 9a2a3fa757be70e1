#pragma once

#include <kolibri/team_policy.hpp>

namespace kolibri::detail {

/// Whether cholesky and everything around lu() work in blocks, one member after another by the whole device. A choice
/// by n alone, for a member's bits to be the same in any batch.
template <class ExecutionSpace>
constexpr bool is_large(int n) {
  return n >= (runs_on_host<ExecutionSpace> ? 384 : 768);
}

}  // namespace kolibri::detail
