#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <kolibri/detail/inverse_problem.hpp>
#include <kolibri/scalar.hpp>

#include "blocked_inverse.hpp"
#include "blocked_kernels.hpp"
#include "matrix_storage.hpp"

// The members of a batch one after another by BlockedElimination.
namespace kolibri::detail {

/// X := A for one member.
template <class Scalar>
struct CopyMember {
  MatrixBatch<const Scalar> a;
  MatrixBatch<Scalar> x;
  std::int64_t b;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const bool by_columns = x.row_stride < x.column_stride;
    const auto fast = static_cast<int>(item % a.rows), slow = static_cast<int>(item / a.rows);
    const int i = by_columns ? fast : slow, j = by_columns ? slow : fast;
    x(b, i, j) = a(b, i, j);
  }
};

/// Counts elements that are not finite.
template <class Scalar>
struct CountBad {
  const Scalar* a;
  std::int64_t leading;
  int n;

  KOKKOS_FUNCTION void operator()(std::int64_t item, std::int64_t& count) const {
    if (!is_finite(a[item / n * leading + item % n])) ++count;
  }
};

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

/// Rows or columns of X have to be contiguous.
template <class Exec, class Scalar>
class BlockedMembers {
 public:
  BlockedMembers(const Exec& exec, const InverseProblem<Scalar>& problem, Pivoting pivoting)
      : m_exec(exec),
        m_problem(problem),
        m_pivoting(pivoting),
        m_n(problem.n()),
        m_work(blocked_workspace<Exec, Scalar>(problem.n())) {}

  void run() {
    Kokkos::View<std::byte*, typename Exec::memory_space> memory(
        Kokkos::view_alloc(m_exec, Kokkos::WithoutInitializing, "kolibri::inverse workspace"),
        blocked_workspace_bytes<Exec, Scalar>(m_n));
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
    if (m_problem.a.data != x.data) {
      for_items("kolibri::inverse copy", m_exec, size, CopyMember<Scalar>{m_problem.a, x, b});
    }
    const bool finite = is_finite(data, leading, size);
    for_items("kolibri::inverse begin", m_exec, m_n, BeginMember<Scalar>{m_work, finite ? 0 : info_not_finite});
    const auto transpose = [&] {
      for_items("kolibri::inverse transpose", m_exec, size, TransposeInPlace<Scalar>{data, leading, m_n});
    };
    if (by_columns) transpose();
    BlockedElimination<Exec, Scalar> elimination(m_exec, data, leading, m_work, m_pivoting);
    if (finite) elimination.run();
    elimination.permute();
    for_items("kolibri::inverse info", m_exec, 1, ReportInfo<Scalar>{m_problem, b, m_work.info});
    if (by_columns) transpose();
  }

  /// Waits for the device: a member that is not finite ends here.
  bool is_finite(const Scalar* data, std::int64_t leading, std::int64_t size) {
    std::int64_t bad = 0;
    Kokkos::parallel_reduce("kolibri::inverse finite",
                            Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(m_exec, 0, size),
                            CountBad<Scalar>{data, leading, m_n}, bad);
    return bad == 0;
  }

  const Exec& m_exec;
  const InverseProblem<Scalar>& m_problem;
  Pivoting m_pivoting;
  int m_n;
  BlockedWorkspace<Scalar> m_work;
};

}  // namespace kolibri::detail
