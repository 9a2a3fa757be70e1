#pragma once

#include <cmath>
#include <kolibri/rbf_sparse.hpp>
#include <numeric>

#include "column_scaling.hpp"
#include "lsqr.hpp"
#include "sparse_kernels.hpp"

// rbf_sparse().
namespace kolibri::detail {

/// The fit of one network, level by level.
template <class ExecutionSpace>
struct SparseFit {
  ExecutionSpace exec;
  RbfNetworkData<double> network;
  RbfSparseOptions options;
  DeviceArray<ExecutionSpace, RbfRow<double>> rows;
  DeviceArray<ExecutionSpace, RbfNeuron<double>> neurons;
  DeviceVector<ExecutionSpace> residual;

  /// Adds to the weights of a level what fits the residual best, and takes it off the residual. Columns, weights or a
  /// residual that are not finite, where finite numbers overflow, leave a residual of NaN.
  RbfLevelFit fit(int level, int first, int count) const {
    const DeviceArray<ExecutionSpace, RbfNeuron<double>> part =
        Kokkos::subview(neurons, Kokkos::pair<int, int>(first, first + count));
    double width = 0;
    Kokkos::parallel_reduce("kolibri::rbf_sparse width", IndexRange<ExecutionSpace>(exec, 0, count),
                            SparseWidthKernel<ExecutionSpace>{part}, Kokkos::Max<double>(width));
    const auto a = collocation_matrix(exec, rows, part, width, network.dimension());
    RbfLevelFit result{level, count, static_cast<std::int64_t>(a.rows.nnz()), 0, quiet_nan<double>(), 0};
    const ScaledColumns<ExecutionSpace> scaled = sparse_scale_columns(exec, a, rows, part, network.dimension());
    result.unseen = scaled.unseen;
    if (scaled.not_finite > 0) return result;
    const DeviceVector<ExecutionSpace> x("kolibri::rbf_sparse x", count), b("kolibri::rbf_sparse b", rows.extent(0));
    Kokkos::deep_copy(exec, b, residual);
    result.iterations = lsqr(exec, a, b, x, {options.tolerance, options.iterations});
    KokkosSparse::spmv(exec, "N", -1.0, a.rows, x, 1.0, residual);
    int bad_weights = 0;
    Kokkos::parallel_reduce("kolibri::rbf_sparse weights", IndexRange<ExecutionSpace>(exec, 0, count),
                            SparseAddWeightsKernel<ExecutionSpace>{network.weights, x, scaled.factors, first},
                            bad_weights);
    const double norm = sparse_norm(exec, residual);
    if (bad_weights == 0 && std::isfinite(norm)) result.residual = norm;
    return result;
  }
};

template <class ExecutionSpace>
RbfSparseReport rbf_sparse(const ExecutionSpace& exec, const RbfRowData<double>& rows,
                           const RbfNetworkData<double>& network, const std::vector<int>& levels,
                           const RbfSparseOptions& options) {
  const DeviceArray<ExecutionSpace, RbfRow<double>> row_list("kolibri::rbf_sparse rows", rows.rows());
  const DeviceArray<ExecutionSpace, RbfNeuron<double>> neurons("kolibri::rbf_sparse neurons", network.neurons());
  const DeviceVector<ExecutionSpace> residual("kolibri::rbf_sparse residual", rows.rows());
  const IndexRange<ExecutionSpace> all(exec, 0, network.neurons());
  int bad_rows = 0, bad_neurons = 0;
  Kokkos::parallel_reduce("kolibri::rbf_sparse rows", IndexRange<ExecutionSpace>(exec, 0, rows.rows()),
                          SparseRowsKernel<ExecutionSpace>{rows, row_list, residual}, bad_rows);
  Kokkos::parallel_reduce("kolibri::rbf_sparse neurons", all, SparseNeuronsKernel<ExecutionSpace>{network, neurons},
                          bad_neurons);
  RbfSparseReport report;
  const auto fail = [&] {
    Kokkos::parallel_for("kolibri::rbf_sparse not finite", all, SparseNoWeightsKernel<ExecutionSpace>{network.weights});
    exec.fence("kolibri::rbf_sparse not finite");
    report.info = rbf_not_finite;
    return report;
  };
  if (bad_rows + bad_neurons > 0) return fail();
  const SparseFit<ExecutionSpace> fit{exec, network, options, row_list, neurons, residual};
  std::vector<int> first(levels.size());
  std::exclusive_scan(levels.begin(), levels.end(), first.begin(), 0);
  const int finest = static_cast<int>(levels.size()) - 1;
  const auto fit_level = [&](int level) {
    const auto at = static_cast<std::size_t>(level);
    report.fits.push_back(fit.fit(level, first[at], levels[at]));
    return std::isfinite(report.fits.back().residual);
  };
  for (int level = 0; level <= finest; ++level) {
    if (!fit_level(level)) return fail();
  }
  for (int level = finest - 1; level >= 0; --level) {
    if (!fit_level(level)) return fail();
  }
  return report;
}

}  // namespace kolibri::detail

#define KOLIBRI_INSTANTIATE_ONE(SPACE, REAL) KOLIBRI_RBF_SPARSE_TEMPLATES(, SPACE)
#define KOLIBRI_INSTANTIATE(REAL)                       \
  namespace kolibri {                                   \
  KOLIBRI_FOR_EACH_SPACE(KOLIBRI_INSTANTIATE_ONE, REAL) \
  }
