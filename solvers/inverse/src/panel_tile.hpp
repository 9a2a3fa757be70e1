#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/detail/matrix_access.hpp>
#include <kolibri/members.hpp>
#include <kolibri/scalar.hpp>
#include <kolibri/team_blocks.hpp>
#include <kolibri/team_policy.hpp>
#include <type_traits>

// Rows of a narrow panel in the hands of one team: a device's lanes keep theirs in registers, a host's thread has them
// in scratch. Elements are kept in turn: after each column of elimination all move one place down, so that the column
// to come is always the first, and every place is known when compiling.
namespace kolibri::detail {

/// Columns of a narrow panel.
inline constexpr int panel_width = 32;

template <class Scalar>
struct alignas(16) PanelRow {
  Scalar a[panel_width];
  int row;             ///< of the matrix, -1: none
  std::uint64_t rank;  ///< as next pivot row, 0: cannot be
};

/// One column of elimination for a row: `pivot_row` begins with the pivot, the row gets -factor of it added, and
/// -factor or, in the pivot row itself, whose factor is zero, 1 takes the place of the column. Pivot rows stay
/// undivided.
template <class Scalar>
KOKKOS_INLINE_FUNCTION void eliminate(PanelRow<Scalar>& row, const Scalar* pivot_row, const Scalar& factor,
                                      bool is_pivot) {
  for (int i = 1; i < panel_width; ++i) row.a[i - 1] = row.a[i] - factor * pivot_row[i];
  row.a[panel_width - 1] = is_pivot ? Scalar(1) : -factor;
}

/// x / pivot by the reciprocal of the pivot, both scaled where that would overflow or lose digits.
template <class Scalar>
struct alignas(16) Divisor {
  Scalar reciprocal;
  real_t<Scalar> scale;

  KOKKOS_FUNCTION explicit Divisor(const Scalar& pivot) : scale(scale_of(pivot_size(pivot))) {
    reciprocal = Scalar(1) / (pivot * scale);
  }
  KOKKOS_FUNCTION Scalar divide(const Scalar& x) const { return x * scale * reciprocal; }

 private:
  KOKKOS_FUNCTION static real_t<Scalar> scale_of(real_t<Scalar> size) {
    constexpr bool is_single = std::is_same_v<real_t<Scalar>, float>;
    constexpr real_t<Scalar> large = is_single ? 0x1p100f : 0x1p900, lift = is_single ? 0x1p50f : 0x1p200;
    return size > large ? 1 / lift : size < 1 / large ? lift : real_t<Scalar>(1);
  }
};

/// A panel in a matrix by rows.
template <class Scalar>
struct PanelColumns {
  Scalar* data;  ///< of row 0
  std::int64_t leading;
  int width;

  KOKKOS_FUNCTION Scalar& operator()(int row, int j) const { return data[row * leading + j]; }
};

template <class Exec, class Scalar, int device_threads, int device_rows_per_lane, int host_rows>
struct PanelTile {
  static constexpr bool on_host = runs_on_host<Exec>;
  static constexpr int lanes = on_host ? 1 : 32;
  static constexpr int threads = on_host ? 1 : device_threads;
  static constexpr int rows_per_lane = on_host ? host_rows : device_rows_per_lane;
  static constexpr int rows_per_thread = rows_per_lane * lanes;
  static constexpr int rows = rows_per_thread * threads;

  using Rows = std::conditional_t<on_host, PanelRow<Scalar>*, PanelRow<Scalar>[rows_per_lane]>;

  // On their way from and to memory rows cross a stage in scratch, so that lanes reach neighbours there and here.
  static constexpr int staged = sizeof(Scalar) > 4 ? 128 / sizeof(Scalar) : 32;
  static constexpr int stage_leading = panel_width + 1;
  static constexpr int stage_size = on_host ? 0 : threads * staged * stage_leading;

  template <class Take>
  KOKKOS_FUNCTION static constexpr void lay_out(Take& take, PanelRow<Scalar>*& host_rows_, Scalar*& stage) {
    take(host_rows_, on_host ? rows : 0);
    take(stage, stage_size);
  }

  template <class Member>
  KOKKOS_FUNCTION static int first_of_thread(const Member& member) {
    return rank_of_thread(member) * rows_per_thread;
  }

  /// body(row, index) for all rows of the thread; index is the row's number in the tile.
  template <class Member, class Body>
  KOKKOS_INLINE_FUNCTION static void for_each_row(const Member& member, Rows& rows_, const Body& body) {
    const int first = first_of_thread(member);
    for_each_lane(member, lanes, [&](int lane) {
      for (int r = 0; r < rows_per_lane; ++r) body(rows_[r], first + r * lanes + lane);
    });
  }

  /// Reads the rows row_of(index), -1 for none.
  template <class Member, class RowOf>
  KOKKOS_INLINE_FUNCTION static void load(const Member& member, const PanelColumns<Scalar>& panel, const RowOf& row_of,
                                          Scalar* stage, Rows& rows_) {
    for_each_row(member, rows_, [&](PanelRow<Scalar>& row, int index) { row.row = row_of(index); });
    if constexpr (on_host) {
      for_each_row(member, rows_, [&](PanelRow<Scalar>& row, int) {
        for (int i = 0; i < panel_width; ++i) {
          row.a[i] = row.row >= 0 && i < panel.width ? panel(row.row, i) : Scalar(0);
        }
      });
    } else {
      Scalar* const mine = stage + rank_of_thread(member) * staged * stage_leading;
      for (int first = 0; first < rows_per_thread; first += staged) {
        const int base = first_of_thread(member) + first;
        for_each_lane(member, lanes, [&](int j) {
          Scalar values[staged];
          for (int s = 0; s < staged; ++s) {
            // Read something always: a condition would make each element wait for the one before.
            values[s] = panel(Kokkos::max(row_of(base + s), 0), Kokkos::min(j, panel.width - 1));
          }
          for (int s = 0; s < staged; ++s) mine[s * stage_leading + j] = j < panel.width ? values[s] : Scalar(0);
        });
        exchange(member, mine, first, rows_, [](Scalar& in_row, Scalar& in_stage) { in_row = in_stage; });
      }
    }
  }

  /// Writes the rows after as many columns of elimination as the panel has to each of two panels.
  template <class Member>
  KOKKOS_INLINE_FUNCTION static void store(const Member& member, const PanelColumns<Scalar>& panel,
                                           const PanelColumns<Scalar>& copy, Scalar* stage, Rows& rows_, int n) {
    const int skipped = panel_width - panel.width;
    if constexpr (on_host) {
      for_each_row(member, rows_, [&](PanelRow<Scalar>& row, int) {
        for (int j = 0; row.row >= 0 && j < panel.width; ++j) {
          panel(row.row, j) = copy(row.row, j) = row.a[skipped + j];
        }
      });
    } else {
      Scalar* const mine = stage + rank_of_thread(member) * staged * stage_leading;
      for (int first = 0; first < rows_per_thread; first += staged) {
        exchange(member, mine, first, rows_, [](Scalar& in_row, Scalar& in_stage) { in_stage = in_row; });
        const int base = member.league_rank() * rows + first_of_thread(member) + first;
        for_each_lane(member, lanes, [&](int j) {
          for (int s = 0; s < staged; ++s) {
            if (base + s >= n || j >= panel.width) continue;
            panel(base + s, j) = copy(base + s, j) = mine[s * stage_leading + skipped + j];
          }
        });
      }
    }
  }

 private:
  /// Between the stage and rows [first, first + staged) of the thread.
  template <class Member, class Move>
  KOKKOS_INLINE_FUNCTION static void exchange(const Member& member, Scalar* stage, int first, Rows& rows_,
                                              const Move& move) {
    for_each_lane(member, lanes, [&](int lane) {
      for (int r = 0; r < rows_per_lane; ++r) {
        const int s = r * lanes + lane - first;
        if (s < 0 || s >= staged) continue;
        for (int i = 0; i < panel_width; ++i) move(rows_[r].a[i], stage[s * stage_leading + i]);
      }
    });
  }
};

}  // namespace kolibri::detail
