#pragma once

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <kolibri/inverse_options.hpp>
#include <kolibri/matrix_batch.hpp>
#include <kolibri/scalar.hpp>
#include <span>

namespace kolibri::detail {

/// info of a member that holds a NaN or an Inf.
inline constexpr int info_not_finite = -1;

/// A checked problem of any of the functions in inverse.hpp as kernels see it: pointers and strides; null data where a
/// function has no such argument or the caller does not ask for it.
template <class Scalar>
struct InverseProblem {
  using Real = real_t<Scalar>;

  MatrixBatch<const Scalar> a;  ///< n x n
  MatrixBatch<const Scalar> b;  ///< right-hand sides, n x r
  MatrixBatch<Scalar> x;        ///< what is computed: inverse, factors or solution
  VectorBatch<int> pivots;      ///< written by lu, read by lu_solve
  VectorBatch<Scalar> sign;     ///< one element a member, as determinant and the reals below
  VectorBatch<Real> log_abs;
  VectorBatch<Scalar> determinant;
  VectorBatch<Real> rcond;
  int* info = nullptr;
  std::int64_t info_stride = 1;
  std::span<std::byte> workspace;  ///< lent by the caller

  KOKKOS_FUNCTION int n() const { return a.rows; }
  KOKKOS_FUNCTION void report(std::int64_t member, int info_of_member) const {
    if (info) info[member * info_stride] = info_of_member;
  }
};

}  // namespace kolibri::detail
