#pragma once

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <algorithm>
#include <kolibri/inverse.hpp>

#include "blocked_lu_members.hpp"
#include "blocked_members.hpp"
#include "blocked_rcond.hpp"
#include "inverse_task.hpp"
#include "large.hpp"
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

/// Whether one member is work enough for the device, or does not fit the scratch of a team.
template <class ExecutionSpace, class Scalar>
bool wants_blocks(const ExecutionSpace& exec, std::int64_t batch, int n) {
  if (n == 0) return false;
  if (runs_on_host<ExecutionSpace>) return n >= (batch < exec.concurrency() ? 256 : 512);
  return !plan_of_task<ExecutionSpace, Scalar>(exec, InverseTask::inverse, batch, n, 0).inside &&
         (batch <= 4 || n > 1024);
}

/// Whether inverse() takes all members one after another by the whole device, for a method that is not automatic.
template <class ExecutionSpace>
bool works_in_blocks(InverseMethod method, int n) {
  return method == InverseMethod::blocked_gauss_jordan ||
         (method == InverseMethod::cholesky && is_large<ExecutionSpace>(n));
}

constexpr PivotRule pivot_rule(const InverseOptions& options) {
  return options.method == InverseMethod::cholesky ? PivotRule::positive_diagonal : pivot_rule(options.pivoting);
}

template <class ExecutionSpace, class Scalar>
InverseMethod method_for(const ExecutionSpace& exec, const InverseProblem<Scalar>& problem,
                         const InverseOptions& options) {
  const bool has_rows = has_unit_stride(problem.x);
  require(has_rows || options.method != InverseMethod::blocked_gauss_jordan,
          "kolibri::inverse: blocked_gauss_jordan needs an X with unit stride in rows or columns");
  if (!has_rows && options.method == InverseMethod::automatic) return InverseMethod::gauss_jordan;
  return inverse_method<ExecutionSpace, Scalar>(exec, problem.a.batch, problem.n(), options);
}

template <class ExecutionSpace, class Scalar>
void inverse(const ExecutionSpace& exec, const InverseProblem<Scalar>& problem, const InverseOptions& options) {
  Kokkos::Profiling::ScopedRegion region("kolibri::inverse");
  const InverseMethod method = method_for(exec, problem, options);
  if (method == InverseMethod::gauss_jordan && options.pivoting == Pivoting::partial &&
      inverts_in_registers<ExecutionSpace>(problem)) {
    if constexpr (!runs_on_host<ExecutionSpace>) invert_in_registers(exec, problem);
  } else if (has_unit_stride(problem.x) && problem.n() > 0 && works_in_blocks<ExecutionSpace>(method, problem.n())) {
    if (problem.a.batch > 0) BlockedMembers<ExecutionSpace, Scalar>(exec, problem, pivot_rule(options)).run();
  } else {
    run_matrices(exec, problem, InverseOf{options});
  }
  const RefinementOf refinement{options.method == InverseMethod::cholesky};
  for (int step = 0; step < options.refine; ++step) run_matrices(exec, problem, refinement);
}

template <class ExecutionSpace, class Scalar>
void rcond(const ExecutionSpace& exec, const InverseProblem<Scalar>& problem, ConditionNorm norm) {
  if (problem.a.batch > 0 && is_large<ExecutionSpace>(problem.n())) {
    large_rcond(exec, problem, norm);
  } else {
    run_matrices(exec, problem, RcondOf{norm});
  }
}

template <class ExecutionSpace, class Scalar>
void triangular_inverse(const ExecutionSpace& exec, const InverseProblem<Scalar>& problem, TriangularPart part,
                        DiagonalKind diagonal) {
  run_matrices(exec, problem, TriangularInverseOf{part, diagonal});
}

}  // namespace detail

template <class ExecutionSpace, SupportedScalar Scalar>
InverseMethod inverse_method(const ExecutionSpace& exec, std::int64_t batch, int n, const InverseOptions& options) {
  if (options.method != InverseMethod::automatic) return options.method;
  const bool blocked = detail::wants_blocks<ExecutionSpace, Scalar>(exec, batch, n);
  return blocked ? InverseMethod::blocked_gauss_jordan : InverseMethod::gauss_jordan;
}

namespace detail {

/// Whether matrices of order n are inverted in registers.
template <class ExecutionSpace, class Scalar>
bool registers_serve(const ExecutionSpace& exec, InverseTask task, std::int64_t batch, int n,
                     const InverseOptions& options) {
  return task == InverseTask::inverse && options.pivoting == Pivoting::partial &&
         inverse_method<ExecutionSpace, Scalar>(exec, batch, n, options) == InverseMethod::gauss_jordan &&
         inverts_in_registers<ExecutionSpace>(n);
}

/// Bytes that a task needs which takes one member after another by the whole device; 0 where it does not.
template <class ExecutionSpace, class Scalar>
std::size_t bytes_of_blocks(const ExecutionSpace& exec, InverseTask task, std::int64_t batch, int n,
                            const InverseOptions& options) {
  if (task == InverseTask::inverse) {
    const InverseMethod method = inverse_method<ExecutionSpace, Scalar>(exec, batch, n, options);
    const bool blocked = works_in_blocks<ExecutionSpace>(method, n);
    return blocked ? blocked_workspace_bytes<ExecutionSpace, Scalar>(n) : 0;
  }
  if (task == InverseTask::triangular_inverse || !is_large<ExecutionSpace>(n)) return 0;
  if (task == InverseTask::rcond) return large_rcond_bytes<ExecutionSpace, Scalar>(n);
  return lu_memory_bytes<ExecutionSpace, Scalar>(n, task != InverseTask::lu);
}

}  // namespace detail

template <class ExecutionSpace, SupportedScalar Scalar>
std::size_t inverse_workspace(const ExecutionSpace& exec, InverseTask task, std::int64_t batch, int n,
                              int right_hand_sides, const InverseOptions& options) {
  using namespace detail;
  if (batch == 0 || n == 0) return 0;
  std::size_t bytes = bytes_of_blocks<ExecutionSpace, Scalar>(exec, task, batch, n, options);
  if (!registers_serve<ExecutionSpace, Scalar>(exec, task, batch, n, options)) {
    const bool can_be_strided =
        task == InverseTask::inverse || task == InverseTask::lu;  // an X that blocks do not take
    const MatrixPlan plan = plan_of_task<ExecutionSpace, Scalar>(exec, task, batch, n, right_hand_sides);
    if (bytes == 0 || can_be_strided) bytes = std::max(bytes, plan.workspace_bytes());
  }
  if (task != InverseTask::inverse || options.refine == 0) return bytes;
  const MatrixPlan refining = plan_for<ExecutionSpace, Scalar>(exec, batch, n, 0, RefinementOf::works_in_x);
  return std::max(bytes, refining.workspace_bytes());
}

template <class ExecutionSpace, SupportedScalar Scalar>
std::size_t inverse_scratch(const ExecutionSpace& exec, InverseTask task, std::int64_t batch, int n,
                            int right_hand_sides, const InverseOptions& options) {
  using namespace detail;
  if (n == 0 || bytes_of_blocks<ExecutionSpace, Scalar>(exec, task, batch, n, options) > 0) return 0;
  if constexpr (!runs_on_host<ExecutionSpace>) {
    if (registers_serve<ExecutionSpace, Scalar>(exec, task, batch, n, options)) {
      return register_scratch<ExecutionSpace, Scalar>(n);
    }
  }
  return plan_of_task<ExecutionSpace, Scalar>(exec, task, batch, n, right_hand_sides).scratch_bytes();
}

}  // namespace kolibri

#define KOLIBRI_INSTANTIATE_ONE(SPACE, SCALAR) KOLIBRI_INVERSE_TEMPLATES(, SPACE, SCALAR)
#define KOLIBRI_INSTANTIATE(SCALAR)                       \
  namespace kolibri {                                     \
  KOLIBRI_FOR_EACH_SPACE(KOLIBRI_INSTANTIATE_ONE, SCALAR) \
  }
