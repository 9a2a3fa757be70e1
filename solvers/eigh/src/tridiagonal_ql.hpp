#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/detail/eigh_output.hpp>
#include <kolibri/detail/eigh_problem.hpp>
#include <kolibri/detail/jacobi.hpp>
#include <kolibri/members.hpp>
#include <kolibri/registers.hpp>
#include <kolibri/team_blocks.hpp>
#include <kolibri/team_lanes.hpp>
#include <kolibri/team_policy.hpp>

#include "tridiagonal_chain.hpp"
#include "tridiagonal_workspace.hpp"

// The second kernel of the tridiagonal method: QL, a lane a matrix, each with a block of its own, with its rotations on
// record. A thread's lanes go down the same rows together, so that they write neighbouring places.
namespace kolibri::detail {

/// A lane a member of the chunk: T, W, status and the vectors' ranks.
template <class Exec, class Scalar>
struct QlKernel {
  using Real = real_t<Scalar>;
  using Matrix = TridiagonalMatrix<Real>;
  static constexpr TeamShape shape{.team_size = 1, .vector_length = ql_lanes};
  static constexpr int members = ql_lanes;
  static constexpr const char* label = "kolibri::eigh tridiagonal ql";
  using Properties = Kokkos::LaunchBounds<ql_lanes>;

  EighProblem<Scalar> problem;
  JacobiControl<Real> control;
  TridiagonalWorkspace<Scalar> work;
  std::int64_t begin;  ///< of the chunk

  KOKKOS_FUNCTION static std::size_t scratch_bytes(int n) { return sizeof(TridiagonalRow<Real>) * ql_lanes * (n + 2); }

  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    const int n = problem.n(), lane = rank_of_lane<ql_lanes>(member);
    constexpr int level = scratch_level<Exec>;
    auto* const scratch =
        static_cast<TridiagonalRow<Real>*>(member.team_scratch(level).get_shmem_aligned(scratch_bytes(n), 16));
    const std::int64_t m = std::int64_t(member.league_rank()) * ql_lanes + lane;
    const bool exists = m < work.members;
    Matrix t(exists ? n : 0, scratch + ql_lanes + lane);
    const Real norm = load(m, t);
    // off(A) <= tolerance ||A||_F, as far as round-off lets it be, and not so small that its square is none.
    const Real tolerance = Kokkos::fmax(control.tolerance, ulp<Real> / 4);
    t.negligible = tolerance / Kokkos::sqrt(Real(2 * n)) * Kokkos::fmax(norm, Real(1));
    t.negligible_square = t.negligible * t.negligible;
    const int steps = work.vectors ? diagonalise<true>(member, m, t) : diagonalise<false>(member, m, t);
    if (!exists) return;
    conclude(m, t, norm, steps);
    write(m, t);
  }

  /// Returns how many steps it took.
  template <bool vectors, class Member>
  KOKKOS_FORCEINLINE_FUNCTION int diagonalise(const Member& member, std::int64_t m, Matrix& t) const {
    constexpr int most_sweeps = TridiagonalWorkspace<Scalar>::most_steps(1);
    const int n = problem.n(), most = Kokkos::min(work.most_steps(n), Kokkos::min(control.max_sweeps, most_sweeps) * n);
    Real* const rotations = vectors ? work.rotations_of(m) : nullptr;
    int steps = 0, all_steps = 0, used = 0;
    t.find_block();
    while (true) {
      const bool active = !t.done() && steps < most;
      // The rows of all lanes are below `end` and not before n - `rest`.
      const int end = largest_of_lanes<ql_lanes>(member, [&](int) { return unsigned(active ? t.last : 0); });
      const int rest = largest_of_lanes<ql_lanes>(member, [&](int) { return unsigned(active ? n - t.first : 0); });
      const int begin_row = n - rest;
      const bool no_room = vectors && used + end - begin_row > work.most_rotations(n);
      if (end == 0 || no_room) break;
      if (vectors && m % ql_lanes == 0) {
        work.common_steps_of(m)[all_steps] = {used, static_cast<short>(begin_row), static_cast<short>(end)};
      }
      if (vectors && active) {
        work.steps_of(m)[steps * ql_lanes] = {used + end - t.last, static_cast<short>(t.first),
                                              static_cast<short>(t.last)};
      }
      ++all_steps;
      steps += active;
      chase<vectors>(t, active, begin_row, end, rotations + used * ql_lanes);
      used += end - begin_row;
    }
    if (vectors && t.n > 0) work.step_counts[m] = steps;
    return steps;
  }

  /// A step on rows begin_row, ..., end, as far as they are the matrix's own: on others its rotations are the identity.
  template <bool vectors>
  KOKKOS_FORCEINLINE_FUNCTION void chase(Matrix& t, bool active, int begin_row, int end, Real* rotations) const {
    QlChain<Real> chain(t);
    const int first = t.first, last = active ? t.last : 0;
    KOLIBRI_KEEP_LOOP
    for (int i = end - 1; i >= begin_row; --i) {
      Real half = 0;
      if (i < last && i >= first) half = chain.rotate(t, i);
      if (vectors) *rotations = half;
      rotations += ql_lanes;
    }
    if (active) chain.finish(t);
  }

  /// T into scratch; returns its Frobenius norm.
  KOKKOS_FUNCTION Real load(std::int64_t m, const Matrix& t) const {
    Real squares = 0;
    for (int i = 0; i < t.n; ++i) {
      const Real d = work.diagonal[i * work.members + m];
      const Real e = i + 1 < t.n ? work.off_diagonal[i * work.members + m] : Real(0);
      t.row(i) = {d, e};
      squares += d * d + 2 * e * e;
    }
    return Kokkos::sqrt(squares);
  }

  /// Status, n steps of QL as one sweep.
  KOKKOS_FUNCTION void conclude(std::int64_t m, const Matrix& t, Real norm, int steps) const {
    Real squares = t.neglected;
    int left = 0;
    for (int i = 0; i + 1 < t.n; ++i) {
      squares += t.row(i).e * t.row(i).e;
      left += t.row(i).e != 0;
    }
    const int info = work.states[m].info < 0 ? work.states[m].info : left;
    problem.report(begin + m, info, (steps + t.n - 1) / t.n, norm > 0 ? Kokkos::sqrt(2 * squares) / norm : Real(0));
  }

  /// W, and where each column of V goes. Overwrites the off-diagonal elements.
  KOKKOS_FUNCTION void write(std::int64_t m, const Matrix& t) const {
    const auto state = work.states[m];
    for (int i = 0; i < t.n; ++i) t.row(i).e = sort_key(control.order, t.row(i).d);
    for (int i = 0; i < t.n; ++i) {
      const Real key = t.row(i).e;
      int rank = 0;
      for (int j = 0; j < i; ++j) rank += t.row(j).e <= key;
      for (int j = i + 1; j < t.n; ++j) rank += t.row(j).e < key;
      if (state.info < 0) rank = i;
      problem.w(begin + m, rank) = state.info < 0 ? quiet_nan<Real>() : unscaled<Real>(t.row(i).d, state.scale, t.n);
      if (work.vectors) work.ranks[m * t.n + i] = static_cast<short>(rank);
    }
  }
};

}  // namespace kolibri::detail
