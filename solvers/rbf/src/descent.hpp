#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <kolibri/detail/rbf_problem.hpp>
#include <kolibri/members.hpp>

#include "tsqr.hpp"

// The parts of an outer iteration: matrix and residual in one pass, gradients, conjugate gradients on the weights.
namespace kolibri::detail {

/// The arrays of an iteration.
template <class Real>
struct DescentStorage {
  int rows, neurons;
  RbfNeuron<Real>* neuron;
  RbfNeuron<Real>* trial;
  Real* weights;
  Real* gradient;   ///< three components a neuron for centres, one for widths
  Real* matrix;     ///< M, rows x neurons by rows
  Real* residual;   ///< M w - f
  Real* product;    ///< M p
  Real* steepest;   ///< -M^T (M w - f)
  Real* direction;  ///< p
  Real* image;      ///< M^T M p

  template <class Take>
  KOKKOS_FUNCTION void lay_out(Take&& take) {
    take(neuron, neurons);
    take(trial, neurons);
    take(weights, neurons);
    take(gradient, static_cast<std::size_t>(neurons) * rbf_components);
    take(matrix, static_cast<std::size_t>(rows) * neurons);
    take(residual, rows);
    take(product, rows);
    take(steepest, neurons);
    take(direction, neurons);
    take(image, neurons);
  }
  KOKKOS_FUNCTION Real* row(int i) const { return matrix + static_cast<std::int64_t>(i) * neurons; }
};

/// Sums of a gradient's components.
template <class Real>
struct GradientSum {
  Real centre[rbf_components] = {};
  Real log_width = 0;

  KOKKOS_FUNCTION GradientSum& operator+=(const GradientSum& other) {
    for (int c = 0; c < rbf_components; ++c) centre[c] += other.centre[c];
    log_width += other.log_width;
    return *this;
  }
};

/// c -= beta dI/dc.
struct CentreStep {
  static constexpr int rate = 0;

  template <class Real>
  KOKKOS_FUNCTION void keep(const DescentStorage<Real>& s, int k, const GradientSum<Real>& sum) const {
    for (int c = 0; c < rbf_components; ++c) s.gradient[k * rbf_components + c] = s.weights[k] * sum.centre[c];
  }
  template <class Member, class Real>
  KOKKOS_FUNCTION void move(const Member& member, const DescentStorage<Real>& s, Real beta) const {
    for_each(member, s.neurons, [&](int k) {
      RbfNeuron<Real> neuron = s.neuron[k];
      for (int c = 0; c < rbf_components; ++c) neuron.c[c] -= beta * s.gradient[k * rbf_components + c];
      s.trial[k] = neuron;
    });
    barrier(member);
  }
};

/// a -= alpha dI/da; no step takes more than half of a width, so that it stays positive.
struct WidthStep {
  static constexpr int rate = 1;

  template <class Real>
  KOKKOS_FUNCTION void keep(const DescentStorage<Real>& s, int k, const GradientSum<Real>& sum) const {
    s.gradient[k * rbf_components] = s.weights[k] * sum.log_width * Kokkos::sqrt(s.neuron[k].inverse_square);
    for (int c = 1; c < rbf_components; ++c) s.gradient[k * rbf_components + c] = 0;
  }
  template <class Member, class Real>
  KOKKOS_FUNCTION void move(const Member& member, const DescentStorage<Real>& s, Real alpha) const {
    for_each(member, s.neurons, [&](int k) {
      const Real width = 1 / Kokkos::sqrt(s.neuron[k].inverse_square);
      const Real moved = Kokkos::fmax(width - alpha * s.gradient[k * rbf_components], width / 2);
      s.trial[k] = s.neuron[k];
      s.trial[k].inverse_square = 1 / (moved * moved);
    });
    barrier(member);
  }
};

/// The matrix and the functional I = |M w - f|^2 / 2 of network b.
template <class Real>
struct Collocation {
  const RbfRowData<Real>& rows;
  RbfBasis basis;
  std::int64_t b;

  /// M and the residual in one pass: an element is used for both while it is in a register. Returns I, the same for all
  /// threads. Ends with a barrier.
  template <class Member>
  KOKKOS_FUNCTION Real make(const Member& member, const DescentStorage<Real>& s, const RbfNeuron<Real>* neuron) const {
    const int d = rows.dimension();
    for_each_thread(member, s.rows, [&](int i) {
      const RbfRow<Real> row = rows.row(b, i);
      Real* const elements = s.row(i);
      const Real value = sum_over_lanes<Real>(member, s.neurons, [&](int k, Real& sum) {
        const Real element = rbf_element(basis, d, row, neuron[k]);
        elements[k] = element;
        sum += element * s.weights[k];
      });
      once_per_thread(member, [&] { s.residual[i] = value - rows.targets(b, i); });
    });
    barrier(member);
    return sum_over_team<Real>(member, s.rows, [&](int i, Real& sum) { sum += s.residual[i] * s.residual[i]; }) / 2;
  }

  /// The gradient by the parameters of the step, at the neurons and the residual in `s`; returns its squared norm, the
  /// same for all threads. Ends with a barrier.
  template <class Member, class Step>
  KOKKOS_FUNCTION Real gradient(const Member& member, const DescentStorage<Real>& s, const Step& step) const {
    const int d = rows.dimension();
    for_each_thread(member, s.neurons, [&](int k) {
      const RbfNeuron<Real> neuron = s.neuron[k];
      const auto sum = sum_over_lanes<GradientSum<Real>>(member, s.rows, [&](int i, GradientSum<Real>& part) {
        const auto element = rbf_derivatives(basis, d, rows.row(b, i), neuron);
        for (int c = 0; c < rbf_components; ++c) part.centre[c] += s.residual[i] * element.centre[c];
        part.log_width += s.residual[i] * element.log_width;
      });
      once_per_thread(member, [&] { step.keep(s, k, sum); });
    });
    barrier(member);
    return sum_over_team<Real>(member, s.neurons * rbf_components,
                               [&](int at, Real& sum) { sum += s.gradient[at] * s.gradient[at]; });
  }
};

/// Columns of M that a host's thread sums at once: those of a cache line.
inline constexpr int most_columns_a_thread = 8;

/// out = factor M^T x. A thread walks down the rows with some columns beside each other.
template <class Member, class Real>
KOKKOS_INLINE_FUNCTION void apply_transposed(const Member& member, const DescentStorage<Real>& s, int columns_a_thread,
                                             Real factor, const Real* x, Real* out) {
  for_each(member, (s.neurons + columns_a_thread - 1) / columns_a_thread, [&](int group) {
    const int first = group * columns_a_thread, count = Kokkos::min(columns_a_thread, s.neurons - first);
    Real sums[most_columns_a_thread] = {};
    for (int i = 0; i < s.rows; ++i) {
      const Real* const elements = s.row(i) + first;
      for (int c = 0; c < count; ++c) sums[c] += elements[c] * x[i];
    }
    for (int c = 0; c < count; ++c) out[first + c] = factor * sums[c];
  });
  barrier(member);
}

template <class Member, class Real>
KOKKOS_INLINE_FUNCTION Real squared_norm(const Member& member, int n, const Real* x) {
  return sum_over_team<Real>(member, n, [&](int i, Real& sum) { sum += x[i] * x[i]; });
}

/// Conjugate gradients on M^T M w = M^T f from the weights in `s`, whose residual is there too, until |r| < tolerance
/// |r_0|. Returns I at the new weights.
template <class Member, class Real>
KOKKOS_INLINE_FUNCTION Real conjugate_gradients(const Member& member, const DescentStorage<Real>& s, Real tolerance,
                                                int iterations, int columns_a_thread, Real functional) {
  const int m = s.neurons;
  apply_transposed(member, s, columns_a_thread, Real(-1), s.residual, s.steepest);
  for_each(member, m, [&](int k) { s.direction[k] = s.steepest[k]; });
  barrier(member);
  Real square = squared_norm(member, m, s.steepest);
  const Real enough = tolerance * tolerance * square;
  for (int iteration = 0; iteration < iterations && square > enough; ++iteration) {
    for_each_thread(member, s.rows, [&](int i) {
      const Real value = dot_over_lanes(member, m, s.row(i), s.direction);
      once_per_thread(member, [&] { s.product[i] = value; });
    });
    barrier(member);
    const Real curvature = squared_norm(member, s.rows, s.product);  // p^T A p
    if (!(curvature > 0)) break;
    const Real length = square / curvature;
    apply_transposed(member, s, columns_a_thread, Real(1), s.product, s.image);
    for_each(member, m, [&](int k) {
      s.weights[k] += length * s.direction[k];
      s.steepest[k] -= length * s.image[k];
    });
    for_each(member, s.rows, [&](int i) { s.residual[i] += length * s.product[i]; });
    barrier(member);
    const Real next = squared_norm(member, m, s.steepest), ratio = next / square;
    for_each(member, m, [&](int k) { s.direction[k] = s.steepest[k] + ratio * s.direction[k]; });
    barrier(member);
    square = next;
    functional = squared_norm(member, s.rows, s.residual) / 2;
  }
  return functional;
}

}  // namespace kolibri::detail

/// Kokkos adds up GradientSum.
template <class Real>
struct Kokkos::reduction_identity<kolibri::detail::GradientSum<Real>> {
  KOKKOS_FUNCTION static kolibri::detail::GradientSum<Real> sum() { return {}; }
};
