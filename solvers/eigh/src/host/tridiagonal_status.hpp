#pragma once

#include "lane_input.hpp"
#include "lane_ql.hpp"

// What both forms of the tridiagonal method share: when QL stops, and what is said of its end.
namespace kolibri::detail {

/// An off-diagonal element's share of the tolerance, off(A) <= tolerance ||A||_F.
template <class Real>
Lanes<Real> negligible_e(const HostProblem<Real>& problem, const PackState<Real>& state) {
  return max<Real>(state.negligible, state.norm * Lanes<Real>(problem.tolerance / std::sqrt(Real(2 * problem.n))));
}

/// LAPACK's bound of 30 n QL steps, or less if less is asked for.
template <class Real>
int most_steps(const HostProblem<Real>& problem) {
  return std::min(problem.max_sweeps, 30) * problem.n;
}

/// Status of the members after QL; n steps count as a sweep.
template <class Real>
void conclude(const HostProblem<Real>& problem, const QlOutcome<Real>& outcome, PackState<Real>& state) {
  state.off_norm = sqrt(outcome.off_squared + outcome.off_squared);
  for (int lane = 0; lane < Lanes<Real>::count; ++lane) {
    if (state.info[lane] == 0) state.info[lane] = outcome.left[lane];
    state.sweeps[lane] = (outcome.steps[lane] + problem.n - 1) / problem.n;
  }
}

}  // namespace kolibri::detail
