#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/members.hpp>
#include <kolibri/scalar.hpp>

#include "panel_elimination.hpp"
#include "panel_pivots.hpp"
#include "panel_tile.hpp"

// What the blocked factorisation of a large matrix by rows needs beside products.
namespace kolibri::detail {

/// Where rows go after a panel's pivot rows were found: `count` rows, from[i] to to[i].
struct RowMoves {
  static constexpr int most = 2 * panel_width;

  int* count;
  int* from;
  int* to;
};

/// LAPACK's exchanges that bring the chosen rows of a panel to its top, one after the other, and the moves in which
/// they all end. Only rows of the top and chosen ones take part: each has a number, by which it is found at once.
struct PlanExchanges {
  int first;  ///< column of the panel, and its top row
  int width;
  PivotRecord record;
  int* pivots;  ///< LAPACK's, from 1
  int* order;   ///< the row of A that is row i of P A
  RowMoves moves;

  KOKKOS_FUNCTION int place(int number) const {
    return number < width ? first + number : record.pivot_rows[first + number - width];
  }

  KOKKOS_FUNCTION void operator()(std::int64_t) const {
    int at[RowMoves::most], holds[RowMoves::most];  // the place of a row, the row in a place, by numbers
    for (int i = 0; i < 2 * width; ++i) at[i] = holds[i] = i;
    for (int step = 0; step < width; ++step) {
      const int chosen = record.pivot_rows[first + step];
      const int row = chosen < first + width ? chosen - first : width + step, other = holds[step], target = at[row];
      pivots[first + step] = place(target) + 1;
      holds[target] = other;
      at[other] = target;
      holds[step] = row;
      at[row] = step;
    }
    int count = 0, moved[RowMoves::most];
    for (int i = 0; i < 2 * width; ++i) {
      if (holds[i] == i) continue;
      moves.from[count] = place(holds[i]);
      moved[count] = order[place(holds[i])];
      moves.to[count++] = place(i);
    }
    *moves.count = count;
    for (int i = 0; i < count; ++i) {
      record.columns[moves.to[i]] = -1;
      order[moves.to[i]] = moved[i];
    }
    for (int step = 0; step < width; ++step) record.columns[first + step] = first + step;
  }
};

/// The rows to be moved to a buffer, or from there to their places. An item is an element of the buffer.
template <class Scalar, bool back>
struct MoveRows {
  Scalar* a;
  std::int64_t leading;
  int n;
  RowMoves moves;
  Scalar* buffer;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const auto i = static_cast<int>(item / n), j = static_cast<int>(item - std::int64_t(i) * n);
    if (i >= *moves.count) return;
    if (back) {
      a[moves.to[i] * leading + j] = buffer[item];
    } else {
      buffer[item] = a[moves.from[i] * leading + j];
    }
  }
};

/// Overwrites a panel, from its top row on, by its columns of L and U; its pivot rows are at the top.
template <class Exec, class Scalar>
struct FactorPanel {
  using Tile = PanelTile<Exec, Scalar, 4, 1, 64>;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;

  using Scratch = PanelScratch<Tile, Scalar>;

  PanelColumns<Scalar> panel;
  int rows_below;  ///< the top row, of all there are from it on
  const Scalar* steps;

  KOKKOS_FUNCTION void operator()(const Member& member) const {
    const auto s = arrays_in_scratch<Exec, Scratch>(member);
    typename Tile::Rows rows;
    if constexpr (Tile::on_host) rows = s.rows;
    const int tile = member.league_rank() * Tile::rows;
    for_each(member, panel.width * panel_width, [&](int i) {
      const int step = i / panel_width, column = i % panel_width;
      s.steps[i] = column < panel.width - step ? steps[i] : Scalar(0);  // columns of L are not eliminated
      if (column == 0) s.pivots[step] = Divisor<Scalar>(steps[i]);
    });
    Tile::load(
        member, panel, [&](int index) { return tile + index < rows_below ? tile + index : -1; }, s.stage, rows);
    barrier(member);
    Tile::for_each_row(member, rows, [&](PanelRow<Scalar>& row, int) {
      for (int step = 0; step < panel.width; ++step) factor(row, step, s);
    });
    Tile::store(member, panel, panel, s.stage, rows, rows_below);
  }

  /// A column of elimination; afterwards the element of L or, in rows that are done, of U is the last of the row. Below
  /// a zero pivot nothing is divided.
  KOKKOS_FUNCTION void factor(PanelRow<Scalar>& row, int step, const Scratch& s) const {
    const Scalar* const pivot_row = s.steps + step * panel_width;
    const bool stays = row.row <= step || pivot_row[0] == Scalar(0);
    const Scalar mine = row.a[0];
    const Scalar factor = stays ? Scalar(0) : s.pivots[step].divide(mine);
    for (int i = 1; i < panel_width; ++i) row.a[i - 1] = row.a[i] - factor * pivot_row[i];
    row.a[panel_width - 1] = stays ? mine : factor;
  }
};

/// Turns L with the unit diagonal into L D, and U into D^-1 U with it. An item is an element.
template <class Scalar>
struct MoveDiagonal {
  Scalar* a;
  std::int64_t leading;
  int n;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const std::int64_t i = item / n, j = item - i * n;
    if (i == j) return;
    Scalar& element = a[i * leading + j];
    const Scalar pivot = i > j ? a[j * leading + j] : a[i * leading + i];
    if (pivot != Scalar(0)) element = i > j ? element * pivot : element / pivot;
  }
};

}  // namespace kolibri::detail
