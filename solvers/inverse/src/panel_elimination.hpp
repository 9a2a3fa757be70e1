#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/members.hpp>

#include "panel_pivots.hpp"
#include "panel_tile.hpp"

// What the steps that panel_pivots.hpp found make of a narrow panel.
namespace kolibri::detail {

/// Rows of a panel in a team's hands, and the steps for them.
template <class Tile, class Scalar>
struct PanelScratch {
  PanelRow<Scalar>* rows = nullptr;
  Scalar* stage = nullptr;
  Scalar* steps = nullptr;
  Divisor<Scalar>* pivots = nullptr;

  template <class Take>
  KOKKOS_FUNCTION constexpr void lay_out(Take& take) {
    Tile::lay_out(take, rows, stage);
    take(steps, panel_width * panel_width);
    take(pivots, panel_width);
  }
};

/// The steps of the panel for all rows of the matrix: the panel becomes P, which also goes to `packed`.
template <class Exec, class Scalar>
struct EliminatePanel {
  using Tile = PanelTile<Exec, Scalar, 4, 1, 64>;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;

  using Scratch = PanelScratch<Tile, Scalar>;

  PanelColumns<Scalar> panel;
  PanelColumns<Scalar> packed;
  int n;
  int first;
  const Scalar* steps;
  PivotRecord record;

  KOKKOS_FUNCTION void operator()(const Member& member) const {
    if (record.stopped()) return;
    const auto s = arrays_in_scratch<Exec, Scratch>(member);
    typename Tile::Rows rows;
    if constexpr (Tile::on_host) rows = s.rows;
    const int tile = member.league_rank() * Tile::rows;
    for_each(member, panel.width * panel_width, [&](int i) {
      s.steps[i] = steps[i];
      if (i % panel_width == 0) s.pivots[i / panel_width] = Divisor<Scalar>(steps[i]);
    });
    Tile::load(
        member, panel, [&](int index) { return tile + index < n ? tile + index : -1; }, s.stage, rows);
    barrier(member);
    Tile::for_each_row(member, rows, [&](PanelRow<Scalar>& row, int) {
      if (row.row >= 0) eliminate_all(row, s);
    });
    Tile::store(member, panel, packed, s.stage, rows, n);
  }

  KOKKOS_FUNCTION void eliminate_all(PanelRow<Scalar>& row, const Scratch& s) const {
    const int own_step = record.columns[row.row] - first;  // out of [0, width): not a pivot row of this panel
    for (int step = 0; step < panel.width; ++step) {
      const bool is_pivot = step == own_step;
      eliminate(row, s.steps + step * panel_width, is_pivot ? Scalar(0) : s.pivots[step].divide(row.a[0]), is_pivot);
    }
    if (own_step < 0 || own_step >= panel.width) return;
    for (int i = 0; i < panel_width; ++i) row.a[i] = s.pivots[own_step].divide(row.a[i]);
  }
};

}  // namespace kolibri::detail
