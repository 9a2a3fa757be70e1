#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

// One vocabulary for the threads that share matrices: a Kokkos team member, or one thread alone. for_each spreads
// items over all threads and their lanes; for_each_thread gives each item to one thread, whose vector lanes can share
// it and reduce.
namespace kolibri::detail {

/// One thread alone.
struct SerialMember {};

template <class Member, class Body>
KOKKOS_INLINE_FUNCTION void for_each(const Member& member, int count, const Body& body) {
  Kokkos::parallel_for(Kokkos::TeamVectorRange(member, count), body);
}
template <class Body>
KOKKOS_INLINE_FUNCTION void for_each(const SerialMember&, int count, const Body& body) {
  for (int i = 0; i < count; ++i) body(i);
}

template <class Member, class Body>
KOKKOS_INLINE_FUNCTION void for_each_thread(const Member& member, int count, const Body& body) {
  Kokkos::parallel_for(Kokkos::TeamThreadRange(member, count), body);
}
template <class Body>
KOKKOS_INLINE_FUNCTION void for_each_thread(const SerialMember&, int count, const Body& body) {
  for (int i = 0; i < count; ++i) body(i);
}

/// Over the vector lanes of one thread, inside for_each_thread.
template <class Member, class Body>
KOKKOS_INLINE_FUNCTION void for_each_lane(const Member& member, int count, const Body& body) {
  Kokkos::parallel_for(Kokkos::ThreadVectorRange(member, count), body);
}
template <class Body>
KOKKOS_INLINE_FUNCTION void for_each_lane(const SerialMember&, int count, const Body& body) {
  for (int i = 0; i < count; ++i) body(i);
}

/// body(i, sum) over the vector lanes of one thread; every lane gets the sum.
template <class Value, class Member, class Body>
KOKKOS_INLINE_FUNCTION Value sum_over_lanes(const Member& member, int count, const Body& body) {
  Value total{};
  Kokkos::parallel_reduce(Kokkos::ThreadVectorRange(member, count), body, total);
  return total;
}
template <class Value, class Body>
KOKKOS_INLINE_FUNCTION Value sum_over_lanes(const SerialMember&, int count, const Body& body) {
  Value total{};
  for (int i = 0; i < count; ++i) body(i, total);
  return total;
}

/// body(i, maximum) over the vector lanes of one thread, of values >= 0.
template <class Real, class Member, class Body>
KOKKOS_INLINE_FUNCTION Real max_over_lanes(const Member& member, int count, const Body& body) {
  Real largest = 0;
  Kokkos::parallel_reduce(Kokkos::ThreadVectorRange(member, count), body, Kokkos::Max<Real>(largest));
  return Kokkos::fmax(largest, Real(0));
}
template <class Real, class Body>
KOKKOS_INLINE_FUNCTION Real max_over_lanes(const SerialMember&, int count, const Body& body) {
  Real largest = 0;
  for (int i = 0; i < count; ++i) body(i, largest);
  return largest;
}

#if defined(__CUDA_ARCH__)
/// The largest of the keys of a thread's lanes, without Kokkos' run-time vector length, which costs dozens of
/// instructions.
template <int lanes>
KOKKOS_INLINE_FUNCTION std::uint32_t largest_of_warp_lanes(std::uint32_t key) {
#if __CUDA_ARCH__ >= 800
  if constexpr (lanes == 32) return __reduce_max_sync(0xffffffffu, key);
#endif
  const unsigned all = lanes == 32 ? 0xffffffffu : ((1u << lanes % 32) - 1) << threadIdx.y % (32 / lanes) * lanes;
#pragma unroll
  for (int distance = lanes / 2; distance > 0; distance /= 2) {
    key = max(key, __shfl_xor_sync(all, key, distance));
  }
  return key;
}
template <int lanes>
KOKKOS_INLINE_FUNCTION std::uint64_t largest_of_warp_lanes(std::uint64_t key) {
  const auto high = static_cast<std::uint32_t>(key >> 32), highest = largest_of_warp_lanes<lanes>(high);
  const std::uint32_t low = largest_of_warp_lanes<lanes>(high == highest ? static_cast<std::uint32_t>(key) : 0u);
  return static_cast<std::uint64_t>(highest) << 32 | low;
}
#endif

/// The largest value(lane), an unsigned integer of 32 or 64 bits, of a thread's `lanes` lanes; every lane gets it.
template <int lanes, class Member, class Value>
KOKKOS_INLINE_FUNCTION auto largest_of_lanes(const Member& member, const Value& value) {
#if defined(__CUDA_ARCH__)
  return largest_of_warp_lanes<lanes>(value(static_cast<int>(threadIdx.x)));
#else
  using Key = decltype(value(0));
  Key largest = 0;
  Kokkos::parallel_reduce(
      Kokkos::ThreadVectorRange(member, lanes), [&](int lane, Key& mine) { mine = Kokkos::max(mine, value(lane)); },
      Kokkos::Max<Key>(largest));
  return largest;
#endif
}

/// Once per thread of a team, by one of its lanes, when all of them have come here: they may have read what it
/// writes. Kokkos has no barrier of lanes, but the end of a loop over them is one.
template <class Member, class Body>
KOKKOS_INLINE_FUNCTION void once_per_thread(const Member& member, const Body& body) {
  Kokkos::parallel_for(Kokkos::ThreadVectorRange(member, 0), [](int) {});
  Kokkos::single(Kokkos::PerThread(member), body);
}
template <class Body>
KOKKOS_INLINE_FUNCTION void once_per_thread(const SerialMember&, const Body& body) {
  body();
}

/// body(i, sum) over all threads of the team and their lanes; all get the sum. Every thread has finished its part then.
template <class Value, class Member, class Body>
KOKKOS_INLINE_FUNCTION Value sum_over_team(const Member& member, int count, const Body& body) {
  Value total{};
  Kokkos::parallel_reduce(Kokkos::TeamVectorRange(member, count), body, total);
  return total;
}
template <class Value, class Body>
KOKKOS_INLINE_FUNCTION Value sum_over_team(const SerialMember&, int count, const Body& body) {
  Value total{};
  for (int i = 0; i < count; ++i) body(i, total);
  return total;
}

/// The larger of two candidates (size, place), the first of equals, by which the searches below reduce.
template <class Real, class Size>
struct KeepLarger {
  const Size& size;

  KOKKOS_FUNCTION void operator()(int i, Kokkos::ValLocScalar<Real, int>& best) const {
    const Real mine = size(i);
    if (mine > best.val) {
      best.val = mine;
      best.loc = i;
    }
  }
};

/// The i in [first, end) with the largest size(i) >= 0, the first of equals, `first` when all are NaN, by the lanes of
/// one thread; all of them get it.
template <class Real, class Member, class Size>
KOKKOS_INLINE_FUNCTION int first_largest_over_lanes(const Member& member, int first, int end, const Size& size) {
  Kokkos::ValLocScalar<Real, int> largest;
  Kokkos::parallel_reduce(Kokkos::ThreadVectorRange(member, first, end), KeepLarger<Real, Size>{size},
                          Kokkos::MaxFirstLoc<Real, int>(largest));
  return largest.loc < end ? largest.loc : first;
}
template <class Real, class Size>
KOKKOS_INLINE_FUNCTION int first_largest_over_lanes(const SerialMember&, int first, int end, const Size& size) {
  int best = first;
  Real largest = -1;
  for (int i = first; i < end; ++i) {
    const Real mine = size(i);
    if (mine > largest) {
      largest = mine;
      best = i;
    }
  }
  return best;
}

/// Which of the team's threads this is, of how many.
template <class Member>
KOKKOS_INLINE_FUNCTION int rank_of_thread(const Member& member) {
  return member.team_rank();
}
template <class Member>
KOKKOS_INLINE_FUNCTION int threads_of_team(const Member& member) {
  return member.team_size();
}
KOKKOS_INLINE_FUNCTION int rank_of_thread(const SerialMember&) { return 0; }
KOKKOS_INLINE_FUNCTION int threads_of_team(const SerialMember&) { return 1; }

template <class Member>
KOKKOS_INLINE_FUNCTION void barrier(const Member& member) {
  member.team_barrier();
}
KOKKOS_INLINE_FUNCTION void barrier(const SerialMember&) {}

}  // namespace kolibri::detail
