#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <kolibri/detail/inverse_problem.hpp>
#include <kolibri/scratch.hpp>
#include <kolibri/team_blocks.hpp>
#include <kolibri/team_policy.hpp>

#include "register_arithmetic.hpp"
#include "register_failed.hpp"
#include "register_lanes.hpp"

// Matrices that need the registers of a whole team: each thread has columns, its lanes have their rows. The thread with
// the column of the next step brings that column up to date first, finds the pivot in it and sends both, before it
// does the rest of its work: one barrier of the team a step. As in register_rows.hpp rows do not move, and columns move
// by one register, here when every thread has had its turn.
namespace kolibri::detail {

/// What the threads of a team tell each other.
template <class Scalar, int N, int threads, int columns>
struct ColumnsStorage {
  static constexpr int row_chunks = (columns + LaneChunk<Scalar>::size - 1) / LaneChunk<Scalar>::size;

  int n;
  Scalar* column = nullptr;          ///< the column of this step and of the next one, before elimination
  Scalar* inverse = nullptr;         ///< of the pivot, likewise
  LaneChunk<Scalar>* row = nullptr;  ///< the pivot row, by threads
  PivotOrder<Scalar> order{};
  FailedMembers<Scalar, 1> failed{};

  template <class Take>
  KOKKOS_FUNCTION constexpr void lay_out(Take& take) {
    take(column, 2 * N);
    take(inverse, 2);
    take(row, threads * row_chunks);
    order.lay_out(take, N);
    failed.lay_out(take, n);
  }
};

/// Rows lane, lane + lanes, ... of the columns thread, thread + threads, ... of an n x n matrix, n <= N.
template <class Scalar, int N, int lanes, int threads>
struct LaneColumns {
  static constexpr int largest_n = N;
  static constexpr int rows = N / lanes, columns = N / threads;
  static constexpr std::uint32_t places = 128;  // of rows in a key, a power of 2
  static_assert(rows * lanes == N && columns * threads == N && N <= int(places) && columns > 1);
  using Storage = ColumnsStorage<Scalar, N, threads, columns>;

  Scalar a[rows][columns];
  unsigned used = 0;  ///< bit r: row r is no candidate, for it was a pivot row or is none of the matrix
  PivotSearch<Scalar, lanes, places> pivot;
  int n;
  int thread;
  int lane;
  int turns = 0;     ///< by how many registers columns have moved
  bool safe = true;  ///< all pivots in this thread's columns were

  KOKKOS_INLINE_FUNCTION LaneColumns(int n_, int thread_, int lane_) : n(n_), thread(thread_), lane(lane_) {
    KOLIBRI_UNROLL
    for (int r = 0; r < rows; ++r) used |= row(r) < n ? 0u : 1u << r;
  }

  KOKKOS_INLINE_FUNCTION int row(int r) const { return lane + r * lanes; }
  KOKKOS_INLINE_FUNCTION int column(int c) const { return thread + c * threads; }

  /// From `from`, whose element (i, j) is i `across` + j `along` away; see LaneRows.
  KOKKOS_INLINE_FUNCTION void read(const Scalar* from, int across, int along) {
    KOLIBRI_UNROLL
    for (int c = 0; c < columns; ++c) {
      KOLIBRI_UNROLL
      for (int r = 0; r < rows; ++r) {
        a[r][c] = from[Kokkos::min(row(r), n - 1) * across + Kokkos::min(column(c), n - 1) * along];
      }
    }
  }

  /// By the lanes of the thread that has column k, in register 0: sends the column and finds the pivot.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void choose_pivot(const Member& member, int k, const Storage& s) {
    KOLIBRI_UNROLL
    for (int r = 0; r < rows; ++r) s.column[k % 2 * N + row(r)] = a[r][0];
    pivot.template run<rows>(member, lane, used, [&](int r) { return a[r][0]; });
    safe = pivot.is_safe() && safe;
  }

  /// By the same lanes: the one with the pivot sends the rest; what the column becomes begins as a unit vector.
  KOKKOS_INLINE_FUNCTION void send_pivot(int k, const Storage& s) {
    KOLIBRI_UNROLL
    for (int r = 0; r < rows; ++r) {
      const bool is_pivot_row = row(r) == pivot.row();
      if (is_pivot_row) {
        s.inverse[k % 2] = pivot.inverse;
        s.order.inverse_of_row[row(r)] = pivot.inverse;
        s.order.row_of_step[k] = row(r);
        s.order.step_of_row[row(r)] = k;
      }
      a[r][0] = is_pivot_row ? Scalar(1) : Scalar(0);
    }
  }

  /// The lane with the pivot row sends it to the others of its thread.
  KOKKOS_INLINE_FUNCTION void send_row(int p, LaneChunk<Scalar>* sent) {
    KOLIBRI_UNROLL
    for (int r = 0; r < rows; ++r) {
      if (row(r) != p) continue;
      used |= 1u << r;
      KOLIBRI_UNROLL
      for (int i = 0; i < Storage::row_chunks; ++i) {
        LaneChunk<Scalar> chunk;
        KOLIBRI_UNROLL
        for (int v = 0; v < chunk.size; ++v) chunk.values[v] = a[r][Kokkos::min(i * chunk.size + v, columns - 1)];
        sent[i] = chunk;
      }
    }
  }

  /// Step k, after the barrier behind which its column and pivot are known. `last_turn`: all threads had theirs, and
  /// columns move.
  template <bool last_turn, class Member>
  KOKKOS_INLINE_FUNCTION void eliminate(const Member& member, int k, const Storage& s) {
    const int p = s.order.row_of_step[k];
    const Scalar minus_inverse = -s.inverse[k % 2];
    Scalar factor[rows], moved[rows];
    KOLIBRI_UNROLL
    for (int r = 0; r < rows; ++r) {
      factor[r] = row(r) == p ? Scalar(0) : s.column[k % 2 * N + row(r)] * minus_inverse;
    }
    LaneChunk<Scalar>* const sent = s.row + thread * Storage::row_chunks;
    send_row(p, sent);
    lane_barrier(member);
    const auto element = [&](int c) { return sent[c / LaneChunk<Scalar>::size].values[c % LaneChunk<Scalar>::size]; };
    const Scalar first = element(0), second = element(1);
    KOLIBRI_UNROLL
    for (int r = 0; r < rows; ++r) {
      moved[r] = multiply_add(factor[r], first, a[r][0]);
      a[r][0] = last_turn ? multiply_add(factor[r], second, a[r][1]) : moved[r];
    }
    const bool is_next = k + 1 < n && (k + 1) % threads == thread;
    if (is_next) choose_pivot(member, k + 1, s);
    KOLIBRI_UNROLL
    for (int i = 0; i < Storage::row_chunks; ++i) {
      const LaneChunk<Scalar> chunk = sent[i];
      KOLIBRI_UNROLL
      for (int v = 0; v < chunk.size; ++v) {
        const int c = i * chunk.size + v;
        if (c < (last_turn ? 2 : 1) || c >= columns) continue;
        KOLIBRI_UNROLL
        for (int r = 0; r < rows; ++r) a[r][c - last_turn] = multiply_add(factor[r], chunk.values[v], a[r][c]);
      }
    }
    KOLIBRI_UNROLL
    for (int r = 0; r < rows && last_turn; ++r) a[r][columns - 1] = moved[r];
    if (is_next) send_pivot(k + 1, s);
  }

  /// All n steps, with a barrier at the end.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void eliminate_all(const Member& member, const Storage& s) {
    if (thread == 0) {
      choose_pivot(member, 0, s);
      send_pivot(0, s);
    }
    member.team_barrier();
    for (int k = 0; k < n; ++k) {
      if (k % threads != threads - 1) {
        eliminate<false>(member, k, s);
      } else {
        eliminate<true>(member, k, s);
        ++turns;
      }
      member.team_barrier();
    }
  }

  /// The inverse to `to`, whose element (i, j) is i `across` + j `along` away.
  template <bool n_is_N>
  KOKKOS_INLINE_FUNCTION void write(const PivotOrder<Scalar>& order, Scalar* to, int across, int along) const {
    const int end = n_is_N ? N : n;
    int place[rows];
    Scalar scale[rows];
    KOLIBRI_UNROLL
    for (int r = 0; r < rows; ++r) {
      place[r] = order.step_of_row[Kokkos::min(row(r), end - 1)] * across;
      scale[r] = order.inverse_of_row[Kokkos::min(row(r), end - 1)];
    }
    KOLIBRI_UNROLL
    for (int c = 0; c < columns; ++c) {
      const int j = column(c + turns < columns ? c + turns : c + turns - columns);
      if (!n_is_N && j >= end) continue;
      const int place_of_column = order.row_of_step[j] * along;
      KOLIBRI_UNROLL
      for (int r = 0; r < rows; ++r) {
        if (n_is_N || row(r) < end) to[place[r] + place_of_column] = a[r][c] * scale[r];
      }
    }
  }
};

/// A matrix a team.
template <class Exec, class Scalar, int N, class Shape>
struct ColumnsKernel {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  using Columns = LaneColumns<Scalar, N, Shape::lanes, Shape::threads>;
  using Storage = typename Columns::Storage;

  static constexpr TeamShape shape{.team_size = Shape::threads, .vector_length = Shape::lanes};
  static constexpr int members = 1;  ///< of the batch, a team
  using Properties = Kokkos::LaunchBounds<Shape::threads * Shape::lanes, Shape::teams>;

  InverseProblem<Scalar> problem;

  static std::size_t scratch_bytes(int n) { return bytes_of(Storage{.n = n}); }

  KOKKOS_FUNCTION void operator()(const Member& member) const {
    const int n = problem.n(), thread = member.team_rank(), lane = rank_of_lane<Shape::lanes>(member);
    const auto storage = arrays_in_scratch<Exec>(member, Storage{.n = n});
    if (thread == 0 && lane == 0) storage.failed.clear();
    const std::int64_t b = member.league_rank();
    Columns columns(n, thread, lane);
    read_member(problem, b, columns);
    columns.eliminate_all(member, storage);
    if (!columns.safe && lane == 0) storage.failed.add(0);
    member.team_barrier();
    if (!storage.failed.has(0)) {
      if (thread == 0 && lane == 0) problem.report(b, 0);
      write_member(problem, b, columns, storage.order);
    }
    storage.failed.invert(member, problem, b);
  }
};

}  // namespace kolibri::detail
