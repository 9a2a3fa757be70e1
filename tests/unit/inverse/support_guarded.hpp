#pragma once

#include <array>
#include <cstring>

#include "support.hpp"

namespace kolibri::test {

/// A batch in device memory, in any storage, between canaries: guards before and after, and whatever the strides skip.
template <class Value>
class Guarded {
 public:
  /// Full of poison.
  Guarded(const std::array<std::size_t, 3>& extents, Storage storage)
      : m_extents(extents),
        m_strides(strides(extents, storage)),
        m_before("kolibri::test host buffer", span() + 2 * guard),
        m_buffer("kolibri::test buffer", span() + 2 * guard) {
    Kokkos::deep_copy(m_before, poison<Value>());
    Kokkos::deep_copy(m_buffer, m_before);
  }

  Guarded(const HostBatch<Value>& content, Storage storage)
      : Guarded({content.extent(0), content.extent(1), content.extent(2)}, storage) {
    put(content, m_before);
    Kokkos::deep_copy(m_buffer, m_before);
  }

  auto matrices() const {
    return Kokkos::View<Value***, Kokkos::LayoutStride, Space, Kokkos::MemoryUnmanaged>(
        m_buffer.data() + guard,
        Kokkos::LayoutStride(m_extents[0], m_strides[0], m_extents[1], m_strides[1], m_extents[2], m_strides[2]));
  }

  /// (batch, columns), of a batch with one row.
  auto rows() const {
    return Kokkos::View<Value**, Kokkos::LayoutStride, Space, Kokkos::MemoryUnmanaged>(
        m_buffer.data() + guard, Kokkos::LayoutStride(m_extents[0], m_strides[0], m_extents[2], m_strides[2]));
  }

  /// (batch), of a dense batch of 1 x 1.
  auto values() const {
    return Kokkos::View<Value*, Space, Kokkos::MemoryUnmanaged>(m_buffer.data() + guard, m_extents[0]);
  }

  /// What the matrices hold now; `beside_intact` becomes false if anything else has changed.
  HostBatch<Value> content(bool& beside_intact) const {
    const auto now = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), m_buffer);
    const HostBatch<Value> content("kolibri::test content", m_extents[0], m_extents[1], m_extents[2]);
    for_each_element(
        [&](std::size_t b, std::size_t i, std::size_t j, std::size_t place) { content(b, i, j) = now(place); });
    const Buffer expected("kolibri::test expected", m_before.extent(0));
    Kokkos::deep_copy(expected, m_before);
    put(content, expected);
    beside_intact = beside_intact && same(now, expected);
    return content;
  }

  std::vector<Value> value_content(bool& beside_intact) const {
    const auto host = content(beside_intact);
    return {host.data(), host.data() + host.size()};
  }

  /// Whether nothing at all has changed.
  bool intact() const { return same(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), m_buffer), m_before); }

 private:
  using Buffer = Kokkos::View<Value*, Kokkos::HostSpace>;

  static constexpr std::size_t guard = 64;  // a multiple of every alignment

  static std::array<std::size_t, 3> strides(const std::array<std::size_t, 3>& extents, Storage storage) {
    const auto [batch, rows, columns] = extents;
    std::array<std::size_t, 3> strides{rows * columns, columns, 1};
    if (storage == Storage::left) strides = {1, batch, batch * rows};
    if (storage == Storage::padded) strides = {rows * (columns + 3) + 5, columns + 3, 1};
    if (storage == Storage::strided) strides = {rows * (2 * columns + 3) + 7, 2 * columns + 3, 2};
    for (std::size_t& stride : strides) stride = std::max<std::size_t>(stride, 1);
    return strides;
  }

  std::size_t span() const {
    std::size_t last = 0;
    for (int d = 0; d < 3; ++d) {
      if (m_extents[d] == 0) return 0;
      last += (m_extents[d] - 1) * m_strides[d];
    }
    return last + 1;
  }

  template <class Visit>
  void for_each_element(const Visit& visit) const {
    for (std::size_t b = 0; b < m_extents[0]; ++b) {
      for (std::size_t i = 0; i < m_extents[1]; ++i) {
        for (std::size_t j = 0; j < m_extents[2]; ++j) {
          visit(b, i, j, guard + b * m_strides[0] + i * m_strides[1] + j * m_strides[2]);
        }
      }
    }
  }

  void put(const HostBatch<Value>& content, const Buffer& buffer) const {
    for_each_element(
        [&](std::size_t b, std::size_t i, std::size_t j, std::size_t place) { buffer(place) = content(b, i, j); });
  }

  template <class Now>
  static bool same(const Now& now, const Buffer& expected) {
    return std::memcmp(now.data(), expected.data(), expected.size() * sizeof(Value)) == 0;
  }

  std::array<std::size_t, 3> m_extents, m_strides;
  Buffer m_before;
  Kokkos::View<Value*, Space> m_buffer;
};

}  // namespace kolibri::test
