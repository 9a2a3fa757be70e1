#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <type_traits>

namespace kolibri {

/// A batch of equally shaped matrices seen through a pointer and three strides (in elements): what every layout
/// of a View<Scalar***> comes down to, so that kernels are compiled once a scalar and not once a layout.
/// Element (b, i, j) is data[b * batch_stride + i * row_stride + j * column_stride].
template <class Scalar>
struct MatrixBatch {
  Scalar* data = nullptr;
  std::int64_t batch = 0;
  int rows = 0;
  int columns = 0;
  std::int64_t batch_stride = 0;
  std::int64_t row_stride = 0;
  std::int64_t column_stride = 0;

  KOKKOS_FUNCTION Scalar& operator()(std::int64_t b, int i, int j) const {
    return data[b * batch_stride + i * row_stride + j * column_stride];
  }

  KOKKOS_FUNCTION bool empty() const { return data == nullptr; }

  /// A batch of non-const elements serves where one of const elements is asked for.
  template <class Other, class = std::enable_if_t<!std::is_const_v<Scalar> && std::is_same_v<Other, const Scalar>>>
  KOKKOS_FUNCTION operator MatrixBatch<Other>() const {
    return {data, batch, rows, columns, batch_stride, row_stride, column_stride};
  }
};

/// A batch of equally long vectors: element (b, i) is data[b * batch_stride + i * stride].
template <class Scalar>
struct VectorBatch {
  Scalar* data = nullptr;
  std::int64_t batch_stride = 0;
  std::int64_t stride = 0;

  KOKKOS_FUNCTION Scalar& operator()(std::int64_t b, int i) const { return data[b * batch_stride + i * stride]; }
};

/// The batch behind a rank-3 View of any layout, indexed (batch, row, column).
template <class View>
KOKKOS_FUNCTION MatrixBatch<typename View::value_type> matrix_batch(const View& view) {
  static_assert(View::rank() == 3, "kolibri: a batch of matrices is a View of rank 3, (batch, row, column)");
  return {view.data(),
          static_cast<std::int64_t>(view.extent(0)),
          static_cast<int>(view.extent(1)),
          static_cast<int>(view.extent(2)),
          static_cast<std::int64_t>(view.stride(0)),
          static_cast<std::int64_t>(view.stride(1)),
          static_cast<std::int64_t>(view.stride(2))};
}

/// The batch of one behind a rank-2 View of any layout.
template <class View>
KOKKOS_FUNCTION MatrixBatch<typename View::value_type> single_matrix(const View& view) {
  static_assert(View::rank() == 2, "kolibri: a matrix is a View of rank 2, (row, column)");
  return {view.data(),
          1,
          static_cast<int>(view.extent(0)),
          static_cast<int>(view.extent(1)),
          0,
          static_cast<std::int64_t>(view.stride(0)),
          static_cast<std::int64_t>(view.stride(1))};
}

}  // namespace kolibri
