#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/eigh_output.hpp>
#include <kolibri/detail/eigh_problem.hpp>
#include <kolibri/detail/hermitian_input.hpp>
#include <kolibri/detail/jacobi.hpp>

#include "register_columns.hpp"
#include "register_exchange.hpp"
#include "register_input.hpp"
#include "register_storage.hpp"

// From orthogonal columns in registers to W and V. Rayleigh quotients v^H A v need A again, which is read from memory
// before V, that may lie over it, is written.
namespace kolibri::detail {

/// Normalises the thread's columns and puts them into the matrices in scratch, by rows, column c where it began.
/// Begins with a barrier after sums of parts and ends without one.
template <class Sweep, class Member, class Scalar, class Shape, class Storage>
KOKKOS_FORCEINLINE_FUNCTION void publish_vectors(const Member& member, const Storage& s, const Sweep& sweep, int sweeps,
                                                 RegisterColumns<Scalar, Shape>& x) {
  using Real = real_t<Scalar>;
  Real squares[Shape::columns];
  x.add_squares(squares);
  x.template add_parts<Shape::columns>(member, sweep.sums, squares);
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

/// Element (i, j) of a scaled Hermitian matrix as the panels have it: so that twice the real part of v^H P v is v^H A
/// v.
template <class Scalar>
KOKKOS_FORCEINLINE_FUNCTION Scalar panel_element(const Scalar& a, int i, int j) {
  return i == j ? Scalar(real(a) * real_t<Scalar>(0.5)) : a;
}

/// Rows first_row, ... of the panel P: the triangle of A in use as it lies in memory, scaled, zero elsewhere.
template <class Scalar, class Shape, class Storage>
KOKKOS_FORCEINLINE_FUNCTION void stage_panel(const MatrixBatch<const Scalar>& a, const TriangleInMemory& triangle,
                                             const MemberRange& range, int thread, int first_row, const Storage& s) {
  constexpr int panel_rows = Storage::panel_rows;
  const MemoryWalk<Shape> walk(thread);
  const RowRange rows = walk.rows_of_triangle(a.rows, triangle.lower);
  const RowRange panel{0, walk.first_row < walk.abreast ? panel_rows : 0};
  using Steps = WalkSteps<Shape, panel_rows, 16>;
  MemoryCursor<const Scalar, Shape, Steps> cursor(a, walk, range.first, first_row);
  walk_members<Scalar, Shape, Steps>(
      walk,
      [&](int slot, int r, bool last, Scalar& value) {
        const Scalar* const from = cursor.next(last);
        value = Scalar(0);
        if (panel.has(r) && rows.has(first_row + r) && slot < range.count) value = *from;
      },
      [&](int slot, int r, bool, const Scalar& value) {
        if (!panel.has(r)) return;
        const Scalar scaled = panel_element(value * s.states[slot].scale, first_row + r, walk.fast);
        s.panel(slot)[r * Shape::N + walk.fast] = triangle.by_rows ? scaled : conj(scaled);
      });
}

/// The same of (A + A^H) / 2.
template <class Scalar, class Shape, class Storage>
KOKKOS_FORCEINLINE_FUNCTION void stage_symmetrized_panel(const MatrixBatch<const Scalar>& a, bool lower,
                                                         const MemberRange& range, int thread, int first_row,
                                                         const Storage& s) {
  constexpr int size = Storage::panel_rows * Shape::N;
  KOLIBRI_KEEP_LOOP
  for (int item = thread; item < Shape::members * size; item += Shape::team_size) {
    const int slot = item / size, r = item % size / Shape::N, j = item % Shape::N, i = first_row + r;
    Scalar value(0);
    if (i < a.rows && j < a.rows && slot < range.count && (i == j || lower == (i > j))) {
      value = hermitian_element(a, Triangle::symmetrize, range.first + slot, i, j) * s.states[slot].scale;
    }
    s.panel(slot)[r * Shape::N + j] = panel_element(value, i, j);
  }
}

/// quotients[c] += Re conj(v_i) (P v)_i for the rows i of a panel P, from this part's rows of v.
template <class Scalar, class Shape, class Storage>
KOKKOS_FORCEINLINE_FUNCTION void add_quotients(const Storage& s, const RegisterColumns<Scalar, Shape>& x,
                                               const int* places, int first_row, int n, bool lower,
                                               real_t<Scalar>* quotients) {
  constexpr int size = Packet<Scalar>::size, panel_rows = Storage::panel_rows;
  const int rows = Kokkos::min(panel_rows, n - first_row);
  if (lower ? x.row(0) >= first_row + rows : x.row(Shape::rows) <= first_row) return;  // all zero
  const Scalar* const vectors = s.matrix(x.slot) + first_row * s.leading;
  const auto* packets = reinterpret_cast<const Packet<Scalar>*>(s.panel(x.slot) + x.part * Shape::rows);
  KOLIBRI_KEEP_LOOP
  for (int r = 0; r < rows; ++r) {
    Scalar product[Shape::columns] = {};
    KOLIBRI_UNROLL
    for (int p = 0; p < Shape::rows / size; ++p) {
      const Packet<Scalar> packet = packets[r * (Shape::N / size) + p];
      KOLIBRI_UNROLL
      for (int v = 0; v < size; ++v) {
        KOLIBRI_UNROLL
        for (int c = 0; c < Shape::columns; ++c) {
          product[c] = multiply_add(packet.values[v], x.y[c][p * size + v], product[c]);
        }
      }
    }
    KOLIBRI_UNROLL
    for (int c = 0; c < Shape::columns; ++c) {
      const Scalar v = vectors[r * s.leading + places[c]];
      quotients[c] = Kokkos::fma(real(v), real(product[c]), quotients[c]);
      if constexpr (is_complex<Scalar>) quotients[c] = Kokkos::fma(v.imag(), product[c].imag(), quotients[c]);
    }
  }
}

/// What ascends in the order asked for.
template <class Real>
KOKKOS_INLINE_FUNCTION Real sort_key(Order order, Real value) {
  if (order == Order::none) return 0;
  if (order == Order::ascending) return value;
  return order == Order::descending ? -value : -Kokkos::fabs(value);
}

/// values[slot][j] = v_j^H A v_j, of scaled A, for the vectors in scratch and in registers. Ends with a barrier.
template <class Sweep, class Member, class Scalar, class Shape, class Storage>
KOKKOS_FORCEINLINE_FUNCTION void find_values(const Member& member, const MatrixBatch<const Scalar>& a,
                                             const JacobiControl<real_t<Scalar>>& control, const MemberRange& range,
                                             const Storage& s, int sweeps, const RegisterColumns<Scalar, Shape>& x) {
  using Real = real_t<Scalar>;
  const Triangle triangle = control.triangle;
  Real quotients[Shape::columns] = {};
  int places[Shape::columns];
  KOLIBRI_UNROLL
  for (int c = 0; c < Shape::columns; ++c) places[c] = Sweep::place_after(sweeps, x.column(c));
  const TriangleInMemory memory(a, triangle);
  KOLIBRI_KEEP_LOOP
  for (int row = 0; row < a.rows; row += s.panel_rows) {
    member.team_barrier();
    if (triangle == Triangle::symmetrize) {
      stage_symmetrized_panel<Scalar, Shape>(a, memory.lower, range, x.thread, row, s);
    } else {
      stage_panel<Scalar, Shape>(a, memory, range, x.thread, row, s);
    }
    member.team_barrier();
    add_quotients(s, x, places, row, a.rows, memory.lower, quotients);
  }
  if constexpr (Shape::parts > 1) {
    KOLIBRI_UNROLL
    for (int c = 0; c < Shape::columns; ++c) s.sums[c * Shape::team_size + x.thread] = quotients[c];
    member.team_barrier();
    KOLIBRI_UNROLL
    for (int c = 0; c < Shape::columns; ++c) {
      const Real* const sums = s.sums + c * Shape::team_size + x.slot * Shape::threads + x.group;
      quotients[c] = 0;
      for (int p = 0; p < Shape::parts; ++p) quotients[c] += sums[p * Shape::groups];
    }
  }
  KOLIBRI_UNROLL
  for (int c = 0; c < Shape::columns; ++c) {
    if (x.part != 0) continue;
    s.values[x.slot * Shape::N + places[c]] = 2 * quotients[c];
    s.keys[x.slot * Shape::N + places[c]] = sort_key(control.order, 2 * quotients[c]);
  }
  member.team_barrier();
}

/// Status and W, and the places of the values in the order asked for; those of flagged members stay where they are.
template <class Shape, class Scalar, class Storage>
KOKKOS_FORCEINLINE_FUNCTION void write_values(const EighProblem<Scalar>& problem, const MemberRange& range, int thread,
                                              const Storage& s) {
  using Real = real_t<Scalar>;
  constexpr int N = Shape::N;
  const int n = problem.n();
  KOLIBRI_KEEP_LOOP
  for (int item = thread; item < Shape::members * N; item += Shape::team_size) {
    const int slot = item / N, i = item % N;
    if (i >= n || slot >= range.count) continue;
    const Real* const keys = s.keys + slot * N;
    const Real mine = keys[i];
    int rank = 0;
    for (int j = 0; j < n; ++j) rank += keys[j] < mine || (keys[j] == mine && j < i);
    const auto& state = s.states[slot];
    const bool bad = state.info < 0;
    rank = bad ? i : rank;
    s.ranks[item] = rank;
    problem.w(range.first + slot, rank) = bad ? quiet_nan<Real>() : unscaled<Real>(s.values[item], state.scale, n);
    if (i == 0) problem.report(range.first + slot, state.info, state.sweeps, state.relative_off_norm());
  }
}

/// V from the matrices in scratch, columns by the ranks of their values.
template <class Shape, class Scalar, class Storage>
KOKKOS_FORCEINLINE_FUNCTION void write_vectors(const MatrixBatch<Scalar>& v, const MemberRange& range, int thread,
                                               const Storage& s) {
  constexpr int N = Shape::N;
  const MemoryWalk<Shape> walk(thread);
  const RowRange rows = walk.all_rows(v.rows);
  const bool by_rows = v.row_stride >= v.column_stride;
  const int across = by_rows ? s.leading : 1, along = by_rows ? 1 : s.leading;
  using Steps = WalkSteps<Shape, N, 8>;
  MemoryCursor<Scalar, Shape, Steps> cursor(v, walk, range.first, 0);
  walk_members<Scalar, Shape, Steps>(
      walk,
      [&](int slot, int row, bool, Scalar& value) {
        if (rows.has(row)) value = s.matrix(slot)[row * across + walk.fast * along];
      },
      [&](int slot, int row, bool last, const Scalar& value) {
        Scalar* const to = cursor.next(last);
        if (!rows.has(row) || slot >= range.count) return;
        const int column = by_rows ? walk.fast : row;
        to[(s.ranks[slot * N + column] - column) * v.column_stride] = value;
      });
}

}  // namespace kolibri::detail
