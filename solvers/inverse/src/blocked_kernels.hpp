#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/detail/matrix_access.hpp>
#include <kolibri/scalar.hpp>
#include <type_traits>

// What the blocked inverse of a large matrix needs beside panels and products. Matrices are by rows.
namespace kolibri::detail {

template <class Exec, class Kernel>
void for_items(const char* label, const Exec& exec, std::int64_t count, const Kernel& kernel) {
  Kokkos::parallel_for(label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, count), kernel);
}

/// Moves the pivot rows of a panel to `taken`, all columns but those of the panel itself, and leaves zeros. An item is
/// an element of `taken`.
template <class Scalar>
struct TakeRows {
  Scalar* a;  ///< column 0 of those that take part
  std::int64_t leading;
  int left;    ///< columns before the panel
  int others;  ///< columns beside it
  int width;
  const int* pivot_rows;  ///< of the panel
  const int* info;
  Scalar* taken;  ///< width x others

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    if (*info != 0) return;
    const std::int64_t s = item / others, number = item - s * others;
    Scalar& element = a[pivot_rows[s] * leading + (number < left ? number : number + width)];
    taken[item] = element;
    element = Scalar(0);
  }
};

/// Rows [first, first + count) and columns [column, column + width) of a matrix, and a copy of it.
template <class Scalar>
struct CopiedPart {
  Scalar* a;
  std::int64_t leading;
  std::int64_t first;
  std::int64_t column;
  int width;
  Scalar* copy;

  KOKKOS_FUNCTION Scalar& element(std::int64_t i, std::int64_t j) const {
    return a[(first + i) * leading + column + j];
  }
  KOKKOS_FUNCTION Scalar& copied(std::int64_t i, std::int64_t j) const { return copy[i * width + j]; }
};

template <class Scalar>
struct CopyPart {
  CopiedPart<Scalar> part;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const std::int64_t i = item / part.width, j = item - i * part.width;
    part.copied(i, j) = part.element(i, j);
  }
};

/// Row rows[i] of the copy to row i.
template <class Scalar>
struct PermuteRows {
  CopiedPart<Scalar> part;
  const int* rows;
  const int* info;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const std::int64_t i = item / part.width, j = item - i * part.width;
    if (*info == 0) part.element(i, j) = part.copied(rows[i], j);
  }
};

/// Column columns[j] of the copy to column j; NaN when info says so.
template <class Scalar>
struct PermuteColumns {
  CopiedPart<Scalar> part;
  const int* columns;
  const int* info;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const std::int64_t i = item / part.width, j = item - i * part.width;
    part.element(i, j) = *info == 0 ? part.copied(i, columns[j]) : quiet_nan<Scalar>();
  }
};

/// Exchanges a(i, j) and a(j, i).
template <class Scalar>
struct TransposeInPlace {
  Scalar* a;
  std::int64_t leading;
  int n;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const std::int64_t i = item / n, j = item % n;
    if (i < j) Kokkos::kokkos_swap(a[i * leading + j], a[j * leading + i]);
  }
};

}  // namespace kolibri::detail
