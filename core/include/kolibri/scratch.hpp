#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>

// Arrays that lie one after another in one block of memory. A struct of such arrays lists them once, in
// `lay_out(take)` with take(pointer, count) for each; a ByteCounter then finds the size, a Carver sets the pointers.
namespace kolibri {

/// Rounds `bytes` up so that what follows in a scratch block stays aligned for every scalar.
KOKKOS_INLINE_FUNCTION constexpr std::size_t aligned(std::size_t bytes, std::size_t alignment = 16) {
  return (bytes + alignment - 1) / alignment * alignment;
}

/// Bytes of the arrays, each rounded up to `alignment`.
template <std::size_t alignment = 16>
struct ByteCounter {
  std::size_t bytes = 0;

  template <class Value>
  KOKKOS_INLINE_FUNCTION constexpr void operator()(Value*&, std::size_t count) {
    bytes += aligned(count * sizeof(Value), alignment);
  }
};

/// Hands out the arrays from a block, each on a multiple of `alignment` bytes from its begin.
template <std::size_t alignment = 16>
struct Carver {
  std::byte* block;

  template <class Value>
  KOKKOS_INLINE_FUNCTION void operator()(Value*& array, std::size_t count) {
    array = reinterpret_cast<Value*>(block);
    block += aligned(count * sizeof(Value), alignment);
  }
};

/// Bytes that `arrays` lays out.
template <class Arrays>
KOKKOS_INLINE_FUNCTION constexpr std::size_t bytes_of(Arrays arrays) {
  ByteCounter<> counter;
  arrays.lay_out(counter);
  return counter.bytes;
}

}  // namespace kolibri
