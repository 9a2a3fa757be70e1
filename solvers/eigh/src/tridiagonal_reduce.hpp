#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/detail/eigh_problem.hpp>
#include <kolibri/detail/hermitian_input.hpp>
#include <kolibri/detail/jacobi.hpp>
#include <kolibri/registers.hpp>
#include <kolibri/team_blocks.hpp>
#include <kolibri/team_lanes.hpp>
#include <kolibri/team_policy.hpp>
#include <type_traits>

#include "lane_reduction.hpp"
#include "register_input.hpp"
#include "tridiagonal_reduction.hpp"
#include "tridiagonal_tile.hpp"
#include "tridiagonal_workspace.hpp"

// The first kernel of the tridiagonal method: members of the batch to T and Q.
namespace kolibri::detail {

/// Reads the team's members into tiles, largest element about 1; flagged ones become zero. Begins and ends with scratch
/// that is free after a barrier.
template <class Member, class Scalar, class Shape>
KOKKOS_FORCEINLINE_FUNCTION ReducedState<real_t<Scalar>> load_tiles(const Member& member,
                                                                    const EighProblem<Scalar>& problem,
                                                                    Triangle triangle, const MemberRange& range,
                                                                    const TileStorage<Scalar, Shape>& s,
                                                                    MatrixTile<Scalar, Shape>& x) {
  using Real = real_t<Scalar>;
  auto& report = s.reports[x.slot];
  if (x.is_leader()) report = {0, 0, 0};
  const int walker = (x.slot * Shape::threads + x.thread) * Shape::lanes + x.lane;
  stage_members<Scalar, Shape>(problem.a, triangle, range, walker, s);
  member.team_barrier();
  const TriangleInMemory in_memory(problem.a, triangle);
  if (triangle == Triangle::full || triangle == Triangle::symmetrize) {
    use_both_triangles<Scalar, Shape>(x.n, triangle, in_memory.lower, s, x);
    member.team_barrier();
  }
  const std::uint32_t largest = gather_columns<Scalar, Shape>(x.slot < range.count ? x.n : 0, in_memory, s, x);
  Kokkos::atomic_max(&report.product, largest);
  member.team_barrier();
  ReducedState<Real> state;
  state.info = judge_input(x.n, report, state.scale);
  if (state.info == 0) state.scale = unit_scale(from_upper_bits<Real>(report.product));
  KOLIBRI_UNROLL
  for (int c = 0; c < Shape::columns; ++c) {
    KOLIBRI_UNROLL
    for (int r = 0; r < Shape::rows; ++r) x.y[c][r] = state.info == 0 ? x.y[c][r] * state.scale : Scalar(0);
  }
  return state;
}

template <class Exec, class Scalar, class Shape_>
struct ReduceKernel {
  using Shape = Shape_;
  using Real = real_t<Scalar>;
  using Storage = TileStorage<Scalar, Shape>;
  using Properties = Kokkos::LaunchBounds<Shape::team_size, Shape::teams>;

  static constexpr TeamShape shape{.team_size = Shape::threads * Shape::members, .vector_length = Shape::lanes};
  static constexpr int members = Shape::members;  ///< of the batch, a team
  static constexpr const char* label = "kolibri::eigh tridiagonal reduce";

  EighProblem<Scalar> problem;
  Triangle triangle;
  TridiagonalWorkspace<Scalar> work;
  std::int64_t begin;  ///< of the chunk

  static std::size_t scratch_bytes() { return bytes_of(Storage{}); }

  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    const auto storage = arrays_in_scratch<Exec>(member, Storage{});
    const int n = problem.n(), lane = rank_of_lane<Shape::lanes>(member);
    const std::int64_t first = std::int64_t(member.league_rank()) * members;
    const MemberRange range{begin + first, static_cast<int>(Kokkos::min<std::int64_t>(members, work.members - first))};
    MatrixTile<Scalar, Shape> tile(n, member.team_rank(), lane);
    const bool exists = tile.slot < range.count;
    const std::int64_t m = first + tile.slot;
    const auto state = load_tiles(member, problem, triangle, range, storage, tile);
    if (exists && tile.is_leader()) work.states[m] = state;
    member.team_barrier();
    Real* const diagonal = exists ? work.diagonal + m : nullptr;
    Real* const off_diagonal = exists ? work.off_diagonal + m : nullptr;
    Scalar* const q = exists && work.vectors ? work.q_of(m) : nullptr;
    const auto store = [&](int row, int column, const Scalar& value) {
      if (q && row < n) q[column * n + row] = value;
    };
    using Reduction = std::conditional_t<Shape::whole_columns, LaneReduction<Member, Scalar, Shape>,
                                         TileReduction<Member, Scalar, Shape>>;
    const Reduction reduction{member, storage, tile, diagonal, off_diagonal, work.members};
    reduction.run();
    if (work.vectors) reduction.form_q(store);
  }
};

}  // namespace kolibri::detail
