#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/fast_math.hpp>
#include <kolibri/registers.hpp>

// Rows of a matrix in the registers of threads, on their way through the rotations of QL's steps.
namespace kolibri::detail {

/// Real rows of at most N elements, `rows` of them a thread, the last elements in its registers, those that do not fit
/// in scratch; `members` matrices a team, `teams` teams that have to share a multiprocessor's registers.
template <int N_, int rows_, int members_, int teams_>
struct RowShape {
  static constexpr int N = N_, rows = rows_, members = members_, teams = teams_;
  static constexpr int in_registers = N > 128 ? 80 : N > 64 ? 64 : N;  ///< of a row
  static constexpr int in_scratch = N - in_registers;
  static_assert(in_scratch == 0 || rows == 1);
};

/// A plane rotation.
template <class Real>
struct alignas(2 * sizeof(Real)) CosineSine {
  Real c, s;
};

/// The rotation by theta, of tan(theta / 2).
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION CosineSine<Real> rotation_of_half_angle(Real t) {
  const Real sine = 2 * t * quick_reciprocal(Kokkos::fma(t, t, Real(1)));
  return {Kokkos::fma(-t, sine, Real(1)), sine};
}

/// A thread's rows.
template <class Real, class Shape>
struct ThreadRows {
  static constexpr int N = Shape::N, rows = Shape::rows, in_scratch = Shape::in_scratch;
  /// Rotations that are skipped together.
  static constexpr int of_group = N <= 16 ? 4 : N <= 32 && Shape::members > 1 ? 8 : 16;

  Real x[rows][N - in_scratch];
  Real* scratch;  ///< the first elements of the row, `stride` apart
  int stride;

  /// Element j of row k.
  KOKKOS_FORCEINLINE_FUNCTION Real get(int k, int j) const {
    return j < in_scratch ? scratch[j * stride] : x[k][j < in_scratch ? 0 : j - in_scratch];
  }
  KOKKOS_FORCEINLINE_FUNCTION void set(int k, int j, Real value) {
    if (j < in_scratch) {
      scratch[j * stride] = value;
    } else {
      x[k][j < in_scratch ? 0 : j - in_scratch] = value;
    }
  }

  /// Columns i, i + 1 := c x_i - s x_(i+1), s x_i + c x_(i+1), i = last - 1, ..., first; beyond, the rotations are
  /// identities.
  KOKKOS_FORCEINLINE_FUNCTION void rotate(const CosineSine<Real>* rotations, int first, int last) {
    rotate_group<(N + of_group - 1) / of_group - 1>(rotations, first, last);
  }

 private:
  template <int g>
  KOKKOS_FORCEINLINE_FUNCTION void rotate_group(const CosineSine<Real>* rotations, int first, int last) {
    constexpr int begin = g * of_group, end = Kokkos::min(begin + of_group, N - 1);
    if (first < end && last > begin) {
      Real right[rows];
      KOLIBRI_UNROLL
      for (int k = 0; k < rows; ++k) right[k] = get(k, end);
      KOLIBRI_UNROLL
      for (int i = end - 1; i >= begin; --i) {
        const auto r = rotations[i];
        KOLIBRI_UNROLL
        for (int k = 0; k < rows; ++k) {
          const Real left = get(k, i);
          set(k, i + 1, Kokkos::fma(r.s, left, r.c * right[k]));
          right[k] = Kokkos::fma(-r.s, right[k], r.c * left);
        }
      }
      KOLIBRI_UNROLL
      for (int k = 0; k < rows; ++k) set(k, begin, right[k]);
    }
    if constexpr (g > 0) rotate_group<g - 1>(rotations, first, last);
  }
};

}  // namespace kolibri::detail
