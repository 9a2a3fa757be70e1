#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <kolibri/detail/rbf_problem.hpp>
#include <kolibri/scratch.hpp>

#include "descent.hpp"
#include "weights.hpp"

// An outer iteration of the training of Matveeva and Artyukhina.
namespace kolibri::detail {

/// One outer iteration for a network.
template <class Real>
struct GradientCgTask {
  static constexpr char label[] = "kolibri::rbf_gradient_cg";

  RbfRowData<Real> rows;
  RbfNetworkData<Real> networks;
  MatrixBatch<Real> rates;
  RbfReport<Real> report;
  Real initial_rate[2], cg_tolerance;
  int cg_iterations, columns_a_thread;
  bool backtracking;

  KOKKOS_FUNCTION DescentStorage<Real> storage() const {
    DescentStorage<Real> s{};
    s.rows = rows.rows();
    s.neurons = networks.neurons();
    return s;
  }

  template <class Member>
  KOKKOS_FUNCTION void run(const Member& member, std::int64_t b, std::byte* block) const {
    DescentStorage<Real> s = storage();
    s.lay_out(Carver<>{block});
    load_neurons(member, networks, b, s.neuron);
    for_each(member, s.neurons, [&](int k) { s.weights[k] = networks.weights(b, k); });
    barrier(member);
    const Collocation<Real> collocation{rows, networks.basis, b};
    Real functional = collocation.make(member, s, s.neuron);
    functional = descend(member, collocation, s, CentreStep{}, functional);
    functional = descend(member, collocation, s, WidthStep{}, functional);
    functional = conjugate_gradients(member, s, cg_tolerance, cg_iterations, columns_a_thread, functional);
    store_neurons(member, networks, b, s.neuron);
    const bool finite = Kokkos::isfinite(functional);
    const WeightsQuality<Real> quality{Kokkos::sqrt(2 * functional), quiet_nan<Real>(), 0, finite};
    store_weights(member, networks, report, b, finite ? 0 : rbf_not_finite, quality, s.weights);
  }

  /// A step of gradient descent on one kind of parameter; returns the functional after it.
  template <class Member, class Step>
  KOKKOS_FUNCTION Real descend(const Member& member, const Collocation<Real>& collocation,
                               const DescentStorage<Real>& s, const Step& step, Real functional) const {
    const std::int64_t b = collocation.b;
    const Real squared_gradient = collocation.gradient(member, s, step);
    Real rate = rates(b, 0, Step::rate) > 0 ? rates(b, 0, Step::rate) : initial_rate[Step::rate];
    barrier(member);  // all have read the rate
    Real reached = functional;
    bool good = false;
    constexpr int most_halvings = 40;
    for (int halving = 0; halving < most_halvings && !good; ++halving) {
      step.move(member, s, rate);
      reached = collocation.make(member, s, s.trial);
      constexpr Real armijo = 1e-4;
      good = !backtracking || reached <= functional - armijo * rate * squared_gradient;
      if (!good) rate /= 2;
    }
    if (good) {
      for_each(member, s.neurons, [&](int k) { s.neuron[k] = s.trial[k]; });
    } else {
      reached = collocation.make(member, s, s.neuron);
    }
    for_each(member, 1, [&](int) { rates(b, 0, Step::rate) = backtracking && good ? 2 * rate : rate; });
    barrier(member);
    return reached;
  }
};

}  // namespace kolibri::detail
