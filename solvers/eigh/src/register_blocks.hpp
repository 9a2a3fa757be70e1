#pragma once

#include "register_exchange.hpp"

// Sweeps with two blocks of two columns a thread: all four pairs of a round are turned before one block moves.
namespace kolibri::detail {

template <class Scalar, class Shape>
struct BlockSweep {
  using Columns = RegisterColumns<Scalar, Shape>;
  using Real = real_t<Scalar>;
  using Exchange = Moving<Scalar, Shape, 2>;
  static_assert(Shape::columns == 4 && Shape::N % 4 == 0);

  Exchange moving;
  PartSums<Scalar, Shape> sums;

  template <class Take>
  KOKKOS_FUNCTION constexpr void lay_out(Take& take) {
    moving.lay_out(take);
    sums.lay_out(take);
  }

  /// Where the column that began at place `place` is after `sweeps` sweeps, and the other way round.
  KOKKOS_FORCEINLINE_FUNCTION static int place_after(int sweeps, int place) {
    return sweeps % 2 == 0 ? place : Shape::N - 2 - (place - place % 2) + place % 2;
  }

  /// Pairs (i, j) and (k, l) together, for their latencies overlap.
  template <int i, int j, int k, int l, class Member>
  KOKKOS_FORCEINLINE_FUNCTION void turn(const Member& member, Columns& x, bool wanted) const {
    constexpr int parts = Columns::parts_of_scalar;
    Real g[2 * parts];
    x.template inner_product<2>(i, j, g);
    x.template inner_product<2>(k, l, g + 1);
    x.template add_parts<2 * parts>(member, sums, g);
    if constexpr (is_complex<Scalar>) {
      x.rotate(i, j, Scalar(g[0], g[2]), wanted);
      x.rotate(k, l, Scalar(g[1], g[3]), wanted);
    } else {
      x.rotate(i, j, g[0], wanted);
      x.rotate(k, l, g[1], wanted);
    }
  }

  template <int first>
  KOKKOS_FORCEINLINE_FUNCTION void send(const Columns& x, const Mailbox& box) const {
    KOLIBRI_UNROLL
    for (int c = 0; c < 2; ++c) {
      KOLIBRI_UNROLL
      for (int p = 0; p < Exchange::packets; ++p) {
        Packet<Scalar> packet;
        KOLIBRI_UNROLL
        for (int v = 0; v < packet.size; ++v) packet.values[v] = x.y[first + c][p * packet.size + v];
        moving.packet(c, p, box) = packet;
      }
      if (x.part == 0) moving.scale(c, box) = {x.square[first + c], x.weight[first + c]};
    }
  }

  template <int first>
  KOKKOS_FORCEINLINE_FUNCTION void receive(Columns& x, const Mailbox& box) const {
    KOLIBRI_UNROLL
    for (int c = 0; c < 2; ++c) {
      KOLIBRI_UNROLL
      for (int p = 0; p < Exchange::packets; ++p) {
        const Packet<Scalar> packet = moving.packet(c, p, box);
        KOLIBRI_UNROLL
        for (int v = 0; v < packet.size; ++v) x.y[first + c][p * packet.size + v] = packet.values[v];
      }
      const ColumnScale<Real> scale = moving.scale(c, box);
      x.square[first + c] = scale.square;
      x.weight[first + c] = scale.weight;
    }
  }

  /// All pairs of columns once, whose norms have been measured. Needs a barrier before it.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void run(const Member& member, Columns& x) const {
    const Neighbours<Shape> neighbours(x.thread);
    turn<0, 1, 2, 3>(member, x, true);
    KOLIBRI_KEEP_LOOP
    for (int round = 0; round < Shape::groups; ++round) {
      turn<0, 2, 1, 3>(member, x, true);
      turn<0, 3, 1, 2>(member, x, true);
      send<2>(x, neighbours.previous);
      member.team_barrier();
      receive<2>(x, neighbours.own);
      turn<0, 2, 1, 3>(member, x, !neighbours.is_last);
      turn<0, 3, 1, 2>(member, x, !neighbours.is_last);
      send<0>(x, neighbours.after_odd);
      member.team_barrier();
      if (neighbours.is_last) receive<2>(x, neighbours.after_odd);
      receive<0>(x, neighbours.previous);
    }
  }
};

}  // namespace kolibri::detail
