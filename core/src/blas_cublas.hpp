#pragma once

#include <cublas_v2.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <kolibri/blas.hpp>
#include <kolibri/error.hpp>

#include "blas_operands.hpp"

namespace kolibri::blas::detail {

/// The cuBLAS handle of the instance's stream: made at the first call, kept until Kokkos is finalised. Instances
/// have handles of their own because a handle's workspace must not serve two streams at once.
cublasHandle_t cublas_handle(const Kokkos::Cuda& exec);

inline void require_cublas(cublasStatus_t status, const char* function) {
  require(status == CUBLAS_STATUS_SUCCESS, "kolibri::blas::", function, ": cuBLAS answers '",
          cublasGetStatusString(status), "'");
}

inline cublasOperation_t cublas_op(Op op) {
  return op == Op::none ? CUBLAS_OP_N : op == Op::transpose ? CUBLAS_OP_T : CUBLAS_OP_C;
}

template <class Scalar>
struct Cublas;

template <>
struct Cublas<float> {
  using type = float;
  static constexpr auto gemm = cublasSgemm_64;
  static constexpr auto gemm_strided = cublasSgemmStridedBatched_64;
  static constexpr auto gemm_pointers = cublasSgemmBatched_64;
  static constexpr auto trsm = cublasStrsm_64;
};
template <>
struct Cublas<double> {
  using type = double;
  static constexpr auto gemm = cublasDgemm_64;
  static constexpr auto gemm_strided = cublasDgemmStridedBatched_64;
  static constexpr auto gemm_pointers = cublasDgemmBatched_64;
  static constexpr auto trsm = cublasDtrsm_64;
};
template <>
struct Cublas<Kokkos::complex<float>> {
  using type = cuComplex;
  static constexpr auto gemm = cublasCgemm_64;
  static constexpr auto gemm_strided = cublasCgemmStridedBatched_64;
  static constexpr auto gemm_pointers = cublasCgemmBatched_64;
  static constexpr auto trsm = cublasCtrsm_64;
};
template <>
struct Cublas<Kokkos::complex<double>> {
  using type = cuDoubleComplex;
  static constexpr auto gemm = cublasZgemm_64;
  static constexpr auto gemm_strided = cublasZgemmStridedBatched_64;
  static constexpr auto gemm_pointers = cublasZgemmBatched_64;
  static constexpr auto trsm = cublasZtrsm_64;
};

template <class Scalar>
auto* cublas_cast(Scalar* x) {
  using Type = typename Cublas<std::remove_const_t<Scalar>>::type;
  return reinterpret_cast<std::conditional_t<std::is_const_v<Scalar>, const Type, Type>*>(x);
}
template <class Scalar>
auto cublas_cast(Scalar* const* x) {
  using Type = typename Cublas<std::remove_const_t<Scalar>>::type;
  return reinterpret_cast<std::conditional_t<std::is_const_v<Scalar>, const Type, Type>* const*>(x);
}

struct CublasVendor {
  /// What one batched call takes at most: the largest extent of a grid's y and z dimensions.
  static constexpr std::int64_t max_batch = 65535;

  template <class Scalar>
  static void gemm(const Kokkos::Cuda& exec, const GemmShape& s, Scalar alpha, Operand<const Scalar> a,
                   Operand<const Scalar> b, Scalar beta, Operand<Scalar> c) {
    require_cublas(Cublas<Scalar>::gemm(cublas_handle(exec), cublas_op(s.op_a), cublas_op(s.op_b), s.m, s.n, s.k,
                                        cublas_cast(&alpha), cublas_cast(a.data), a.ld, cublas_cast(b.data), b.ld,
                                        cublas_cast(&beta), cublas_cast(c.data), c.ld),
                   "gemm");
  }

  template <class Scalar>
  static void gemm_batched(const Kokkos::Cuda& exec, const GemmShape& s, Scalar alpha, StridedOperand<const Scalar> a,
                           StridedOperand<const Scalar> b, Scalar beta, StridedOperand<Scalar> c, std::int64_t batch) {
    for (std::int64_t first = 0; first < batch; first += max_batch) {
      require_cublas(Cublas<Scalar>::gemm_strided(cublas_handle(exec), cublas_op(s.op_a), cublas_op(s.op_b), s.m, s.n,
                                                  s.k, cublas_cast(&alpha), cublas_cast(member(a, first).data), a.ld,
                                                  a.stride, cublas_cast(member(b, first).data), b.ld, b.stride,
                                                  cublas_cast(&beta), cublas_cast(member(c, first).data), c.ld,
                                                  c.stride, std::min(max_batch, batch - first)),
                     "gemm_batched");
    }
  }

  template <class Scalar>
  static void gemm_batched(const Kokkos::Cuda& exec, const GemmShape& s, Scalar alpha, PointerOperand<const Scalar> a,
                           PointerOperand<const Scalar> b, Scalar beta, PointerOperand<Scalar> c, std::int64_t batch) {
    for (std::int64_t first = 0; first < batch; first += max_batch) {
      require_cublas(Cublas<Scalar>::gemm_pointers(
                         cublas_handle(exec), cublas_op(s.op_a), cublas_op(s.op_b), s.m, s.n, s.k, cublas_cast(&alpha),
                         cublas_cast(a.data + first), a.ld, cublas_cast(b.data + first), b.ld, cublas_cast(&beta),
                         cublas_cast(c.data + first), c.ld, std::min(max_batch, batch - first)),
                     "gemm_batched");
    }
  }

  template <class Scalar>
  static void trsm(const Kokkos::Cuda& exec, const TrsmShape& s, Scalar alpha, Operand<const Scalar> a,
                   Operand<Scalar> b) {
    require_cublas(
        Cublas<Scalar>::trsm(cublas_handle(exec), s.side == Side::left ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT,
                             s.uplo == Uplo::lower ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER, cublas_op(s.op),
                             s.diagonal == Diagonal::unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT, s.m, s.n,
                             cublas_cast(&alpha), cublas_cast(a.data), a.ld, cublas_cast(b.data), b.ld),
        "trsm");
  }
};

}  // namespace kolibri::blas::detail
