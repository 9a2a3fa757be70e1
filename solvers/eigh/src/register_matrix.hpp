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

// One-sided Jacobi by one thread, with all of the matrix in its registers.
namespace kolibri::detail {

/// Pair k of round `round` of the round-robin of n columns, known when compiling; for odd n one is `idle`.
template <int n>
struct RoundRobinPair {
  static constexpr int size = n + n % 2, pairs = size / 2, rounds = size - 1;

  int first, second;

  KOKKOS_FORCEINLINE_FUNCTION constexpr RoundRobinPair(int round, int k) : first(0), second(0) {
    round_robin_pair(size, round, k, first, second);
  }
  KOKKOS_FORCEINLINE_FUNCTION constexpr bool idle() const { return second >= n; }
};

/// B = I + A / c of an n x n matrix by columns, y with squared norms `square` / `weight`.
template <class Scalar, int n>
struct MatrixInRegisters {
  using Real = real_t<Scalar>;

  /// Long sweeps would come through the instruction cache too slowly if all of their pairs were unrolled: an estimate
  /// of their instructions, and the limit measured on an H200 in double and complex double.
  static constexpr int sweep_instructions = n * (n - 1) / 2 * ((is_complex<Scalar> ? 12 : 3) * n + 33);
  static constexpr bool loops = sweep_instructions > 1000;

  Scalar y[n][n];
  Real weight[n], square[n];
  JacobiState<Real> state;
  int rounds = 0;  ///< of neighbours, in all sweeps of an odd n

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

  /// y^H y of column j.
  KOKKOS_FORCEINLINE_FUNCTION Real length(int j) const {
    Real sum = 0;
    KOLIBRI_UNROLL
    for (int i = 0; i < n; ++i) sum = add_square(y[j][i], sum);
    return sum;
  }

  KOKKOS_FORCEINLINE_FUNCTION void rotate(int p, int q, const RotationLimits& limits, SweepBits& seen) {
    Real sum[2] = {};
    KOLIBRI_UNROLL
    for (int i = 0; i < n; ++i) add_product(y[p][i], y[q][i], sum);
    Scalar g;
    if constexpr (is_complex<Scalar>) {
      g = Scalar(sum[0], sum[1]);
    } else {
      g = sum[0];
    }
    const FastRotation<Scalar, n == 2> turn(weight[p], weight[q], square[q] - square[p], g, true, limits, seen);
    square[p] -= turn.shift;
    square[q] += turn.shift;
    weight[p] *= turn.scale;
    weight[q] *= turn.scale;
    KOLIBRI_UNROLL
    for (int i = 0; i < n; ++i) {
      const Scalar old = y[p][i];
      y[p][i] = multiply_add(turn.to_first, y[q][i], old);
      y[q][i] = multiply_add(turn.to_second, old, y[q][i]);
    }
  }

  /// Turns all pairs (p, p + 1) with p = first, first + 2, ... and lets the two trade places.
  template <int first>
  KOKKOS_FORCEINLINE_FUNCTION void turn_neighbours(const RotationLimits& limits, SweepBits& seen) {
    KOLIBRI_UNROLL
    for (int p = first; p + 1 < n; p += 2) {
      rotate(p, p + 1, limits, seen);
      Kokkos::kokkos_swap(weight[p], weight[p + 1]);
      Kokkos::kokkos_swap(square[p], square[p + 1]);
      KOLIBRI_UNROLL
      for (int i = 0; i < n; ++i) Kokkos::kokkos_swap(y[p][i], y[p + 1][i]);
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION SweepBits sweep(const RotationLimits& limits) {
    SweepBits seen;
    KOLIBRI_UNROLL
    for (int j = 0; j < n; ++j) square[j] = weight[j] * length(j);
    if constexpr (loops) {
      sweep_odd_even(limits, seen);
    } else {
      sweep_round_robin(limits, seen);
    }
    return seen;
  }

  KOKKOS_FORCEINLINE_FUNCTION void sweep_round_robin(const RotationLimits& limits, SweepBits& seen) {
    KOLIBRI_UNROLL
    for (int round = 0; round < RoundRobinPair<n>::rounds; ++round) {
      KOLIBRI_UNROLL
      for (int k = 0; k < RoundRobinPair<n>::pairs; ++k) {
        const RoundRobinPair<n> pair(round, k);
        if (!pair.idle()) rotate(pair.first, pair.second, limits, seen);
      }
    }
  }

  /// All pairs in n rounds of neighbours, see register_exchange.hpp. For odd n the next sweep begins with the other
  /// kind of round: else it would repeat the last one's pairs.
  KOKKOS_FORCEINLINE_FUNCTION void sweep_odd_even(const RotationLimits& limits, SweepBits& seen) {
    if constexpr (n % 2 == 0) {
      KOLIBRI_KEEP_LOOP
      for (int round = 0; round < n; round += 2) {
        turn_neighbours<0>(limits, seen);
        turn_neighbours<1>(limits, seen);
      }
    } else {
      KOLIBRI_KEEP_LOOP
      for (const int end = rounds + n; rounds < end; ++rounds) {
        if (rounds % 2 == 0) {
          turn_neighbours<0>(limits, seen);
        } else {
          turn_neighbours<1>(limits, seen);
        }
      }
    }
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
