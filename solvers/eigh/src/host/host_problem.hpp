#pragma once

#include <cstddef>
#include <cstdint>
#include <kolibri/eigh_options.hpp>

// The batch problem as the host's own units see it, which know nothing of Kokkos: a device compiler need not read
// vector code, and one copy of it serves all host spaces.
namespace kolibri::detail {

/// Matrices of a batch; strides count Reals, a complex element is two.
template <class Real>
struct HostMatrices {
  Real* data;
  std::int64_t batch_stride;
  std::int64_t row_stride;
  std::int64_t column_stride;

  Real* at(std::int64_t b, int i, int j) const { return data + b * batch_stride + i * row_stride + j * column_stride; }
};

template <class Real>
struct HostProblem {
  int n;
  HostMatrices<const Real> a;
  HostMatrices<Real> v;  ///< null data: eigenvalues only
  Real* w;
  std::int64_t w_batch_stride;
  std::int64_t w_stride;
  int* info;  ///< null: not asked for, as the two below
  int* sweeps;
  Real* off_norm;
  Triangle triangle;
  Order order;
  Real tolerance;
  int max_sweeps;

  bool vectors() const { return v.data != nullptr; }
};

/// Arrays one after another in a block of memory, each on a cache line of its own; from a null block they count bytes.
class Block {
 public:
  static constexpr std::size_t alignment = 64;

  explicit Block(std::byte* memory) : m_memory(memory) {}

  template <class Value>
  Value* take(std::size_t count) {
    auto* const array = m_memory == nullptr ? nullptr : reinterpret_cast<Value*>(m_memory + m_bytes);
    m_bytes += (count * sizeof(Value) + alignment - 1) / alignment * alignment;
    return array;
  }

  std::size_t bytes() const { return m_bytes; }

 private:
  std::byte* m_memory;
  std::size_t m_bytes = 0;
};

}  // namespace kolibri::detail
