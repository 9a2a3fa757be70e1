#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/registers.hpp>
#include <kolibri/scratch.hpp>
#include <kolibri/team_blocks.hpp>
#include <kolibri/team_policy.hpp>

#include "rotated_rows.hpp"
#include "tridiagonal_workspace.hpp"

// The eigenvectors of T of large matrices from QL's rotations; the reflectors are applied to them later, which for
// complex matrices is half the work of rotating Q.
namespace kolibri::detail {

/// Z := I times the rotations of QL, a thread a row, which is in scratch; some rows of a member a team.
template <class Exec, class Scalar>
struct LargeRotateKernel {
  using Real = real_t<Scalar>;
  using Properties = Kokkos::LaunchBounds<64, 1>;
  static constexpr int each = 4;        ///< rotations of a step that a thread fetches, at most
  static constexpr int most_rows = 64;  ///< of a team: to n = 210 some share a multiprocessor
  static constexpr const char* label = "kolibri::eigh tridiagonal rotate large";

  TridiagonalWorkspace<Scalar> work;
  int rows;  ///< of a team, as many as it has threads
  int teams_of_member;

  /// Rows of a team that has so many bytes of scratch.
  static int rows_of_team(int n, std::size_t most_bytes) {
    int rows = most_rows;
    while (rows > 32 && scratch_bytes(n, rows) > most_bytes) rows -= 32;
    return rows;
  }
  KOKKOS_FUNCTION static std::size_t scratch_bytes(int n, int rows) {
    return aligned(sizeof(Real) * n * rows) + 2 * sizeof(CosineSine<Real>) * n;
  }

  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    constexpr int level = scratch_level<Exec>;
    const int n = work.n, thread = member.team_rank();
    const std::int64_t m = member.league_rank() / teams_of_member;
    const int i = static_cast<int>(member.league_rank() % teams_of_member) * rows + thread;
    auto* const rotations =
        static_cast<CosineSine<Real>*>(member.team_scratch(level).get_shmem_aligned(scratch_bytes(n, rows), 16));
    Real* const row = reinterpret_cast<Real*>(rotations + 2 * n) + thread;
    for (int j = 0; j < n; ++j) row[j * rows] = Real(i == j ? 1 : 0);
    const int steps = work.step_counts[m];
    Real tangents[each];
    QlStep step{0, 0, 0};
    fetch(m, 0, steps, thread, step, tangents);
    KOLIBRI_KEEP_LOOP
    for (int k = 0; k < steps; ++k) {
      CosineSine<Real>* const mine = rotations + k % 2 * n;
      convert(thread, step, tangents, mine);
      member.team_barrier();
      const QlStep now = step;
      fetch(m, k + 1, steps, thread, step, tangents);
      rotate(mine, now, row);
    }
    if (i >= n) return;
    Real* const z = work.z_of(m);
    for (int j = 0; j < n; ++j) z[j * n + i] = row[j * rows];
  }

  /// A step, and what the thread has to fetch of it.
  KOKKOS_FORCEINLINE_FUNCTION void fetch(std::int64_t m, int k, int steps, int thread, QlStep& step,
                                         Real* tangents) const {
    if (k >= steps) return;
    step = work.steps_of(m)[k * ql_lanes];
    const Real* const list = work.rotations_of(m);
    KOLIBRI_UNROLL
    for (int t = 0; t < each; ++t) {
      const int i = step.first + thread + t * rows;
      if (i < step.last) tangents[t] = list[(step.rotations + step.last - 1 - i) * ql_lanes];
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void convert(int thread, const QlStep& step, const Real* tangents,
                                           CosineSine<Real>* rotations) const {
    KOLIBRI_UNROLL
    for (int t = 0; t < each; ++t) {
      const int i = step.first + thread + t * rows;
      if (i < step.last) rotations[i] = rotation_of_half_angle(tangents[t]);
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void rotate(const CosineSine<Real>* rotations, const QlStep& step, Real* row) const {
    Real right = row[step.last * rows];
    int i = step.last;
    rotate_groups<16>(rotations, step.first, row, i, right);
    rotate_groups<4>(rotations, step.first, row, i, right);
    rotate_groups<1>(rotations, step.first, row, i, right);
    row[step.first * rows] = right;
  }

  /// Rotations i - 1, i - 2, ..., down to `first`, `count` at once, all of whose elements are read before any is
  /// written; `right` is element i, which is not in scratch.
  template <int count>
  KOKKOS_FORCEINLINE_FUNCTION void rotate_groups(const CosineSine<Real>* rotations, int first, Real* row, int& i,
                                                 Real& right) const {
    KOLIBRI_KEEP_LOOP
    for (; i - count >= first; i -= count) {
      Real left[count];
      CosineSine<Real> r[count];
      KOLIBRI_UNROLL
      for (int k = 0; k < count; ++k) {
        left[k] = row[(i - 1 - k) * rows];
        r[k] = rotations[i - 1 - k];
      }
      KOLIBRI_UNROLL
      for (int k = 0; k < count; ++k) {
        row[(i - k) * rows] = Kokkos::fma(r[k].s, left[k], r[k].c * right);
        right = Kokkos::fma(-r[k].s, right, r[k].c * left[k]);
      }
    }
  }
};

}  // namespace kolibri::detail
