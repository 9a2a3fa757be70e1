#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/matrix_batch.hpp>
#include <kolibri/scalar.hpp>

// A matrix as the kernels' bodies see it: anything with m(i, j), such as a View, these two, and the wrappers below,
// by which one body serves both triangles and op(A).
namespace kolibri::detail {

/// A matrix by rows in scratch or workspace, of less than 2^31 elements: 64-bit indices would cost a device registers.
template <class Scalar>
struct RowMajor {
  Scalar* data;
  int leading;

  KOKKOS_FUNCTION Scalar& operator()(int i, int j) const { return data[i * leading + j]; }
  KOKKOS_FUNCTION static constexpr int leading_of(int columns) { return columns | 1; }  // odd: banks are not hit twice
};

/// One member of a batch, where the caller has it.
template <class Scalar>
struct Strided {
  Scalar* data;
  std::int64_t row_stride;
  std::int64_t column_stride;

  KOKKOS_FUNCTION Strided(const MatrixBatch<Scalar>& batch, std::int64_t b)
      : data(batch.data + b * batch.batch_stride), row_stride(batch.row_stride), column_stride(batch.column_stride) {}
  KOKKOS_FUNCTION Scalar& operator()(int i, int j) const { return data[i * row_stride + j * column_stride]; }
};

/// m with its rows and columns numbered from the end: an upper triangle becomes a lower one.
template <class Matrix>
struct Reversed {
  Matrix m;
  int last_row;
  int last_column;

  KOKKOS_FUNCTION decltype(auto) operator()(int i, int j) const { return m(last_row - i, last_column - j); }
};

/// m with its rows numbered from the end.
template <class Matrix>
struct RowsReversed {
  Matrix m;
  int last_row;

  KOKKOS_FUNCTION decltype(auto) operator()(int i, int j) const { return m(last_row - i, j); }
};

/// m^T or m^H, to read.
template <class Matrix>
struct Transposed {
  Matrix m;
  bool conjugate;

  KOKKOS_FUNCTION auto operator()(int i, int j) const {
    const auto element = m(j, i);
    return conjugate ? conj(element) : element;
  }
};

/// |Re x| + |Im x|, by which LAPACK chooses pivots.
template <class Scalar>
KOKKOS_INLINE_FUNCTION real_t<Scalar> pivot_size(const Scalar& x) {
  return Kokkos::fabs(real(x)) + Kokkos::fabs(imag(x));
}

}  // namespace kolibri::detail
