#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/instantiate.hpp>
#include <kolibri/scalar.hpp>

/// The few dense products that solvers take from the vendor: cuBLAS for Cuda, CBLAS for host spaces,
/// KokkosKernels elsewhere. BLAS conventions: column-major storage with leading dimensions, element (i, j) of X is
/// x[i + j * ldx]; pointers are to memory that the execution space reaches; s, d, c, z scalars. Every call is queued
/// on the given instance and does not fence it (host spaces work within the call). A sum's rounding may depend on
/// the vendor's choice of kernel, and that on sizes and batch; nothing else is promised to the bit.
namespace kolibri::blas {

/// op(X) = X, X^T or X^H (X^T for real scalars).
enum class Op { none, transpose, conjugate_transpose };
enum class Side { left, right };
enum class Uplo { lower, upper };
enum class Diagonal { stored, unit };

/// The shape of a product: op(A) is m x k, op(B) is k x n, C is m x n.
struct GemmShape {
  Op op_a = Op::none;
  Op op_b = Op::none;
  std::int64_t m = 0;
  std::int64_t n = 0;
  std::int64_t k = 0;
};

/// A matrix operand: pointer and leading dimension.
template <class Scalar>
struct Operand {
  Scalar* data = nullptr;
  std::int64_t ld = 1;
};

/// An operand of a strided batch: member b starts at data + b * stride (stride 0: one matrix for all).
template <class Scalar>
struct StridedOperand {
  Scalar* data = nullptr;
  std::int64_t ld = 1;
  std::int64_t stride = 0;
};

/// An operand of a batch by pointers: member b starts at data[b]; the array itself is memory of the execution space.
template <class Scalar>
struct PointerOperand {
  Scalar* const* data = nullptr;
  std::int64_t ld = 1;
};

/// C = alpha op(A) op(B) + beta C. beta = 0 overwrites C, whatever it held. Throws Error on a negative size.
template <class Exec, class Scalar>
void gemm(const Exec& exec, const GemmShape& shape, Scalar alpha, Operand<const Scalar> a, Operand<const Scalar> b,
          Scalar beta, Operand<Scalar> c);

/// C_b = alpha op(A_b) op(B_b) + beta C_b for every b of a strided batch; the C_b must not overlap.
template <class Exec, class Scalar>
void gemm_batched(const Exec& exec, const GemmShape& shape, Scalar alpha, StridedOperand<const Scalar> a,
                  StridedOperand<const Scalar> b, Scalar beta, StridedOperand<Scalar> c, std::int64_t batch);

/// C_b = alpha op(A_b) op(B_b) + beta C_b for every b of a batch by pointers; the C_b must not overlap.
template <class Exec, class Scalar>
void gemm_batched(const Exec& exec, const GemmShape& shape, Scalar alpha, PointerOperand<const Scalar> a,
                  PointerOperand<const Scalar> b, Scalar beta, PointerOperand<Scalar> c, std::int64_t batch);

/// The triangular factor of trsm: side, half, op and diagonal.
struct TrsmShape {
  Side side = Side::left;
  Uplo uplo = Uplo::lower;
  Op op = Op::none;
  Diagonal diagonal = Diagonal::stored;
  std::int64_t m = 0;  ///< rows of B
  std::int64_t n = 0;  ///< columns of B
};

/// Overwrites the m x n B by X, the solution of op(A) X = alpha B (left) or X op(A) = alpha B (right), A triangular.
/// Throws Error on a negative size.
template <class Exec, class Scalar>
void trsm(const Exec& exec, const TrsmShape& shape, Scalar alpha, Operand<const Scalar> a, Operand<Scalar> b);

#define KOLIBRI_BLAS_TEMPLATES(EXTERN, SPACE, SCALAR)                                                                  \
  EXTERN template void gemm<SPACE, SCALAR>(const SPACE&, const GemmShape&, SCALAR, Operand<const SCALAR>,              \
                                           Operand<const SCALAR>, SCALAR, Operand<SCALAR>);                            \
  EXTERN template void gemm_batched<SPACE, SCALAR>(const SPACE&, const GemmShape&, SCALAR,                             \
                                                   StridedOperand<const SCALAR>, StridedOperand<const SCALAR>, SCALAR, \
                                                   StridedOperand<SCALAR>, std::int64_t);                              \
  EXTERN template void gemm_batched<SPACE, SCALAR>(const SPACE&, const GemmShape&, SCALAR,                             \
                                                   PointerOperand<const SCALAR>, PointerOperand<const SCALAR>, SCALAR, \
                                                   PointerOperand<SCALAR>, std::int64_t);                              \
  EXTERN template void trsm<SPACE, SCALAR>(const SPACE&, const TrsmShape&, SCALAR, Operand<const SCALAR>,              \
                                           Operand<SCALAR>);
#define KOLIBRI_BLAS_EXTERN(SPACE, SCALAR) KOLIBRI_BLAS_TEMPLATES(extern, SPACE, SCALAR)
KOLIBRI_FOR_EACH_SCALAR_AND_SPACE(KOLIBRI_BLAS_EXTERN)
#undef KOLIBRI_BLAS_EXTERN

}  // namespace kolibri::blas
