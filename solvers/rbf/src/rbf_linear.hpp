#pragma once

#include <kolibri/rbf.hpp>

#include "leave_one_out.hpp"
#include "team_block.hpp"
#include "weights.hpp"

// rbf_linear() and rbf_evaluate().
namespace kolibri::detail {

template <class Real>
struct LinearTask {
  static constexpr char label[] = "kolibri::rbf_linear";

  RbfRowData<Real> rows;
  RbfNetworkData<Real> networks;
  RbfReport<Real> report;
  Real regularisation;
  int panel_rows;

  KOKKOS_FUNCTION WeightsStorage<Real> storage() const { return {networks.neurons(), panel_rows, {}, {}, {}, {}, {}}; }

  template <class Member>
  KOKKOS_FUNCTION void run(const Member& member, std::int64_t b, std::byte* block) const {
    WeightsStorage<Real> s = storage();
    s.lay_out(Carver<>{block});
    load_neurons(member, networks, b, s.neuron);
    const auto quality = solve_weights(member, rows, networks.basis, regularisation, b, s);
    if (report.leave_one_out) {
      const Real norm = quality.finite ? leave_one_out(member, rows, networks.basis, b, s) : quiet_nan<Real>();
      for_each(member, 1, [&](int) { report.leave_one_out[b] = norm; });
    }
    store_weights(member, networks, report, b, quality.finite ? 0 : rbf_not_finite, quality, s.weights);
  }
};

template <class ExecutionSpace, class Real>
void rbf_linear(const ExecutionSpace& exec, const RbfRowData<Real>& rows, const RbfNetworkData<Real>& networks,
                const RbfReport<Real>& report, const RbfLinearOptions& options) {
  const LinearTask<Real> task{rows, networks, report, regularisation_of<Real>(options.regularisation),
                              rows_of_panel<ExecutionSpace>()};
  run_in_blocks(exec, networks.batch(), bytes_of(task.storage()), task);
}

/// A few points a thread: the width of a neuron is an exponential that they share. The sum of each goes over the
/// neurons in their order, whatever the number of points.
template <class Real, int points_at_once>
struct EvaluateKernel {
  struct Sums {
    Real value, gradient[rbf_components], laplacian;
  };

  RbfNetworkData<Real> networks;
  MatrixBatch<const Real> points;
  VectorBatch<Real> values;
  MatrixBatch<Real> gradients;
  VectorBatch<Real> laplacians;

  KOKKOS_FUNCTION std::int64_t blocks() const { return (points.rows + points_at_once - 1) / points_at_once; }

  KOKKOS_FUNCTION void operator()(std::int64_t at) const {
    const std::int64_t b = at / blocks();
    const int first = static_cast<int>(at % blocks()) * points_at_once, d = networks.dimension();
    const int count = Kokkos::min(points_at_once, points.rows - first);
    RbfRow<Real> row[points_at_once] = {};
    for (int i = 0; i < count; ++i) {
      for (int j = 0; j < rbf_components; ++j) {
        if (j < d) row[i].x[j] = points(b, first + i, j);
      }
    }
    Sums sums[points_at_once] = {};
    for (int k = 0; k < networks.neurons(); ++k) {
      const RbfNeuron<Real> neuron = networks.neuron(b, k);
      const Real w = networks.weights(b, k);
      for (int i = 0; i < count; ++i) add(neuron, w, row[i], sums[i]);
    }
    for (int i = 0; i < count; ++i) store(b, first + i, sums[i]);
  }

  KOKKOS_FUNCTION void add(const RbfNeuron<Real>& neuron, Real w, const RbfRow<Real>& row, Sums& sums) const {
    const RbfTerms<Real> t = rbf_terms(networks.basis, row, neuron);
    sums.value += w * t.radial.f;
    for (int j = 0; j < rbf_components; ++j) sums.gradient[j] += w * 2 * t.radial.f1 * neuron.inverse_square * t.z[j];
    sums.laplacian += w * (4 * t.s * t.radial.f2 + 2 * networks.dimension() * t.radial.f1) * neuron.inverse_square;
  }

  KOKKOS_FUNCTION void store(std::int64_t b, int i, const Sums& sums) const {
    if (values.data) values(b, i) = sums.value;
    for (int j = 0; j < rbf_components; ++j) {
      if (gradients.data && j < networks.dimension()) gradients(b, i, j) = sums.gradient[j];
    }
    if (laplacians.data) laplacians(b, i) = sums.laplacian;
  }
};

template <class ExecutionSpace, class Real>
void rbf_evaluate(const ExecutionSpace& exec, const RbfNetworkData<Real>& networks,
                  const MatrixBatch<const Real>& points, const VectorBatch<Real>& values,
                  const MatrixBatch<Real>& gradients, const VectorBatch<Real>& laplacians) {
  using Policy = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
  // On a device the sums of one point fill registers, and there are threads enough.
  constexpr int points_at_once = runs_on_host<ExecutionSpace> ? 16 : 1;
  const EvaluateKernel<Real, points_at_once> kernel{networks, points, values, gradients, laplacians};
  Kokkos::parallel_for("kolibri::rbf_evaluate", Policy(exec, 0, networks.batch() * kernel.blocks()), kernel);
}

}  // namespace kolibri::detail

#define KOLIBRI_INSTANTIATE_ONE(SPACE, REAL) KOLIBRI_RBF_TEMPLATES(, SPACE, REAL)
#define KOLIBRI_INSTANTIATE(REAL)                       \
  namespace kolibri {                                   \
  KOLIBRI_FOR_EACH_SPACE(KOLIBRI_INSTANTIATE_ONE, REAL) \
  }
