#pragma once

#include "weights.hpp"

namespace kolibri::detail {

/// Panels of rows a become y with y R = a, R the leading triangle of r with m columns: those of the orthogonal factor.
/// Ends with a barrier.
template <class Member, class Real>
KOKKOS_INLINE_FUNCTION void divide_by_triangle(const Member& member, int m, const ColumnMajor<Real>& r, int rows,
                                               const ColumnMajor<Real>& panel) {
  for (int j = 0; j < m; ++j) {
    Real* const y = panel.column(j);
    const Real diagonal = r(j, j);
    for_each(member, rows, [&](int i) { y[i] /= diagonal; });
    barrier(member);
    for_each_thread(member, m - j - 1, [&](int offset) {
      const int k = j + 1 + offset;
      Real* const column = panel.column(k);
      const Real factor = r(j, k);
      for_each_lane(member, rows, [&](int i) { column[i] -= factor * y[i]; });
    });
    barrier(member);
  }
}

/// The 2-norm of r_i / (1 - h_ii) for the weights in the storage, whose factor is that of the rows and of delta I with
/// columns of norm 1: h_ii is the squared norm of row i of the orthogonal factor. Infinite where a row alone determines
/// a weight, 1 - h_ii below the root of round-off. All threads get it. Ends with a barrier.
template <class Member, class Real>
KOKKOS_INLINE_FUNCTION Real leave_one_out(const Member& member, const RbfRowData<Real>& rows, RbfBasis basis,
                                          std::int64_t b, const WeightsStorage<Real>& s) {
  const int m = s.neurons, d = rows.dimension();
  const ColumnMajor<Real> panel = s.rows();
  Real* const errors = panel.column(m);
  Real square = 0;
  for (int first = 0; first < rows.rows(); first += panel.rows) {
    const int count = Kokkos::min(panel.rows, rows.rows() - first);
    for_each(member, count * m, [&](int at) {
      const int i = at % count, k = at / count;
      panel(i, k) = squarable(rbf_element(basis, d, rows.row(b, first + i), s.neuron[k])) / s.norms[k];
    });
    barrier(member);
    for_each(member, count, [&](int i) {
      Real value = 0;
      for (int k = 0; k < m; ++k) value += panel(i, k) * (s.norms[k] * s.weights[k]);
      errors[i] = value - rows.targets(b, first + i);
    });
    barrier(member);
    divide_by_triangle(member, m, s.factor(), count, panel);
    for_each(member, count, [&](int i) {
      Real leverage = 0;
      for (int k = 0; k < m; ++k) leverage += panel(i, k) * panel(i, k);
      // A row that alone determines a weight has the leverage 1: nothing is known without it, and 1 - h is round-off.
      const Real left = 1 - leverage;
      errors[i] = left > Kokkos::sqrt(ulp<Real>) ? errors[i] / left : Kokkos::Experimental::infinity_v<Real>;
    });
    barrier(member);
    square += dot_over_lanes(member, count, errors, errors);
    barrier(member);
  }
  return Kokkos::sqrt(square);
}

}  // namespace kolibri::detail
