#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/detail/matrix_access.hpp>
#include <kolibri/members.hpp>
#include <type_traits>

#include "panel_tile.hpp"

// The pivot rows of a narrow panel by a tournament: every team eliminates its own rows, with partial pivoting among
// them, and the rows it chose play on against those of other teams, until one team is left: its choice is the panel's.
// A round is one launch, whatever the number of columns, and needs nothing from other teams while it runs. L. Grigori,
// J. Demmel, H. Xiang, CALU: A Communication Optimal LU Factorization Algorithm, SIAM J. Matrix Anal. Appl. 32 (2011),
// section 2. A team cannot find fewer rows than its own have rank: a zero pivot in the last round is one of the panel.
namespace kolibri::detail {

/// What is known about the pivots of the whole matrix. Rows never move: row pivot_rows[k] is the pivot row of column k.
struct PivotRecord {
  int* pivot_rows;       ///< n
  int* columns;          ///< n: columns[pivot_rows[k]] == k, -1 for rows that have not been pivot row
  int* info;             ///< 0, or k + 1 when the pivot of column k is the first that is zero
  bool goes_on = false;  ///< past zero pivots, with any open row; else nothing is done any more

  KOKKOS_FUNCTION bool stopped() const { return !goes_on && *info != 0; }
};

/// Which row may be pivot row of a column: any, with the largest element; that of the same number; or this one if its
/// element is positive, for Hermitian positive definite matrices, whose Schur complements have such diagonals.
enum class PivotRule { largest, diagonal, positive_diagonal };

/// The largest number of a row in a team.
inline constexpr int last_place = 1023;

/// How good a row is as pivot row, in one word for a quick reduction: larger elements are better, lower places among
/// equals; 0 is no row. The last 10 bits of a double's fraction make room for the place.
template <class Real>
KOKKOS_INLINE_FUNCTION std::uint64_t pivot_rank(const Real& size, int place) {
  constexpr std::uint64_t places = last_place;
  const Real known = size >= 0 ? size : Real(0);  // NaN, where elimination overflowed, is no better than zero
  const std::uint64_t rank = places - static_cast<std::uint64_t>(place);
  if constexpr (std::is_same_v<Real, float>) {
    return static_cast<std::uint64_t>(Kokkos::bit_cast<std::uint32_t>(known)) << 32 | rank;
  } else {
    return (Kokkos::bit_cast<std::uint64_t>(known) & ~places) | rank;
  }
}

KOKKOS_INLINE_FUNCTION int place_of(std::uint64_t rank) { return last_place - static_cast<int>(rank & last_place); }

/// The best row of a thread to be the next pivot row, in scratch, where the team finds the best of all.
template <class Scalar>
struct alignas(16) PanelProposal {
  Scalar a[panel_width];
  Divisor<Scalar> pivot;
  std::uint64_t rank;
  int row;
};

template <class Exec, class Scalar>
struct SelectPivots {
  static constexpr int rows_per_lane = sizeof(Scalar) > 8 ? 1 : 2;
  using Tile = PanelTile<Exec, Scalar, 8, rows_per_lane, 256>;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  static_assert(Tile::rows <= last_place);

  struct Scratch {
    PanelRow<Scalar>* rows = nullptr;
    Scalar* stage = nullptr;
    PanelProposal<Scalar>* proposals = nullptr;  ///< of the threads, for even and for odd columns

    template <class Take>
    KOKKOS_FUNCTION constexpr void lay_out(Take& take) {
      Tile::lay_out(take, rows, stage);
      take(proposals, 2 * Tile::threads);
    }
  };

  PanelColumns<Scalar> panel;
  int first;  ///< column of the matrix
  PivotRule rule;
  const int* entrants;  ///< rows that take part, -1 for none; null: the rows of the matrix
  int entrant_count;
  int* winners;   ///< panel_width a team
  Scalar* steps;  ///< panel_width x panel_width: the undivided pivot rows as `eliminate` takes them
  PivotRecord record;

  KOKKOS_FUNCTION void operator()(const Member& member) const {
    if (record.stopped()) return;
    const auto s = arrays_in_scratch<Exec, Scratch>(member);
    typename Tile::Rows rows;
    if constexpr (Tile::on_host) rows = s.rows;
    const int tile = member.league_rank() * Tile::rows;
    Tile::load(
        member, panel, [&](int index) { return entrant(tile + index); }, s.stage, rows);
    Tile::for_each_row(member, rows, [&](PanelRow<Scalar>& row, int index) {
      row.rank = rank_of(row, index, 0, row.row >= 0 && record.columns[row.row] < 0);
    });
    for (int step = 0; step < panel.width; ++step) {
      PanelProposal<Scalar>* const proposals = s.proposals + step % 2 * Tile::threads;
      propose(member, rows, proposals[rank_of_thread(member)]);
      barrier(member);
      const PanelProposal<Scalar>& choice = best_of(member, proposals);
      advance(member, rows, step, choice);
      note(member, step, choice);
    }
  }

  KOKKOS_FUNCTION int entrant(int place) const {
    if (place >= entrant_count) return -1;
    return rule == PivotRule::largest ? (entrants ? entrants[place] : place) : first + place;
  }

  KOKKOS_FUNCTION std::uint64_t rank_of(const PanelRow<Scalar>& row, int index, int step, bool is_open) const {
    const bool may_be_pivot = rule == PivotRule::largest ? is_open : index == step;
    return may_be_pivot ? pivot_rank(pivot_size(row.a[0]), index) : 0;
  }

  /// The thread's best row.
  KOKKOS_FUNCTION void propose(const Member& member, typename Tile::Rows& rows, PanelProposal<Scalar>& proposal) const {
    const std::uint64_t best = largest_of_lanes<Tile::lanes>(member, [&](int) {
      std::uint64_t largest = 0;
      for (int r = 0; r < Tile::rows_per_lane; ++r) largest = Kokkos::max(largest, rows[r].rank);
      return largest;
    });
    const int first_index = Tile::first_of_thread(member);
    Tile::for_each_row(member, rows, [&](PanelRow<Scalar>& row, int index) {
      if (row.rank != best || (best == 0 && index != first_index)) return;
      for (int i = 0; i < panel_width; ++i) proposal.a[i] = row.a[i];
      proposal.pivot = Divisor<Scalar>(row.a[0]);
      proposal.rank = best;
      proposal.row = row.row;
    });
  }

  KOKKOS_FUNCTION static const PanelProposal<Scalar>& best_of(const Member& member,
                                                              const PanelProposal<Scalar>* proposals) {
    const std::uint64_t best = largest_of_lanes<Tile::lanes>(
        member, [&](int lane) { return proposals[lane < Tile::threads ? lane : 0].rank; });
    return proposals[best == 0 ? 0 : place_of(best) / Tile::rows_per_thread];
  }

  KOKKOS_FUNCTION bool is_good(const PanelProposal<Scalar>& proposal) const {
    if (proposal.rank == 0) return false;
    return rule == PivotRule::positive_diagonal ? real(proposal.a[0]) > 0 : proposal.a[0] != Scalar(0);
  }

  KOKKOS_FUNCTION bool is_pivot_row(const PanelProposal<Scalar>& proposal) const {
    return is_good(proposal) || (record.goes_on && proposal.rank != 0);
  }

  /// Writes the choice down, in the last round for good.
  KOKKOS_FUNCTION void note(const Member& member, int step, const PanelProposal<Scalar>& choice) const {
    if (rank_of_thread(member) != step % Tile::threads) return;
    const bool is_last = member.league_size() == 1, found = is_pivot_row(choice);
    for_each_lane(member, panel_width, [&](int i) {
      if (is_last) steps[step * panel_width + i] = choice.a[i];
      if (i > 0) return;
      if (!is_last) {
        winners[member.league_rank() * panel_width + step] = found ? choice.row : -1;
        return;
      }
      if (found) {
        record.pivot_rows[first + step] = choice.row;
        record.columns[choice.row] = first + step;
      }
      if (!is_good(choice)) Kokkos::atomic_compare_exchange(record.info, 0, first + step + 1);
    });
  }

  /// Without a pivot rows pass to the next column as they are.
  KOKKOS_FUNCTION void advance(const Member& member, typename Tile::Rows& rows, int step,
                               const PanelProposal<Scalar>& choice) const {
    const bool found = is_pivot_row(choice), divides = is_good(choice);
    const Divisor<Scalar> pivot = choice.pivot;
    Tile::for_each_row(member, rows, [&](PanelRow<Scalar>& row, int index) {
      const bool is_pivot = found && row.row == choice.row;
      eliminate(row, choice.a, divides && !is_pivot ? pivot.divide(row.a[0]) : Scalar(0), is_pivot);
      row.rank = rank_of(row, index, step + 1, row.rank != 0 && !is_pivot);
    });
  }
};

}  // namespace kolibri::detail
