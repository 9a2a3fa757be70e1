#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/eigh_problem.hpp>
#include <kolibri/detail/jacobi.hpp>
#include <kolibri/members.hpp>

// Reading a member of the batch into scratch: triangle, finiteness, scale.
namespace kolibri::detail {

/// Where item `item` of `slots` matrices lies in memory order, so that neighbouring threads read neighbours.
struct Element {
  int slot, i, j;
};

template <class Batch>
KOKKOS_INLINE_FUNCTION Element element_in_memory_order(const Batch& batch, int slots, int n, int item) {
  int slot = 0;
  if (slots > 1) {
    slot = batch.batch_stride == 1 ? item % slots : item / (n * n);
    item = batch.batch_stride == 1 ? item / slots : item % (n * n);
  }
  const int fast = item % n, slow = item / n;
  return batch.row_stride <= batch.column_stride ? Element{slot, fast, slow} : Element{slot, slow, fast};
}

/// Element (i, j) of the Hermitian matrix behind member b, from the triangle that may be read.
template <class Scalar>
KOKKOS_INLINE_FUNCTION Scalar hermitian_element(const MatrixBatch<const Scalar>& a, Triangle triangle, std::int64_t b,
                                                int i, int j) {
  if (i == j) return Scalar(real(a(b, i, i)));
  if (triangle == Triangle::symmetrize) {
    return a(b, i, j) * real_t<Scalar>(0.5) + conj(a(b, j, i)) * real_t<Scalar>(0.5);
  }
  const bool reads_lower = triangle == Triangle::lower;
  return reads_lower == (i > j) ? a(b, i, j) : conj(a(b, j, i));
}

/// store(slot, i, j, value) for every i <= j of the matrices first, ..., first + slots - 1, in memory order.
template <class Member, class Scalar, class Store>
KOKKOS_INLINE_FUNCTION void load_upper(const Member& member, const MatrixBatch<const Scalar>& a, Triangle triangle,
                                       std::int64_t first, int slots, const Store& store) {
  const int n = a.rows;
  const bool reads_lower = triangle == Triangle::lower;
  for_each(member, slots * n * n, [&](int item) {
    const Element e = element_in_memory_order(a, slots, n, item);
    const int i = reads_lower ? e.j : e.i, j = reads_lower ? e.i : e.j;
    if (i <= j) store(e.slot, i, j, hermitian_element(a, triangle, first + e.slot, i, j));
  });
}

/// The power of two to multiply in so that squares of the entries neither overflow nor vanish; 1 where they do not.
template <class Real>
KOKKOS_INLINE_FUNCTION Real safe_scale(Real largest) {
  constexpr int limit = std::is_same_v<Real, float> ? 40 : 400;
  constexpr int range = std::is_same_v<Real, float> ? 125 : 1020;
  const int exponent = exponent_of(largest);
  if (largest == 0 || (-limit < exponent && exponent < limit)) return 1;
  return power_of_two<Real>(exponent > range ? -range : exponent < -range ? range : -exponent);
}

/// The power of two that makes the largest element one of [1, 2), as far as the power is a normal number.
template <class Real>
KOKKOS_INLINE_FUNCTION Real unit_scale(Real largest) {
  constexpr int range = std::is_same_v<Real, float> ? 125 : 1020;
  const int exponent = exponent_of(largest);
  return power_of_two<Real>(-Kokkos::max(-range, Kokkos::min(range, exponent)));
}

/// |x|, its larger part, or Inf where that is not finite: the largest of such sizes does not lose a NaN.
template <class Scalar>
KOKKOS_INLINE_FUNCTION real_t<Scalar> size_or_infinity(const Scalar& x) {
  return is_finite(x) ? magnitude(x) : Kokkos::Experimental::infinity_v<real_t<Scalar>>;
}

/// By how much element (i, j) below the diagonal, or on it, and element (j, i) are not those of a Hermitian matrix.
template <class Scalar>
KOKKOS_INLINE_FUNCTION real_t<Scalar> size_of_difference(const Scalar& below, const Scalar& above) {
  return size_or_infinity(below - conj(above));
}

/// Whether member b differs from its conjugate transpose by more than rounding.
template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION bool is_not_hermitian(const Member& member, const MatrixBatch<const Scalar>& a, std::int64_t b,
                                             real_t<Scalar> largest) {
  using Real = real_t<Scalar>;
  const int n = a.rows;
  const Real difference = max_over_lanes<Real>(member, n * n, [&](int item, Real& most) {
    const int i = item / n, j = item % n;
    most = Kokkos::fmax(most, size_of_difference(a(b, i, j), a(b, j, i)));
  });
  return difference > 8 * n * ulp<Real> * largest;
}

/// Starts the states of `slots` matrices from their upper triangles upper(slot, i, j), which it scales: flags
/// non-finite and (full) non-Hermitian members, finds scale, Frobenius norm and off-norm. A flagged matrix becomes zero
/// and inactive. `rows` is scratch of row_scratch(n) Reals a slot. Ends with a barrier.
template <class Member, class Scalar, class Upper>
KOKKOS_INLINE_FUNCTION void start_states(const Member& member, const MatrixBatch<const Scalar>& a,
                                         const JacobiControl<real_t<Scalar>>& control, std::int64_t first, int slots,
                                         const Upper& upper, JacobiState<real_t<Scalar>>* states,
                                         real_t<Scalar>* rows) {
  using Real = real_t<Scalar>;
  const int n = a.rows;
  for_each_thread(member, slots * n, [&](int item) {
    const int slot = item / n, i = item % n;
    const Real largest = max_over_lanes<Real>(
        member, n - i, [&](int k, Real& most) { most = Kokkos::fmax(most, size_or_infinity(upper(slot, i, i + k))); });
    once_per_thread(member, [&]() { rows[item] = largest; });
  });
  barrier(member);
  for_each_thread(member, slots, [&](int slot) {
    const Real largest =
        max_over_lanes<Real>(member, n, [&](int i, Real& most) { most = Kokkos::fmax(most, rows[slot * n + i]); });
    int info = Kokkos::isfinite(largest) ? 0 : info_not_finite;
    if (info == 0 && control.triangle == Triangle::full && is_not_hermitian(member, a, first + slot, largest)) {
      info = info_not_hermitian;
    }
    const Real scale = info == 0 ? safe_scale(largest) : Real(1);
    once_per_thread(member, [&]() { states[slot] = {scale, 0, 0, 0, info, 0, info == 0}; });
  });
  barrier(member);
  for_each_thread(member, slots * n, [&](int item) {
    const int slot = item / n, i = item % n;
    const auto& state = states[slot];
    const Real squares = sum_over_lanes<Real>(member, n - i, [&](int k, Real& sum) {
      Scalar& element = upper(slot, i, i + k);
      element = state.info == 0 ? element * state.scale : Scalar(0);
      if (k > 0) sum += 2 * abs_squared(element);
    });
    once_per_thread(member, [&]() { rows[item] = squares; });
  });
  barrier(member);
  for_each_thread(member, slots, [&](int slot) {
    const Real off = sum_over_lanes<Real>(member, n, [&](int i, Real& sum) { sum += rows[slot * n + i]; });
    const Real diagonal =
        sum_over_lanes<Real>(member, n, [&](int i, Real& sum) { sum += abs_squared(upper(slot, i, i)); });
    once_per_thread(member, [&]() {
      states[slot].norm = Kokkos::sqrt(diagonal + off);
      states[slot].off_norm = Kokkos::sqrt(off);
    });
  });
  barrier(member);
}

}  // namespace kolibri::detail
