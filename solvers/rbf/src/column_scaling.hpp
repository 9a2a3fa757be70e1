#pragma once

#include <Kokkos_Core.hpp>

#include "lsqr.hpp"

// Columns of norm 1, which a least-squares problem with rows of unequal units is best conditioned with.
namespace kolibri::detail {

/// No element of a row and a neuron is larger: the bounds are those of wendland_c4.
inline KOKKOS_FUNCTION double element_bound(int dimension, const RbfRow<double>& row, const RbfNeuron<double>& neuron) {
  double square = 0;
  for (int j = 0; j < rbf_components; ++j) square += row.b[j] * row.b[j];
  return 19 * dimension * Kokkos::fabs(row.kappa) * neuron.inverse_square +
         2.5 * Kokkos::sqrt(square * neuron.inverse_square) + Kokkos::fabs(row.q);
}

/// Factors that make the norms of the columns 1. A column that no row sees but with the very border of its support gets
/// none: it would fit that row with a weight out of all proportion. Every element is judged by what it could be in its
/// own row, so that rows of a small kappa count as much as others.
template <class ExecutionSpace>
struct FactorsKernel {
  SparseMatrix<ExecutionSpace> columns;
  DeviceArray<ExecutionSpace, RbfRow<double>> rows;
  DeviceArray<ExecutionSpace, RbfNeuron<double>> neurons;
  int dimension;
  DeviceVector<ExecutionSpace> factors;

  /// Counts columns that are not finite.
  KOKKOS_FUNCTION void operator()(std::int64_t k, int& bad) const {
    const RbfNeuron<double> neuron = neurons(k);
    double square = 0;
    bool seen = false;
    for (std::size_t at = columns.graph.row_map(k); at < columns.graph.row_map(k + 1); ++at) {
      const double element = columns.values(at);
      square += element * element;
      seen = seen || Kokkos::fabs(element) > 1e-8 * element_bound(dimension, rows(columns.graph.entries(at)), neuron);
    }
    factors(k) = seen && square > 0 ? 1 / Kokkos::sqrt(square) : 0;
    if (!Kokkos::isfinite(square)) ++bad;
  }
};

template <class ExecutionSpace>
struct UnseenKernel {
  DeviceVector<ExecutionSpace> factors;
  KOKKOS_FUNCTION void operator()(std::int64_t k, int& unseen) const { unseen += factors(k) == 0; }
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

template <class ExecutionSpace>
struct ScaledColumns {
  DeviceVector<ExecutionSpace> factors;
  int not_finite = 0, unseen = 0;  ///< how many columns
};

/// Scales the columns of a matrix to norm 1, those that no row sees to 0. Waits.
template <class ExecutionSpace>
ScaledColumns<ExecutionSpace> sparse_scale_columns(const ExecutionSpace& exec,
                                                   const CollocationMatrix<ExecutionSpace>& a,
                                                   const DeviceArray<ExecutionSpace, RbfRow<double>>& row_list,
                                                   const DeviceArray<ExecutionSpace, RbfNeuron<double>>& neurons,
                                                   int dimension) {
  const IndexRange<ExecutionSpace> rows(exec, 0, a.rows.numRows()), columns(exec, 0, a.columns.numRows());
  ScaledColumns<ExecutionSpace> scaled{
      DeviceVector<ExecutionSpace>("kolibri::rbf_sparse factors", a.columns.numRows())};
  Kokkos::parallel_reduce("kolibri::rbf_sparse factors", columns,
                          FactorsKernel<ExecutionSpace>{a.columns, row_list, neurons, dimension, scaled.factors},
                          scaled.not_finite);
  Kokkos::parallel_reduce("kolibri::rbf_sparse unseen", columns, UnseenKernel<ExecutionSpace>{scaled.factors},
                          scaled.unseen);
  Kokkos::parallel_for("kolibri::rbf_sparse scale", rows,
                       ScaleRowsKernel<ExecutionSpace>{a.rows, scaled.factors, false});
  Kokkos::parallel_for("kolibri::rbf_sparse scale", columns,
                       ScaleRowsKernel<ExecutionSpace>{a.columns, scaled.factors, true});
  return scaled;
}

}  // namespace kolibri::detail
