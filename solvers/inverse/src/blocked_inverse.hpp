#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <kolibri/blas.hpp>
#include <kolibri/detail/inverse_problem.hpp>
#include <kolibri/inverse_options.hpp>
#include <kolibri/scratch.hpp>
#include <kolibri/team_blocks.hpp>
#include <kolibri/team_policy.hpp>

#include "blocked_kernels.hpp"
#include "panel_elimination.hpp"
#include "panel_pivots.hpp"

// The inverse of large matrices in place, one after another, by blocked Gauss-Jordan elimination: a panel of columns is
// eliminated by itself and becomes P; then all other columns get P R added, R their pivot rows, which are set to zero
// before: one product, always of the whole height, no triangular solve, and no row moves before the end. Wide panels
// are eliminated in the same way from narrow ones, these by panel_pivots.hpp. N. J. Higham, Accuracy and Stability of
// Numerical Algorithms, section 14.4, gives the unblocked form.
namespace kolibri::detail {

template <class Scalar>
struct BlockedWorkspace {
  int n;
  int wide;                               ///< columns of a wide panel
  int teams;                              ///< of the first round for pivots
  Scalar* taken[2] = {nullptr, nullptr};  ///< pivot rows of a wide panel, wide x n, and of a narrow one
  Scalar* packed = nullptr;               ///< a narrow panel
  Scalar* steps = nullptr;
  int* winners[2] = {nullptr, nullptr};  ///< of a round, and of the one before
  int* pivot_rows = nullptr;
  int* columns = nullptr;
  int* info = nullptr;

  static constexpr std::size_t alignment = 256;

  template <class Take>
  void lay_out(Take& take) {
    const std::size_t length = n, width = std::min(n, wide);
    take(taken[0], width * length);
    take(taken[1], panel_width * width);
    take(packed, length * panel_width);
    take(steps, panel_width * panel_width);
    take(winners[0], static_cast<std::size_t>(teams) * panel_width);
    take(winners[1], static_cast<std::size_t>(teams) * panel_width);
    take(pivot_rows, length);
    take(columns, length);
    take(info, 1);
  }
};

constexpr int teams_for(int rows, int rows_of_team) { return (rows + rows_of_team - 1) / rows_of_team; }

template <class Exec, class Scalar>
BlockedWorkspace<Scalar> blocked_workspace(int n) {
  return {.n = n, .wide = n > 12000 ? 512 : 256, .teams = teams_for(n, SelectPivots<Exec, Scalar>::Tile::rows)};
}

template <class Exec, class Scalar>
std::size_t blocked_workspace_bytes(int n) {
  ByteCounter<BlockedWorkspace<Scalar>::alignment> counter;
  blocked_workspace<Exec, Scalar>(n).lay_out(counter);
  return counter.bytes;
}

constexpr PivotRule pivot_rule(Pivoting pivoting) {
  return pivoting == Pivoting::none ? PivotRule::diagonal : PivotRule::largest;
}

/// A kernel that gives tiles of a panel to teams; none of them strides over work.
template <class Exec, class Kernel>
void launch_tiles(const char* label, const Exec& exec, int teams, const Kernel& kernel) {
  using Tile = typename Kernel::Tile;
  const TeamShape shape{Tile::threads, Tile::lanes, scratch_for(bytes_of(typename Kernel::Scratch{}))};
  Kokkos::parallel_for(label, team_policy(exec, teams, shape), kernel);
}

/// The tournament for the pivot rows of a panel whose first column is `first`, among `count` entrants (null: the rows
/// of the matrix from 0 on); where the rule leaves no choice, among those that have to be.
template <class Exec, class Scalar>
void find_pivots(const char* label, const Exec& exec, const BlockedWorkspace<Scalar>& work,
                 const PanelColumns<Scalar>& panel, int first, PivotRule rule, const int* entrants, int count,
                 const PivotRecord& record) {
  using Kernel = SelectPivots<Exec, Scalar>;
  if (rule != PivotRule::largest) count = panel.width;
  for (int round = 0, teams = 0; teams != 1; ++round) {
    teams = teams_for(count, Kernel::Tile::rows);
    int* const winners = work.winners[round % 2];
    launch_tiles(label, exec, teams, Kernel{panel, first, rule, entrants, count, winners, work.steps, record});
    entrants = winners;
    count = teams * panel_width;
  }
}

/// Gauss-Jordan elimination of one n x n matrix by rows, a + i * leading + j.
template <class Exec, class Scalar>
class BlockedElimination {
 public:
  BlockedElimination(const Exec& exec, Scalar* a, std::int64_t leading, const BlockedWorkspace<Scalar>& work,
                     PivotRule rule)
      : m_exec(exec), m_a(a), m_leading(leading), m_work(work), m_rule(rule) {}

  /// Leaves the inverse with its rows and columns in another order, see `permute`.
  void run() {
    for (int first = 0; first < m_work.n; first += m_work.wide) {
      const int width = std::min(m_work.wide, m_work.n - first);
      eliminate_wide(first, width);
      update({0, m_work.n}, {first, width}, m_work.taken[0], {m_a + first, m_leading});
    }
  }

  /// Row pivot_rows[k] is row k of the inverse, column columns[j] its column j; NaN when info says so.
  void permute() {
    const int n = m_work.n, width = std::min(n, m_work.wide);
    for (int first = 0; first < n; first += width) {
      const int count = std::min(width, n - first);
      const CopiedPart<Scalar> part{m_a, m_leading, 0, first, count, m_work.taken[0]};
      const std::int64_t items = std::int64_t(n) * count;
      for_items("kolibri::inverse copy columns", m_exec, items, CopyPart<Scalar>{part});
      for_items("kolibri::inverse permute rows", m_exec, items,
                PermuteRows<Scalar>{part, m_work.pivot_rows, m_work.info});
    }
    for (int first = 0; first < n; first += width) {
      const CopiedPart<Scalar> part{m_a, m_leading, first, 0, n, m_work.taken[0]};
      const std::int64_t items = std::int64_t(n) * std::min(width, n - first);
      for_items("kolibri::inverse copy rows", m_exec, items, CopyPart<Scalar>{part});
      for_items("kolibri::inverse permute columns", m_exec, items,
                PermuteColumns<Scalar>{part, m_work.columns, m_work.info});
    }
  }

 private:
  struct Columns {
    int first;
    int width;
  };

  void eliminate_wide(int first, int width) {
    for (int narrow = first; narrow < first + width; narrow += panel_width) {
      const Columns panel{narrow, std::min(panel_width, first + width - narrow)};
      select_pivots(panel);
      eliminate_narrow(panel);
      update({first, width}, panel, m_work.taken[1], {m_work.packed, panel.width});
    }
  }

  PanelColumns<Scalar> columns_of(const Columns& panel) const { return {m_a + panel.first, m_leading, panel.width}; }
  PivotRecord record() const { return {m_work.pivot_rows, m_work.columns, m_work.info}; }

  void select_pivots(const Columns& panel) {
    find_pivots("kolibri::inverse select pivots", m_exec, m_work, columns_of(panel), panel.first, m_rule, nullptr,
                m_work.n, record());
  }

  void eliminate_narrow(const Columns& panel) {
    using Kernel = EliminatePanel<Exec, Scalar>;
    launch_tiles("kolibri::inverse eliminate panel", m_exec, teams_for(m_work.n, Kernel::Tile::rows),
                 Kernel{columns_of(panel),
                        {m_work.packed, panel.width, panel.width},
                        m_work.n,
                        panel.first,
                        m_work.steps,
                        record()});
  }

  /// The columns of `all` outside the panel get P R added.
  void update(const Columns& all, const Columns& panel, Scalar* taken, const blas::Operand<const Scalar>& p) {
    const int others = all.width - panel.width, left = panel.first - all.first;
    for_items("kolibri::inverse take rows", m_exec, std::int64_t(others) * panel.width,
              TakeRows<Scalar>{m_a + all.first, m_leading, left, others, panel.width, m_work.pivot_rows + panel.first,
                               m_work.info, taken});
    add_product(panel, p, {taken, others}, all.first, left);
    add_product(panel, p, {taken + left, others}, panel.first + panel.width, others - left);
  }

  /// `count` columns from `first` on += P R; BLAS sees the transposes, R^T P^T.
  void add_product(const Columns& panel, const blas::Operand<const Scalar>& p, const blas::Operand<const Scalar>& r,
                   int first, int count) {
    if (count == 0) return;
    blas::gemm<Exec, Scalar>(m_exec, {.m = count, .n = m_work.n, .k = panel.width}, Scalar(1), r, p, Scalar(1),
                             {m_a + first, m_leading});
  }

  const Exec& m_exec;
  Scalar* m_a;
  std::int64_t m_leading;
  const BlockedWorkspace<Scalar>& m_work;
  PivotRule m_rule;
};

}  // namespace kolibri::detail
