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

// Small matrices by rows in the registers of vector lanes: Gauss-Jordan elimination without moves, where a row stays
// in its lane and remembers at which step it was the pivot row. One row a step goes through scratch, with one barrier
// of lanes. A step shifts the columns by one register, so that all registers are known when compiling although the loop
// over steps is not unrolled, and n need not be known: column j of the result ends in register N - n + j.
namespace kolibri::detail {

/// Rows lane, lane + lanes, ... of an n x n matrix, n <= N.
template <class Scalar, int N, int lanes, int rows>
struct LaneRows {
  using Order = PivotOrder<Scalar>;

  static constexpr int largest_n = N;
  static constexpr std::uint32_t places = 32;  // of rows in a key, a power of 2
  static constexpr int chunks = N / LaneChunk<Scalar>::size;
  static_assert(lanes * rows >= N && lanes * rows <= int(places) && N % LaneChunk<Scalar>::size == 0);

  Scalar a[rows][N];
  unsigned used = 0;  ///< bit r: row r is no candidate, for it was a pivot row or is none of the matrix
  PivotSearch<Scalar, lanes, places> pivot;
  int n;
  int lane;
  bool safe = true;  ///< all pivots were

  KOKKOS_INLINE_FUNCTION LaneRows(int n_, int lane_) : n(n_), lane(lane_) {
    KOLIBRI_UNROLL
    for (int r = 0; r < rows; ++r) used |= row(r) < n ? 0u : 1u << r;
  }

  KOKKOS_INLINE_FUNCTION int row(int r) const { return lane + r * lanes; }

  /// From `from`, whose element (i, j) is i `across` + j `along` away. What has no place in the matrix repeats its last
  /// row and column and is never looked at: a load under a condition would be waited for.
  KOKKOS_INLINE_FUNCTION void read(const Scalar* from, int across, int along) {
    KOLIBRI_UNROLL
    for (int j = 0; j < N; ++j) {
      KOLIBRI_UNROLL
      for (int r = 0; r < rows; ++r) {
        a[r][j] = from[Kokkos::min(row(r), n - 1) * across + Kokkos::min(j, n - 1) * along];
      }
    }
  }

  /// In register 0.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void choose_pivot(const Member& member) {
    pivot.template run<rows>(member, lane, used, [&](int r) { return a[r][0]; });
    safe = pivot.is_safe() && safe;
  }

  /// The lane with the pivot row of step k sends it, the reciprocal in place of the pivot.
  KOKKOS_INLINE_FUNCTION void send(int k, LaneChunk<Scalar>* sent, const Order& order) {
    KOLIBRI_UNROLL
    for (int r = 0; r < rows; ++r) {
      if (row(r) != pivot.row()) continue;
      used |= 1u << r;
      order.row_of_step[k] = row(r);
      order.step_of_row[row(r)] = k;
      order.inverse_of_row[row(r)] = pivot.inverse;
      KOLIBRI_UNROLL
      for (int c = 0; c < chunks; ++c) {
        LaneChunk<Scalar> chunk;
        KOLIBRI_UNROLL
        for (int v = 0; v < chunk.size; ++v) chunk.values[v] = c + v == 0 ? pivot.inverse : a[r][c * chunk.size + v];
        sent[c] = chunk;
      }
    }
  }

  /// Adds the multiples of the pivot row that make the first column a unit vector; the column of the inverse takes its
  /// place at the end. The second column is ready first, so that the search in it overlaps the rest.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void eliminate(const Member& member, int k, const LaneChunk<Scalar>* sent) {
    const Scalar minus_inverse = -sent[0].values[0];
    const Scalar second = sent[1 / LaneChunk<Scalar>::size].values[1 % LaneChunk<Scalar>::size];
    Scalar factor[rows], last[rows];
    KOLIBRI_UNROLL
    for (int r = 0; r < rows; ++r) {
      const bool is_pivot_row = row(r) == pivot.row();
      factor[r] = is_pivot_row ? Scalar(0) : a[r][0] * minus_inverse;
      last[r] = is_pivot_row ? Scalar(1) : factor[r];
      a[r][0] = multiply_add(factor[r], second, a[r][1]);
    }
    if (k + 1 < n) choose_pivot(member);
    KOLIBRI_UNROLL
    for (int c = 0; c < chunks; ++c) {
      const LaneChunk<Scalar> chunk = sent[c];
      KOLIBRI_UNROLL
      for (int v = 0; v < chunk.size; ++v) {
        const int j = c * chunk.size + v;
        if (j < 2) continue;
        KOLIBRI_UNROLL
        for (int r = 0; r < rows; ++r) a[r][j - 1] = multiply_add(factor[r], chunk.values[v], a[r][j]);
      }
    }
    KOLIBRI_UNROLL
    for (int r = 0; r < rows; ++r) a[r][N - 1] = last[r];
  }

  /// The inverse to `to`, whose element (i, j) is i `across` + j `along` away.
  template <bool n_is_N>
  KOKKOS_INLINE_FUNCTION void write(const Order& order, Scalar* to, int across, int along) const {
    const int end = n_is_N ? N : n, padding = N - end;
    int place[rows];
    Scalar scale[rows];
    KOLIBRI_UNROLL
    for (int r = 0; r < rows; ++r) {
      place[r] = order.step_of_row[Kokkos::min(row(r), end - 1)] * across;
      scale[r] = order.inverse_of_row[Kokkos::min(row(r), end - 1)];
    }
    KOLIBRI_UNROLL
    for (int j = 0; j < N; ++j) {
      if (j < padding) continue;
      const int column = order.row_of_step[j - padding] * along;
      KOLIBRI_UNROLL
      for (int r = 0; r < rows; ++r) {
        if ((n_is_N && r * lanes + lanes <= N) || row(r) < end) to[place[r] + column] = a[r][j] * scale[r];
      }
    }
  }
};

/// A matrix a thread of the team, by its lanes.
template <class Exec, class Scalar, int N, class Shape>
struct RowsKernel {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  using Rows = LaneRows<Scalar, N, Shape::lanes, Shape::rows>;

  static constexpr TeamShape shape{.team_size = Shape::threads / Shape::lanes, .vector_length = Shape::lanes};
  static constexpr int members = shape.team_size;  ///< of the batch, a team
  using Properties = Kokkos::LaunchBounds<Shape::threads, Shape::teams>;

  struct Storage {
    int n;
    LaneChunk<Scalar>* sent = nullptr;  ///< pivot rows, of even and of odd steps
    PivotOrder<Scalar> order{};
    FailedMembers<Scalar, members> failed{};

    template <class Take>
    KOKKOS_FUNCTION constexpr void lay_out(Take& take) {
      take(sent, members * 2 * Rows::chunks);
      order.lay_out(take, members * N);
      failed.lay_out(take, n);
    }
  };

  InverseProblem<Scalar> problem;

  static std::size_t scratch_bytes(int n) { return bytes_of(Storage{.n = n}); }

  KOKKOS_FUNCTION void operator()(const Member& member) const {
    const int n = problem.n(), mine = member.team_rank(), lane = rank_of_lane<Shape::lanes>(member);
    const auto storage = arrays_in_scratch<Exec>(member, Storage{.n = n});
    LaneChunk<Scalar>* const sent = storage.sent + mine * 2 * Rows::chunks;
    const PivotOrder<Scalar> order = storage.order.from(mine * N);
    if (mine == 0 && lane == 0) storage.failed.clear();
    const std::int64_t first = std::int64_t(member.league_rank()) * members;
    const bool is_member = first + mine < problem.a.batch;

    Rows rows(n, lane);
    read_member(problem, is_member ? first + mine : first, rows);  // threads without a member repeat the team's first
    member.team_barrier();                                         // no member has failed yet
    rows.choose_pivot(member);
    for (int k = 0; k < n; ++k) {
      rows.send(k, sent + k % 2 * Rows::chunks, order);
      lane_barrier(member);
      rows.eliminate(member, k, sent + k % 2 * Rows::chunks);
    }
    if (is_member && !rows.safe && lane == 0) storage.failed.add(mine);
    if (is_member && rows.safe && lane == 0) problem.report(first + mine, 0);
    member.team_barrier();  // which have failed is known
    if (is_member && rows.safe) write_member(problem, first + mine, rows, order);
    storage.failed.invert(member, problem, first);
  }
};

}  // namespace kolibri::detail
