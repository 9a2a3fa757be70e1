#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/detail/eigh_problem.hpp>
#include <kolibri/registers.hpp>
#include <kolibri/scalar.hpp>

#include "rotated_rows.hpp"
#include "tridiagonal_workspace.hpp"

namespace kolibri::detail {

/// How a team whose threads' rows belong to several matrices writes their vectors: through scratch, for such rows are
/// no neighbours in memory.
template <class Scalar, class Shape>
struct MixedOutput {
  using Real = real_t<Scalar>;
  using Rows = ThreadRows<Real, Shape>;
  static constexpr int N = Shape::N, members = Shape::members;
  static constexpr int parts = is_complex<Scalar> ? 2 : 1;
  static constexpr int threads = N * parts / Shape::rows;  ///< of a matrix
  static constexpr int team_size = threads * members;
  static constexpr int staged = members > 1 ? members / 2 : 1;  ///< members whose vectors are in scratch at once
  static constexpr int vectors_leading = N * parts + 1;         ///< of their rows, in order
  static constexpr int vectors_size = N * vectors_leading + 1;
  static constexpr int scratch = staged * vectors_size;

  const EighProblem<Scalar>& problem;
  const TridiagonalWorkspace<Scalar>& work;
  std::int64_t begin;  ///< of the chunk

  /// The row of real numbers that is number k of the thread's.
  KOKKOS_FORCEINLINE_FUNCTION static int row(int thread, int k) { return thread + k * threads; }

  /// The rows of members first, first + 1, ... through `vectors`, scratch of so many Reals. Begins with a barrier.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void write(const Member& member, std::int64_t first, const Rows& rows,
                                         Real* vectors) const {
    const int n = problem.n(), rank = member.team_rank(), slot = rank / threads, thread = rank % threads;
    const auto count = static_cast<int>(Kokkos::min<std::int64_t>(members, work.members - first));
    KOLIBRI_KEEP_LOOP
    for (int from_slot = 0; from_slot < count; from_slot += staged) {
      member.team_barrier();
      if (slot / staged == from_slot / staged && slot < count) {
        const bool flagged = work.states[first + slot].info < 0;
        const short* const ranks = work.ranks + (first + slot) * n;
        Real* const mine = vectors + (slot - from_slot) * vectors_size;
        KOLIBRI_UNROLL
        for (int j = 0; j < N; ++j) {
          if (j >= n) continue;
          const int place = ranks[j];
          KOLIBRI_UNROLL
          for (int k = 0; k < Shape::rows; ++k) {
            const int i = row(thread, k);
            mine[i / parts * vectors_leading + place * parts + i % parts] =
                flagged ? quiet_nan<Real>() : rows.get(k, j) + Real(0);  // no -0, which depends on company
          }
        }
      }
      member.team_barrier();
      copy_vectors(from_slot, from_slot + staged < count ? from_slot + staged : count, first, rank, vectors);
    }
  }

  /// Members from_slot, ..., end - 1 of the team's.
  KOKKOS_FORCEINLINE_FUNCTION void copy_vectors(int from_slot, int end, std::int64_t first, int rank,
                                                const Real* vectors) const {
    const auto& v = problem.v;
    const bool by_rows = v.row_stride >= v.column_stride;
    const int n = problem.n(), fast = rank % N;
    const std::int64_t slow_step = by_rows ? v.row_stride : v.column_stride;
    const std::int64_t fast_step = by_rows ? v.column_stride : v.row_stride;
    constexpr int abreast = team_size / N;
    if (rank >= abreast * N || fast >= n) return;
    const int fast_place = by_rows ? fast * parts : fast * vectors_leading;
    const int slow_place = by_rows ? vectors_leading : parts, slow = rank / N;
    KOLIBRI_KEEP_LOOP
    for (int slot = from_slot; slot < end; ++slot) {
      Scalar* to = &problem.v(begin + first + slot, 0, 0) + fast * fast_step + slow * slow_step;
      const Real* from = vectors + (slot - from_slot) * vectors_size + fast_place + slow * slow_place;
      KOLIBRI_UNROLL
      for (int k = 0; k < (N + abreast - 1) / abreast; ++k) {
        if (slow + k * abreast < n) {
          if constexpr (is_complex<Scalar>) {
            *to = Scalar(from[0], from[1]);
          } else {
            *to = *from;
          }
        }
        to += abreast * slow_step;
        from += abreast * slow_place;
      }
    }
  }
};

}  // namespace kolibri::detail
