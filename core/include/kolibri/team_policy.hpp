#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace kolibri {

/// Whether kernels of the space run on the host, where a team is one thread and batches are spread over threads.
template <class ExecutionSpace>
inline constexpr bool runs_on_host = std::is_same_v<typename ExecutionSpace::memory_space, Kokkos::HostSpace>;

/// The scratch level that kernels use: fast on-chip memory on a device, on the host the larger level, cached as any
/// memory is. Known when compiling, so that a device compiler sees which memory a scratch pointer points to.
template <class ExecutionSpace>
inline constexpr int scratch_level = runs_on_host<ExecutionSpace> ? 1 : 0;

/// The most scratch that a team may ask for, in bytes.
template <class ExecutionSpace>
std::size_t scratch_limit() {
  return Kokkos::TeamPolicy<ExecutionSpace>::scratch_size_max(scratch_level<ExecutionSpace>);
}

/// How the teams of a kernel look.
struct TeamShape {
  int team_size = 1;
  int vector_length = 1;
  std::size_t scratch_bytes = 0;  ///< per team
};

/// A league of teams of the shape; `Properties` are those of a Kokkos policy, such as Kokkos::LaunchBounds.
template <class... Properties, class ExecutionSpace>
auto team_policy(const ExecutionSpace& exec, std::int64_t teams, const TeamShape& shape) {
  const auto league = static_cast<int>(std::min<std::int64_t>(teams, 1 << 30));
  Kokkos::TeamPolicy<ExecutionSpace, Properties...> policy(exec, league, shape.team_size, shape.vector_length);
  policy.set_scratch_size(scratch_level<ExecutionSpace>, Kokkos::PerTeam(shape.scratch_bytes));
  return policy;
}

/// Runs kernel(member) on at most `teams` teams of the given shape, smaller ones where registers force it. The kernel
/// strides over its work by the league size, so that more work than a league can have members is no limit.
template <class ExecutionSpace, class Kernel>
void launch_teams(const std::string& label, const ExecutionSpace& exec, std::int64_t teams, TeamShape shape,
                  const Kernel& kernel) {
  if (teams == 0) return;
  TeamShape smallest = shape;
  smallest.team_size = 1;
  const int largest = team_policy(exec, teams, smallest).team_size_max(kernel, Kokkos::ParallelForTag());
  shape.team_size = std::min(shape.team_size, largest);
  Kokkos::parallel_for(label, team_policy(exec, teams, shape), kernel);
}

}  // namespace kolibri
