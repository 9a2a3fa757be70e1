#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/matrix_access.hpp>
#include <kolibri/inverse_options.hpp>
#include <kolibri/members.hpp>
#include <kolibri/scalar.hpp>

namespace kolibri::detail {

/// The largest sum of |m_ij| over a column, or over a row, of an n x n matrix; NaN when the first one is. `sums` is
/// scratch of n scalars. Ends with a barrier.
template <class Member, class Scalar, class Matrix>
KOKKOS_INLINE_FUNCTION real_t<Scalar> norm_of(const Member& member, int n, Scalar* sums, const Matrix& m,
                                              ConditionNorm kind) {
  using Real = real_t<Scalar>;
  for_each_thread(member, n, [&](int line) {
    const Real sum = sum_over_lanes<Real>(member, n, [&](int k, Real& part) {
      part += Kokkos::abs(kind == ConditionNorm::one ? m(k, line) : m(line, k));
    });
    once_per_thread(member, [&]() { sums[line] = Scalar(sum); });
  });
  barrier(member);
  const int most = first_largest_over_lanes<Real>(member, 0, n, [&](int i) { return real(sums[i]); });
  const Real norm = real(sums[most]);
  barrier(member);
  return norm;
}

/// Multiplies m by the power of two that brings its largest element near 1: what does not depend on the scale of a
/// matrix can be had without overflow then. `largest` is scratch of n scalars. Ends with a barrier.
template <class Member, class Scalar, class Matrix>
KOKKOS_INLINE_FUNCTION void scale_to_one(const Member& member, int n, Scalar* largest, const Matrix& m) {
  using Real = real_t<Scalar>;
  for_each_thread(member, n, [&](int i) {
    const Real mine =
        max_over_lanes<Real>(member, n, [&](int j, Real& most) { most = Kokkos::fmax(most, pivot_size(m(i, j))); });
    once_per_thread(member, [&]() { largest[i] = Scalar(mine); });
  });
  barrier(member);
  const int most = first_largest_over_lanes<Real>(member, 0, n, [&](int i) { return real(largest[i]); });
  const int exponent = -exponent_of(real(largest[most])), half = exponent / 2;
  const Real first = power_of_two<Real>(half), second = power_of_two<Real>(exponent - half);
  barrier(member);
  for_each_thread(member, n,
                  [&](int i) { for_each_lane(member, n, [&](int j) { m(i, j) = m(i, j) * first * second; }); });
  barrier(member);
}

}  // namespace kolibri::detail
