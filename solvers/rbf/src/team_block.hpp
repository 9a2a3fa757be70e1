#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <kolibri/team_blocks.hpp>
#include <kolibri/team_policy.hpp>

// One kernel for all functions that give a network to a team: task.run(member, b, block) with a block of memory of the
// team's own.
namespace kolibri::detail {

template <class ExecutionSpace, class Task>
struct BlockKernel {
  using Member = typename Kokkos::TeamPolicy<ExecutionSpace>::member_type;

  Task task;
  std::int64_t batch;
  TeamBlocks<ExecutionSpace> blocks;

  KOKKOS_FUNCTION void operator()(const Member& member) const {
    std::byte* const block = blocks.of(member);
    for (std::int64_t b = member.league_rank(); b < batch; b += member.league_size()) {
      task.run(member, b, block);
      member.team_barrier();
    }
  }
};

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
  const TeamShape shape = network_team<ExecutionSpace>();
  const BlockPlan plan = plan_blocks(exec, block_bytes, batch, shape.team_size * shape.vector_length);
  launch_with_blocks(Task::label, "kolibri::rbf", exec, batch, plan, shape, {},
                     [&](const TeamBlocks<ExecutionSpace>& blocks) {
                       return BlockKernel<ExecutionSpace, Task>{task, batch, blocks};
                     });
}

}  // namespace kolibri::detail
