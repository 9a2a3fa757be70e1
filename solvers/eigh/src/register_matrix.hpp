#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/detail/eigh_output.hpp>
#include <kolibri/detail/hermitian_input.hpp>
#include <kolibri/detail/jacobi.hpp>
#include <kolibri/detail/jacobi_one_sided.hpp>
#include <kolibri/registers.hpp>

#include "register_output.hpp"
#include "register_rotation.hpp"
#include "register_stop.hpp"
#include "register_thread_sweep.hpp"

// One-sided Jacobi by one thread, with all of the matrix in its registers.
namespace kolibri::detail {

/// B = I + A / c of an n x n matrix by columns.
template <class Scalar, int n>
struct MatrixInRegisters : ThreadColumns<Scalar, n> {
  using Real = real_t<Scalar>;
  using Columns = ThreadColumns<Scalar, n>;
  using Columns::y, Columns::weight, Columns::square, Columns::length, Columns::sweep;

  JacobiState<Real> state;

  /// A from its lower triangle.
  template <class Element>
  KOKKOS_FORCEINLINE_FUNCTION void load(const Element& element) {
    KOLIBRI_UNROLL
    for (int j = 0; j < n; ++j) {
      KOLIBRI_UNROLL
      for (int i = j; i < n; ++i) {
        const Scalar x = element(i, j);
        y[j][i] = x;
        y[i][j] = conj(x);
      }
    }
  }

  /// Scales A and flags it, unless it is flagged, when it is not finite.
  KOKKOS_FORCEINLINE_FUNCTION void scale() {
    std::uint32_t largest = 0;
    KOLIBRI_UNROLL
    for (int e = 0; e < n * n; ++e) {
      const Scalar x = y[e / n][e % n];
      if (e / n <= e % n) largest = Kokkos::max(largest, upper_bits(Kokkos::fabs(real(x))));
      if (is_complex<Scalar> && e / n < e % n) largest = Kokkos::max(largest, upper_bits(Kokkos::fabs(imag(x))));
    }
    if (largest >= upper_bits(Kokkos::Experimental::infinity_v<Real>)) state.info = info_not_finite;
    state.scale = state.info == 0 ? safe_scale(from_upper_bits<Real>(largest)) : Real(1);
    Real off = 0, diagonal = 0;
    KOLIBRI_UNROLL
    for (int e = 0; e < n * n; ++e) {
      Scalar& x = y[e / n][e % n];
      x = state.info == 0 ? x * state.scale : Scalar(0);
      Real& sum = e / n == e % n ? diagonal : off;
      sum = add_square(x, sum);
    }
    state.norm = Kokkos::sqrt(diagonal + off);
    state.off_norm = Kokkos::sqrt(off);
  }

  KOKKOS_FORCEINLINE_FUNCTION void shift() {
    const Real factor = 1 / frobenius_shift(state);
    KOLIBRI_UNROLL
    for (int e = 0; e < n * n; ++e) {
      y[e / n][e % n] = y[e / n][e % n] * factor + Scalar(e / n == e % n ? 1 : 0);
    }
    KOLIBRI_UNROLL
    for (int j = 0; j < n; ++j) weight[j] = 1;
  }

  /// Makes the columns orthogonal, and then of length 1.
  KOKKOS_FORCEINLINE_FUNCTION void iterate(const JacobiControl<Real>& control) {
    const Real tolerance = cosine_tolerance(control, n);
    const RotationLimits limits{upper_bits(tolerance * tolerance / 4)};
    state.active = state.info == 0 && state.off_norm > control.tolerance * state.norm;
    state.sweeps = state.active;
    KOLIBRI_KEEP_LOOP
    while (state.active) {
      const SweepBits seen = sweep(limits);
      judge_sweep(control, n, tolerance, {seen.product, seen.tangent, 1}, state);
    }
    settle_off_norm(state);
    KOLIBRI_UNROLL
    for (int j = 0; j < n; ++j) {
      const Real factor = quick_rsqrt(length(j));
      KOLIBRI_UNROLL
      for (int i = 0; i < n; ++i) y[j][i] *= factor;
    }
  }

  /// square[j] := v_j^H A v_j of the scaled matrix, of which element(i, j) with i >= j is unscaled.
  template <class Element>
  KOKKOS_FORCEINLINE_FUNCTION void find_values(const Element& element) {
    KOLIBRI_UNROLL
    for (int j = 0; j < n; ++j) square[j] = 0;
    KOLIBRI_UNROLL
    for (int i = 0; i < n; ++i) {
      Scalar product[n] = {};
      KOLIBRI_UNROLL
      for (int k = 0; k <= i; ++k) {
        const Scalar a = element(i, k) * (state.scale * (k < i ? 2 : 1));
        KOLIBRI_UNROLL
        for (int j = 0; j < n; ++j) product[j] = multiply_add(a, y[j][k], product[j]);
      }
      KOLIBRI_UNROLL
      for (int j = 0; j < n; ++j) {
        square[j] = Kokkos::fma(real(y[j][i]), real(product[j]), square[j]);
        if constexpr (is_complex<Scalar>) square[j] = Kokkos::fma(y[j][i].imag(), product[j].imag(), square[j]);
      }
    }
  }

  /// The place of value j in the order asked for.
  KOKKOS_FORCEINLINE_FUNCTION int rank(Order order, int j) const {
    const Real mine = sort_key(order, square[j]);
    int rank = 0;
    KOLIBRI_UNROLL
    for (int k = 0; k < n; ++k) {
      const Real other = sort_key(order, square[k]);
      rank += k != j && (other < mine || (other == mine && k < j));
    }
    return state.info < 0 ? j : rank;
  }
};

}  // namespace kolibri::detail
