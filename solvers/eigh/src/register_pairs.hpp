#pragma once

#include "register_exchange.hpp"

// Sweeps with two columns a thread, for those n of which blocks of two would leave lanes idle or registers short.
namespace kolibri::detail {

template <class Scalar, class Shape>
struct PairSweep {
  using Columns = RegisterColumns<Scalar, Shape>;
  using Real = real_t<Scalar>;
  using Exchange = Moving<Scalar, Shape, 1>;
  static_assert(Shape::columns == 2);

  Exchange moving;
  PartSums<Scalar, Shape> sums;

  template <class Take>
  KOKKOS_FUNCTION constexpr void lay_out(Take& take) {
    moving.lay_out(take);
    sums.lay_out(take);
  }

  /// Where the column that began at place `place` is after `sweeps` sweeps, and the other way round.
  KOKKOS_FORCEINLINE_FUNCTION static int place_after(int sweeps, int place) {
    return sweeps % 2 == 0 ? place : Shape::N - 1 - place;
  }

  /// Turns the pair, if its columns `meet`, keeps the first column as the second one, and sends what was the second.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void turn_and_send(const Member& member, Columns& x, const Mailbox& box,
                                                 bool meet) const {
    Scalar g;
    Real sum[Columns::parts_of_scalar];
    x.template inner_product<1>(0, 1, sum);
    x.template add_parts<Columns::parts_of_scalar>(member, sums, sum);
    if constexpr (is_complex<Scalar>) {
      g = Scalar(sum[0], sum[1]);
    } else {
      g = sum[0];
    }
    const auto q = x.turn_norms(0, 1, g, meet);
    KOLIBRI_UNROLL
    for (int p = 0; p < Exchange::packets; ++p) {
      Packet<Scalar> packet;
      KOLIBRI_UNROLL
      for (int v = 0; v < packet.size; ++v) {
        Scalar& first = x.y[0][p * packet.size + v];
        Scalar& second = x.y[1][p * packet.size + v];
        packet.values[v] = multiply_add(q.to_second, first, second);
        second = multiply_add(q.to_first, second, first);
      }
      moving.packet(0, p, box) = packet;
    }
    if (x.part == 0) moving.scale(0, box) = {x.square[1], x.weight[1]};
    x.square[1] = x.square[0];
    x.weight[1] = x.weight[0];
  }

  template <int column>
  KOKKOS_FORCEINLINE_FUNCTION void receive(Columns& x, const Mailbox& box) const {
    KOLIBRI_UNROLL
    for (int p = 0; p < Exchange::packets; ++p) {
      const Packet<Scalar> packet = moving.packet(0, p, box);
      KOLIBRI_UNROLL
      for (int v = 0; v < packet.size; ++v) x.y[column][p * packet.size + v] = packet.values[v];
    }
    const ColumnScale<Real> scale = moving.scale(0, box);
    x.square[column] = scale.square;
    x.weight[column] = scale.weight;
  }

  /// All pairs of columns once, whose norms have been measured. Needs a barrier before it.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void run(const Member& member, Columns& x) const {
    const Neighbours<Shape> neighbours(x.thread);
    KOLIBRI_KEEP_LOOP
    for (int round = 0; round < Shape::groups; ++round) {
      turn_and_send(member, x, neighbours.previous, true);
      member.team_barrier();
      receive<0>(x, neighbours.own);
      turn_and_send(member, x, neighbours.after_odd, !neighbours.is_last);
      member.team_barrier();
      if (neighbours.is_last) receive<1>(x, neighbours.after_odd);
      receive<0>(x, neighbours.previous);
    }
  }
};

}  // namespace kolibri::detail
