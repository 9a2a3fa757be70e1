#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/jacobi.hpp>
#include <kolibri/registers.hpp>

#include "register_rotation.hpp"

// Sweeps of one-sided Jacobi by one thread, with all columns in its registers.
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

/// The columns of an n x n matrix, y with squared norms `square` / `weight`.
template <class Scalar, int n>
struct ThreadColumns {
  using Real = real_t<Scalar>;

  /// Long sweeps would come through the instruction cache too slowly if all of their pairs were unrolled: an estimate
  /// of their instructions, and the limit measured on an H200 in double and complex double.
  static constexpr int sweep_instructions = n * (n - 1) / 2 * ((is_complex<Scalar> ? 12 : 3) * n + 33);
  static constexpr bool loops = sweep_instructions > 1000;

  Scalar y[n][n];
  Real weight[n], square[n];
  int rounds = 0;  ///< of neighbours, in all sweeps of an odd n

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
};

}  // namespace kolibri::detail
