#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <kolibri/error.hpp>
#include <kolibri/team_blocks.hpp>
#include <kolibri/team_policy.hpp>
#include <limits>

#include "matrix_storage.hpp"

// One kernel for all functions of inverse.hpp: a team a matrix, from a Task with solve(member, problem, b, storage, m)
// where m is the matrix to work on, a copy in scratch or workspace or, in large problems of some tasks, X itself.
namespace kolibri::detail {

/// Where a kernel works.
struct MatrixPlan : BlockPlan {
  bool inside = true;  ///< the block holds the matrix, else it is worked on in X
};

/// A matrix that fits scratch is copied there; a larger one is worked on in X where the task allows, or in workspace.
template <class Exec, class Scalar>
MatrixPlan plan_for(const Exec& exec, std::int64_t batch, int n, int right_hand_sides, bool works_in_x) {
  constexpr int team_threads = 256;
  const auto plan = [&](bool inside) {
    const std::size_t bytes = bytes_of(MatrixStorage<Scalar>(n, right_hand_sides, inside));
    return MatrixPlan{plan_blocks(exec, bytes, batch, team_threads), inside};
  };
  const MatrixPlan inside = plan(true);
  return inside.in_scratch || !works_in_x ? inside : plan(false);
}

template <class Exec, class Scalar, class Task, bool inside>
struct MatrixKernel {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;

  InverseProblem<Scalar> problem;
  Task task;
  int right_hand_sides;
  TeamBlocks<Exec> blocks;

  KOKKOS_FUNCTION void operator()(const Member& member) const {
    const int n = problem.n();
    const MatrixStorage<Scalar> storage(blocks.of(member), n, right_hand_sides, inside);
    for (std::int64_t b = member.league_rank(); b < problem.a.batch; b += member.league_size()) {
      if constexpr (inside) {
        task.solve(member, problem, b, storage, RowMajor<Scalar>{storage.matrix, RowMajor<Scalar>::leading_of(n)});
      } else {
        task.solve(member, problem, b, storage, Strided<Scalar>(problem.x, b));
      }
      member.team_barrier();
    }
  }
};

/// Lanes along rows, threads across them; a warp for as long as it lasts. Measured on an H200.
template <class Exec>
TeamShape matrix_team(int n) {
  if (runs_on_host<Exec>) return {};
  if (n <= 24) return {.team_size = 4, .vector_length = 8};
  if (n <= 48) return {.team_size = 2, .vector_length = 16};
  return {.team_size = n <= 96 ? 4 : 16, .vector_length = 32};
}

template <bool inside, class Exec, class Scalar, class Task>
void launch_matrices(const Exec& exec, const MatrixPlan& plan, const InverseProblem<Scalar>& problem, const Task& task,
                     int right_hand_sides) {
  launch_with_blocks(Task::label, "kolibri::inverse", exec, problem.a.batch, plan, matrix_team<Exec>(problem.n()),
                     problem.workspace, [&](const TeamBlocks<Exec>& blocks) {
                       return MatrixKernel<Exec, Scalar, Task, inside>{problem, task, right_hand_sides, blocks};
                     });
}

/// What is true of 0 x 0 matrices: the determinant is 1, an empty product.
template <class Scalar>
struct AnswerEmpty {
  InverseProblem<Scalar> problem;

  KOKKOS_FUNCTION void operator()(std::int64_t b) const {
    problem.report(b, 0);
    if (problem.sign.data) problem.sign(b, 0) = Scalar(1);
    if (problem.log_abs.data) problem.log_abs(b, 0) = 0;
    if (problem.determinant.data) problem.determinant(b, 0) = Scalar(1);
    if (problem.rcond.data) problem.rcond(b, 0) = 1;
  }
};

template <class Exec, class Scalar>
void answer_empty(const Exec& exec, const InverseProblem<Scalar>& problem) {
  Kokkos::parallel_for("kolibri::inverse empty",
                       Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, problem.a.batch),
                       AnswerEmpty<Scalar>{problem});
}

/// Runs the task on every member of the batch.
template <class Exec, class Scalar, class Task>
void run_matrices(const Exec& exec, const InverseProblem<Scalar>& problem, const Task& task) {
  if (problem.a.batch == 0) return;
  if (problem.n() == 0) return answer_empty(exec, problem);
  constexpr int largest = 46340;  // n (n + 1) fits an int
  require(problem.n() <= largest, Task::label, ": n up to ", largest, " is supported, got ", problem.n());
  const int right_hand_sides = Task::has_right_hand_sides ? problem.x.columns : 0;
  require(std::int64_t(problem.n()) * right_hand_sides <= std::numeric_limits<int>::max(), Task::label,
          ": n times the number of right-hand sides must be below 2^31, got ", problem.n(), " x ", right_hand_sides);
  const MatrixPlan plan =
      plan_for<Exec, Scalar>(exec, problem.a.batch, problem.n(), right_hand_sides, Task::works_in_x);
  if constexpr (Task::works_in_x) {
    if (!plan.inside) return launch_matrices<false>(exec, plan, problem, task, right_hand_sides);
  }
  launch_matrices<true>(exec, plan, problem, task, right_hand_sides);
}

}  // namespace kolibri::detail
