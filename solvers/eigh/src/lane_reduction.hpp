#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/registers.hpp>
#include <kolibri/scalar.hpp>
#include <kolibri/team_lanes.hpp>

#include "reflector.hpp"
#include "register_exchange.hpp"
#include "register_rotation.hpp"
#include "tridiagonal_tile.hpp"

// Householder's reduction as in tridiagonal_reduction.hpp for small matrices, whole columns in lanes: no sum but one
// goes across lanes. After a step, registers hold what is left of the columns from their first element on, so that one
// piece of code does many steps.
namespace kolibri::detail {

/// The first elements of an array of whole packets.
template <int count, class Scalar>
KOKKOS_FORCEINLINE_FUNCTION void read_packets(const Scalar* from, Scalar* to) {
  constexpr int size = Packet<Scalar>::size;
  KOLIBRI_UNROLL
  for (int p = 0; p < (count + size - 1) / size; ++p) {
    const auto packet = reinterpret_cast<const Packet<Scalar>*>(from)[p];
    KOLIBRI_UNROLL
    for (int i = 0; i < size; ++i) {
      if (p * size + i < count) to[p * size + i] = packet.values[i];
    }
  }
}

/// The reduction of the matrices in a thread's lanes, each of tiles with threads = 1.
template <class Member, class Scalar, class Shape>
struct LaneReduction {
  using Real = real_t<Scalar>;
  using Tile = MatrixTile<Scalar, Shape>;
  static constexpr int N = Shape::N, columns = Shape::columns, lanes = Shape::lanes;
  static constexpr int of_packet = Packet<Scalar>::size;
  static constexpr int fewer = N > 16 ? 8 : 4;  ///< elements by which the code for one length differs from the next

  const Member& member;
  const TileStorage<Scalar, Shape>& s;
  Tile& x;
  Real* diagonal;      ///< of T, n elements `stride` apart; null: not this lane's to write
  Real* off_diagonal;  ///< n - 1 elements
  std::int64_t stride;

  /// A, from the tile, to T.
  KOKKOS_FORCEINLINE_FUNCTION void run() const {
    int k = 0;
    reduce<N>(k);
    put_diagonal(x.n - 1);
    lane_barrier(member);
  }

  /// Q by columns, each element by store(row, column, value).
  template <class Store>
  KOKKOS_FORCEINLINE_FUNCTION void form_q(const Store& store) const {
    KOLIBRI_UNROLL
    for (int c = 0; c < columns; ++c) {
      const int i = x.column_in_shape(c);
      KOLIBRI_UNROLL
      for (int r = 0; r + 1 < N; ++r) x.y[c][r] = Scalar(i == r + 1 ? 1 : 0);
      store(i, 0, Scalar(i == 0 ? 1 : 0));
    }
    int k = 0;
    multiply<N>(k, store);
  }

 private:
  /// Where element i of a vector of step k lies: k + 1 first, and what is before it last.
  KOKKOS_FORCEINLINE_FUNCTION static int place(int i, int k) { return i > k ? i - k - 1 : i - k - 1 + N; }

  KOKKOS_FORCEINLINE_FUNCTION void put_diagonal(int k) const {
    KOLIBRI_UNROLL
    for (int c = 0; c < columns; ++c) {
      if (x.column_in_shape(c) == k && diagonal) diagonal[k * stride] = real(x.y[c][0]);
    }
  }

  /// Steps k, k + 1, ... as long as more than `left` - `fewer` elements are below the diagonal, then the others.
  template <int left>
  KOKKOS_FORCEINLINE_FUNCTION void reduce(int& k) const {
    KOLIBRI_KEEP_LOOP
    for (; x.n - 1 - k > left - fewer; ++k) step<(left < N ? left : N - 1)>(k);
    if constexpr (left > fewer) reduce<left - fewer>(k);
  }

  template <int left>
  KOKKOS_FORCEINLINE_FUNCTION void step(int k) const {
    Scalar* const u = s.reflector(x.slot, k);
    Scalar* const products = s.products + x.slot * N;
    Scalar mine[columns], w[columns], v[left];
    put_diagonal(k);
    KOLIBRI_UNROLL
    for (int c = 0; c < columns; ++c) {
      const int i = x.column_in_shape(c);
      mine[c] = i > k ? conj(x.y[c][0]) : Scalar(0);
      u[place(i, k)] = mine[c];
    }
    lane_barrier(member);
    read_packets<left>(u, v);
    Real rest = 0;
    KOLIBRI_UNROLL
    for (int r = 1; r < left; ++r) rest = add_square(v[r], rest);
    const Reflector<Scalar> h(v[0], rest);
    v[0] = h.head;
    Real product[1] = {0};
    KOLIBRI_UNROLL
    for (int c = 0; c < columns; ++c) {
      const int i = x.column_in_shape(c);
      if (i == k + 1) mine[c] = h.head;
      w[c] = Scalar(0);
      KOLIBRI_UNROLL
      for (int r = 0; r < left; ++r) w[c] = multiply_add(conj(x.y[c][r + 1]), v[r], w[c]);
      product[0] = add_real_product(mine[c], w[c], product[0]);
    }
    sum_lanes<lanes, 1>(member, product);
    const Real half = Real(0.5) * abs_squared(h.tau) * product[0];
    KOLIBRI_UNROLL
    for (int c = 0; c < columns; ++c) {
      const int i = x.column_in_shape(c);
      w[c] = i > k ? multiply_add(h.tau, w[c], mine[c] * -half) : Scalar(0);
      products[place(i, k)] = w[c];
      w[c] = conj(w[c]);
      mine[c] = conj(mine[c]);
    }
    lane_barrier(member);
    KOLIBRI_UNROLL
    for (int first = 0; first < left; first += of_packet) {
      Scalar others[of_packet];
      read_packets<of_packet>(products + first, others);
      KOLIBRI_UNROLL
      for (int r = first; r < Kokkos::min(first + of_packet, left); ++r) {
        KOLIBRI_UNROLL
        for (int c = 0; c < columns; ++c) {
          x.y[c][r] = multiply_add(-v[r], w[c], multiply_add(-others[r - first], mine[c], x.y[c][r + 1]));
        }
      }
    }
    if (x.is_leader()) {
      u[0] = h.head;
      s.factors[x.slot * N + k] = h.tau;
      if (off_diagonal) off_diagonal[k * stride] = h.beta;
    }
  }

  template <int left, class Store>
  KOKKOS_FORCEINLINE_FUNCTION void multiply(int& k, const Store& store) const {
    KOLIBRI_KEEP_LOOP
    for (; x.n - 1 - k > left - fewer; ++k) multiply_one<(left < N ? left : N - 1)>(k, store);
    if constexpr (left > fewer) multiply<left - fewer>(k, store);
  }

  /// Q := Q H_k, after which column k + 1 is ready.
  template <int left, class Store>
  KOKKOS_FORCEINLINE_FUNCTION void multiply_one(int k, const Store& store) const {
    const Scalar* const u = s.reflector(x.slot, k);
    const Scalar tau = s.factors[x.slot * N + k];
    Scalar v[left];
    read_packets<left>(u, v);
    KOLIBRI_UNROLL
    for (int c = 0; c < columns; ++c) {
      Scalar sum(0);
      KOLIBRI_UNROLL
      for (int r = 0; r < left; ++r) sum = multiply_add(x.y[c][r], v[r], sum);
      sum = -tau * sum;
      store(x.column_in_shape(c), k + 1, multiply_add(sum, conj(v[0]), x.y[c][0]));
      KOLIBRI_UNROLL
      for (int r = 1; r < left; ++r) x.y[c][r - 1] = multiply_add(sum, conj(v[r]), x.y[c][r]);
      x.y[c][left - 1] = Scalar(0);
    }
  }
};

}  // namespace kolibri::detail
