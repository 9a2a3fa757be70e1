#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <kolibri/blas.hpp>
#include <kolibri/detail/matrix_types.hpp>
#include <optional>

// Products of Views by the BLAS facade.
namespace kolibri::detail {

/// A View as BLAS sees it: columns one after another at a distance `ld`, of the matrix or of its transpose.
template <class Scalar>
struct BlasMatrix {
  Scalar* data;
  std::int64_t ld;
  bool transposed;
};

/// Nothing when neither columns nor rows are contiguous.
template <class View>
std::optional<BlasMatrix<typename View::value_type>> blas_matrix(const View& a) {
  const std::int64_t extents[] = {static_cast<std::int64_t>(a.extent(0)), static_cast<std::int64_t>(a.extent(1))};
  for (const int inner : {0, 1}) {  // the direction whose neighbours must be neighbours in memory
    const int outer = 1 - inner;
    const auto ld = static_cast<std::int64_t>(a.stride(outer));
    const bool contiguous = extents[inner] <= 1 || a.stride(inner) == 1;
    if (contiguous && extents[outer] <= 1) return {{a.data(), std::max<std::int64_t>(extents[inner], 1), inner == 1}};
    if (contiguous && ld >= std::max<std::int64_t>(extents[inner], 1)) return {{a.data(), ld, inner == 1}};
  }
  return std::nullopt;
}

/// out = a b by gemm; false when the layouts do not allow it.
template <class ExecutionSpace, class A, class B, class Out>
bool multiply_by_gemm(const ExecutionSpace& exec, const A& a, const B& b, const Out& out) {
  using Scalar = element_t<Out>;
  const auto left = blas_matrix(a), right = blas_matrix(b);
  const auto product = blas_matrix(out);
  if (!left || !right || !product) return false;
  const auto op = [&](bool transposed) {  // an output by rows is the transposed product's by columns
    return transposed == product->transposed ? blas::Op::none : blas::Op::transpose;
  };
  const blas::Operand<const Scalar> first{left->data, left->ld}, second{right->data, right->ld};
  const blas::Operand<Scalar> result{product->data, product->ld};
  const auto m = static_cast<std::int64_t>(out.extent(0)), n = static_cast<std::int64_t>(out.extent(1));
  const auto k = static_cast<std::int64_t>(a.extent(1));
  if (product->transposed) {
    const blas::GemmShape shape{.op_a = op(right->transposed), .op_b = op(left->transposed), .m = n, .n = m, .k = k};
    blas::gemm(exec, shape, Scalar(1), second, first, Scalar(0), result);
  } else {
    const blas::GemmShape shape{.op_a = op(left->transposed), .op_b = op(right->transposed), .m = m, .n = n, .k = k};
    blas::gemm(exec, shape, Scalar(1), first, second, Scalar(0), result);
  }
  return true;
}

}  // namespace kolibri::detail
