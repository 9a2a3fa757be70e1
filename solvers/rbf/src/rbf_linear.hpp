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

/// A point a thread.
template <class Real>
struct EvaluateKernel {
  RbfNetworkData<Real> networks;
  MatrixBatch<const Real> points;
  VectorBatch<Real> values;
  MatrixBatch<Real> gradients;
  VectorBatch<Real> laplacians;

  KOKKOS_FUNCTION void operator()(std::int64_t at) const {
    const std::int64_t b = at / points.rows;
    const int i = static_cast<int>(at % points.rows), d = networks.dimension();
    RbfRow<Real> row{};
    for (int j = 0; j < rbf_components; ++j) {
      if (j < d) row.x[j] = points(b, i, j);
    }
    Real value = 0, gradient[rbf_components] = {}, laplacian = 0;
    for (int k = 0; k < networks.neurons(); ++k) {
      const RbfNeuron<Real> neuron = networks.neuron(b, k);
      const RbfTerms<Real> t = rbf_terms(networks.basis, row, neuron);
      const Real w = networks.weights(b, k);
      value += w * t.radial.f;
      for (int j = 0; j < rbf_components; ++j) gradient[j] += w * 2 * t.radial.f1 * neuron.inverse_square * t.z[j];
      laplacian += w * (4 * t.s * t.radial.f2 + 2 * d * t.radial.f1) * neuron.inverse_square;
    }
    if (values.data) values(b, i) = value;
    for (int j = 0; j < rbf_components; ++j) {
      if (gradients.data && j < d) gradients(b, i, j) = gradient[j];
    }
    if (laplacians.data) laplacians(b, i) = laplacian;
  }
};

template <class ExecutionSpace, class Real>
void rbf_evaluate(const ExecutionSpace& exec, const RbfNetworkData<Real>& networks,
                  const MatrixBatch<const Real>& points, const VectorBatch<Real>& values,
                  const MatrixBatch<Real>& gradients, const VectorBatch<Real>& laplacians) {
  using Policy = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for("kolibri::rbf_evaluate", Policy(exec, 0, networks.batch() * points.rows),
                       EvaluateKernel<Real>{networks, points, values, gradients, laplacians});
}

}  // namespace kolibri::detail

#define KOLIBRI_INSTANTIATE_ONE(SPACE, REAL) KOLIBRI_RBF_TEMPLATES(, SPACE, REAL)
#define KOLIBRI_INSTANTIATE(REAL)                       \
  namespace kolibri {                                   \
  KOLIBRI_FOR_EACH_SPACE(KOLIBRI_INSTANTIATE_ONE, REAL) \
  }
