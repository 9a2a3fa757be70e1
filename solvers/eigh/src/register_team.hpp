#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <kolibri/detail/eigh_problem.hpp>
#include <kolibri/detail/jacobi.hpp>
#include <kolibri/detail/jacobi_one_sided.hpp>
#include <kolibri/team_blocks.hpp>
#include <kolibri/team_policy.hpp>
#include <type_traits>

#include "register_blocks.hpp"
#include "register_columns.hpp"
#include "register_input.hpp"
#include "register_output.hpp"
#include "register_pairs.hpp"
#include "register_stop.hpp"
#include "register_storage.hpp"

// One-sided Jacobi, as in jacobi_one_sided.hpp, with the columns in the registers of a device's threads: what needs few
// registers around the sweeps, which need them all.
namespace kolibri::detail {

/// Sweeps until all of the team's matrices are done; returns how many there were. A matrix that is done before others
/// rests: its columns change places, but not their bits. Begins and ends with a barrier.
template <class Sweep, class Member, class Scalar, class Shape, class Storage>
KOKKOS_FORCEINLINE_FUNCTION int sweep_columns(const Member& member, const JacobiControl<real_t<Scalar>>& control, int n,
                                              const Sweep& sweep, const Storage& s, RegisterColumns<Scalar, Shape>& x) {
  using Real = real_t<Scalar>;
  const Real tolerance = cosine_tolerance(control, n);
  x.limits.smallest = upper_bits(tolerance * tolerance / 4);
  int sweeps = 0;
  if (x.is_leader() && s.states[x.slot].active) s.going[0] = 1;
  member.team_barrier();
  while (s.going[sweeps % 2]) {
    if (!s.states[x.slot].active) x.limits.smallest = RotationLimits::done;
    x.seen = {0, 0};
    x.measure(member, sweep.sums);
    sweep.run(member, x);
    ++sweeps;
    auto& report = s.reports[x.slot];
    Kokkos::atomic_max(&report.product, x.seen.product);
    Kokkos::atomic_max(&report.tangent, x.seen.tangent);
    if (x.part == 0 && from_upper_bits<Real>(x.seen.product) > tolerance * tolerance) {
      Kokkos::atomic_inc(&report.too_large);
    }
    if (x.thread == 0) s.going[sweeps % 2] = 0;
    member.team_barrier();
    auto& state = s.states[x.slot];
    if (x.is_leader() && state.active) {
      judge_sweep(control, n, tolerance, report, state);
      report = {0, 0, 0};
      if (state.active) s.going[sweeps % 2] = 1;
    }
    member.team_barrier();
  }
  if (x.is_leader()) settle_off_norm(s.states[x.slot]);
  return sweeps;
}

/// Shape::members matrices a team.
template <class Exec, class Scalar, class Shape_>
struct RegisterKernel {
  using Shape = Shape_;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  using Real = real_t<Scalar>;
  using Sweep = std::conditional_t<Shape::columns == 4, BlockSweep<Scalar, Shape>, PairSweep<Scalar, Shape>>;
  using Storage = RegisterStorage<Scalar, Shape, Sweep>;

  static constexpr TeamShape shape{.team_size = Shape::team_size, .vector_length = 1};
  static constexpr int members = Shape::members;  ///< of the batch, a team
  static constexpr const char* label = "kolibri::eigh jacobi_one_sided";
  using Properties = Kokkos::LaunchBounds<Shape::team_size, Shape::teams>;

  EighProblem<Scalar> problem;
  JacobiControl<Real> control;

  static std::size_t scratch_bytes() { return bytes_of(Storage{}); }

  KOKKOS_FUNCTION void operator()(const Member& member) const {
    const auto storage = arrays_in_scratch<Exec>(member, Storage{});
    const Sweep sweep = storage.sweep();
    const std::int64_t first = std::int64_t(member.league_rank()) * members;
    const MemberRange range{first, static_cast<int>(Kokkos::min<std::int64_t>(members, problem.a.batch - first))};
    RegisterColumns<Scalar, Shape> columns(member.team_rank());
    start_columns(member, problem, control, range, storage, columns);
    const int sweeps = sweep_columns(member, control, problem.n(), sweep, storage, columns);
    if constexpr (Shape::columns == 4) {  // whose sweeps are short of registers
      int thread = columns.thread;
      forget_origin(thread);
      columns.find_place(thread);
    }
    publish_vectors(member, storage, sweep, sweeps, columns);
    int places[Shape::columns], ranks[Shape::columns];
    KOLIBRI_UNROLL
    for (int c = 0; c < Shape::columns; ++c) places[c] = Sweep::place_after(sweeps, columns.column(c));
    Real values[Shape::columns];
    find_values(member, problem.n(), control.order, storage, columns, places, values);
    if (columns.slot >= range.count) return;
    rank_values<Shape>(problem.n(), control.order, storage, columns.slot, places, values, ranks);
    write_columns(problem, first + columns.slot, storage, columns, places, ranks, values);
  }
};

}  // namespace kolibri::detail
