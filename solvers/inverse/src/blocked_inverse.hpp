#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <kolibri/blas.hpp>
#include <kolibri/detail/gauss_jordan.hpp>
#include <kolibri/detail/inverse_problem.hpp>
#include <kolibri/scratch.hpp>
#include <kolibri/team_policy.hpp>
#include <string>

#include "blocked_kernels.hpp"
#include "panel_step.hpp"

// The inverse of large matrices in place, one after another, by blocked Gauss-Jordan elimination: a panel of columns is
// eliminated by itself (panel_step.hpp) and becomes P; then all other columns get P R added, R their pivot rows, whose
// place is set to zero before: one product, always of the whole height, and no triangular solve. Wide panels are
// eliminated in the same way from narrow ones. N. J. Higham, Accuracy and Stability of Numerical Algorithms, section
// 14.4, gives the unblocked form.
namespace kolibri::detail {

/// Widths of panels, from the whole matrix down to what panel_step.hpp does a column at a time.
struct PanelWidths {
  int wide = 256;
  int narrow = 32;
};

template <class Scalar>
struct BlockedWorkspace {
  int n;
  int teams;
  PanelWidths widths;
  Scalar* taken[2] = {nullptr, nullptr};  ///< pivot rows of a wide panel, wide x n, and of a narrow one
  Scalar* displaced_rows = nullptr;       ///< what they displace, moved_columns columns at a time
  Candidate<real_t<Scalar>>* proposals = nullptr;
  Scalar* proposed = nullptr;
  Scalar* displaced = nullptr;
  Scalar* packed = nullptr;  ///< a narrow panel
  int* pivots = nullptr;
  int* order = nullptr;                   ///< which row of A stands at a place of the panel
  int* standing[2] = {nullptr, nullptr};  ///< where a row of A stands outside a wide panel, and outside a narrow one
  int* info = nullptr;

  static constexpr std::size_t alignment = 256;
  static constexpr int moved_columns = 4096;

  template <class Take>
  void lay_out(Take& take) {
    const std::size_t length = n, wide = std::min(n, widths.wide), narrow = std::min(n, widths.narrow);
    take(taken[0], wide * length);
    take(taken[1], narrow * wide);
    take(displaced_rows, wide * std::min(n, moved_columns));
    take(proposals, 2 * std::size_t(teams));
    take(proposed, 2 * teams * narrow);
    take(displaced, 2 * narrow);
    take(packed, length * narrow);
    take(pivots, length);
    take(order, length);
    take(standing[0], length);
    take(standing[1], length);
    take(info, 1);
  }
};

template <class Exec>
inline constexpr int panel_team_size = runs_on_host<Exec> ? 1 : 16;
template <class Exec>
inline constexpr int panel_lanes = runs_on_host<Exec> ? 1 : 32;

/// Teams among which the rows of a panel are shared.
template <class Exec>
int panel_teams(const Exec& exec, int n) {
  return runs_on_host<Exec> ? std::clamp(exec.concurrency(), 1, n) : std::clamp(n / 64, 1, 512);
}

template <class Exec, class Scalar>
BlockedWorkspace<Scalar> blocked_workspace(const Exec& exec, int n) {
  return {.n = n, .teams = panel_teams(exec, n), .widths = {.wide = n > 12000 ? 512 : 256}};
}

template <class Exec, class Scalar>
std::size_t blocked_workspace_bytes(const Exec& exec, int n) {
  ByteCounter<BlockedWorkspace<Scalar>::alignment> counter;
  blocked_workspace<Exec, Scalar>(exec, n).lay_out(counter);
  return counter.bytes;
}

/// Gauss-Jordan elimination of one n x n matrix by rows, a + i * leading + j.
template <class Exec, class Scalar>
class BlockedElimination {
 public:
  BlockedElimination(const Exec& exec, Scalar* a, std::int64_t leading, const BlockedWorkspace<Scalar>& work,
                     Pivoting pivoting)
      : m_exec(exec), m_a(a), m_leading(leading), m_work(work), m_pivoting(pivoting) {}

  /// Leaves A^-1 with its columns in another order: column j of the inverse is column columns()[j].
  void run() { eliminate(0, m_work.n, 0); }

  const int* columns() const { return m_work.standing[0]; }

 private:
  /// Columns [begin, begin + width): at level 0 in wide panels, at level 1 in narrow ones, and these by columns.
  void eliminate(int begin, int width, int level) {
    if (level == 2) return eliminate_by_columns(begin, width);
    const int widest = level == 0 ? m_work.widths.wide : m_work.widths.narrow;
    for (int first = begin; first < begin + width; first += widest) {
      const int panel = std::min(widest, begin + width - first);
      eliminate(first, panel, level + 1);
      update(begin, width, first, panel, level);
    }
  }

  void eliminate_by_columns(int first, int width) {
    Panel<Scalar> panel;
    panel.a = m_a;
    panel.leading = m_leading;
    panel.packed = m_work.packed;
    panel.n = m_work.n;
    panel.first = first;
    panel.width = width;
    panel.pivoting = m_pivoting;
    panel.teams = m_work.teams;
    panel.proposals = m_work.proposals;
    panel.proposed = m_work.proposed;
    panel.displaced = m_work.displaced;
    panel.pivots = m_work.pivots;
    panel.order = m_work.order;
    panel.info = m_work.info;
    // One policy for all steps: asking how large a team may be costs as much as a launch.
    const std::string label = "kolibri::inverse panel step";
    Kokkos::TeamPolicy<Exec> policy(m_exec, m_work.teams, panel_team_size<Exec>, panel_lanes<Exec>);
    const std::size_t scratch = bytes_of(PanelScratch<Scalar>(width, panel_team_size<Exec>)) + 16;
    policy.set_scratch_size(scratch_level<Exec>, Kokkos::PerTeam(scratch));
    Kokkos::parallel_for("kolibri::inverse panel begin", policy, BeginPanel<Exec, Scalar>{panel});
    for (int k = first; k < first + width; ++k) {
      Kokkos::parallel_for(label, policy, PanelStep<Exec, Scalar>{panel, k});
    }
  }

  /// The columns [begin, begin + width) outside the panel [first, first + panel) get P R added.
  void update(int begin, int width, int first, int panel, int level) {
    const int others = width - panel, left = first - begin;
    const PanelExchanges exchanges{first, panel, m_work.pivots, m_work.order, m_work.standing[level]};
    Scalar* const taken = m_work.taken[level];
    for (int moved = 0; moved < others; moved += m_work.moved_columns) {
      const int columns = std::min(m_work.moved_columns, others - moved);
      const MovedRows<Scalar> rows{m_a,    m_leading, begin,       moved, columns,
                                   others, exchanges, m_work.info, taken, m_work.displaced_rows};
      const std::int64_t items = static_cast<std::int64_t>(columns) * panel;
      for_items("kolibri::inverse take rows", m_exec, items, TakeRows<Scalar>{rows});
      for_items("kolibri::inverse place rows", m_exec, items, PlaceRows<Scalar>{rows});
    }
    for_items("kolibri::inverse exchanges", m_exec, panel, RecordExchanges{exchanges, m_work.info});
    add_product(first, panel, taken, others, begin, left);
    add_product(first, panel, taken + left, others, first + panel, others - left);
  }

  /// Columns [column, column + count) += P R; BLAS sees the transposes, R^T P^T.
  void add_product(int first, int panel, const Scalar* taken, int taken_leading, int column, int count) {
    if (count == 0) return;
    blas::gemm<Exec, Scalar>(m_exec, {.m = count, .n = m_work.n, .k = panel}, Scalar(1), {taken, taken_leading},
                             {m_a + first, m_leading}, Scalar(1), {m_a + column, m_leading});
  }

  const Exec& m_exec;
  Scalar* m_a;
  std::int64_t m_leading;
  const BlockedWorkspace<Scalar>& m_work;
  Pivoting m_pivoting;
};

}  // namespace kolibri::detail
