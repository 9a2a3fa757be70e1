#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/detail/eigh_problem.hpp>
#include <kolibri/registers.hpp>
#include <kolibri/scalar.hpp>
#include <kolibri/team_lanes.hpp>
#include <kolibri/team_policy.hpp>

#include "register_rotation.hpp"
#include "tridiagonal_workspace.hpp"

namespace kolibri::detail {

/// V := H_0 ... H_(n-2) Z: some columns a thread, whose elements are spread over its lanes.
template <class Exec, class Scalar, int of_lane_>
struct BackTransformKernel {
  using Real = real_t<Scalar>;
  static constexpr int of_lane = of_lane_;  ///< elements of a column
  static constexpr int lanes = 32, threads = 8;
  static constexpr int columns = of_lane > 4 ? 2 : 4;
  using Properties = Kokkos::LaunchBounds<lanes * threads, 2>;
  static constexpr TeamShape shape{.team_size = threads, .vector_length = lanes};
  static constexpr int largest_n = lanes * of_lane;
  static constexpr const char* label = "kolibri::eigh tridiagonal back";

  EighProblem<Scalar> problem;
  TridiagonalWorkspace<Scalar> work;
  std::int64_t begin;  ///< of the chunk

  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    const int n = work.n, lane = rank_of_lane<lanes>(member), teams = teams_of_member(n);
    const std::int64_t m = member.league_rank() / teams;
    const int first = (static_cast<int>(member.league_rank() % teams) * threads + member.team_rank()) * columns;
    const Real* const z = work.z_of(m);
    Scalar x[columns][of_lane], u[of_lane], next_u[of_lane];
    KOLIBRI_UNROLL
    for (int c = 0; c < columns; ++c) {
      KOLIBRI_UNROLL
      for (int e = 0; e < of_lane; ++e) {
        const int i = e * lanes + lane;
        x[c][e] = Scalar(first + c < n && i < n ? z[(first + c) * n + i] : Real(0));
      }
    }
    read(m, n - 2, lane, next_u);
    KOLIBRI_KEEP_LOOP
    for (int k = n - 2; k >= 0; --k) {
      KOLIBRI_UNROLL
      for (int e = 0; e < of_lane; ++e) u[e] = next_u[e];
      read(m, k - 1, lane, next_u);
      apply(member, work.factors[m * n + k], u, x);
    }
    const bool flagged = work.states[m].info < 0;
    KOLIBRI_UNROLL
    for (int c = 0; c < columns; ++c) {
      if (first + c >= n) continue;
      const int rank = work.ranks[m * n + first + c];
      KOLIBRI_UNROLL
      for (int e = 0; e < of_lane; ++e) {
        const int i = e * lanes + lane;
        if (i < n) problem.v(begin + m, i, rank) = flagged ? quiet_nan<Scalar>() : x[c][e];
      }
    }
  }

  KOKKOS_FUNCTION static constexpr int teams_of_member(int n) {
    return (n + threads * columns - 1) / (threads * columns);
  }

  /// u_k, zero where it has no element.
  KOKKOS_FORCEINLINE_FUNCTION void read(std::int64_t m, int k, int lane, Scalar* u) const {
    const int n = work.n;
    const Scalar* const row = work.q_of(m) + k * n;
    KOLIBRI_UNROLL
    for (int e = 0; e < of_lane; ++e) {
      const int i = e * lanes + lane;
      u[e] = k >= 0 && i > k && i < n ? row[i] : Scalar(0);
    }
  }

  /// x := x - tau u u^H x.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static void apply(const Member& member, const Scalar& tau, const Scalar* u,
                                                Scalar (*x)[of_lane]) {
    Scalar sums[columns];
    KOLIBRI_UNROLL
    for (int c = 0; c < columns; ++c) {
      sums[c] = Scalar(0);
      KOLIBRI_UNROLL
      for (int e = 0; e < of_lane; ++e) sums[c] = multiply_add(conj(u[e]), x[c][e], sums[c]);
    }
    sum_lanes<lanes, columns>(member, sums);
    KOLIBRI_UNROLL
    for (int c = 0; c < columns; ++c) {
      const Scalar factor = -tau * sums[c];
      KOLIBRI_UNROLL
      for (int e = 0; e < of_lane; ++e) x[c][e] = multiply_add(factor, u[e], x[c][e]);
    }
  }
};

}  // namespace kolibri::detail
