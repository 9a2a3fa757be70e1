#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <kolibri/blas.hpp>
#include <kolibri/detail/inverse_problem.hpp>
#include <kolibri/team_blocks.hpp>

#include "blocked_lu.hpp"
#include "blocked_lu_reports.hpp"
#include "blocked_members.hpp"
#include "blocked_solve_kernels.hpp"
#include "lu_task.hpp"
#include "order_of_pivots.hpp"

// lu(), lu_solve(), solve() and the determinants of large matrices, one member after another.
namespace kolibri::detail {

/// LuWorkspace, and memory for a matrix where the result has no room for the factors.
template <class Scalar>
struct LuMemory {
  LuWorkspace<Scalar> work;
  bool has_factors;
  Scalar* factors = nullptr;
  real_t<Scalar>* sizes = nullptr;  ///< of corrections, a column of `work.taken[0]` each

  static constexpr std::size_t alignment = BlockedWorkspace<Scalar>::alignment;

  template <class Take>
  void lay_out(Take& take) {
    work.lay_out(take);
    const std::size_t length = work.n;
    take(factors, has_factors ? length * length : 0);
    take(sizes, static_cast<std::size_t>(std::min(work.n, work.wide)));
  }
};

template <class Exec, class Scalar>
std::size_t lu_memory_bytes(int n, bool has_factors) {
  ByteCounter<BlockedWorkspace<Scalar>::alignment> counter;
  LuMemory<Scalar>{lu_workspace<Exec, Scalar>(n), has_factors}.lay_out(counter);
  return counter.bytes;
}

template <class Exec, class Scalar>
class LargeLu {
 public:
  /// With `has_factors` false they go to X, which has unit stride in rows or columns.
  LargeLu(const Exec& exec, const InverseProblem<Scalar>& problem, const LuOptions& options, bool has_factors)
      : m_exec(exec),
        m_problem(problem),
        m_options(options),
        m_n(problem.n()),
        m_memory{lu_workspace<Exec, Scalar>(problem.n()), has_factors},
        m_bytes(workspace_of(exec, "kolibri::inverse", lu_memory_bytes<Exec, Scalar>(problem.n(), has_factors),
                             problem.workspace)) {
    Carver<LuMemory<Scalar>::alignment> carver{m_bytes.data()};
    m_memory.lay_out(carver);
  }

  void lu() {
    const MatrixBatch<Scalar>& x = m_problem.x;
    const bool by_columns = x.column_stride != 1;
    const std::int64_t leading = by_columns ? x.column_stride : x.row_stride;
    for (std::int64_t b = 0; b < m_problem.a.batch; ++b) {
      Scalar* const data = x.data + b * x.batch_stride;
      const auto transpose = [&] {
        if (by_columns)
          for_items("kolibri::lu transpose", m_exec, size(), TransposeInPlace<Scalar>{data, leading, m_n});
      };
      if (m_problem.a.data != x.data)
        for_items("kolibri::lu copy", m_exec, size(), CopyMember<Scalar>{m_problem.a, x, b, false});
      transpose();
      if (factor(data, leading)) {
        if (m_options.unit == UnitFactor::upper) {
          for_items("kolibri::lu move diagonal", m_exec, size(), MoveDiagonal<Scalar>{data, leading, m_n});
        }
        transpose();
      } else {
        for_items("kolibri::lu not finite", m_exec, size(), FillWithNaN<Scalar>{x, b});
      }
      for_items("kolibri::lu report", m_exec, m_n, ReportLu<Scalar>{m_problem, b, m_memory.work});
    }
  }

  void determinant() {
    for (std::int64_t b = 0; b < m_problem.a.batch; ++b) {
      load_factors(b);
      factor(m_memory.factors, m_n);
      for_items("kolibri::determinant", m_exec, 1,
                ReportDeterminant<Scalar>{m_problem, b, m_memory.factors, m_memory.work});
    }
  }

  void solve() {
    for (std::int64_t b = 0; b < m_problem.a.batch; ++b) {
      load_factors(b);
      const bool finite = factor(m_memory.factors, m_n, all_finite(m_exec, m_problem.b, b));
      for_items("kolibri::solve report", m_exec, 1, ReportInfo<Scalar>{m_problem, b, m_memory.work.info});
      if (finite) {
        substitute_all(b, UnitFactor::lower, m_options.refine);
      } else {
        for_items("kolibri::solve not finite", m_exec, std::int64_t(m_n) * m_problem.x.columns,
                  FillWithNaN<Scalar>{m_problem.x, b});
      }
    }
  }

  void lu_solve() {
    for (std::int64_t b = 0; b < m_problem.a.batch; ++b) {
      load_factors(b);
      begin(0);
      for_items("kolibri::lu_solve order", m_exec, 1, OrderOfPivots{m_problem.pivots, b, m_n, m_memory.work.order});
      substitute_all(b, m_options.unit, 0);
    }
  }

 private:
  std::int64_t size() const { return std::int64_t(m_n) * m_n; }
  void begin(int info) { for_items("kolibri::lu begin", m_exec, m_n, BeginLu<Scalar>{m_memory.work, info}); }

  void load_factors(std::int64_t b) {
    MatrixBatch<Scalar> factors{m_memory.factors, 1, m_n, m_n, 0, m_n, 1};
    for_items("kolibri::lu copy", m_exec, size(), CopyMember<Scalar>{m_problem.a, factors, b, false});
  }

  /// Whether there was something to factorise. Waits for the device.
  bool factor(Scalar* data, std::int64_t leading, bool finite_beside = true) {
    const MatrixBatch<const Scalar> rows{data, 1, m_n, m_n, 0, leading, 1};
    const bool finite = all_finite(m_exec, rows, 0) && finite_beside;
    begin(finite ? 0 : info_not_finite);
    if (finite) {
      BlockedLu<Exec, Scalar>(m_exec, data, leading, m_memory.work, pivot_rule(m_options.pivoting)).run();
    }
    return finite;
  }

  /// X from the factors and B, some columns at a time.
  void substitute_all(std::int64_t b, UnitFactor unit, int refine) {
    const int columns = m_problem.x.columns, most = std::min(m_n, m_memory.work.wide);
    for (int first = 0; first < columns; first += most) {
      const int count = std::min(most, columns - first);
      const std::int64_t items = std::int64_t(m_n) * count;
      const LuWorkspace<Scalar>& work = m_memory.work;
      const SomeRightHandSides<Scalar> sides{m_problem,  b,         m_options.operation, first,
                                             work.order, work.info, work.taken[0]};
      for_items("kolibri::solve take right-hand sides", m_exec, items, TakeRightHandSides<Scalar>{sides});
      substitute(count, unit);
      for_items("kolibri::solve store", m_exec, items, StoreSolutions<Scalar>{sides});
      const auto correct = [&](bool is_first) {
        for_items("kolibri::solve correct", m_exec, count, AddCorrections<Scalar>{sides, m_memory.sizes, is_first});
      };
      if (refine > 0) correct(true);
      for (int step = 0; step < refine; ++step) {
        for_items("kolibri::solve residuals", m_exec, items, TakeResiduals<Scalar>{sides});
        substitute(count, unit);
        correct(false);
      }
    }
  }

  /// The buffer by columns: L and U, or U^T and L^T. BLAS sees the transposes of the factors.
  void substitute(int count, UnitFactor unit) {
    const auto solve = [&](blas::Uplo uplo, bool has_unit) {
      const blas::TrsmShape shape{.uplo = uplo,
                                  .op = m_options.operation == Operation::none ? blas::Op::transpose : blas::Op::none,
                                  .diagonal = has_unit ? blas::Diagonal::unit : blas::Diagonal::stored,
                                  .m = m_n,
                                  .n = count};
      blas::trsm<Exec, Scalar>(m_exec, shape, Scalar(1), {m_memory.factors, m_n}, {m_memory.work.taken[0], m_n});
    };
    const auto lower = [&] { solve(blas::Uplo::upper, unit == UnitFactor::lower); };
    const auto upper = [&] { solve(blas::Uplo::lower, unit == UnitFactor::upper); };
    if (m_options.operation == Operation::none) {
      lower();
      upper();
    } else {
      upper();
      lower();
    }
  }

  const Exec& m_exec;
  const InverseProblem<Scalar>& m_problem;
  const LuOptions& m_options;
  int m_n;
  LuMemory<Scalar> m_memory;
  Workspace<Exec> m_bytes;
};

}  // namespace kolibri::detail
