#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/registers.hpp>
#include <kolibri/scalar.hpp>

#include "register_columns.hpp"

// How columns move between the threads of a matrix: the odd-even order, in which the columns (or blocks of two) at
// places 2k and 2k + 1 meet in even rounds, those at 2k + 1 and 2k + 2 in odd ones, and trade places each time. Only
// one of the two moves to another thread. A sweep, in which all have met, leaves the places reversed.
namespace kolibri::detail {

/// As many scalars as a thread moves at once.
template <class Scalar>
struct alignas(16) Packet {
  static constexpr int size = 16 / sizeof(Scalar);
  Scalar values[size];
};

/// What goes with a column.
template <class Real>
struct alignas(2 * sizeof(Real)) ColumnScale {
  Real square, weight;
};

/// Where a thread's part of columns lies on its way, and where their scale.
struct Mailbox {
  int rows, scale;
};

/// The mailboxes of a thread: in even rounds it puts its second column where the thread before it looks for it, in odd
/// rounds it looks there itself and puts its first column into its own. Each box is then written by the thread that
/// read it last, so that one barrier a move is enough, and neighbouring threads never use the same banks. A scale,
/// which the first part of a column writes, has been read by all parts: they have met in a barrier to add up their
/// sums. Beyond the ends of the row of places there is no neighbour: what the first thread has put in an even round
/// comes back to it after the odd one, and the last thread, which has some other matrix's column meanwhile and turns
/// nothing, keeps its own column in a box apart.
template <class Shape>
struct Neighbours {
  static constexpr int groups = Shape::groups, ring = Shape::members * groups;
  /// With few groups kept columns stay on their own banks, for which there are as many boxes again.
  static constexpr bool spread = groups <= 16;
  static constexpr int boxes = Shape::team_size + (spread ? Shape::team_size : Shape::members * Shape::parts);
  static constexpr int scale_boxes = 2 * ring;

  Mailbox own, previous, after_odd;  ///< after_odd: of what the thread puts in odd rounds
  bool is_last;

  KOKKOS_FORCEINLINE_FUNCTION explicit Neighbours(int thread) {
    const int group = thread % groups, column = thread / Shape::threads * groups + group;
    is_last = group == groups - 1;
    own = {thread, column};
    previous = {thread == 0 ? Shape::team_size - 1 : thread - 1, column == 0 ? ring - 1 : column - 1};
    const Mailbox kept{Shape::team_size + (spread ? thread : thread / groups), ring + column};
    after_odd = is_last ? kept : own;
  }
};

/// Columns on their way, `moving` a thread, a mailbox for each thread and one more for what the last threads keep.
template <class Scalar, class Shape, int moving_>
struct Moving {
  using Real = real_t<Scalar>;
  static constexpr int moving = moving_;
  static constexpr int packets = Shape::rows / Packet<Scalar>::size;  ///< of a column's part
  static_assert(packets * Packet<Scalar>::size == Shape::rows);

  Packet<Scalar>* sent = nullptr;
  ColumnScale<Real>* scales = nullptr;

  template <class Take>
  KOKKOS_FUNCTION constexpr void lay_out(Take& take) {
    take(sent, moving * packets * Neighbours<Shape>::boxes);
    take(scales, moving * Neighbours<Shape>::scale_boxes);
  }

  KOKKOS_FORCEINLINE_FUNCTION Packet<Scalar>& packet(int column, int p, const Mailbox& box) const {
    return sent[(column * packets + p) * Neighbours<Shape>::boxes + box.rows];
  }
  KOKKOS_FORCEINLINE_FUNCTION ColumnScale<Real>& scale(int column, const Mailbox& box) const {
    return scales[column * Neighbours<Shape>::scale_boxes + box.scale];
  }
};

}  // namespace kolibri::detail
