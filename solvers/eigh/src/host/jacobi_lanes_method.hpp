#pragma once

#include "host_methods.hpp"
#include "jacobi_lanes.hpp"

namespace kolibri::detail {

/// Two vectors of matrices at once.
inline constexpr int jacobi_packs = 2;

template <class Real, bool is_complex, int n>
void solve_by_jacobi_lanes(const HostProblem<Real>& problem, std::int64_t first, int members) {
  if (problem.n < n) {
    if constexpr (n > 1) solve_by_jacobi_lanes<Real, is_complex, n - 1>(problem, first, members);
  } else if (problem.vectors()) {
    jacobi_lanes<Real, is_complex, n, jacobi_packs, true>(problem, first, members);
  } else {
    jacobi_lanes<Real, is_complex, n, jacobi_packs, false>(problem, first, members);
  }
}

template <class Real, bool is_complex>
PackShape JacobiLanesMethod<Real, is_complex>::shape(int, bool, std::size_t) {
  return {jacobi_packs * Lanes<Real>::count, Block::alignment};  // registers and the stack do
}

template <class Real, bool is_complex>
void JacobiLanesMethod<Real, is_complex>::solve(const HostProblem<Real>& problem, std::int64_t first, int members,
                                                std::byte*) {
  solve_by_jacobi_lanes<Real, is_complex, most_in_jacobi_lanes<is_complex>>(problem, first, members);
}

}  // namespace kolibri::detail
