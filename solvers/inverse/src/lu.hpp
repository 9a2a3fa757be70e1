#pragma once

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <kolibri/inverse.hpp>

#include "lu_task.hpp"

// lu(), lu_solve(), solve() and the determinants.
namespace kolibri::detail {

template <class ExecutionSpace, class Scalar>
void lu(const ExecutionSpace& exec, const InverseProblem<Scalar>& problem, const LuOptions& options) {
  Kokkos::Profiling::ScopedRegion region("kolibri::lu");
  run_matrices(exec, problem, LuOf{options});
}

template <class ExecutionSpace, class Scalar>
void lu_solve(const ExecutionSpace& exec, const InverseProblem<Scalar>& problem, const LuOptions& options) {
  Kokkos::Profiling::ScopedRegion region("kolibri::lu_solve");
  if (problem.x.columns > 0) run_matrices(exec, problem, SolveWithLu{options});
}

template <class ExecutionSpace, class Scalar>
void solve(const ExecutionSpace& exec, const InverseProblem<Scalar>& problem, const LuOptions& options) {
  Kokkos::Profiling::ScopedRegion region("kolibri::solve");
  run_matrices(exec, problem, SolutionOf{options});
}

template <class ExecutionSpace, class Scalar>
void determinant(const ExecutionSpace& exec, const InverseProblem<Scalar>& problem, const LuOptions& options) {
  Kokkos::Profiling::ScopedRegion region("kolibri::determinant");
  run_matrices(exec, problem, DeterminantOf{options});
}

}  // namespace kolibri::detail

#define KOLIBRI_INSTANTIATE_ONE(SPACE, SCALAR) KOLIBRI_LU_TEMPLATES(, SPACE, SCALAR)
#define KOLIBRI_INSTANTIATE(SCALAR)                       \
  namespace kolibri {                                     \
  KOLIBRI_FOR_EACH_SPACE(KOLIBRI_INSTANTIATE_ONE, SCALAR) \
  }
