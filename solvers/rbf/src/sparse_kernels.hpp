#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/rbf_problem.hpp>
#include <kolibri/scalar.hpp>

#include "lsqr.hpp"

// What goes into the fit of a sparse network and what comes out of it.
namespace kolibri::detail {

template <class ExecutionSpace>
struct SparseRowsKernel {
  RbfRowData<double> data;
  DeviceArray<ExecutionSpace, RbfRow<double>> rows;
  DeviceVector<ExecutionSpace> residual;

  /// Counts rows that are not finite.
  KOKKOS_FUNCTION void operator()(std::int64_t at, int& bad) const {
    const auto i = static_cast<int>(at);
    const RbfRow<double> row = data.row(0, i);
    rows(i) = row;
    residual(i) = data.targets(0, i);
    double sum = residual(i) + row.kappa + row.q;
    for (int j = 0; j < rbf_components; ++j) sum += row.x[j] + row.b[j];
    if (!Kokkos::isfinite(sum)) ++bad;
  }
};

template <class ExecutionSpace>
struct SparseNeuronsKernel {
  RbfNetworkData<double> data;
  DeviceArray<ExecutionSpace, RbfNeuron<double>> neurons;

  /// Counts neurons that are not finite. All weights are 0 at first.
  KOKKOS_FUNCTION void operator()(std::int64_t at, int& bad) const {
    const auto k = static_cast<int>(at);
    const RbfNeuron<double> neuron = data.neuron(0, k);
    neurons(k) = neuron;
    data.weights(0, k) = 0;
    double sum = neuron.inverse_square + 1 / neuron.inverse_square;
    for (int j = 0; j < rbf_components; ++j) sum += neuron.c[j];
    if (!Kokkos::isfinite(sum)) ++bad;
  }
};

template <class ExecutionSpace>
struct SparseWidthKernel {
  DeviceArray<ExecutionSpace, RbfNeuron<double>> neurons;
  KOKKOS_FUNCTION void operator()(std::int64_t k, double& largest) const {
    largest = Kokkos::fmax(largest, 1 / Kokkos::sqrt(neurons(k).inverse_square));
  }
};

/// w += s x for the neurons of a level. Counts weights that are not finite.
template <class ExecutionSpace>
struct SparseAddWeightsKernel {
  VectorBatch<double> weights;
  DeviceVector<ExecutionSpace> x, factors;
  int first;

  KOKKOS_FUNCTION void operator()(std::int64_t k, int& bad) const {
    double& weight = weights(0, first + static_cast<int>(k));
    weight += factors(k) * x(k);
    if (!Kokkos::isfinite(weight)) ++bad;
  }
};

template <class ExecutionSpace>
struct SparseNoWeightsKernel {
  VectorBatch<double> weights;
  KOKKOS_FUNCTION void operator()(std::int64_t k) const { weights(0, static_cast<int>(k)) = quiet_nan<double>(); }
};

}  // namespace kolibri::detail
