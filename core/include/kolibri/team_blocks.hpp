#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <kolibri/error.hpp>
#include <kolibri/scratch.hpp>
#include <kolibri/team_policy.hpp>
#include <span>
#include <string>

// A block of memory for every team of a kernel: team scratch where it fits, else device memory, of which there is
// enough for the teams that can run at once, and these stride over the batch.
namespace kolibri {

/// Scratch that a team asks for to have `bytes` of it: the handle may have to align them.
constexpr std::size_t scratch_for(std::size_t bytes) { return bytes + 16; }

struct BlockPlan {
  std::size_t block_bytes = 0;  ///< of a team
  bool in_scratch = true;       ///< else in workspace
  std::int64_t teams = 0;       ///< blocks of workspace

  std::size_t scratch_bytes() const { return in_scratch ? scratch_for(block_bytes) : 0; }
  std::size_t workspace_bytes() const { return in_scratch ? 0 : static_cast<std::size_t>(teams) * block_bytes; }
};

/// Where blocks of so many bytes are; workspace takes a gigabyte at most, or one block. Teams of a device are counted
/// with `team_threads` threads.
template <class ExecutionSpace>
BlockPlan plan_blocks(const ExecutionSpace& exec, std::size_t block_bytes, std::int64_t batch, int team_threads) {
  constexpr std::size_t most_bytes = std::size_t(1) << 30;
  const std::int64_t resident = exec.concurrency() / (runs_on_host<ExecutionSpace> ? 1 : team_threads);
  const auto affordable = static_cast<std::int64_t>(most_bytes / std::max<std::size_t>(block_bytes, 1));
  return {block_bytes, scratch_for(block_bytes) <= scratch_limit<ExecutionSpace>(),
          std::clamp<std::int64_t>(std::min(resident, affordable), 1, std::max<std::int64_t>(batch, 1))};
}

/// The blocks as a kernel sees them.
template <class ExecutionSpace>
struct TeamBlocks {
  std::size_t block_bytes;
  std::byte* workspace;  ///< null: team scratch

  template <class Member>
  KOKKOS_FUNCTION std::byte* of(const Member& member) const {
    constexpr int level = scratch_level<ExecutionSpace>;
    return workspace ? workspace + member.league_rank() * block_bytes
                     : static_cast<std::byte*>(member.team_scratch(level).get_shmem_aligned(block_bytes, 16));
  }
};

/// Device memory that a caller may lend to a function; an empty one makes the function allocate what it needs.
template <class ExecutionSpace>
using Workspace = Kokkos::View<std::byte*, typename ExecutionSpace::memory_space>;

template <class Memory>
std::span<std::byte> lent_span(const Memory& workspace) {
  return {workspace.data(), workspace.extent(0)};
}

/// `bytes` of memory: what was lent, or, when that is empty, new memory under the label `label` + " workspace".
/// @throws Error if less was lent, or what does not begin on 16 bytes, as every View does.
template <class ExecutionSpace>
Workspace<ExecutionSpace> workspace_of(const ExecutionSpace& exec, const std::string& label, std::size_t bytes,
                                       std::span<std::byte> lent) {
  if (bytes == 0) return {};
  require(lent.empty() || lent.size() >= bytes, label, ": the workspace has ", lent.size(), " bytes, ", bytes,
          " are needed");
  require(reinterpret_cast<std::uintptr_t>(lent.data()) % 16 == 0, label, ": the workspace must begin on 16 bytes");
  if (!lent.empty()) return Workspace<ExecutionSpace>(lent.data(), bytes);
  return Workspace<ExecutionSpace>(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label + " workspace"), bytes);
}

/// Runs the kernel that make(blocks) returns on a batch.
template <class ExecutionSpace, class Make>
void launch_with_blocks(const std::string& kernel_label, const std::string& label, const ExecutionSpace& exec,
                        std::int64_t batch, const BlockPlan& plan, TeamShape shape, std::span<std::byte> lent,
                        const Make& make) {
  const auto workspace = workspace_of(exec, label, plan.workspace_bytes(), lent);
  shape.scratch_bytes = plan.scratch_bytes();
  launch_teams(kernel_label, exec, plan.in_scratch ? batch : plan.teams, shape,
               make(TeamBlocks<ExecutionSpace>{plan.block_bytes, workspace.data()}));
}

/// The arrays in the scratch of a team that has scratch_for(bytes_of(arrays)) of it.
template <class ExecutionSpace, class Arrays, class Member>
KOKKOS_INLINE_FUNCTION Arrays arrays_in_scratch(const Member& member, Arrays arrays = {}) {
  constexpr int level = scratch_level<ExecutionSpace>;
  Carver<> carver{static_cast<std::byte*>(member.team_scratch(level).get_shmem_aligned(bytes_of(arrays), 16))};
  arrays.lay_out(carver);
  return arrays;
}

}  // namespace kolibri
