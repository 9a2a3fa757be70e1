#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/scalar.hpp>

#include "register_storage.hpp"

// Whole Hermitian matrices in the registers of a team's threads and their lanes, by tiles.
namespace kolibri::detail {

/// How N x N matrices lie in a team: element (i, j) at thread i % threads and its lane j % lanes, i, j = 0, ..., N - 1;
/// `members` matrices a team, `teams` teams that have to share a multiprocessor's registers.
template <int N_, int threads_, int lanes_, int members_, int teams_>
struct TileShape {
  static constexpr int N = N_, threads = threads_, lanes = lanes_, members = members_, teams = teams_;
  static constexpr int rows = N / threads, columns = N / lanes;  ///< of a tile
  static constexpr bool whole_columns = threads == 1;            ///< for LaneReduction
  static constexpr int of_matrix = threads * lanes;
  static constexpr int team_size = of_matrix * members;  ///< threads of the device
  static_assert(rows * threads == N && columns * lanes == N && team_size % 32 == 0);
};

/// A lane's elements of a matrix of order n, which is at the end of the N x N one: what is before it costs nothing once
/// whole rows and columns of tiles are past. Where lanes have whole columns, it is at the beginning.
template <class Scalar, class Shape_>
struct MatrixTile {
  using Shape = Shape_;
  static constexpr int rows = Shape::rows, columns = Shape::columns;

  Scalar y[columns][rows];
  int n, slot, thread, lane;

  KOKKOS_FORCEINLINE_FUNCTION MatrixTile(int n_, int team_rank, int lane_)
      : n(n_), slot(team_rank / Shape::threads), thread(team_rank % Shape::threads), lane(lane_) {}

  KOKKOS_FORCEINLINE_FUNCTION int before() const { return Shape::whole_columns ? 0 : Shape::N - n; }
  /// Indices into the N x N matrix.
  KOKKOS_FORCEINLINE_FUNCTION int row_in_shape(int r) const { return r * Shape::threads + thread; }
  KOKKOS_FORCEINLINE_FUNCTION int column_in_shape(int c) const { return c * Shape::lanes + lane; }
  /// Indices into the n x n matrix; n and more before it.
  KOKKOS_FORCEINLINE_FUNCTION int row(int r) const { return index(row_in_shape(r)); }
  KOKKOS_FORCEINLINE_FUNCTION int column(int c) const { return index(column_in_shape(c)); }
  KOKKOS_FORCEINLINE_FUNCTION bool is_leader() const { return thread == 0 && lane == 0; }

 private:
  KOKKOS_FORCEINLINE_FUNCTION int index(int in_shape) const {
    return in_shape - before() + (in_shape < before() ? Shape::N : 0);
  }
};

/// What a team has in scratch while it reduces its matrices.
template <class Scalar, class Shape>
struct TileStorage {
  using Real = real_t<Scalar>;
  static constexpr int N = Shape::N, members = Shape::members;
  static constexpr int leading = N | 1;  ///< of the matrices: odd, so that banks are not hit twice

  Scalar* shared = nullptr;    ///< by turns for input and for reflectors, u_k below place k of row k
  Scalar* products = nullptr;  ///< A u_k
  Scalar* factors = nullptr;   ///< tau_k
  SweepReport* reports = nullptr;

  template <class Take>
  KOKKOS_FUNCTION constexpr void lay_out(Take& take) {
    take(shared, members * N * leading);
    take(products, members * N);
    take(factors, members * N);
    take(reports, members);
  }

  KOKKOS_FUNCTION Scalar* matrix(int slot) const { return shared + slot * (N * leading); }
  KOKKOS_FUNCTION Scalar* reflector(int slot, int k) const { return matrix(slot) + k * N; }
};

}  // namespace kolibri::detail
