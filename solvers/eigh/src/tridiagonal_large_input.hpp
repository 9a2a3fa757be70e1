#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/detail/eigh_problem.hpp>
#include <kolibri/detail/hermitian_input.hpp>
#include <kolibri/registers.hpp>
#include <kolibri/team_lanes.hpp>

#include "register_input.hpp"
#include "tridiagonal_workspace.hpp"

namespace kolibri::detail {

/// The team that reduces a large matrix.
template <class Scalar>
struct LargeTeam {
  static constexpr int lanes = 8, threads = 64, size = lanes * threads;

  /// Of a lane among all of the team's.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static int place(const Member& member) {
    return member.team_rank() * lanes + rank_of_lane<lanes>(member);
  }

  /// The sum of the lanes' values over the team; `parts`, a Real a thread, are free after a further barrier.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static real_t<Scalar> sum(const Member& member, real_t<Scalar> value,
                                                        real_t<Scalar>* parts) {
    const int lane = rank_of_lane<lanes>(member);
    real_t<Scalar> total[1] = {value};
    sum_lanes<lanes, 1>(member, total);
    if (lane == 0) parts[member.team_rank()] = total[0];
    member.team_barrier();
    total[0] = 0;
    for (int t = lane; t < threads; t += lanes) total[0] += parts[t];
    sum_lanes<lanes, 1>(member, total);
    return total[0];
  }
};

/// Both triangles of member b of the batch, largest element about 1, to `a`, by rows; zero if it is flagged. `report`
/// is scratch. Ends without a barrier.
template <class Member, class Scalar>
KOKKOS_FORCEINLINE_FUNCTION ReducedState<real_t<Scalar>> load_large(const Member& member,
                                                                    const EighProblem<Scalar>& problem,
                                                                    Triangle triangle, std::int64_t b, Scalar* a,
                                                                    SweepReport& report) {
  using Real = real_t<Scalar>;
  using Team = LargeTeam<Scalar>;
  const int n = problem.n(), place = Team::place(member);
  if (place == 0) report = {0, 0, 0};
  member.team_barrier();
  std::uint32_t largest = 0, difference = 0;
  for (int item = place; item < n * n; item += Team::size) {
    const Element e = element_in_memory_order(problem.a, 1, n, item);
    if (triangle == Triangle::upper ? e.i > e.j : e.i < e.j) continue;
    const Scalar value = hermitian_element(problem.a, triangle, b, e.i, e.j);
    a[e.i * n + e.j] = value;
    if (e.i != e.j) a[e.j * n + e.i] = conj(value);
    largest = Kokkos::max(largest, upper_bits(size_or_infinity(value)));
    if (triangle != Triangle::full) continue;
    const Real apart = size_of_difference(problem.a(b, e.i, e.j), problem.a(b, e.j, e.i));
    difference = Kokkos::max(difference, upper_bits(apart));
  }
  Kokkos::atomic_max(&report.product, largest);
  Kokkos::atomic_max(&report.tangent, difference);
  member.team_barrier();
  ReducedState<Real> state;
  state.info = judge_input(n, report, state.scale);
  if (state.info == 0) state.scale = unit_scale(from_upper_bits<Real>(report.product));
  for (int e = place; e < n * n; e += Team::size) a[e] = state.info == 0 ? a[e] * state.scale : Scalar(0);
  return state;
}

}  // namespace kolibri::detail
