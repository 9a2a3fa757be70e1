#pragma once

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <kolibri/inverse.hpp>

#include "blocked_lu_members.hpp"
#include "large.hpp"
#include "lu_task.hpp"
#include "solution_task.hpp"

// lu(), lu_solve(), solve() and the determinants.
namespace kolibri::detail {

template <class ExecutionSpace, class Scalar>
void lu(const ExecutionSpace& exec, const InverseProblem<Scalar>& problem, const LuOptions& options) {
  Kokkos::Profiling::ScopedRegion region("kolibri::lu");
  if (is_large<ExecutionSpace>(problem.n()) && has_unit_stride(problem.x)) {
    if (problem.a.batch > 0) LargeLu<ExecutionSpace, Scalar>(exec, problem, options, false).lu();
  } else {
    run_matrices(exec, problem, LuOf{options});
  }
}

template <class ExecutionSpace, class Scalar>
void lu_solve(const ExecutionSpace& exec, const InverseProblem<Scalar>& problem, const LuOptions& options) {
  Kokkos::Profiling::ScopedRegion region("kolibri::lu_solve");
  if (problem.x.columns == 0 || problem.a.batch == 0) return;
  if (is_large<ExecutionSpace>(problem.n())) {
    LargeLu<ExecutionSpace, Scalar>(exec, problem, options, true).lu_solve();
  } else {
    run_matrices(exec, problem, SolveWithLu{options});
  }
}

template <class ExecutionSpace, class Scalar>
void solve(const ExecutionSpace& exec, const InverseProblem<Scalar>& problem, const LuOptions& options) {
  Kokkos::Profiling::ScopedRegion region("kolibri::solve");
  if (problem.a.batch == 0) return;
  if (is_large<ExecutionSpace>(problem.n())) {
    LargeLu<ExecutionSpace, Scalar>(exec, problem, options, true).solve();
  } else {
    run_matrices(exec, problem, SolutionOf{options});
  }
}

template <class ExecutionSpace, class Scalar>
void determinant(const ExecutionSpace& exec, const InverseProblem<Scalar>& problem, const LuOptions& options) {
  Kokkos::Profiling::ScopedRegion region("kolibri::determinant");
  if (problem.a.batch == 0) return;
  if (is_large<ExecutionSpace>(problem.n())) {
    LargeLu<ExecutionSpace, Scalar>(exec, problem, options, true).determinant();
  } else {
    run_matrices(exec, problem, DeterminantOf{options});
  }
}

}  // namespace kolibri::detail

#define KOLIBRI_INSTANTIATE_ONE(SPACE, SCALAR) KOLIBRI_LU_TEMPLATES(, SPACE, SCALAR)
#define KOLIBRI_INSTANTIATE(SCALAR)                       \
  namespace kolibri {                                     \
  KOLIBRI_FOR_EACH_SPACE(KOLIBRI_INSTANTIATE_ONE, SCALAR) \
  }
