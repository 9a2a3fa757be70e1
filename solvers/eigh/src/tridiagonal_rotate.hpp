#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/detail/eigh_problem.hpp>
#include <kolibri/registers.hpp>
#include <kolibri/scalar.hpp>
#include <kolibri/team_blocks.hpp>
#include <kolibri/team_policy.hpp>

#include "mixed_output.hpp"
#include "rotated_rows.hpp"
#include "tridiagonal_workspace.hpp"

// The third kernel of the tridiagonal method: V := Q times the rotations of QL. These are real: the real and the
// imaginary parts of a row of Q are rows by themselves.
namespace kolibri::detail {

template <class Exec, class Scalar, class Shape_>
struct RotateKernel {
  using Real = real_t<Scalar>;
  using Shape = Shape_;
  using Rows = ThreadRows<Real, Shape>;
  using Output = MixedOutput<Scalar, Shape>;
  static constexpr int N = Shape::N, members = Shape::members, parts = Output::parts;
  static constexpr int threads = Output::threads, team_size = Output::team_size;
  static constexpr bool mixed = threads < 32;           ///< matrices run together, each with the steps of all
  static constexpr int at_once = threads > 32 ? 8 : 4;  ///< steps of QL in scratch
  static constexpr bool ahead = N <= 16;                ///< the next ones are fetched before these are used
  static constexpr int each = at_once * N / threads;    ///< of their rotations, a thread
  static constexpr int leading = at_once * N + 1;       ///< of a matrix: their banks differ
  static constexpr int most_steps = TridiagonalWorkspace<Scalar>::most_steps(N);
  static constexpr int list_size = most_steps + at_once;  ///< of steps
  static constexpr int step_lists = mixed ? 1 : members;
  static_assert(threads % N == 0 || N % threads == 0);
  static_assert(threads * Shape::rows == N * parts && (members == 1 || team_size % 32 == 0) && ql_lanes % members == 0);
  using Properties = Kokkos::LaunchBounds<team_size, Shape::teams>;
  static constexpr TeamShape shape{.team_size = team_size, .vector_length = 1};
  static constexpr const char* label = "kolibri::eigh tridiagonal rotate";

  struct Storage {
    CosineSine<Real>* rotations = nullptr;
    QlStep* steps = nullptr;
    int* counts = nullptr;  ///< of steps
    Real* rows = nullptr;   ///< what of the rows is not in registers

    template <class Take>
    KOKKOS_FUNCTION constexpr void lay_out(Take& take) {
      take(rotations, Kokkos::max(members * leading, mixed ? (Output::scratch + 1) / 2 : 0));
      take(steps, step_lists * list_size);
      take(counts, members);
      take(rows, Shape::in_scratch * team_size);
    }
  };

  EighProblem<Scalar> problem;
  TridiagonalWorkspace<Scalar> work;
  std::int64_t begin;  ///< of the chunk

  static std::size_t scratch_bytes() { return bytes_of(Storage{}); }

  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    const Storage s = arrays_in_scratch<Exec>(member, Storage{});
    const int rank = member.team_rank(), slot = rank / threads, thread = rank % threads;
    const std::int64_t first = std::int64_t(member.league_rank()) * members, m = first + slot;
    const bool exists = m < work.members;
    const int steps = exists ? work.step_counts[m] : 0;
    if (thread == 0) s.counts[slot] = steps;
    Rows rows;
    rows.scratch = s.rows + rank;
    rows.stride = team_size;
    load(m, exists, thread, rows);
    member.team_barrier();
    int most = 0;
    for (int other = 0; other < members; ++other) most = Kokkos::max(most, s.counts[other]);
    for (int k = mixed ? rank : thread; k < most + at_once; k += mixed ? team_size : threads) {
      QlStep step{0, 0, 0};
      if (k < (mixed ? most : steps)) step = mixed ? work.common_steps_of(first)[k] : work.steps_of(m)[k * ql_lanes];
      s.steps[(mixed ? 0 : slot * list_size) + k] = step;
    }
    member.team_barrier();
    const Share share(rank);
    const Real* const list = work.rotations_of(first + share.slot);
    Real tangents[each];
    if constexpr (ahead) fetch(share, list, 0, s, tangents);
    KOLIBRI_KEEP_LOOP
    for (int done = 0; done < most; done += at_once) {
      if constexpr (!ahead) fetch(share, list, done, s, tangents);
      convert(share, tangents, s);
      member.team_barrier();
      if constexpr (ahead) {
        if (done + at_once < most) fetch(share, list, done + at_once, s, tangents);
      }
      const QlStep* const own = s.steps + (mixed ? 0 : slot * list_size) + done;
      KOLIBRI_KEEP_LOOP
      for (int k = 0; k < at_once; ++k) {
        rows.rotate(s.rotations + slot * leading + k * N, own[k].first, own[k].last);
      }
      member.team_barrier();
    }
    if constexpr (mixed) {
      Output{problem, work, begin}.write(member, first, rows, reinterpret_cast<Real*>(s.rotations));
    } else {
      if (exists) write(m, thread, rows);
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void load(std::int64_t m, bool exists, int thread, Rows& rows) const {
    const int n = problem.n();
    KOLIBRI_UNROLL
    for (int k = 0; k < Shape::rows; ++k) {
      const int i = Output::row(thread, k);
      const Real* const q = reinterpret_cast<const Real*>(work.q_of(m)) + i;
      KOLIBRI_UNROLL
      for (int j = 0; j < N; ++j) rows.set(k, j, exists && i < n * parts && j < n ? q[j * n * parts] : Real(0));
    }
  }

  /// What a thread fetches for one of the members, which neighbours take turns in, for so do their lists: its k-th
  /// rotation is number row(k) of step step(k).
  struct Share {
    static constexpr int rows_abreast = threads >= N ? threads / N : 1;
    static constexpr int shares_of_row = threads >= N ? 1 : N / threads;
    int slot, place;

    KOKKOS_FORCEINLINE_FUNCTION explicit Share(int rank) : slot(rank % members), place(rank / members) {}
    KOKKOS_FORCEINLINE_FUNCTION int step(int k) const {
      return threads >= N ? place / N + k * rows_abreast : k / shares_of_row;
    }
    KOKKOS_FORCEINLINE_FUNCTION int row(int k) const {
      return threads >= N ? place % N : place + k % shares_of_row * threads;
    }
  };

  /// Rotations of steps done, done + 1, ..., as far as there are any, else the identity; all loads at once.
  KOKKOS_FORCEINLINE_FUNCTION void fetch(const Share& share, const Real* list, int done, const Storage& s,
                                         Real* tangents) const {
    const QlStep* const steps = s.steps + (mixed ? 0 : share.slot * list_size) + done;
    KOLIBRI_UNROLL
    for (int k = 0; k < each; ++k) {
      const int i = share.row(k);
      const QlStep step = steps[share.step(k)];
      tangents[k] = 0;
      if (step.first <= i && i < step.last) tangents[k] = list[(step.rotations + step.last - 1 - i) * ql_lanes];
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void convert(const Share& share, const Real* tangents, const Storage& s) const {
    KOLIBRI_UNROLL
    for (int k = 0; k < each; ++k) {
      s.rotations[share.slot * leading + share.step(k) * N + share.row(k)] = rotation_of_half_angle(tangents[k]);
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void write(std::int64_t m, int thread, const Rows& rows) const {
    const int n = problem.n();
    const bool flagged = work.states[m].info < 0;
    const short* const ranks = work.ranks + m * n;
    KOLIBRI_UNROLL
    for (int k = 0; k < Shape::rows; ++k) {
      const int i = Output::row(thread, k);
      if (i >= n * parts) continue;
      Real* const v = reinterpret_cast<Real*>(&problem.v(begin + m, i / parts, 0)) + i % parts;
      KOLIBRI_UNROLL
      for (int j = 0; j < N; ++j) {
        if (j < n) v[ranks[j] * problem.v.column_stride * parts] = flagged ? quiet_nan<Real>() : rows.get(k, j);
      }
    }
  }
};

}  // namespace kolibri::detail
