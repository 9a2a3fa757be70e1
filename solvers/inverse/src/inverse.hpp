#pragma once

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <kolibri/inverse.hpp>

#include "blocked_members.hpp"
#include "inverse_task.hpp"
#include "refinement_task.hpp"
#include "register_kernels.hpp"

// inverse(), triangular_inverse(), rcond(), and the queries of memory.
namespace kolibri {

namespace detail {

/// Whether a task can work in the memory of its result.
constexpr bool works_in_result(InverseTask task) { return task == InverseTask::inverse || task == InverseTask::lu; }

template <class ExecutionSpace, class Scalar>
MatrixPlan plan_of_task(const ExecutionSpace& exec, InverseTask task, std::int64_t batch, int n, int right_hand_sides) {
  const bool solves = task == InverseTask::solve || task == InverseTask::lu_solve;
  return plan_for<ExecutionSpace, Scalar>(exec, batch, n, solves ? right_hand_sides : 0, works_in_result(task));
}

/// Whether the members are inverted one after another by blocked elimination: where one is work enough for the device,
/// or does not fit the scratch of a team.
template <class ExecutionSpace, class Scalar>
bool inverts_by_blocks(const ExecutionSpace& exec, std::int64_t batch, int n) {
  if (runs_on_host<ExecutionSpace>) return n >= (batch < exec.concurrency() ? 192 : 512);
  return !plan_of_task<ExecutionSpace, Scalar>(exec, InverseTask::inverse, batch, n, 0).inside &&
         (batch <= 4 || n > 1024);
}

template <class ExecutionSpace, class Scalar>
void inverse(const ExecutionSpace& exec, const InverseProblem<Scalar>& problem, const InverseOptions& options) {
  Kokkos::Profiling::ScopedRegion region("kolibri::inverse");
  const bool eliminates = options.method == InverseMethod::automatic || options.method == InverseMethod::gauss_jordan;
  using Blocked = BlockedMembers<ExecutionSpace, Scalar>;
  if (eliminates && options.pivoting == Pivoting::partial && inverts_in_registers<ExecutionSpace>(problem)) {
    if constexpr (!runs_on_host<ExecutionSpace>) invert_in_registers(exec, problem);
  } else if (eliminates && problem.n() > 0 && Blocked::serves(problem) &&
             inverts_by_blocks<ExecutionSpace, Scalar>(exec, problem.a.batch, problem.n())) {
    if (problem.a.batch > 0) Blocked(exec, problem, options.pivoting).run();
  } else {
    run_matrices(exec, problem, InverseOf{options});
  }
  const RefinementOf refinement{options.method == InverseMethod::cholesky};
  for (int step = 0; step < options.refine; ++step) run_matrices(exec, problem, refinement);
}

template <class ExecutionSpace, class Scalar>
void rcond(const ExecutionSpace& exec, const InverseProblem<Scalar>& problem, ConditionNorm norm) {
  run_matrices(exec, problem, RcondOf{norm});
}

template <class ExecutionSpace, class Scalar>
void triangular_inverse(const ExecutionSpace& exec, const InverseProblem<Scalar>& problem, TriangularPart part,
                        DiagonalKind diagonal) {
  run_matrices(exec, problem, TriangularInverseOf{part, diagonal});
}

}  // namespace detail

template <class ExecutionSpace, SupportedScalar Scalar>
std::size_t inverse_workspace(const ExecutionSpace& exec, InverseTask task, std::int64_t batch, int n,
                              int right_hand_sides) {
  const bool in_registers = task == InverseTask::inverse && detail::inverts_in_registers<ExecutionSpace>(n);
  if (batch == 0 || n == 0 || in_registers) return 0;
  if (task == InverseTask::inverse && detail::inverts_by_blocks<ExecutionSpace, Scalar>(exec, batch, n)) {
    return detail::blocked_workspace_bytes<ExecutionSpace, Scalar>(exec, n);
  }
  return detail::plan_of_task<ExecutionSpace, Scalar>(exec, task, batch, n, right_hand_sides).workspace_bytes();
}

template <class ExecutionSpace, SupportedScalar Scalar>
std::size_t inverse_scratch(const ExecutionSpace& exec, InverseTask task, int n, int right_hand_sides) {
  if (n == 0) return 0;
  if constexpr (!runs_on_host<ExecutionSpace>) {
    if (task == InverseTask::inverse && detail::inverts_in_registers<ExecutionSpace>(n)) {
      return detail::register_scratch<ExecutionSpace, Scalar>(n);
    }
  }
  if (task == InverseTask::inverse && detail::inverts_by_blocks<ExecutionSpace, Scalar>(exec, 1, n)) return 0;
  const auto plan = detail::plan_of_task<ExecutionSpace, Scalar>(exec, task, 1, n, right_hand_sides);
  return plan.in_scratch ? plan.block_bytes + 16 : 0;
}

}  // namespace kolibri

#define KOLIBRI_INSTANTIATE_ONE(SPACE, SCALAR) KOLIBRI_INVERSE_TEMPLATES(, SPACE, SCALAR)
#define KOLIBRI_INSTANTIATE(SCALAR)                       \
  namespace kolibri {                                     \
  KOLIBRI_FOR_EACH_SPACE(KOLIBRI_INSTANTIATE_ONE, SCALAR) \
  }
