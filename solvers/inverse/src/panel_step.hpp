#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <kolibri/detail/matrix_access.hpp>
#include <kolibri/inverse_options.hpp>
#include <kolibri/members.hpp>
#include <kolibri/scratch.hpp>
#include <kolibri/team_policy.hpp>

// One column of Gauss-Jordan elimination in a panel of a large matrix, in one launch: every team holds some rows of the
// panel, and proposes a pivot for the next column when it has updated them. The next launch finds the winner among the
// proposals; as these carry their rows along, and the team that holds the row which has to make room sends it too, no
// team reads rows that another one writes. A launch is the only barrier, so that no team has to be resident.
namespace kolibri::detail {

/// The best row so far to be the next pivot row.
template <class Real>
struct Candidate {
  Real size = -1;
  int row = -1;

  KOKKOS_FUNCTION void offer(Real other_size, int other_row) {
    if (other_size > size) {
      size = other_size;
      row = other_row;
    }
  }
};

/// The panel of columns [first, first + width) of an n x n matrix by rows, and what its steps share. It is worked on in
/// a copy without gaps: rows of a large matrix are pages apart.
template <class Scalar>
struct Panel {
  using Real = real_t<Scalar>;

  Scalar* a = nullptr;  ///< the whole matrix
  std::int64_t leading = 0;
  Scalar* packed = nullptr;  ///< n x width
  int n = 0;
  int first = 0;
  int width = 0;
  Pivoting pivoting = Pivoting::partial;
  int teams = 0;
  Candidate<Real>* proposals = nullptr;  ///< 2 x teams, for the even and the odd columns
  Scalar* proposed = nullptr;            ///< their rows, 2 x teams x width
  Scalar* displaced = nullptr;           ///< 2 x width: the row that makes room for the pivot row
  int* pivots = nullptr;                 ///< n, from 0
  int* order = nullptr;                  ///< n: which row of A stands at a place
  int* info = nullptr;

  KOKKOS_FUNCTION Scalar& operator()(int i, int j) const { return packed[static_cast<std::int64_t>(i) * width + j]; }
  KOKKOS_FUNCTION Scalar& original(int i, int j) const { return a[i * leading + first + j]; }
  KOKKOS_FUNCTION int first_row(int team) const {
    return static_cast<int>(static_cast<std::int64_t>(n) * team / teams);
  }
  KOKKOS_FUNCTION bool holds(int team, int row) const { return first_row(team) <= row && row < first_row(team + 1); }
  KOKKOS_FUNCTION bool may_be_pivot(int row, int k) const {
    return pivoting == Pivoting::partial ? row >= k : row == k;
  }
  KOKKOS_FUNCTION std::size_t slot(int k, int team) const { return static_cast<std::size_t>(k % 2) * teams + team; }
  KOKKOS_FUNCTION Scalar* proposed_row(int k, int team) const { return proposed + slot(k, team) * width; }
  KOKKOS_FUNCTION Scalar* displaced_row(int k) const { return displaced + k % 2 * width; }
};

/// What the threads of a team share: the pivot row, scaled, where it stood and whether it is one, and each thread's
/// best candidate for the next column.
template <class Scalar>
struct PanelScratch {
  int width;
  int threads;
  Scalar* scaled = nullptr;
  int* pivot_place = nullptr;                       ///< -1: the pivot is zero
  Candidate<real_t<Scalar>>* candidates = nullptr;  ///< of the threads; in find_pivot of their share of the teams
  int* winners = nullptr;

  KOKKOS_FUNCTION constexpr PanelScratch(int width_, int threads_) : width(width_), threads(threads_) {}
  KOKKOS_FUNCTION PanelScratch(std::byte* block, int width_, int threads_) : PanelScratch(width_, threads_) {
    Carver<> carver{block};
    lay_out(carver);
  }

  template <class Take>
  KOKKOS_FUNCTION constexpr void lay_out(Take& take) {
    take(scaled, width);
    take(pivot_place, 1);
    take(candidates, threads);
    take(winners, threads);
  }
};

/// Rows that a thread reads before it writes one of them.
inline constexpr int panel_rows_in_flight = 4;

/// The team's proposal for column k from its threads' candidates, and row k when it is the team's.
template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void propose_pivot(const Member& member, const Panel<Scalar>& panel, int k, int team,
                                          const Candidate<real_t<Scalar>>& mine, const PanelScratch<Scalar>& s) {
  const int thread = rank_of_thread(member);
  once_per_thread(member, [&]() { s.candidates[thread] = mine; });
  member.team_barrier();
  Candidate<real_t<Scalar>> best;
  for (int t = 0; t < s.threads; ++t) best.offer(s.candidates[t].size, s.candidates[t].row);
  for_each(member, panel.width, [&](int j) {
    if (best.row >= 0) panel.proposed_row(k, team)[j] = panel(best.row, j);
    if (panel.holds(team, k)) panel.displaced_row(k)[j] = panel(k, j);
    if (j == 0) panel.proposals[panel.slot(k, team)] = best;
  });
}

template <class Exec, class Member, class Scalar>
KOKKOS_INLINE_FUNCTION PanelScratch<Scalar> panel_scratch(const Member& member, const Panel<Scalar>& panel) {
  constexpr int level = scratch_level<Exec>;
  const int threads = threads_of_team(member);
  const std::size_t bytes = bytes_of(PanelScratch<Scalar>(panel.width, threads));
  auto* const block = static_cast<std::byte*>(member.team_scratch(level).get_shmem_aligned(bytes, 16));
  return PanelScratch<Scalar>(block, panel.width, threads);
}

/// Copies the panel, and makes its first proposals.
template <class Exec, class Scalar>
struct BeginPanel {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;

  Panel<Scalar> panel;

  KOKKOS_FUNCTION void operator()(const Member& member) const {
    if (*panel.info != 0) return;
    const auto s = panel_scratch<Exec>(member, panel);
    const int team = member.league_rank(), begin = panel.first_row(team);
    for_each_thread(member, panel.first_row(team + 1) - begin, [&](int row) {
      for_each_lane(member, panel.width, [&](int j) { panel(begin + row, j) = panel.original(begin + row, j); });
    });
    member.team_barrier();
    Candidate<real_t<Scalar>> mine;
    for (int i = begin + rank_of_thread(member); i < panel.first_row(team + 1); i += s.threads) {
      if (panel.may_be_pivot(i, panel.first)) mine.offer(pivot_size(panel(i, 0)), i);
    }
    propose_pivot(member, panel, panel.first, team, mine, s);
  }
};

/// Column k of the panel.
template <class Exec, class Scalar>
struct PanelStep {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  using Real = real_t<Scalar>;

  Panel<Scalar> panel;
  int k;

  KOKKOS_FUNCTION void operator()(const Member& member) const {
    if (*panel.info != 0) return;
    const auto s = panel_scratch<Exec>(member, panel);
    find_candidates(member, s);
    member.team_barrier();
    for_each_thread(member, 1, [&](int) { find_pivot(member, s); });
    member.team_barrier();
    const int team = member.league_rank(), p = *s.pivot_place;
    if (panel.holds(team, k)) for_each(member, 1, [&](int) { record(p); });
    if (p < 0) return;
    const Candidate<Real> mine = eliminate(member, team, p, s);
    if (k + 1 < panel.first + panel.width) propose_pivot(member, panel, k + 1, team, mine, s);
  }

  /// The best proposal of each thread's share of the teams.
  KOKKOS_FUNCTION void find_candidates(const Member& member, const PanelScratch<Scalar>& s) const {
    for_each_thread(member, s.threads, [&](int t) {
      const int begin = panel.teams * t / s.threads, end = panel.teams * (t + 1) / s.threads;
      const auto size = [&](int team) { return panel.proposals[panel.slot(k, team)].size; };
      const int winner = begin < end ? first_largest_over_lanes<Real>(member, begin, end, size) : 0;
      once_per_thread(member, [&]() {
        s.candidates[t] = panel.proposals[panel.slot(k, winner)];
        s.winners[t] = winner;
      });
    });
  }

  /// The pivot row, from the best of all proposals, by one thread.
  KOKKOS_FUNCTION void find_pivot(const Member& member, const PanelScratch<Scalar>& s) const {
    const int column = k - panel.first;
    Candidate<Real> best;
    int winner = 0;
    for (int t = 0; t < s.threads; ++t) {
      if (!(s.candidates[t].size > best.size)) continue;
      best = s.candidates[t];
      winner = s.winners[t];
    }
    const int proposal = best.row;
    // Where overflow left nothing but NaN, nobody proposes.
    const Scalar* const pivot_row = proposal < 0 ? panel.displaced_row(k) : panel.proposed_row(k, winner);
    const Scalar pivot = pivot_row[column];
    for_each_lane(member, panel.width, [&](int j) {
      s.scaled[j] = (j == column ? Scalar(1) : pivot_row[j]) / pivot;
      if (j == 0) *s.pivot_place = pivot == Scalar(0) ? -1 : proposal < 0 ? k : proposal;
    });
  }

  KOKKOS_FUNCTION void record(int p) const {
    panel.pivots[k] = p < 0 ? k : p;
    if (p < 0) *panel.info = k + 1;
    Kokkos::kokkos_swap(panel.order[k], panel.order[panel.pivots[k]]);
  }

  /// Updates the team's rows, of which row p is the one that stood at place k; returns the thread's best candidate for
  /// column k + 1.
  KOKKOS_FUNCTION Candidate<Real> eliminate(const Member& member, int team, int p,
                                            const PanelScratch<Scalar>& s) const {
    const int end = panel.first_row(team + 1);
    Candidate<Real> best;
    for (int i = panel.first_row(team) + rank_of_thread(member); i < end; i += panel_rows_in_flight * s.threads) {
      eliminate_some(member, i, end, p, s, best);
    }
    return best;
  }

  /// Rows i, i + threads, ... of one thread, panel_rows_in_flight of them, all read before one is written: memory is
  /// far away. Every lane computes a row's next candidate itself, which is quicker than to hear of it.
  KOKKOS_FUNCTION void eliminate_some(const Member& member, int i, int end, int p, const PanelScratch<Scalar>& s,
                                      Candidate<Real>& best) const {
    const int column = k - panel.first;
    const bool is_last = column + 1 == panel.width;  // goes back to its place
    const int next = is_last ? column : column + 1;
    const Scalar* old[panel_rows_in_flight];
    Scalar factors[panel_rows_in_flight], candidates[panel_rows_in_flight];
    for (int r = 0; r < panel_rows_in_flight; ++r) {
      const int row = i + r * s.threads < end ? i + r * s.threads : i;
      old[r] = row == p ? panel.displaced_row(k) : &panel(row, 0);
      factors[r] = old[r][column];
      candidates[r] = old[r][next];
    }
    for (int r = 0; r < panel_rows_in_flight; ++r) {
      const int row = i + r * s.threads;
      if (row == k) factors[r] = Scalar(-1);
      if (row < end && panel.may_be_pivot(row, k + 1)) {
        best.offer(pivot_size(candidates[r] - factors[r] * s.scaled[next]), row);
      }
    }
    once_per_thread(member, []() {});  // all lanes have read the columns
    for_each_lane(member, panel.width, [&](int j) {
      Scalar values[panel_rows_in_flight];
      for (int r = 0; r < panel_rows_in_flight; ++r) values[r] = old[r][j];
      for (int r = 0; r < panel_rows_in_flight; ++r) {
        const int row = i + r * s.threads;
        if (row >= end) continue;
        const Scalar kept = row == k || j == column ? Scalar(0) : values[r];
        (is_last ? panel.original(row, j) : panel(row, j)) = kept - factors[r] * s.scaled[j];
      }
    });
  }
};

}  // namespace kolibri::detail
