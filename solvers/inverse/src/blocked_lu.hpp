#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <kolibri/blas.hpp>
#include <kolibri/scratch.hpp>
#include <kolibri/team_blocks.hpp>
#include <kolibri/team_policy.hpp>

#include "blocked_inverse.hpp"
#include "blocked_lu_kernels.hpp"

// P A = L U of one large matrix in place: wide panels of columns, made of narrow ones whose pivot rows panel_pivots.hpp
// finds; beside a panel, a triangular solve for the rows of U and one product for all that is below. Golub and Van
// Loan, Matrix Computations, section 3.4.
namespace kolibri::detail {

template <class Scalar>
struct LuWorkspace : BlockedWorkspace<Scalar> {
  int* numbers = nullptr;  ///< 0, 1, ..., n - 1
  int* order = nullptr;    ///< row i of P A is row order[i] of A
  int* pivots = nullptr;   ///< LAPACK's, from 1
  int* moves = nullptr;

  template <class Take>
  void lay_out(Take& take) {
    BlockedWorkspace<Scalar>::lay_out(take);
    const std::size_t length = this->n;
    take(numbers, length);
    take(order, length);
    take(pivots, length);
    take(moves, 1 + 2 * RowMoves::most);
  }
  RowMoves row_moves() const { return {moves, moves + 1, moves + 1 + RowMoves::most}; }
};

template <class Exec, class Scalar>
LuWorkspace<Scalar> lu_workspace(int n) {
  return {blocked_workspace<Exec, Scalar>(n)};
}

/// No row has been pivot row yet. An item is a row.
template <class Scalar>
struct BeginLu {
  LuWorkspace<Scalar> work;
  int info;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const auto i = static_cast<int>(item);
    work.columns[i] = -1;
    work.numbers[i] = work.order[i] = i;
    work.pivots[i] = i + 1;
    if (i == 0) *work.info = info;
  }
};

/// The factorisation of one n x n matrix by rows, a + i * leading + j; L has the unit diagonal.
template <class Exec, class Scalar>
class BlockedLu {
 public:
  BlockedLu(const Exec& exec, Scalar* a, std::int64_t leading, const LuWorkspace<Scalar>& work, PivotRule rule)
      : m_exec(exec), m_a(a), m_leading(leading), m_work(work), m_rule(rule) {}

  void run() {
    const int n = m_work.n;
    for (int first = 0; first < n; first += m_work.wide) {
      const int end = std::min(first + m_work.wide, n);
      for (int narrow = first; narrow < end; narrow += panel_width) {
        const int width = std::min(panel_width, end - narrow);
        select_pivots(narrow, width);
        exchange_rows(narrow, width);
        factor_panel(narrow, width);
        update(narrow, width, end);
      }
      update(first, end - first, n);
    }
  }

 private:
  PivotRecord record() const { return {m_work.pivot_rows, m_work.columns, m_work.info, true}; }
  Scalar* at(std::int64_t i, std::int64_t j) const { return m_a + i * m_leading + j; }

  void select_pivots(int first, int width) {
    find_pivots<Exec, Scalar>("kolibri::lu select pivots", m_exec, m_work, {m_a + first, m_leading, width}, first,
                              m_rule, m_work.numbers + first, m_work.n - first, record());
  }

  void exchange_rows(int first, int width) {
    const RowMoves moves = m_work.row_moves();
    for_items("kolibri::lu plan exchanges", m_exec, 1,
              PlanExchanges{first, width, record(), m_work.pivots, m_work.order, moves});
    const std::int64_t items = 2LL * width * m_work.n;
    for_items("kolibri::lu take rows", m_exec, items,
              MoveRows<Scalar, false>{m_a, m_leading, m_work.n, moves, m_work.taken[0]});
    for_items("kolibri::lu exchange rows", m_exec, items,
              MoveRows<Scalar, true>{m_a, m_leading, m_work.n, moves, m_work.taken[0]});
  }

  void factor_panel(int first, int width) {
    using Kernel = FactorPanel<Exec, Scalar>;
    const int rows = m_work.n - first;
    launch_tiles("kolibri::lu factor panel", m_exec, teams_for(rows, Kernel::Tile::rows),
                 Kernel{{at(first, first), m_leading, width}, rows, m_work.steps});
  }

  /// Columns [first + width, end): U from the panel's L, and what is below less the product. BLAS sees the transposes.
  void update(int first, int width, int end) {
    const int next = first + width, count = end - next, below = m_work.n - next;
    if (count == 0) return;
    blas::trsm<Exec, Scalar>(m_exec,
                             {.side = blas::Side::right,
                              .uplo = blas::Uplo::upper,
                              .diagonal = blas::Diagonal::unit,
                              .m = count,
                              .n = width},
                             Scalar(1), {at(first, first), m_leading}, {at(first, next), m_leading});
    blas::gemm<Exec, Scalar>(m_exec, {.m = count, .n = below, .k = width}, Scalar(-1), {at(first, next), m_leading},
                             {at(next, first), m_leading}, Scalar(1), {at(next, next), m_leading});
  }

  const Exec& m_exec;
  Scalar* m_a;
  std::int64_t m_leading;
  const LuWorkspace<Scalar>& m_work;
  PivotRule m_rule;
};

}  // namespace kolibri::detail
