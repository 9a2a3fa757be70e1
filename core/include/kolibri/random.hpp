#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/scalar.hpp>

namespace kolibri {

/// 128 random bits.
struct RandomBits {
  std::uint32_t word[4];
};

/// Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC'11): the random bits
/// that belong to a key and a counter, the same ones on every backend.
KOKKOS_INLINE_FUNCTION RandomBits philox(std::uint64_t key, std::uint64_t counter_high, std::uint64_t counter_low) {
  RandomBits x{{static_cast<std::uint32_t>(counter_low), static_cast<std::uint32_t>(counter_low >> 32),
                static_cast<std::uint32_t>(counter_high), static_cast<std::uint32_t>(counter_high >> 32)}};
  auto key_0 = static_cast<std::uint32_t>(key);
  auto key_1 = static_cast<std::uint32_t>(key >> 32);
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product_0 = std::uint64_t(0xD2511F53u) * x.word[0];
    const std::uint64_t product_1 = std::uint64_t(0xCD9E8D57u) * x.word[2];
    x = {{static_cast<std::uint32_t>(product_1 >> 32) ^ x.word[1] ^ key_0, static_cast<std::uint32_t>(product_1),
          static_cast<std::uint32_t>(product_0 >> 32) ^ x.word[3] ^ key_1, static_cast<std::uint32_t>(product_0)}};
    key_0 += 0x9E3779B9u;
    key_1 += 0xBB67AE85u;
  }
  return x;
}

/// A uniform number in the open interval (0, 1) from one half (0 or 1) of the bits; never 0 or 1, and exact: an odd
/// multiple of 2^-24 (float) or 2^-53 (double).
template <class Real>
KOKKOS_INLINE_FUNCTION Real uniform(const RandomBits& bits, int half) {
  const std::uint64_t word = std::uint64_t(bits.word[2 * half + 1]) << 32 | bits.word[2 * half];
  constexpr int digits = std::is_same_v<Real, float> ? 23 : 52;
  return (static_cast<Real>(word >> (64 - digits)) + Real(0.5)) * ulp<Real>;
}

/// A scalar with parts uniform in (-1, 1), exactly representable, so that no backend rounds it differently.
template <class Scalar>
KOKKOS_INLINE_FUNCTION Scalar symmetric_uniform(const RandomBits& bits) {
  using Real = real_t<Scalar>;
  const Real first = 2 * uniform<Real>(bits, 0) - 1;
  if constexpr (is_complex<Scalar>) {
    return Scalar(first, 2 * uniform<Real>(bits, 1) - 1);
  } else {
    return first;
  }
}

/// An integer uniform in 0..bound-1 for 0 < bound <= 2^31 (its bias is below bound / 2^64).
KOKKOS_INLINE_FUNCTION std::int64_t uniform_integer(const RandomBits& bits, std::int64_t bound) {
  const std::uint64_t high = bits.word[1], low = bits.word[0], range = static_cast<std::uint64_t>(bound);
  return static_cast<std::int64_t>((high * range + (low * range >> 32)) >> 32);
}

}  // namespace kolibri
