#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/detail/eigh_output.hpp>
#include <kolibri/detail/eigh_problem.hpp>
#include <kolibri/detail/jacobi.hpp>

#include "register_columns.hpp"
#include "register_storage.hpp"

// From orthogonal columns in registers to W and V.
namespace kolibri::detail {

/// Normalises the thread's columns and puts them into the matrices in scratch, by rows, column c where it began.
/// Begins with a barrier after sums of parts and ends without one.
template <class Sweep, class Member, class Scalar, class Shape, class Storage>
KOKKOS_FORCEINLINE_FUNCTION void publish_vectors(const Member& member, const Storage& s, const Sweep& sweep, int sweeps,
                                                 RegisterColumns<Scalar, Shape>& x) {
  using Real = real_t<Scalar>;
  Real squares[Shape::columns];
  x.add_squares(member, sweep.sums, squares);
  member.team_barrier();
  Scalar* const matrix = s.matrix(x.slot);
  KOLIBRI_UNROLL
  for (int c = 0; c < Shape::columns; ++c) {
    // a flagged matrix has become the identity, and its vectors are to be NaN
    const Real factor = s.states[x.slot].info < 0 ? quiet_nan<Real>() : quick_rsqrt(squares[c]);
    const int j = Sweep::place_after(sweeps, x.column(c));
    KOLIBRI_UNROLL
    for (int r = 0; r < Shape::rows; ++r) {
      // + 0: the sign of a zero depends on how long a finished matrix had to wait for others
      x.y[c][r] = x.y[c][r] * factor + Scalar(0);
      matrix[x.row(r) * s.leading + j] = x.y[c][r];
    }
  }
}

/// quotients[c] += v_c^H A v_c of scaled A, this part's share, as twice the real part of v^H P v with the triangle P:
/// some rows of P at a time, of which a thread has use for those columns that are its rows of v.
template <class Scalar, class Shape, class Storage>
KOKKOS_FORCEINLINE_FUNCTION void add_quotients(const Storage& s, const RegisterColumns<Scalar, Shape>& x,
                                               const int* places, int n, real_t<Scalar>* quotients) {
  constexpr int block = Shape::rows % 2 == 0 ? 2 : 1;
  const Scalar* const vectors = s.matrix(x.slot);
  KOLIBRI_KEEP_LOOP
  for (int first = 0; first < n; first += block) {
    Scalar product[block][Shape::columns] = {};
    KOLIBRI_UNROLL
    for (int b = 0; b < Shape::rows; b += block) {
      if (x.row(b) > first) continue;
      KOLIBRI_UNROLL
      for (int i = 0; i < block; ++i) {
        const Scalar* const row = s.triangle(x.slot) + s.row(first + i) + x.row(b);
        KOLIBRI_UNROLL
        for (int k = 0; k < block; ++k) {
          const Scalar element = k <= i || x.row(b) < first ? row[k] : Scalar(0);
          KOLIBRI_UNROLL
          for (int c = 0; c < Shape::columns; ++c) {
            product[i][c] = multiply_add(element, x.y[c][b + k], product[i][c]);
          }
        }
      }
    }
    KOLIBRI_UNROLL
    for (int i = 0; i < block; ++i) {
      KOLIBRI_UNROLL
      for (int c = 0; c < Shape::columns; ++c) {
        const Scalar v = vectors[(first + i) * s.leading + places[c]];
        quotients[c] = Kokkos::fma(2 * real(v), real(product[i][c]), quotients[c]);
        if constexpr (is_complex<Scalar>) quotients[c] = Kokkos::fma(2 * v.imag(), product[i][c].imag(), quotients[c]);
      }
    }
  }
}

/// values[c] := the value of scaled A that belongs to column c, and its key, in scratch, by the column's place. Begins
/// and ends with a barrier.
template <class Member, class Scalar, class Shape, class Storage>
KOKKOS_FORCEINLINE_FUNCTION void find_values(const Member& member, int n, Order order, const Storage& s,
                                             const RegisterColumns<Scalar, Shape>& x, const int* places,
                                             real_t<Scalar>* values) {
  KOLIBRI_UNROLL
  for (int c = 0; c < Shape::columns; ++c) values[c] = 0;
  member.team_barrier();
  add_quotients(s, x, places, n, values);
  if constexpr (Shape::parts > 1) {
    member.team_barrier();
    KOLIBRI_UNROLL
    for (int c = 0; c < Shape::columns; ++c) s.sums(c)[x.thread] = values[c];
    member.team_barrier();
    KOLIBRI_UNROLL
    for (int c = 0; c < Shape::columns; ++c) {
      const auto* const parts = s.sums(c) + x.slot * Shape::threads + x.group;
      values[c] = 0;
      for (int p = 0; p < Shape::parts; ++p) values[c] += parts[p * Shape::groups];
    }
  }
  KOLIBRI_UNROLL
  for (int c = 0; c < Shape::columns; ++c) {
    if (x.part == 0) s.keys(x.slot)[places[c]] = sort_key(order, values[c]);
  }
  member.team_barrier();
}

/// ranks[c] := the place of value c in the order asked for; those of flagged members stay where they are.
template <class Shape, class Real, class Storage>
KOKKOS_FORCEINLINE_FUNCTION void rank_values(int n, Order order, const Storage& s, int slot, const int* places,
                                             const Real* values, int* ranks) {
  Real mine[Shape::columns];
  KOLIBRI_UNROLL
  for (int c = 0; c < Shape::columns; ++c) {
    mine[c] = sort_key(order, values[c]);
    ranks[c] = 0;
  }
  KOLIBRI_KEEP_LOOP
  for (int j = 0; j < n; ++j) {
    const Real other = s.keys(slot)[j];
    KOLIBRI_UNROLL
    for (int c = 0; c < Shape::columns; ++c) {
      ranks[c] += other < mine[c] || (other == mine[c] && j < places[c]);
    }
  }
  KOLIBRI_UNROLL
  for (int c = 0; c < Shape::columns; ++c) ranks[c] = s.states[slot].info < 0 ? places[c] : ranks[c];
}

/// Status, W, and V from the registers, over A if the two share memory: A has been read.
template <class Scalar, class Shape, class Storage>
KOKKOS_FORCEINLINE_FUNCTION void write_columns(const EighProblem<Scalar>& problem, std::int64_t b, const Storage& s,
                                               const RegisterColumns<Scalar, Shape>& x, const int* places,
                                               const int* ranks, const real_t<Scalar>* values) {
  using Real = real_t<Scalar>;
  const auto& state = s.states[x.slot];
  const int n = problem.n();
  if (x.is_leader()) problem.report(b, state.info, state.sweeps, state.relative_off_norm());
  KOLIBRI_UNROLL
  for (int c = 0; c < Shape::columns; ++c) {
    if (places[c] >= n) continue;  // a column that pads the matrix
    if (x.part == 0) {
      problem.w(b, ranks[c]) = state.info < 0 ? quiet_nan<Real>() : unscaled<Real>(values[c], state.scale, n);
    }
    if (!problem.vectors()) continue;
    Scalar* to = &problem.v(b, x.row(0), ranks[c]);
    KOLIBRI_UNROLL
    for (int r = 0; r < Shape::rows; ++r) {
      if (x.row(r) < n) *to = x.y[c][r];
      to += problem.v.row_stride;
    }
  }
}

}  // namespace kolibri::detail
