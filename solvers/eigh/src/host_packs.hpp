#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <kolibri/detail/eigh_problem.hpp>
#include <kolibri/detail/jacobi.hpp>
#include <kolibri/team_policy.hpp>

#include "host/host_methods.hpp"

// Runs a host method over the batch: a team, which is one thread, has a run of neighbouring packs.
namespace kolibri::detail {

template <class Scalar>
HostMatrices<std::conditional_t<std::is_const_v<Scalar>, const real_t<Scalar>, real_t<Scalar>>> host_matrices(
    const MatrixBatch<Scalar>& a) {
  using Real = std::conditional_t<std::is_const_v<Scalar>, const real_t<Scalar>, real_t<Scalar>>;
  constexpr int parts = sizeof(Scalar) / sizeof(Real);
  return {reinterpret_cast<Real*>(a.data), parts * a.batch_stride, parts * a.row_stride, parts * a.column_stride};
}

template <class Scalar>
HostProblem<real_t<Scalar>> host_problem(const EighProblem<Scalar>& problem, const EighOptions& options) {
  const JacobiControl<real_t<Scalar>> control(options);
  return {.n = problem.n(),
          .a = host_matrices(problem.a),
          .v = host_matrices(problem.v),
          .w = problem.w.data,
          .w_batch_stride = problem.w.batch_stride,
          .w_stride = problem.w.stride,
          .info = problem.info,
          .sweeps = problem.sweeps,
          .off_norm = problem.off_norm,
          .triangle = control.triangle,
          .order = control.order,
          .tolerance = control.tolerance,
          .max_sweeps = control.max_sweeps};
}

inline constexpr int pack_alignment = 64;

/// For the host alone: not a function of devices.
template <class Method, class ExecutionSpace, class Real>
struct PackKernel {
  using Member = typename Kokkos::TeamPolicy<ExecutionSpace>::member_type;

  HostProblem<Real> problem;
  std::int64_t batch;
  PackShape shape;

  void operator()(const Member& member) const {
    constexpr int level = scratch_level<ExecutionSpace>;
    auto* const memory =
        static_cast<std::byte*>(member.team_scratch(level).get_shmem_aligned(shape.bytes, pack_alignment));
    const std::int64_t packs = (batch + shape.members - 1) / shape.members;
    const std::int64_t run = (packs + member.league_size() - 1) / member.league_size();
    const std::int64_t begin = member.league_rank() * run, end = std::min(packs, begin + run);
    for (std::int64_t pack = begin; pack < end; ++pack) {
      const std::int64_t first = pack * shape.members;
      Method::solve(problem, first, static_cast<int>(std::min<std::int64_t>(shape.members, batch - first)), memory);
    }
  }
};

/// The pack that fits the scratch of the space.
template <class Method, class ExecutionSpace>
PackShape pack_shape(int n, bool vectors) {
  return Method::shape(n, vectors, scratch_limit<ExecutionSpace>() - pack_alignment);
}

template <class Method, class ExecutionSpace>
std::size_t pack_scratch(int n, bool vectors) {
  return pack_shape<Method, ExecutionSpace>(n, vectors).bytes + pack_alignment;
}

/// The largest n <= most whose packs, of one member at least, fit the scratch.
template <class Method, class ExecutionSpace>
int largest_n_of_packs(bool vectors, int most) {
  int low = 0, high = most;  // n = low fits, n = high + 1 does not or is not asked for
  while (low < high) {
    const int n = high - (high - low) / 2;
    if (pack_scratch<Method, ExecutionSpace>(n, vectors) <= scratch_limit<ExecutionSpace>()) {
      low = n;
    } else {
      high = n - 1;
    }
  }
  return low;
}

/// Runs a thread, more than one for the sake of uneven members.
inline constexpr int runs_a_thread = 8;

template <class Method, class ExecutionSpace, class Scalar>
void launch_packs(const char* label, const ExecutionSpace& exec, const EighProblem<Scalar>& problem,
                  const EighOptions& options) {
  const PackShape shape = pack_shape<Method, ExecutionSpace>(problem.n(), options.vectors);
  const std::int64_t packs = (problem.a.batch + shape.members - 1) / shape.members;
  const PackKernel<Method, ExecutionSpace, real_t<Scalar>> kernel{host_problem(problem, options), problem.a.batch,
                                                                  shape};
  launch_teams(label, exec, std::min<std::int64_t>(packs, runs_a_thread * exec.concurrency()),
               {.scratch_bytes = shape.bytes + pack_alignment}, kernel);
}

}  // namespace kolibri::detail
