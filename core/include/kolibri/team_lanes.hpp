#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/registers.hpp>
#include <kolibri/scalar.hpp>

// The vector lanes of a team's threads, each with registers of its own: on devices, variables outside of loops over
// lanes are a lane's own. Kokkos takes vector lengths as known at run time only, which costs dozens of instructions a
// call: where the number of lanes is known and the device's shuffles are, they serve.
namespace kolibri::detail {

#if defined(__CUDA_ARCH__)

template <int lanes, class Member>
KOKKOS_INLINE_FUNCTION int rank_of_lane(const Member&) {
  return static_cast<int>(threadIdx.x);
}

template <class Member>
KOKKOS_INLINE_FUNCTION void lane_barrier(const Member&) {
  __syncwarp();
}

/// The value of the lane whose rank differs from this one's in the bits of `mask`. Warps are full and of one mind.
template <class Real>
KOKKOS_INLINE_FUNCTION Real from_lane_across(Real value, int mask) {
  return __shfl_xor_sync(0xffffffffu, value, mask);
}
template <class Real>
KOKKOS_INLINE_FUNCTION Kokkos::complex<Real> from_lane_across(const Kokkos::complex<Real>& value, int mask) {
  return {from_lane_across(value.real(), mask), from_lane_across(value.imag(), mask)};
}

template <int lanes, int count, class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void sum_lanes(const Member&, Scalar* values) {
  KOLIBRI_UNROLL
  for (int distance = lanes / 2; distance > 0; distance /= 2) {
    KOLIBRI_UNROLL
    for (int i = 0; i < count; ++i) values[i] += from_lane_across(values[i], distance);
  }
}

/// A step of share_sums(): half of the values go to the lane across, for half of its own.
template <int lanes, int count, class Scalar>
KOKKOS_FORCEINLINE_FUNCTION void halve_sums(int lane, Scalar* values, int& first, int& mine) {
  if constexpr (lanes > 1) {
    constexpr int distance = lanes / 2, half = (count + 1) / 2;
    const bool upper = lane & distance;
    if constexpr (count == 1) {
      values[0] += from_lane_across(values[0], distance);
      if (upper) mine = 0;
    } else {
      KOLIBRI_UNROLL
      for (int i = 0; i < half; ++i) {
        const Scalar low = values[i], high = i + half < count ? values[i + half] : Scalar(0);
        values[i] = (upper ? high : low) + from_lane_across(upper ? low : high, distance);
      }
      first += upper ? half : 0;
      mine = upper ? mine - half : Kokkos::min(mine, half);
    }
    halve_sums<lanes / 2, half>(lane, values, first, mine);
  }
}

/// The sums of values[0], ..., values[count - 1] over the lanes, some to each: of number first, first + 1, ... to
/// values[0], ..., values[mine - 1].
template <int lanes, int count, class Member, class Scalar>
KOKKOS_FORCEINLINE_FUNCTION void share_sums(const Member& member, Scalar* values, int& first, int& mine) {
  first = 0;
  mine = count;
  halve_sums<lanes, count>(rank_of_lane<lanes>(member), values, first, mine);
}

#else

/// Which of the thread's vector lanes this is.
template <int lanes, class Member>
KOKKOS_INLINE_FUNCTION int rank_of_lane(const Member& member) {
  int lane = 0;
  Kokkos::parallel_for(Kokkos::ThreadVectorRange(member, lanes), [&](int i) { lane = i; });
  return lane;
}

/// What a thread's lanes wrote before, all of them see after it. All threads of a team come here.
template <class Member>
KOKKOS_INLINE_FUNCTION void lane_barrier(const Member& member) {
  Kokkos::parallel_for(Kokkos::ThreadVectorRange(member, 0), [](int) {});
}

/// values[i] := the sum of the lanes' values[i], in every lane, i = 0, ..., count - 1.
template <int lanes, int count, class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void sum_lanes(const Member& member, Scalar* values) {
  for (int i = 0; i < count; ++i) {
    Scalar total{};
    const Scalar mine = values[i];
    Kokkos::parallel_reduce(
        Kokkos::ThreadVectorRange(member, lanes), [&](int, Scalar& sum) { sum += mine; }, total);
    values[i] = total;
  }
}

template <int lanes, int count, class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void share_sums(const Member& member, Scalar* values, int& first, int& mine) {
  constexpr int each = (count + lanes - 1) / lanes;
  sum_lanes<lanes, count>(member, values);
  first = rank_of_lane<lanes>(member) * each;
  mine = Kokkos::max(0, Kokkos::min(each, count - first));
  for (int i = 0; i < mine; ++i) values[i] = values[first + i];
}

#endif

}  // namespace kolibri::detail
