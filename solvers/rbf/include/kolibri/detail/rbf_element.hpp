#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/rbf_basis.hpp>

// One element of a collocation matrix: the operator L = kappa Lap + b . grad + q applied to a neuron at a point. Points
// and vectors have three components in every dimension, those that do not exist being zero, so that no loop over
// components has a length that the compiler does not know.
namespace kolibri::detail {

inline constexpr int rbf_components = 3;

/// A row of the matrix: L at x. Dirichlet rows have q alone, Neumann rows b = n, Robin rows both; a weight of the row
/// is a factor of all its coefficients.
template <class Real>
struct RbfRow {
  Real x[rbf_components];
  Real kappa;
  Real b[rbf_components];
  Real q;
};

/// A neuron: centre and 1 / a^2.
template <class Real>
struct RbfNeuron {
  Real c[rbf_components];
  Real inverse_square;
};

/// What an element is made of, with z = x - c: L phi = laplacian + convection b.z + q F.
template <class Real>
struct RbfTerms {
  Real z[rbf_components];
  Real s;
  Real bz;
  RadialValues<Real> radial;
};

template <class Real>
KOKKOS_INLINE_FUNCTION RbfTerms<Real> rbf_terms(RbfBasis basis, const RbfRow<Real>& row,
                                                const RbfNeuron<Real>& neuron) {
  RbfTerms<Real> t{};
  Real square = 0;
  for (int j = 0; j < rbf_components; ++j) {
    t.z[j] = row.x[j] - neuron.c[j];
    square += t.z[j] * t.z[j];
    t.bz += row.b[j] * t.z[j];
  }
  t.s = square * neuron.inverse_square;
  t.radial = radial_values(basis, t.s);
  return t;
}

/// kappa Lap phi + b . grad phi: Lap phi = (4 s F'' + 2 d F') / a^2, grad phi = 2 z F' / a^2.
template <class Real>
KOKKOS_INLINE_FUNCTION Real differential_part(int dimension, const RbfRow<Real>& row, const RbfNeuron<Real>& neuron,
                                              const RbfTerms<Real>& t) {
  const Real laplacian = 4 * t.s * t.radial.f2 + 2 * dimension * t.radial.f1;
  return (row.kappa * laplacian + 2 * t.bz * t.radial.f1) * neuron.inverse_square;
}

/// L phi.
template <class Real>
KOKKOS_INLINE_FUNCTION Real rbf_element(RbfBasis basis, int dimension, const RbfRow<Real>& row,
                                        const RbfNeuron<Real>& neuron) {
  const RbfTerms<Real> t = rbf_terms(basis, row, neuron);
  return differential_part(dimension, row, neuron, t) + row.q * t.radial.f;
}

/// d(L phi)/dc and d(L phi)/d(ln a).
template <class Real>
struct RbfDerivatives {
  Real value;
  Real centre[rbf_components];
  Real log_width;
};

/// L phi with its derivatives by the neuron's centre and logarithmic width. By s, at fixed 1 / a^2 and z in b.z:
/// d(L phi)/ds = kappa (4 F'' + 4 s F''' + 2 d F'') / a^2 + 2 F'' b.z / a^2 + q F'; ds/dc = -2 z / a^2, ds/d(ln a) = -2
/// s.
template <class Real>
KOKKOS_INLINE_FUNCTION RbfDerivatives<Real> rbf_derivatives(RbfBasis basis, int dimension, const RbfRow<Real>& row,
                                                            const RbfNeuron<Real>& neuron) {
  const RbfTerms<Real> t = rbf_terms(basis, row, neuron);
  const Real i = neuron.inverse_square, differential = differential_part(dimension, row, neuron, t);
  const Real by_s = (row.kappa * ((4 + 2 * dimension) * t.radial.f2 + 4 * t.radial.s_f3) + 2 * t.bz * t.radial.f2) * i +
                    row.q * t.radial.f1;
  RbfDerivatives<Real> result{};
  result.value = differential + row.q * t.radial.f;
  for (int j = 0; j < rbf_components; ++j) {
    result.centre[j] = -2 * i * (by_s * t.z[j] + row.b[j] * t.radial.f1);
  }
  result.log_width = -2 * (t.s * by_s + differential);
  return result;
}

}  // namespace kolibri::detail
