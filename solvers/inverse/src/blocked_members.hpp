#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <kolibri/detail/inverse_problem.hpp>
#include <kolibri/scalar.hpp>
#include <kolibri/team_blocks.hpp>

#include "blocked_inverse.hpp"
#include "blocked_kernels.hpp"
#include "matrix_storage.hpp"

// The members of a batch one after another by BlockedElimination.
namespace kolibri::detail {

/// X := A for one member, or the Hermitian matrix whose lower triangle A has; A may be X.
template <class Scalar>
struct CopyMember {
  MatrixBatch<const Scalar> a;
  MatrixBatch<Scalar> x;
  std::int64_t b;
  bool lower_only;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const bool by_columns = x.row_stride < x.column_stride;
    const auto fast = static_cast<int>(item % a.rows), slow = static_cast<int>(item / a.rows);
    const int i = by_columns ? fast : slow, j = by_columns ? slow : fast;
    Scalar element = lower_only && i < j ? conj(a(b, j, i)) : a(b, i, j);
    if (lower_only && i == j && is_finite(real(element))) element = Scalar(real(element));
    x(b, i, j) = element;
  }
};

/// Counts elements of a member that are not finite.
template <class Scalar>
struct CountBad {
  MatrixBatch<const Scalar> a;
  std::int64_t b;

  KOKKOS_FUNCTION void operator()(std::int64_t item, std::int64_t& count) const {
    const bool by_columns = a.row_stride < a.column_stride;
    const int length = by_columns ? a.rows : a.columns;
    const auto fast = static_cast<int>(item % length), slow = static_cast<int>(item / length);
    if (!is_finite(a(b, by_columns ? fast : slow, by_columns ? slow : fast))) ++count;
  }
};

/// Waits for the device: a member that is not finite ends here.
template <class Exec, class Scalar>
bool all_finite(const Exec& exec, const MatrixBatch<const Scalar>& a, std::int64_t b) {
  std::int64_t bad = 0;
  Kokkos::parallel_reduce(
      "kolibri::inverse finite",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, std::int64_t(a.rows) * a.columns),
      CountBad<Scalar>{a, b}, bad);
  return bad == 0;
}

/// No row has been pivot row yet. An item is a row.
template <class Scalar>
struct BeginMember {
  BlockedWorkspace<Scalar> work;
  int info;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const auto i = static_cast<int>(item);
    work.columns[i] = -1;
    if (i == 0) *work.info = info;
  }
};

template <class Scalar>
struct ReportInfo {
  InverseProblem<Scalar> problem;
  std::int64_t b;
  const int* info;

  KOKKOS_FUNCTION void operator()(std::int64_t) const { problem.report(b, *info); }
};

template <class Scalar>
bool has_unit_stride(const MatrixBatch<Scalar>& x) {
  return x.row_stride == 1 || x.column_stride == 1 || x.rows == 0;
}

/// Rows or columns of X have to be contiguous.
template <class Exec, class Scalar>
class BlockedMembers {
 public:
  BlockedMembers(const Exec& exec, const InverseProblem<Scalar>& problem, PivotRule rule)
      : m_exec(exec),
        m_problem(problem),
        m_rule(rule),
        m_n(problem.n()),
        m_work(blocked_workspace<Exec, Scalar>(problem.n())) {}

  void run() {
    const auto memory =
        workspace_of(m_exec, "kolibri::inverse", blocked_workspace_bytes<Exec, Scalar>(m_n), m_problem.workspace);
    Carver<BlockedWorkspace<Scalar>::alignment> carver{memory.data()};
    m_work.lay_out(carver);
    for (std::int64_t b = 0; b < m_problem.a.batch; ++b) invert(b);
  }

 private:
  void invert(std::int64_t b) {
    const auto& x = m_problem.x;
    Scalar* const data = x.data + b * x.batch_stride;
    const bool by_columns = x.column_stride != 1;
    const std::int64_t leading = by_columns ? x.column_stride : x.row_stride;
    const std::int64_t size = static_cast<std::int64_t>(m_n) * m_n;
    const bool lower_only = m_rule == PivotRule::positive_diagonal;
    if (lower_only || m_problem.a.data != x.data) {
      for_items("kolibri::inverse copy", m_exec, size, CopyMember<Scalar>{m_problem.a, x, b, lower_only});
    }
    const bool finite = all_finite<Exec, Scalar>(m_exec, x, b);
    for_items("kolibri::inverse begin", m_exec, m_n, BeginMember<Scalar>{m_work, finite ? 0 : info_not_finite});
    const auto transpose = [&] {
      for_items("kolibri::inverse transpose", m_exec, size, TransposeInPlace<Scalar>{data, leading, m_n});
    };
    if (by_columns) transpose();
    BlockedElimination<Exec, Scalar> elimination(m_exec, data, leading, m_work, m_rule);
    if (finite) elimination.run();
    elimination.permute();
    for_items("kolibri::inverse info", m_exec, 1, ReportInfo<Scalar>{m_problem, b, m_work.info});
    if (by_columns) transpose();
    if (lower_only) for_items("kolibri::inverse mirror", m_exec, size, CopyMember<Scalar>{x, x, b, true});
  }

  const Exec& m_exec;
  const InverseProblem<Scalar>& m_problem;
  PivotRule m_rule;
  int m_n;
  BlockedWorkspace<Scalar> m_work;
};

}  // namespace kolibri::detail
