#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/registers.hpp>
#include <kolibri/scalar.hpp>
#include <kolibri/team_lanes.hpp>

#include "reflector.hpp"
#include "register_rotation.hpp"
#include "tridiagonal_tile.hpp"

// Householder's reduction of Hermitian matrices in registers to real tridiagonal ones, A = Q T Q^H, Q the product of
// H_k = I - tau_k u_k u_k^H (LAPACK zhetd2's formulas, but u not normalised), and Q from the reflectors.
namespace kolibri::detail {

/// The reduction of a team's matrices, their steps in groups of which each knows, when compiling, which rows and
/// columns of tiles are past.
template <class Member, class Scalar, class Shape>
struct TileReduction {
  using Real = real_t<Scalar>;
  using Tile = MatrixTile<Scalar, Shape>;
  static constexpr int N = Shape::N, rows = Shape::rows, columns = Shape::columns, lanes = Shape::lanes;
  static constexpr int steps = N > 64 ? 16 : 8;  ///< of a group
  static constexpr int groups = (N + steps - 1) / steps;

  const Member& member;
  const TileStorage<Scalar, Shape>& s;
  Tile& x;
  Real* diagonal;      ///< of T, n elements `stride` apart; null: not this lane's to write
  Real* off_diagonal;  ///< n - 1 elements
  std::int64_t stride;

  /// The first row and column of tiles with something left after step k, the first one of group g.
  KOKKOS_FUNCTION static constexpr int first_row(int g) { return (g * steps + 1) / Shape::threads; }
  KOKKOS_FUNCTION static constexpr int first_column(int g) { return (g * steps + 1) / Shape::lanes; }
  /// Whether indices from `begin` on may lie before k + 1 for a step k of group g.
  KOKKOS_FUNCTION static constexpr bool may_be_past(int g, int begin) { return begin <= (g + 1) * steps; }

  KOKKOS_FORCEINLINE_FUNCTION int before() const { return x.before(); }

  /// Column k below the diagonal, and what is on it, from the lanes that have them.
  template <int first, int last>
  KOKKOS_FORCEINLINE_FUNCTION void publish_column(int k, int first_written) const {
    KOLIBRI_UNROLL
    for (int c = first; c < last; ++c) {
      if (x.column_in_shape(c) != k) continue;
      Scalar* const column = s.reflector(x.slot, k);
      KOLIBRI_UNROLL
      for (int r = 0; r < rows; ++r) {
        if (r < first_written) continue;
        const int i = x.row_in_shape(r);
        column[i] = i > k ? x.y[c][r] : Scalar(0);
        if (i == k && diagonal) diagonal[(k - before()) * stride] = real(x.y[c][r]);
      }
    }
  }

  template <int g>
  KOKKOS_FORCEINLINE_FUNCTION void step(int k) const {
    constexpr int r0 = first_row(g), c0 = first_column(g);
    const Scalar* const u = s.reflector(x.slot, k);
    Scalar* const products = s.products + x.slot * N;
    Scalar u_column[columns];
    Real rest[1] = {0};
    KOLIBRI_UNROLL
    for (int c = c0; c < columns; ++c) {
      u_column[c] = u[x.column_in_shape(c)];
      if (x.column_in_shape(c) > k + 1) rest[0] = add_square(u_column[c], rest[0]);
    }
    sum_lanes<lanes, 1>(member, rest);
    const Reflector<Scalar> h(u[k + 1], rest[0]);
    KOLIBRI_UNROLL
    for (int c = c0; c < columns; ++c) {
      if (may_be_past(g, c * lanes) && x.column_in_shape(c) == k + 1) u_column[c] = h.head;
    }
    multiply<r0, c0>(u_column, products);
    member.team_barrier();
    Scalar w_column[columns];
    Real product[1] = {0};
    KOLIBRI_UNROLL
    for (int c = c0; c < columns; ++c) {
      w_column[c] = products[x.column_in_shape(c)];
      if (may_be_past(g, c * lanes) && x.column_in_shape(c) <= k) w_column[c] = Scalar(0);
      product[0] = add_real_product(u_column[c], w_column[c], product[0]);
    }
    sum_lanes<lanes, 1>(member, product);
    const Real half = Real(0.5) * abs_squared(h.tau) * product[0];
    KOLIBRI_UNROLL
    for (int c = c0; c < columns; ++c) {
      w_column[c] = conj(multiply_add(h.tau, w_column[c], u_column[c] * -half));
      u_column[c] = conj(u_column[c]);
    }
    KOLIBRI_UNROLL
    for (int r = r0; r < rows; ++r) {
      const int i = x.row_in_shape(r);
      const Scalar u_row = may_be_past(g, r * Shape::threads) && i == k + 1 ? h.head : u[i];
      Scalar w_row = multiply_add(h.tau, products[i], u_row * -half);
      if (may_be_past(g, r * Shape::threads) && i <= k) w_row = Scalar(0);
      KOLIBRI_UNROLL
      for (int c = c0; c < columns; ++c) {
        x.y[c][r] = multiply_add(-u_row, w_column[c], multiply_add(-w_row, u_column[c], x.y[c][r]));
      }
    }
    constexpr int last = (g + 1) * steps / lanes + 1;
    publish_column<c0, (last < columns ? last : columns)>(k + 1, c0 * lanes / Shape::threads);
    member.team_barrier();
    if (x.is_leader()) {
      s.reflector(x.slot, k)[k + 1] = h.head;  // read no more in this reduction
      s.factors[x.slot * N + k] = h.tau;
      if (off_diagonal) off_diagonal[(k - before()) * stride] = h.beta;
    }
  }

  /// products := A u, where u is not zero.
  template <int r0, int c0>
  KOKKOS_FORCEINLINE_FUNCTION void multiply(const Scalar* u_column, Scalar* products) const {
    Scalar sums[rows - r0];
    KOLIBRI_UNROLL
    for (int r = r0; r < rows; ++r) {
      sums[r - r0] = Scalar(0);
      KOLIBRI_UNROLL
      for (int c = c0; c < columns; ++c) sums[r - r0] = multiply_add(x.y[c][r], u_column[c], sums[r - r0]);
    }
    int first, mine;
    share_sums<lanes, rows - r0>(member, sums, first, mine);
    constexpr int most = (rows - r0 + lanes - 1) / lanes;
    KOLIBRI_UNROLL
    for (int i = 0; i < most; ++i) {
      if (i < mine) products[x.row_in_shape(r0 + first + i)] = sums[i];
    }
  }

  template <int g>
  KOKKOS_FORCEINLINE_FUNCTION void reduce() const {
    const int end = Kokkos::min((g + 1) * steps, N - 1);
    KOLIBRI_KEEP_LOOP
    for (int k = Kokkos::max(g * steps, before()); k < end; ++k) step<g>(k);
    if constexpr (g + 1 < groups) reduce<g + 1>();
  }

  /// A, from the tile, to T. Ends with a barrier.
  KOKKOS_FORCEINLINE_FUNCTION void run() const {
    publish_column<0, columns>(before(), 0);
    member.team_barrier();
    reduce<0>();
    member.team_barrier();
  }

  /// Q, each element by store(row, column, value). The tile becomes Q^T: Q's rows are in lanes.
  template <class Store>
  KOKKOS_FORCEINLINE_FUNCTION void form_q(const Store& store) const {
    KOLIBRI_UNROLL
    for (int c = 0; c < columns; ++c) {
      KOLIBRI_UNROLL
      for (int r = 0; r < rows; ++r) x.y[c][r] = Scalar(x.row_in_shape(r) == x.column_in_shape(c) ? 1 : 0);
    }
    form_q_from<groups - 1>();
    KOLIBRI_UNROLL
    for (int r = 0; r < rows; ++r) {
      KOLIBRI_UNROLL
      for (int c = 0; c < columns; ++c) {
        const int row = x.column_in_shape(c) - before(), column = x.row_in_shape(r) - before();
        if (row >= 0 && column >= 0) store(row, column, x.y[c][r]);
      }
    }
  }

 private:
  /// Q := H_k Q for the steps of group g, the last one first, and of those before.
  template <int g>
  KOKKOS_FORCEINLINE_FUNCTION void form_q_from() const {
    constexpr int r0 = first_row(g), c0 = first_column(g);
    KOLIBRI_KEEP_LOOP
    for (int k = Kokkos::min((g + 1) * steps, N - 1) - 1; k >= Kokkos::max(g * steps, before()); --k) {
      const Scalar* const u = s.reflector(x.slot, k);
      const Scalar tau = -s.factors[x.slot * N + k];
      Scalar u_column[columns], sums[rows - r0];
      KOLIBRI_UNROLL
      for (int c = c0; c < columns; ++c) u_column[c] = u[x.column_in_shape(c)];
      KOLIBRI_UNROLL
      for (int r = r0; r < rows; ++r) {
        sums[r - r0] = Scalar(0);
        KOLIBRI_UNROLL
        for (int c = c0; c < columns; ++c) sums[r - r0] = multiply_add(conj(u_column[c]), x.y[c][r], sums[r - r0]);
      }
      sum_lanes<lanes, rows - r0>(member, sums);
      KOLIBRI_UNROLL
      for (int r = r0; r < rows; ++r) {
        const Scalar factor = tau * sums[r - r0];
        KOLIBRI_UNROLL
        for (int c = c0; c < columns; ++c) x.y[c][r] = multiply_add(factor, u_column[c], x.y[c][r]);
      }
    }
    if constexpr (g > 0) form_q_from<g - 1>();
  }
};

}  // namespace kolibri::detail
