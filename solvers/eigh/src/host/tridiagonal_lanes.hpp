#pragma once

#include "lane_householder.hpp"
#include "lane_output.hpp"
#include "lane_rotations.hpp"
#include "tridiagonal_status.hpp"

// Small matrices, one a lane: Householder's reduction, QL, rotations, all in lanes.
namespace kolibri::detail {

template <class Real, bool is_complex>
struct TridiagonalLanes {
  using Element = LaneElement<Real, is_complex>;
  using Ranks = typename LaneMask<Real>::Bits;

  const HostProblem<Real>& problem;
  int ld;  ///< of A and Z: odd, for columns at a power of two would share few places of the cache
  Block block;
  Reduction<Element, Real> reduction;
  Element* z = nullptr;
  ScaledRotation<Real>* rotations = nullptr;
  Ranks* ranks = nullptr;
  std::int64_t* places = nullptr;

  TridiagonalLanes(const HostProblem<Real>& problem_, std::byte* memory)
      : problem(problem_), ld(problem_.n | 1), block(memory) {
    const int n = problem.n;
    reduction.n = n;
    reduction.ld = ld;
    for (Element** array : {&reduction.tau, &reduction.u, &reduction.v, &reduction.w, &reduction.p}) {
      *array = block.take<Element>(n);
    }
    reduction.d = block.take<Lanes<Real>>(n);
    reduction.e = block.take<Lanes<Real>>(n);
    ranks = block.take<Ranks>(n);
    reduction.a = block.take<Element>(n * ld);
    if (!problem.vectors()) return;
    places = block.take<std::int64_t>(n * Lanes<Real>::count);
    z = block.take<Element>(n * ld);
    rotations = block.take<ScaledRotation<Real>>(LaneRotations<Real>::size(n));
  }

  void solve(const Pack& pack) {
    const int n = problem.n;
    PackState<Real> state;
    load_pack<is_complex, false>(problem, pack, reduction.a, ld, state);
    reduction.negligible_squared = state.negligible * state.negligible;
    tridiagonalise(reduction);
    const Tridiagonal<Real> t{n, reduction.d, reduction.e, negligible_e(problem, state)};
    QlOutcome<Real> outcome;
    if (problem.vectors()) {
      form_q(reduction, ld, z);
      LaneRotations<Real> log(n, n * parts<is_complex>, ld * parts<is_complex>, reinterpret_cast<Lanes<Real>*>(z),
                              rotations);
      ql(t, most_steps(problem), outcome, log);
      log.apply();
    } else {
      NoRotations log;
      ql(t, most_steps(problem), outcome, log);
    }
    conclude(problem, outcome, state);
    rank_lanes(problem.order, n, reduction.d, ranks);
    write_values(problem, pack, state, reduction.d, ranks);
    if (problem.vectors()) write_vectors<is_complex>(problem, pack, state, z, ld, ranks, places);
  }
};

}  // namespace kolibri::detail
