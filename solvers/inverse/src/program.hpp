#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <kolibri/run_program.hpp>
#include <kolibri/team_policy.hpp>

#include "program_steps.hpp"

namespace kolibri::detail {

/// A program over a batch, a team a member.
template <class Exec, class Scalar>
struct ProgramKernel {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;

  ProgramCode code;
  BoundProgram<Scalar> bound;
  std::size_t block_bytes;
  std::byte* workspace;  ///< null: team scratch

  KOKKOS_FUNCTION void operator()(const Member& member) const {
    constexpr int level = scratch_level<Exec>;
    std::byte* const block =
        workspace ? workspace + member.league_rank() * block_bytes
                  : static_cast<std::byte*>(member.team_scratch(level).get_shmem_aligned(block_bytes, 16));
    const ProgramStorage<Scalar> storage(code, block);
    const ProgramRunner<Scalar> runner{code, storage};
    for (std::int64_t b = member.league_rank(); b < bound.batch; b += member.league_size()) {
      int info = load_inputs(member, runner, b);
      for (int s = 0; s < code.steps && info == 0; ++s) info = runner.run(member, code.step[s]);
      store_outputs(member, runner, b, info);
      member.team_barrier();
    }
  }

  /// 0, or -1 when an input holds a NaN or an Inf. Ends with a barrier.
  KOKKOS_FUNCTION int load_inputs(const Member& member, const ProgramRunner<Scalar>& runner, std::int64_t b) const {
    bool finite = true;
    for (int i = 0; i < code.matrices; ++i) {
      if (bound.input[i].empty()) continue;
      const BatchMember<const Scalar> source{bound.input[i], b};
      const auto m = runner.matrix(i);
      over_elements(member, source, [&](int row, int column) { m(row, column) = source(row, column); });
      finite = has_finite_elements(member, m) && finite;
    }
    return finite ? 0 : -1;
  }

  KOKKOS_FUNCTION void store_outputs(const Member& member, const ProgramRunner<Scalar>& runner, std::int64_t b,
                                     int info) const {
    for (int i = 0; i < code.matrices; ++i) {
      if (bound.output[i].empty()) continue;
      const BatchMember<Scalar> target{bound.output[i], b};
      const auto m = runner.matrix(i);
      over_elements(member, target, [&](int row, int column) {
        target(row, column) = info == 0 ? m(row, column) : quiet_nan<Scalar>();
      });
    }
    for_each(member, 1, [&](int) {
      if (bound.info) bound.info[b] = info;
    });
  }
};

/// Where the matrices of a team are.
struct ProgramPlan {
  std::size_t block_bytes = 0;  ///< of a team
  bool in_scratch = true;       ///< else in workspace
  std::int64_t teams = 0;       ///< blocks of workspace
  std::size_t workspace_bytes() const { return in_scratch ? 0 : static_cast<std::size_t>(teams) * block_bytes; }
};

/// Workspace is for as many teams as can run at once, in a gigabyte or one block.
template <class Exec, class Scalar>
ProgramPlan program_plan(const Exec& exec, const MatrixProgram& program, std::int64_t batch) {
  constexpr std::size_t most_bytes = std::size_t(1) << 30;
  ProgramPlan plan;
  plan.block_bytes = bytes_of(ProgramStorage<Scalar>(program.code()));
  plan.in_scratch = plan.block_bytes + 16 <= scratch_limit<Exec>();  // the handle may have to align it
  const std::int64_t resident = runs_on_host<Exec> ? exec.concurrency() : exec.concurrency() / 256;
  const auto affordable = static_cast<std::int64_t>(most_bytes / std::max<std::size_t>(plan.block_bytes, 1));
  plan.teams = std::clamp<std::int64_t>(std::min(resident, affordable), 1, std::max<std::int64_t>(batch, 1));
  return plan;
}

/// Threads for about four elements each of the largest matrix.
template <class Exec>
TeamShape program_team(int widest) {
  if (runs_on_host<Exec>) return {};
  const int lanes = widest <= 4 ? 4 : widest <= 8 ? 8 : widest <= 16 ? 16 : 32;
  const std::int64_t elements = std::int64_t(widest) * widest;
  return {.team_size = static_cast<int>(std::clamp<std::int64_t>(elements / 4 / lanes, 1, 512 / lanes)),
          .vector_length = lanes};
}

template <class Exec, class Scalar>
void run_program(const Exec& exec, const MatrixProgram& program, const BoundProgram<Scalar>& bound) {
  program.require_scalar(is_complex<Scalar>);
  if (bound.batch == 0) return;
  const ProgramPlan plan = program_plan<Exec, Scalar>(exec, program, bound.batch);
  TeamShape shape = program_team<Exec>(program.code().widest);
  Kokkos::View<std::byte*, typename Exec::memory_space> workspace;
  if (plan.in_scratch) {
    shape.scratch_bytes = plan.block_bytes + 16;
  } else {
    workspace =
        decltype(workspace)(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "kolibri::run_program workspace"),
                            plan.workspace_bytes());
  }
  launch_teams("kolibri::run_program", exec, plan.in_scratch ? bound.batch : plan.teams, shape,
               ProgramKernel<Exec, Scalar>{program.code(), bound, plan.block_bytes, workspace.data()});
}

}  // namespace kolibri::detail

namespace kolibri {

template <class Exec, SupportedScalar Scalar>
std::size_t program_scratch(const Exec& exec, const MatrixProgram& program) {
  program.require_scalar(is_complex<Scalar>);
  const auto plan = detail::program_plan<Exec, Scalar>(exec, program, 1);
  return plan.in_scratch ? plan.block_bytes + 16 : 0;
}

template <class Exec, SupportedScalar Scalar>
std::size_t program_workspace(const Exec& exec, const MatrixProgram& program, std::int64_t batch) {
  program.require_scalar(is_complex<Scalar>);
  return batch == 0 ? 0 : detail::program_plan<Exec, Scalar>(exec, program, batch).workspace_bytes();
}

}  // namespace kolibri

#define KOLIBRI_DEFINE_PROGRAM(SPACE, SCALAR)                                                                 \
  template std::size_t kolibri::program_scratch<SPACE, SCALAR>(const SPACE&, const kolibri::MatrixProgram&);  \
  template std::size_t kolibri::program_workspace<SPACE, SCALAR>(const SPACE&, const kolibri::MatrixProgram&, \
                                                                 std::int64_t);                               \
  template void kolibri::detail::run_program<SPACE, SCALAR>(const SPACE&, const kolibri::MatrixProgram&,      \
                                                            const kolibri::detail::BoundProgram<SCALAR>&);
#define KOLIBRI_INSTANTIATE(Scalar) KOLIBRI_FOR_EACH_SPACE(KOLIBRI_DEFINE_PROGRAM, Scalar)
