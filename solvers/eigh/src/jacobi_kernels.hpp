#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <kolibri/detail/eigh_problem.hpp>
#include <kolibri/detail/jacobi.hpp>
#include <kolibri/instantiate.hpp>
#include <kolibri/team_policy.hpp>

namespace kolibri::detail {

/// One kernel over the batch, `slots` matrices a team, from a Method: its Scratch type and solve(member, problem,
/// control, first, scratch).
template <class ExecutionSpace, class Scalar, class Method>
struct BatchKernel {
  using Member = typename Kokkos::TeamPolicy<ExecutionSpace>::member_type;

  EighProblem<Scalar> problem;
  JacobiControl<real_t<Scalar>> control;
  int slots;
  std::size_t scratch_bytes;

  KOKKOS_FUNCTION void operator()(const Member& member) const {
    constexpr int level = scratch_level<ExecutionSpace>;
    auto* const block = static_cast<std::byte*>(member.team_scratch(level).get_shmem_aligned(scratch_bytes, 16));
    const std::int64_t stride = static_cast<std::int64_t>(member.league_size()) * slots;
    for (std::int64_t first = static_cast<std::int64_t>(member.league_rank()) * slots; first < problem.a.batch;
         first += stride) {
      const std::int64_t left = problem.a.batch - first;
      Method::solve(member, problem, control, first, left < slots ? static_cast<int>(left) : slots, block);
    }
  }
};

/// Launches BatchKernel: Method::shape(n, vectors) names threads and how many matrices a team would like.
template <class Method, class ExecutionSpace, class Scalar>
void launch_batch(const ExecutionSpace& exec, const EighProblem<Scalar>& problem, const EighOptions& options) {
  const int n = problem.n();
  int slots = static_cast<int>(std::min<std::int64_t>(Method::slots(n), problem.a.batch));
  while (slots > 1 && Method::scratch_bytes(n, slots, options.vectors) + 16 > scratch_limit<ExecutionSpace>())
    slots /= 2;
  TeamShape shape = Method::shape(n, slots);
  shape.scratch_bytes = Method::scratch_bytes(n, slots, options.vectors) + 16;
  const BatchKernel<ExecutionSpace, Scalar, Method> kernel{problem, JacobiControl<real_t<Scalar>>(options), slots,
                                                           shape.scratch_bytes - 16};
  launch_teams(Method::label, exec, (problem.a.batch + slots - 1) / slots, shape, kernel);
}

/// The largest n whose scratch, for one matrix, the space offers.
template <class Method, class ExecutionSpace>
int largest_n(bool vectors) {
  const std::size_t limit = scratch_limit<ExecutionSpace>();  // asks the device: once, every solve comes here
  int n = 1;
  while (Method::scratch_bytes(n + 1, 1, vectors) + 16 <= limit) ++n;
  return n;
}

}  // namespace kolibri::detail
