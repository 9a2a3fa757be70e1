#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <kolibri/matrix_batch.hpp>
#include <kolibri/registers.hpp>

// A matrix a thread: how the threads of a team reach neighbouring elements of a batch through scratch.
namespace kolibri::detail {

/// How a batch lies in memory: neighbouring threads reach neighbouring elements of it without scratch, or through
/// scratch when they follow its memory, which may hold other things too.
enum class BatchStorage { interleaved, dense, strided };

template <class Scalar>
BatchStorage storage_of(const MatrixBatch<Scalar>& batch) {
  const std::int64_t slow = std::max(batch.row_stride, batch.column_stride);
  const std::int64_t fast = std::min(batch.row_stride, batch.column_stride);
  if (batch.batch_stride <= fast) return BatchStorage::interleaved;
  const bool dense = fast == 1 && slow == batch.rows && batch.batch_stride == slow * slow;
  return dense ? BatchStorage::dense : BatchStorage::strided;
}

/// A batch, whose members a team's threads have one each.
template <class Scalar, int n, unsigned members>
struct MemberSlabs {
  static constexpr unsigned elements = n * n;
  static constexpr unsigned leading = elements | 1;  ///< of a member in scratch; odd, so that banks are not hit twice

  MatrixBatch<Scalar> batch;
  BatchStorage storage;
  bool by_columns;

  explicit MemberSlabs(const MatrixBatch<Scalar>& batch_)
      : batch(batch_), storage(storage_of(batch_)), by_columns(batch_.row_stride < batch_.column_stride) {}

  /// The e-th element, for the thread `mine`, of a dense slab that begins with member `first`.
  KOKKOS_FUNCTION Scalar& item(std::int64_t first, unsigned e, unsigned mine) const {
    return batch.data[first * elements + e * members + mine];
  }

  /// Its place in scratch, by few divisions: it repeats after `period` items.
  KOKKOS_FUNCTION static unsigned place_of_item(unsigned e, unsigned mine) {
    constexpr unsigned common = elements % 64 == 0 ? 64 : elements % 16 == 0 ? 16 : elements % 4 == 0 ? 4 : 1;
    constexpr unsigned period = elements / common;
    static_assert(period * members % elements == 0);
    const unsigned item = e % period * members + mine;
    return item / elements * leading + item % elements + e / period * (period * members / elements * leading);
  }

  /// body(element, place in scratch) for all elements of `count` members from `first` on, in memory order.
  template <class Body>
  KOKKOS_INLINE_FUNCTION void for_each(std::int64_t first, unsigned count, unsigned mine, const Body& body) const {
    KOLIBRI_KEEP_LOOP
    for (unsigned item = mine; item < count * elements; item += members) {
      const unsigned member = item / elements, place = item % elements, slow = place / n, fast = place % n;
      const unsigned row = by_columns ? fast : slow, column = by_columns ? slow : fast;
      body(batch(first + member, row, column), member * leading + place);
    }
  }

  /// body(i, j, place in scratch) for the elements of the thread's member; the branch leaves places constant.
  template <class Body>
  KOKKOS_INLINE_FUNCTION void for_mine(unsigned mine, const Body& body) const {
    if (by_columns) {
      KOLIBRI_UNROLL
      for (unsigned e = 0; e < elements; ++e) body(e % n, e / n, mine * leading + e);
    } else {
      KOLIBRI_UNROLL
      for (unsigned e = 0; e < elements; ++e) body(e / n, e % n, mine * leading + e);
    }
  }
};

}  // namespace kolibri::detail
