#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <kolibri/detail/gauss_jordan.hpp>
#include <kolibri/detail/inverse_problem.hpp>
#include <kolibri/detail/matrix_access.hpp>
#include <kolibri/members.hpp>
#include <kolibri/scratch.hpp>

namespace kolibri::detail {

/// What a team needs for one matrix, in scratch or in a block of workspace.
template <class Scalar>
struct MatrixStorage {
  int n;
  int right_hand_sides;
  bool inside;                      ///< the matrix lies here; else the kernel works on X itself
  Scalar* matrix = nullptr;         ///< by rows
  Scalar* rhs = nullptr;            ///< by rows
  real_t<Scalar>* sizes = nullptr;  ///< of columns of rhs
  Scalar* vector = nullptr;         ///< gauss_jordan_scratch(n) scalars, for whoever needs them
  int* pivots = nullptr;
  int* columns = nullptr;
  int* bad = nullptr;

  KOKKOS_FUNCTION constexpr MatrixStorage(int n_, int right_hand_sides_, bool inside_)
      : n(n_), right_hand_sides(right_hand_sides_), inside(inside_) {}
  KOKKOS_FUNCTION MatrixStorage(std::byte* block, int n_, int right_hand_sides_, bool inside_)
      : MatrixStorage(n_, right_hand_sides_, inside_) {
    Carver<> carver{block};
    lay_out(carver);
  }

  template <class Take>
  KOKKOS_FUNCTION constexpr void lay_out(Take& take) {
    const std::size_t rows = n;
    if (inside) take(matrix, rows * RowMajor<Scalar>::leading_of(n));
    take(rhs, rows * right_hand_sides);
    take(sizes, right_hand_sides);
    take(vector, gauss_jordan_scratch(n));
    take(pivots, rows);
    take(columns, rows);
    take(bad, 1);
  }
};

/// body(i, j) over all elements in memory order, so that neighbouring threads reach neighbours.
template <class Member, class Batch, class Body>
KOKKOS_INLINE_FUNCTION void for_each_element(const Member& member, const Batch& batch, const Body& body) {
  const bool by_columns = batch.row_stride < batch.column_stride;
  const int length = by_columns ? batch.rows : batch.columns;
  for_each(member, batch.rows * batch.columns, [&](int item) {
    const int slow = item / length, fast = item - slow * length;
    body(by_columns ? fast : slow, by_columns ? slow : fast);
  });
}

/// Copies those elements of member b for which holds(i, j) to m; whether all of them are finite. `bad` is scratch. Ends
/// with a barrier.
template <class Member, class Scalar, class Matrix, class Holds>
KOKKOS_INLINE_FUNCTION bool load_part(const Member& member, const MatrixBatch<const Scalar>& batch, std::int64_t b,
                                      const Matrix& m, int* bad, const Holds& holds) {
  for_each(member, 1, [&](int) { *bad = 0; });
  barrier(member);
  for_each_element(member, batch, [&](int i, int j) {
    if (!holds(i, j)) return;
    const Scalar element = batch(b, i, j);
    if (!is_finite(element)) Kokkos::atomic_store(bad, 1);
    m(i, j) = element;
  });
  barrier(member);
  const bool finite = *bad == 0;
  barrier(member);  // all have read it
  return finite;
}

template <class Member, class Scalar, class Matrix>
KOKKOS_INLINE_FUNCTION bool load(const Member& member, const MatrixBatch<const Scalar>& batch, std::int64_t b,
                                 const Matrix& m, int* bad) {
  return load_part(member, batch, b, m, bad, [](int, int) { return true; });
}

/// Member b of the batch := element(i, j). Begins and ends without a barrier.
template <class Member, class Scalar, class Element>
KOKKOS_INLINE_FUNCTION void store(const Member& member, const MatrixBatch<Scalar>& batch, std::int64_t b,
                                  const Element& element) {
  for_each_element(member, batch, [&](int i, int j) { batch(b, i, j) = element(i, j); });
}

}  // namespace kolibri::detail
