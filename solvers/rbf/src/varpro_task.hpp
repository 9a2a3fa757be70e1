#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <kolibri/detail/rbf_problem.hpp>
#include <kolibri/scratch.hpp>

#include "weights.hpp"

// A step of Levenberg and Marquardt on the projected Jacobian.
namespace kolibri::detail {

/// The arrays of a step. Parameter q = k (d + 1) + c is coordinate c of centre k, or its ln a for c = d.
template <class Real>
struct VarproStorage {
  WeightsStorage<Real> linear;  ///< for the neurons on trial
  int dimension;
  RbfNeuron<Real>* neuron;  ///< where the step starts
  Real* weights;            ///< the weights there
  Real* r;                  ///< of [A J f]
  Real* panel;
  Real* damped;        ///< of [R22 z2] with the damping's rows below it
  Real* norms;         ///< of the columns of R22
  Real* step;          ///< in units of 1 / norms
  Real* column_norms;  ///< of A within r

  KOKKOS_FUNCTION int neurons() const { return linear.neurons; }
  KOKKOS_FUNCTION int parameters() const { return linear.neurons * (dimension + 1); }
  KOKKOS_FUNCTION int columns() const { return neurons() + parameters() + 1; }
  KOKKOS_FUNCTION ColumnMajor<Real> factor() const { return {r, columns()}; }
  KOKKOS_FUNCTION ColumnMajor<Real> rows() const { return {panel, linear.panel_rows}; }
  KOKKOS_FUNCTION ColumnMajor<Real> damped_factor() const { return {damped, parameters() + 1}; }

  template <class Take>
  KOKKOS_FUNCTION void lay_out(Take&& take) {
    const auto m = static_cast<std::size_t>(neurons()), p = static_cast<std::size_t>(parameters()),
               c = static_cast<std::size_t>(columns());
    linear.lay_out(take);
    take(neuron, m);
    take(weights, m);
    take(r, c * c);
    take(panel, c * linear.panel_rows);
    take(damped, (p + 1) * (p + 1));
    take(norms, p);
    take(step, p);
    take(column_norms, m);
  }
};

/// One step for a network.
template <class Real>
struct VarproTask {
  static constexpr char label[] = "kolibri::rbf_varpro";

  RbfRowData<Real> rows;
  RbfNetworkData<Real> networks;
  Real* damping;
  RbfReport<Real> report;
  Real regularisation, initial_damping;
  int trials, panel_rows;

  KOKKOS_FUNCTION VarproStorage<Real> storage() const {
    VarproStorage<Real> s{};
    s.linear.neurons = networks.neurons();
    s.linear.panel_rows = panel_rows;
    s.dimension = networks.dimension();
    return s;
  }

  template <class Member>
  KOKKOS_FUNCTION void run(const Member& member, std::int64_t b, std::byte* block) const {
    VarproStorage<Real> s = storage();
    s.lay_out(Carver<>{block});
    load_neurons(member, networks, b, s.neuron);
    copy(member, s.neurons(), s.neuron, s.linear.neuron);
    WeightsQuality<Real> quality = solve(member, b, s);
    copy(member, s.neurons(), s.linear.weights, s.weights);
    int info = quality.finite ? 0 : rbf_not_finite;
    if (info == 0) {
      project_jacobian(member, b, s);
      info = improve(member, b, s, quality) ? 0 : 1;
    }
    if (info == 0) {
      store_neurons(member, networks, b, s.linear.neuron);
    } else {
      copy(member, s.neurons(), s.weights, s.linear.weights);
    }
    store_weights(member, networks, report, b, info, quality, s.linear.weights);
  }

  template <class Member>
  KOKKOS_FUNCTION WeightsQuality<Real> solve(const Member& member, std::int64_t b, const VarproStorage<Real>& s) const {
    return solve_weights(member, rows, networks.basis, regularisation, b, s.linear);
  }

  template <class Member, class Value>
  static KOKKOS_FUNCTION void copy(const Member& member, int n, const Value* from, Value* to) {
    for_each(member, n, [&](int i) { to[i] = from[i]; });
    barrier(member);
  }

  /// R of [A J f], J the derivative of A w at fixed w, with A's columns scaled and regularised as in the linear solve:
  /// its rows from m on are the projected Jacobian R22 and residual z2.
  template <class Member>
  KOKKOS_FUNCTION void project_jacobian(const Member& member, std::int64_t b, const VarproStorage<Real>& s) const {
    const int columns = s.columns();
    const ColumnMajor<Real> r = s.factor(), panel = s.rows();
    for_each(member, columns * columns, [&](int at) { s.r[at] = 0; });
    barrier(member);
    for (int first = 0; first < rows.rows(); first += panel.rows) {
      const int count = Kokkos::min(panel.rows, rows.rows() - first);
      make_rows(member, b, first, count, s);
      fold_rows(member, columns, r, 0, count, panel);
    }
    scale_columns(member, s.neurons(), r, s.column_norms);
    fold_diagonal(
        member, columns, r, s.neurons(), [&](int) { return regularisation; }, panel);
    measure_columns(member, s);
  }

  template <class Member>
  KOKKOS_FUNCTION void make_rows(const Member& member, std::int64_t b, int first, int count,
                                 const VarproStorage<Real>& s) const {
    const int m = s.neurons(), d = s.dimension;
    const ColumnMajor<Real> panel = s.rows();
    for_each(member, count * (m + 1), [&](int at) {
      const int i = at % count, k = at / count;
      if (k == m) {
        panel(i, s.columns() - 1) = rows.targets(b, first + i);
        return;
      }
      const auto element = rbf_derivatives(networks.basis, d, rows.row(b, first + i), s.neuron[k]);
      panel(i, k) = squarable(element.value);
      const int q = m + k * (d + 1);
      for (int c = 0; c < rbf_components; ++c) {
        if (c < d) panel(i, q + c) = s.weights[k] * element.centre[c];
      }
      panel(i, q + d) = s.weights[k] * element.log_width;
    });
    barrier(member);
  }

  /// Norms of the columns of R22, by which the damping is scaled (Marquardt); a parameter that matters very little is
  /// damped as if it mattered a little.
  template <class Member>
  KOKKOS_FUNCTION void measure_columns(const Member& member, const VarproStorage<Real>& s) const {
    const int m = s.neurons(), p = s.parameters();
    const ColumnMajor<Real> r = s.factor();
    for_each_thread(member, p, [&](int q) {
      const Real* const column = r.column(m + q) + m;
      const Real norm = Kokkos::sqrt(dot_over_lanes(member, q + 1, column, column));
      once_per_thread(member, [&] { s.norms[q] = norm; });
    });
    barrier(member);
    Real largest = 0;
    for (int q = 0; q < p; ++q) largest = Kokkos::fmax(largest, s.norms[q]);
    barrier(member);
    const Real least = largest > 0 ? largest * ulp<Real> * Real(1e8) : Real(1);
    for_each(member, p, [&](int q) { s.norms[q] = Kokkos::fmax(s.norms[q], least); });
    barrier(member);
  }

  /// Tries steps with growing damping until the residual is smaller; the neurons and weights of the last trial are in
  /// s.linear, and `quality` becomes theirs if it is better. All threads get the same value.
  template <class Member>
  KOKKOS_FUNCTION bool improve(const Member& member, std::int64_t b, const VarproStorage<Real>& s,
                               WeightsQuality<Real>& quality) const {
    Real mu = damping[b] > 0 ? damping[b] : initial_damping;
    bool better = false;
    for (int trial = 0; trial < trials && !better; ++trial) {
      find_step(member, mu, s);
      take_step(member, s);
      const WeightsQuality<Real> tried = solve(member, b, s);
      better = tried.finite && tried.residual < quality.residual;
      if (better) quality = tried;
      mu *= better ? Real(1) / 3 : Real(4);
    }
    barrier(member);  // all have read damping[b]
    for_each(member, 1, [&](int) { damping[b] = Kokkos::clamp(mu, Real(1e-15), Real(1e15)); });
    return better;
  }

  /// The step y that minimises |R22 D^-1 y - z2|^2 + mu |y|^2.
  template <class Member>
  KOKKOS_FUNCTION void find_step(const Member& member, Real mu, const VarproStorage<Real>& s) const {
    const int m = s.neurons(), p = s.parameters();
    const ColumnMajor<Real> r = s.factor(), damped = s.damped_factor();
    for_each_thread(member, p + 1, [&](int q) {
      const Real scale = q < p ? 1 / s.norms[q] : Real(1);
      for_each_lane(member, p + 1, [&](int i) { damped(i, q) = i <= q ? r(m + i, m + q) * scale : Real(0); });
    });
    barrier(member);
    const Real root = Kokkos::sqrt(mu);
    fold_diagonal(
        member, p + 1, damped, p, [&](int) { return root; }, s.rows());
    solve_triangle(member, p, damped, s.step);
  }

  template <class Member>
  KOKKOS_FUNCTION void take_step(const Member& member, const VarproStorage<Real>& s) const {
    const int d = s.dimension;
    for_each(member, s.neurons(), [&](int k) {
      RbfNeuron<Real> neuron = s.neuron[k];
      const int q = k * (d + 1);
      for (int c = 0; c < rbf_components; ++c) {
        if (c < d) neuron.c[c] += s.step[q + c] / s.norms[q + c];
      }
      // A step of e in a width is beyond what the linear model can tell.
      const Real log_step = Kokkos::clamp(s.step[q + d] / s.norms[q + d], Real(-1), Real(1));
      neuron.inverse_square *= Kokkos::exp(-2 * log_step);
      s.linear.neuron[k] = neuron;
    });
    barrier(member);
  }
};

}  // namespace kolibri::detail
