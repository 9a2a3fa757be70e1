#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <kolibri/run_program.hpp>
#include <kolibri/team_blocks.hpp>
#include <kolibri/team_policy.hpp>

#include "program_steps.hpp"

namespace kolibri::detail {

/// A program over a batch, a team a member.
template <class Exec, class Scalar>
struct ProgramKernel {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;

  ProgramCode code;
  BoundProgram<Scalar> bound;
  TeamBlocks<Exec> blocks;

  KOKKOS_FUNCTION void operator()(const Member& member) const {
    const ProgramStorage<Scalar> storage(code, blocks.of(member));
    const ProgramRunner<Scalar> runner{code, storage};
    for (std::int64_t b = member.league_rank(); b < bound.batch; b += member.league_size()) {
      int info = load_inputs(member, runner, b);
      for (int s = 0; s < code.steps && info == 0; ++s) info = runner.run(member, code.step[s]);
      store_outputs(member, runner, b, info);
      member.team_barrier();
    }
  }

  /// 0, or info_not_finite when an input holds a NaN or an Inf. Ends with a barrier.
  KOKKOS_FUNCTION int load_inputs(const Member& member, const ProgramRunner<Scalar>& runner, std::int64_t b) const {
    bool finite = true;
    for (int i = 0; i < code.matrices; ++i) {
      if (bound.input[i].empty()) continue;
      const BatchMember<const Scalar> source{bound.input[i], b};
      const auto m = runner.matrix(i);
      over_elements(member, source, [&](int row, int column) { m(row, column) = source(row, column); });
      finite = has_finite_elements(member, m) && finite;
    }
    return finite ? 0 : info_not_finite;
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

template <class Exec, class Scalar>
BlockPlan program_plan(const Exec& exec, const MatrixProgram& program, std::int64_t batch) {
  constexpr int team_threads = 256;
  return plan_blocks(exec, bytes_of(ProgramStorage<Scalar>(program.code())), batch, team_threads);
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
  launch_with_blocks("kolibri::run_program", "kolibri::run_program", exec, bound.batch,
                     program_plan<Exec, Scalar>(exec, program, bound.batch), program_team<Exec>(program.code().widest),
                     bound.workspace, [&](const TeamBlocks<Exec>& blocks) {
                       return ProgramKernel<Exec, Scalar>{program.code(), bound, blocks};
                     });
}

}  // namespace kolibri::detail

namespace kolibri {

template <class Exec, SupportedScalar Scalar>
std::size_t program_scratch(const Exec& exec, const MatrixProgram& program) {
  program.require_scalar(is_complex<Scalar>);
  return detail::program_plan<Exec, Scalar>(exec, program, 1).scratch_bytes();
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
