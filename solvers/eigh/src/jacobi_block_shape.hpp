#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <kolibri/detail/jacobi.hpp>
#include <kolibri/scalar.hpp>
#include <kolibri/scratch.hpp>

#include "algorithms.hpp"

// How jacobi_block cuts matrices into blocks and its workspace into arrays.
namespace kolibri::detail {

/// An n x n matrix as `blocks` x `blocks` blocks of `width` columns; rows and columns from n on are padding.
struct BlockShape {
  int n = 0;
  int width = 0;
  int blocks = 0;  ///< even, so that a sweep has an even number of rounds and ends in the buffers it began in
  int ld = 0;

  KOKKOS_FUNCTION int padded() const { return width * blocks; }
  KOKKOS_FUNCTION int pair_width() const { return 2 * width; }
  /// Pairs of neighbouring blocks in a round: (0,1), (2,3), ... in even ones, (1,2), (3,4), ... in odd ones.
  KOKKOS_FUNCTION int pairs(int parity) const { return blocks / 2 - parity; }
  KOKKOS_FUNCTION int first_row(int pair, int parity) const { return (2 * pair + parity) * width; }
  KOKKOS_FUNCTION std::int64_t matrix_size() const { return static_cast<std::int64_t>(ld) * padded(); }
  KOKKOS_FUNCTION std::int64_t block_size() const { return static_cast<std::int64_t>(pair_width()) * pair_width(); }
};

/// Blocks of at most `widest` columns, with less than a column of padding a block. Columns begin on 16 bytes, and not
/// at a stride of whole KiB, which would send all of them to the same few cache sets.
template <class Scalar>
BlockShape block_shape(int n, int widest) {
  constexpr int granule = std::max<int>(1, 16 / sizeof(Scalar));
  BlockShape shape;
  shape.n = n;
  shape.blocks = 2 * ((n + 2 * widest - 1) / (2 * widest));
  shape.width = (n + shape.blocks - 1) / shape.blocks;
  shape.ld = (shape.padded() + granule - 1) / granule * granule;
  if (shape.ld * sizeof(Scalar) % 1024 == 0) shape.ld += 64 / sizeof(Scalar);
  return shape;
}

/// The operands of a round's batched products, one pointer a pair of blocks.
template <class Scalar>
struct BlockPointers {
  Scalar** a_columns;
  Scalar** a_rows;
  Scalar** b_columns;
  Scalar** b_rows;
  Scalar** v_columns;
  Scalar** u;
};

/// The arrays of `members` matrices, carved out of one block of memory. "Pair" arrays have an entry for every pair of
/// every active matrix: matrix s of the active list has the pairs s * pairs, ..., (s + 1) * pairs - 1.
template <class Scalar>
struct BlockWorkspace {
  using Real = real_t<Scalar>;

  BlockShape shape;
  std::int64_t members;
  bool vectors;
  Scalar* a = nullptr;        ///< the matrices
  Scalar* b = nullptr;        ///< where products go
  Scalar* v = nullptr;        ///< the vectors; null: values only
  Scalar* u = nullptr;        ///< pairs: eigenvectors of the inner problems
  Real* values = nullptr;     ///< pairs: their eigenvalues; in the end those of the matrices
  int* inner_info = nullptr;  ///< pairs: whether they were solved
  JacobiState<Real>* states = nullptr;
  Real* rows = nullptr;    ///< scratch of reductions by rows
  int* active = nullptr;   ///< the members that go on
  int* columns = nullptr;  ///< where a member's columns are that are not padding
  int* ranks = nullptr;
  BlockPointers<Scalar> pointers{};

  BlockWorkspace(const BlockShape& shape_, std::int64_t members_, bool vectors_)
      : shape(shape_), members(members_), vectors(vectors_) {}
  BlockWorkspace(const BlockShape& shape_, std::int64_t members_, bool vectors_, std::byte* memory)
      : BlockWorkspace(shape_, members_, vectors_) {
    Carver<workspace_alignment> carver{memory};
    lay_out(carver);
  }

  template <class Take>
  void lay_out(Take& take) {
    const std::size_t count = members, pairs = count * shape.pairs(0);
    take(a, count * shape.matrix_size());
    take(b, count * shape.matrix_size());
    if (vectors) take(v, count * shape.matrix_size());
    take(u, pairs * shape.block_size());
    take(values, count * shape.padded());
    take(inner_info, pairs);
    take(states, count);
    take(rows, count * row_scratch(shape.padded()));
    take(active, count);
    take(columns, count * shape.n);
    take(ranks, count * shape.n);
    for (auto* list : {&pointers.a_columns, &pointers.a_rows, &pointers.b_columns, &pointers.b_rows,
                       &pointers.v_columns, &pointers.u}) {
      take(*list, pairs);
    }
  }

  KOKKOS_FUNCTION Scalar* matrix(std::int64_t member) const { return a + member * shape.matrix_size(); }
};

}  // namespace kolibri::detail
