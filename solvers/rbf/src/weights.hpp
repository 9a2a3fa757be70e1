#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/detail/rbf_problem.hpp>
#include <kolibri/members.hpp>
#include <kolibri/scalar.hpp>
#include <kolibri/team_policy.hpp>
#include <type_traits>

#include "tsqr.hpp"

// The weights of one network by one team: the linear half of every training.
namespace kolibri::detail {

/// Rows of a panel: as many as a warp has lanes, or what a host's second-level cache keeps with its columns.
template <class ExecutionSpace>
constexpr int rows_of_panel() {
  return runs_on_host<ExecutionSpace> ? 64 : 32;
}

/// delta of RbfLinearOptions::regularisation.
template <class Real>
Real regularisation_of(double asked) {
  if (asked > 0) return static_cast<Real>(asked);
  return std::is_same_v<Real, float> ? Real(5e-6) : Real(1e-14);
}

/// The arrays of a linear solve.
template <class Real>
struct WeightsStorage {
  int neurons, panel_rows;
  RbfNeuron<Real>* neuron;  ///< the parameters that the weights are for
  Real* r;                  ///< [A f]: (m + 1) x (m + 1)
  Real* panel;
  Real* norms;    ///< of the columns of A
  Real* weights;  ///< the solution

  template <class Take>
  KOKKOS_FUNCTION void lay_out(Take&& take) {
    take(neuron, neurons);
    take(r, static_cast<std::size_t>(neurons + 1) * (neurons + 1));
    take(panel, static_cast<std::size_t>(neurons + 1) * panel_rows);
    take(norms, neurons);
    take(weights, neurons);
  }
  KOKKOS_FUNCTION ColumnMajor<Real> factor() const { return {r, neurons + 1}; }
  KOKKOS_FUNCTION ColumnMajor<Real> rows() const { return {panel, panel_rows}; }
};

/// What a linear solve says of itself.
template <class Real>
struct WeightsQuality {
  Real residual;
  Real condition;
  int rank;
  bool finite;
};

/// Largest and smallest element of the diagonal of a scaled r, and how many are no round-off. Every thread finds the
/// same.
template <class Real>
KOKKOS_INLINE_FUNCTION WeightsQuality<Real> quality_of(int n, const ColumnMajor<Real>& r) {
  Real largest = 0, smallest = Kokkos::Experimental::infinity_v<Real>;
  bool finite = Kokkos::isfinite(r(n, n));
  for (int j = 0; j < n; ++j) {
    const Real size = Kokkos::fabs(r(j, j));
    finite = finite && Kokkos::isfinite(size) && Kokkos::isfinite(r(j, n));
    largest = Kokkos::fmax(largest, size);
    smallest = Kokkos::fmin(smallest, size);
  }
  int rank = 0;
  for (int j = 0; j < n; ++j) {
    if (Kokkos::fabs(r(j, j)) > n * ulp<Real> * largest) ++rank;
  }
  const Real condition = rank == n ? largest / smallest : Kokkos::Experimental::infinity_v<Real>;
  return {Kokkos::fabs(r(n, n)), condition, rank, finite};
}

/// An element as QR takes it: 0 where its square would lose digits to underflow, and a reflection with it would not be
/// orthogonal. In a column that scale_columns() does not take for zero it is round-off.
template <class Real>
KOKKOS_INLINE_FUNCTION Real squarable(Real element) {
  constexpr Real least = std::is_same_v<Real, float> ? Real(1e-17) : Real(1e-152);
  return Kokkos::fabs(element) < least ? Real(0) : element;
}

/// Folds all rows [A f] of network b into the storage's r, made panel by panel. Ends with a barrier.
template <class Member, class Real>
KOKKOS_INLINE_FUNCTION void fold_collocation(const Member& member, const RbfRowData<Real>& rows, RbfBasis basis,
                                             std::int64_t b, const WeightsStorage<Real>& s) {
  const int m = s.neurons, d = rows.dimension();
  const ColumnMajor<Real> r = s.factor(), panel = s.rows();
  for_each(member, (m + 1) * (m + 1), [&](int at) { s.r[at] = 0; });
  barrier(member);
  for (int first = 0; first < rows.rows(); first += panel.rows) {
    const int count = Kokkos::min(panel.rows, rows.rows() - first);
    for_each(member, count * (m + 1), [&](int at) {
      const int i = at % count, k = at / count;
      panel(i, k) =
          k == m ? rows.targets(b, first + i) : squarable(rbf_element(basis, d, rows.row(b, first + i), s.neuron[k]));
    });
    barrier(member);
    fold_rows(member, m + 1, r, 0, count, panel);
  }
}

/// The weights for the neurons in the storage, into its array `weights`. All threads get the same value. Ends with a
/// barrier.
template <class Member, class Real>
KOKKOS_INLINE_FUNCTION WeightsQuality<Real> solve_weights(const Member& member, const RbfRowData<Real>& rows,
                                                          RbfBasis basis, Real regularisation, std::int64_t b,
                                                          const WeightsStorage<Real>& s) {
  const int m = s.neurons;
  const ColumnMajor<Real> r = s.factor();
  fold_collocation(member, rows, basis, b, s);
  scale_columns(member, m, r, s.norms);
  WeightsQuality<Real> quality = quality_of(m, r);
  barrier(member);
  if (!quality.finite) return quality;
  fold_diagonal(
      member, m + 1, r, m, [&](int) { return regularisation; }, s.rows());
  quality.residual = Kokkos::fabs(r(m, m));
  solve_triangle(member, m, r, s.weights);
  for_each(member, m, [&](int k) { s.weights[k] /= s.norms[k]; });
  barrier(member);
  return quality;
}

/// Copies the parameters of network b into the storage. Ends with a barrier.
template <class Member, class Real>
KOKKOS_INLINE_FUNCTION void load_neurons(const Member& member, const RbfNetworkData<Real>& networks, std::int64_t b,
                                         RbfNeuron<Real>* neuron) {
  for_each(member, networks.neurons(), [&](int k) { neuron[k] = networks.neuron(b, k); });
  barrier(member);
}

/// Writes them back. No barrier.
template <class Member, class Real>
KOKKOS_INLINE_FUNCTION void store_neurons(const Member& member, const RbfNetworkData<Real>& networks, std::int64_t b,
                                          const RbfNeuron<Real>* neuron) {
  for_each(member, networks.neurons(), [&](int k) {
    for (int c = 0; c < rbf_components; ++c) {
      if (c < networks.dimension()) networks.centres(b, k, c) = neuron[k].c[c];
    }
    networks.log_widths(b, k) = -Kokkos::log(neuron[k].inverse_square) / 2;
  });
}

/// Tells what became of network b, and stores the weights, NaN where it is not finite.
template <class Member, class Real>
KOKKOS_INLINE_FUNCTION void store_weights(const Member& member, const RbfNetworkData<Real>& networks,
                                          const RbfReport<Real>& report, std::int64_t b, int info,
                                          const WeightsQuality<Real>& quality, const Real* weights) {
  const bool finite = info != rbf_not_finite;
  for_each(member, networks.neurons(),
           [&](int k) { networks.weights(b, k) = finite ? weights[k] : quiet_nan<Real>(); });
  for_each(member, 1, [&](int) {
    if (report.info) report.info[b] = info;
    if (report.residual) report.residual[b] = finite ? quality.residual : quiet_nan<Real>();
    if (report.condition) report.condition[b] = finite ? quality.condition : quiet_nan<Real>();
    if (report.rank) report.rank[b] = finite ? quality.rank : 0;
  });
}

}  // namespace kolibri::detail
