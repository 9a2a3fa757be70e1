#pragma once

#include <Kokkos_Core.hpp>

#include "lsqr.hpp"

// Columns of norm 1, which a least-squares problem with rows of unequal units is best conditioned with.
namespace kolibri::detail {

/// Norms of the columns.
template <class ExecutionSpace>
struct NormsKernel {
  SparseMatrix<ExecutionSpace> columns;
  DeviceVector<ExecutionSpace> norms;

  KOKKOS_FUNCTION void operator()(std::int64_t k, double& largest) const {
    double square = 0;
    for (std::size_t at = columns.graph.row_map(k); at < columns.graph.row_map(k + 1); ++at) {
      square += columns.values(at) * columns.values(at);
    }
    norms(k) = Kokkos::sqrt(square);
    largest = Kokkos::fmax(largest, norms(k));
  }
};

/// Norms to factors that make them 1. A column that no row sees but with the very border of its support gets none: it
/// would fit that row with a weight out of all proportion.
template <class ExecutionSpace>
struct FactorsKernel {
  DeviceVector<ExecutionSpace> norms;
  double largest;

  KOKKOS_FUNCTION void operator()(std::int64_t k) const { norms(k) = norms(k) > 1e-8 * largest ? 1 / norms(k) : 0; }
};

template <class ExecutionSpace>
struct ScaleRowsKernel {
  SparseMatrix<ExecutionSpace> matrix;
  DeviceVector<ExecutionSpace> factors;
  bool by_row;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    for (std::size_t at = matrix.graph.row_map(i); at < matrix.graph.row_map(i + 1); ++at) {
      matrix.values(at) *= by_row ? factors(i) : factors(matrix.graph.entries(at));
    }
  }
};

/// Scales the columns of a matrix to norm 1 and returns the factors.
template <class ExecutionSpace>
DeviceVector<ExecutionSpace> scale_columns(const ExecutionSpace& exec, const CollocationMatrix<ExecutionSpace>& a) {
  const IndexRange<ExecutionSpace> rows(exec, 0, a.rows.numRows()), columns(exec, 0, a.columns.numRows());
  const DeviceVector<ExecutionSpace> factors("kolibri::rbf_sparse factors", a.columns.numRows());
  double largest = 0;
  Kokkos::parallel_reduce("kolibri::rbf_sparse norms", columns, NormsKernel<ExecutionSpace>{a.columns, factors},
                          Kokkos::Max<double>(largest));
  Kokkos::parallel_for("kolibri::rbf_sparse factors", columns, FactorsKernel<ExecutionSpace>{factors, largest});
  Kokkos::parallel_for("kolibri::rbf_sparse scale", rows, ScaleRowsKernel<ExecutionSpace>{a.rows, factors, false});
  Kokkos::parallel_for("kolibri::rbf_sparse scale", columns, ScaleRowsKernel<ExecutionSpace>{a.columns, factors, true});
  return factors;
}

}  // namespace kolibri::detail
