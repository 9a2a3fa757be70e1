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

/// What the row exchanges of a panel mean for columns outside it, where they are still to be done: the row of A that
/// belongs to place i now, order[i], stands at place standing[order[i]].
struct PanelExchanges {
  int first;
  int width;
  const int* pivots;
  const int* order;
  int* standing;

  KOKKOS_FUNCTION int source(int place) const { return standing[order[place]]; }
};

/// What a panel's exchanges move in some of the columns outside it: these are numbered from `begin` on, those of the
/// panel left out; `columns` of them from number `moved` on.
template <class Scalar>
struct MovedRows {
  Scalar* a;
  std::int64_t leading;
  int begin;
  int moved;
  int columns;
  int others;
  PanelExchanges exchanges;
  const int* info;
  Scalar* taken;      ///< the rows that come to the panel's places, width x others
  Scalar* displaced;  ///< the rows that come to the places of their pivots, width x columns

  /// The column of an item, and in `s` its row of `taken`.
  KOKKOS_FUNCTION int number(std::int64_t item, int& s) const {
    s = static_cast<int>(item / columns);
    return moved + static_cast<int>(item - static_cast<std::int64_t>(s) * columns);
  }
  KOKKOS_FUNCTION Scalar* column(int number) const {
    return a + (begin + number < exchanges.first ? begin + number : begin + number + exchanges.width);
  }
  KOKKOS_FUNCTION bool is_below(int place) const { return place >= exchanges.first + exchanges.width; }
};

/// Reads the rows that move. An item is an element of `displaced`.
template <class Scalar>
struct TakeRows {
  MovedRows<Scalar> rows;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    if (*rows.info != 0) return;
    int s;
    const int number = rows.number(item, s);
    const Scalar* const column = rows.column(number);
    const int place = rows.exchanges.first + s, other = rows.exchanges.pivots[place];
    rows.taken[static_cast<std::int64_t>(s) * rows.others + number] =
        column[rows.exchanges.source(place) * rows.leading];
    if (rows.is_below(other)) rows.displaced[item] = column[rows.exchanges.source(other) * rows.leading];
  }
};

/// Writes the displaced rows, and zeros at the places of the panel.
template <class Scalar>
struct PlaceRows {
  MovedRows<Scalar> rows;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    if (*rows.info != 0) return;
    int s;
    Scalar* const column = rows.column(rows.number(item, s));
    const int place = rows.exchanges.first + s, other = rows.exchanges.pivots[place];
    column[place * rows.leading] = Scalar(0);
    if (rows.is_below(other)) column[other * rows.leading] = rows.displaced[item];
  }
};

/// The exchanges of a panel are done in all columns. An item is a column of the panel.
struct RecordExchanges {
  PanelExchanges exchanges;
  const int* info;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    if (*info != 0) return;
    const int place = exchanges.first + static_cast<int>(item), other = exchanges.pivots[place];
    exchanges.standing[exchanges.order[place]] = place;
    if (other >= exchanges.first + exchanges.width) exchanges.standing[exchanges.order[other]] = other;
  }
};

/// Copies rows [first, first + rows) to `copy`.
template <class Scalar>
struct CopyRows {
  const Scalar* a;
  std::int64_t leading;
  int n;
  std::int64_t first;
  Scalar* copy;  ///< rows x n

  KOKKOS_FUNCTION void operator()(std::int64_t item) const { copy[item] = a[(first + item / n) * leading + item % n]; }
};

/// The rows back, column columns[j] at place j; NaN when info says so.
template <class Scalar>
struct PermuteColumns {
  Scalar* a;
  std::int64_t leading;
  int n;
  std::int64_t first;
  const Scalar* copy;
  const int* columns;
  const int* info;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const std::int64_t row = item / n, j = item % n;
    a[(first + row) * leading + j] = *info == 0 ? copy[row * n + columns[j]] : quiet_nan<Scalar>();
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
