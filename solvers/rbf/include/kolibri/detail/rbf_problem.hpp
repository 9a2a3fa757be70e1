#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/detail/rbf_element.hpp>
#include <kolibri/matrix_batch.hpp>
#include <kolibri/rbf_options.hpp>

namespace kolibri::detail {

/// Collocation rows as kernels see them: pointers and strides. A batch stride of 0 is that of rows which all networks
/// share.
template <class Real>
struct RbfRowData {
  MatrixBatch<const Real> points;     ///< (batch, rows, d)
  MatrixBatch<const Real> operators;  ///< (batch, rows, d + 2): kappa, b, q
  VectorBatch<const Real> targets;    ///< (batch, rows)
  std::int64_t batch = 1;             ///< the largest of the three

  KOKKOS_FUNCTION int rows() const { return points.rows; }
  KOKKOS_FUNCTION int dimension() const { return points.columns; }

  KOKKOS_FUNCTION RbfRow<Real> row(std::int64_t b, int i) const {
    const int d = dimension();
    RbfRow<Real> row{};
    for (int j = 0; j < rbf_components; ++j) {
      if (j >= d) break;
      row.x[j] = points(b, i, j);
      row.b[j] = operators(b, i, 1 + j);
    }
    row.kappa = operators(b, i, 0);
    row.q = operators(b, i, d + 1);
    return row;
  }
};

/// Networks as kernels see them.
template <class Real>
struct RbfNetworkData {
  RbfBasis basis = RbfBasis::gaussian;
  MatrixBatch<Real> centres;     ///< (batch, m, d)
  VectorBatch<Real> log_widths;  ///< (batch, m): ln a
  VectorBatch<Real> weights;     ///< (batch, m)

  KOKKOS_FUNCTION std::int64_t batch() const { return centres.batch; }
  KOKKOS_FUNCTION int neurons() const { return centres.rows; }
  KOKKOS_FUNCTION int dimension() const { return centres.columns; }

  KOKKOS_FUNCTION RbfNeuron<Real> neuron(std::int64_t b, int k) const {
    RbfNeuron<Real> neuron{};
    for (int j = 0; j < rbf_components; ++j) {
      if (j < dimension()) neuron.c[j] = centres(b, k, j);
    }
    neuron.inverse_square = Kokkos::exp(-2 * log_widths(b, k));
    return neuron;
  }
};

/// What is told of each network; null where nobody asks.
template <class Real>
struct RbfReport {
  int* info = nullptr;
  Real* residual = nullptr;
  Real* condition = nullptr;
  int* rank = nullptr;
  Real* leave_one_out = nullptr;  ///< of rbf_linear() alone
};

inline constexpr int rbf_not_finite = -1;

}  // namespace kolibri::detail
