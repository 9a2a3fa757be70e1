#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <kolibri/scratch.hpp>
#include <kolibri/team_policy.hpp>

// One kernel for all functions that give a network to a team: task.run(member, b, block) with a block of memory of the
// team's own, in scratch where it fits and else in device memory.
namespace kolibri::detail {

template <class ExecutionSpace, class Task>
struct BlockKernel {
  using Member = typename Kokkos::TeamPolicy<ExecutionSpace>::member_type;

  Task task;
  std::int64_t batch;
  std::size_t block_bytes;
  std::byte* workspace;  ///< null: team scratch

  KOKKOS_FUNCTION void operator()(const Member& member) const {
    constexpr int level = scratch_level<ExecutionSpace>;
    std::byte* const block =
        workspace ? workspace + member.league_rank() * block_bytes
                  : static_cast<std::byte*>(member.team_scratch(level).get_shmem_aligned(block_bytes, 16));
    for (std::int64_t b = member.league_rank(); b < batch; b += member.league_size()) {
      task.run(member, b, block);
      member.team_barrier();
    }
  }
};

/// Memory that the blocks of all teams may take, in bytes; one block at least.
inline constexpr std::size_t most_block_bytes = std::size_t(1) << 30;

/// Threads of a team: on a device a warp shares a column and the threads take columns side by side.
template <class ExecutionSpace>
TeamShape network_team() {
  if (runs_on_host<ExecutionSpace>) return {};
  return {.team_size = 16, .vector_length = 32};
}

/// Runs the task on every member of a batch, with a block of block_bytes for a team.
template <class ExecutionSpace, class Task>
void run_in_blocks(const ExecutionSpace& exec, std::int64_t batch, std::size_t block_bytes, const Task& task) {
  if (batch == 0) return;
  block_bytes = aligned(block_bytes);
  TeamShape shape = network_team<ExecutionSpace>();
  Kokkos::View<std::byte*, typename ExecutionSpace::memory_space> workspace;
  std::int64_t teams = batch;
  if (block_bytes + 16 <= scratch_limit<ExecutionSpace>()) {
    shape.scratch_bytes = block_bytes + 16;  // the handle may have to align it
  } else {
    const std::int64_t resident = runs_on_host<ExecutionSpace> ? exec.concurrency() : exec.concurrency() / 512;
    const auto affordable = static_cast<std::int64_t>(most_block_bytes / block_bytes);
    teams = std::clamp<std::int64_t>(std::min(resident, affordable), 1, batch);
    workspace = decltype(workspace)(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "kolibri::rbf workspace"),
                                    static_cast<std::size_t>(teams) * block_bytes);
  }
  launch_teams(Task::label, exec, teams, shape,
               BlockKernel<ExecutionSpace, Task>{task, batch, block_bytes, workspace.data()});
}

}  // namespace kolibri::detail
