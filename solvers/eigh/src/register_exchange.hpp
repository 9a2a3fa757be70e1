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

/// Columns on their way, `moving` a thread, in two sets: those of even and of odd rounds. So one barrier a move is
/// enough, and what nobody takes in an odd round waits where it is.
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
    take(sent, 2 * moving * packets * Shape::team_size);
    take(scales, 2 * moving * Shape::team_size);
  }

  KOKKOS_FORCEINLINE_FUNCTION Packet<Scalar>& packet(int set, int column, int p, int thread) const {
    return sent[((set * moving + column) * packets + p) * Shape::team_size + thread];
  }
  KOKKOS_FORCEINLINE_FUNCTION ColumnScale<Real>& scale(int set, int column, int thread) const {
    return scales[(set * moving + column) * Shape::team_size + thread];
  }
};

/// Where a thread puts and finds columns, so that neighbouring threads never use the same banks: in even rounds it puts
/// its second column where the thread before it looks for it, in odd rounds it looks there itself. Beyond the ends of
/// the row of places there is no neighbour: what the first thread has put in an even round comes back to it after the
/// odd one, and so does what the last thread puts then. That one has some other matrix's column meanwhile and turns
/// nothing.
template <class Shape>
struct Neighbours {
  int previous;
  int set_of_first;  ///< of the columns from which the thread's first one comes after an odd round
  bool is_last;

  KOKKOS_FORCEINLINE_FUNCTION explicit Neighbours(int thread) {
    const int group = thread % Shape::groups;
    is_last = group == Shape::groups - 1;
    set_of_first = group == 0 ? 0 : 1;
    previous = thread == 0 ? Shape::team_size - 1 : thread - 1;
  }
};

}  // namespace kolibri::detail
