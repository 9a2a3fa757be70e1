#pragma once

#include <cblas.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <kolibri/blas.hpp>
#include <kolibri/error.hpp>
#include <limits>
#include <mutex>

#include "blas_operands.hpp"

#ifdef KOLIBRI_HAVE_OPENBLAS_THREADS
extern "C" {
void openblas_set_num_threads(int);
int openblas_get_num_threads();
}
#endif

namespace kolibri::blas::detail {

/// While one of these lives, OpenBLAS calls work on the calling thread alone: a batch is spread over the threads of
/// the execution space, and threads of both kinds would fight for the cores. The setting is OpenBLAS's global one;
/// the last of overlapping guards restores it.
class OneBlasThread {
 public:
  OneBlasThread() {
    const std::lock_guard lock(s_mutex);
    if (s_guards++ == 0) s_threads = exchange_threads(1);
  }
  ~OneBlasThread() {
    const std::lock_guard lock(s_mutex);
    if (--s_guards == 0) exchange_threads(s_threads);
  }
  OneBlasThread(const OneBlasThread&) = delete;
  OneBlasThread& operator=(const OneBlasThread&) = delete;

 private:
  static int exchange_threads([[maybe_unused]] int threads) {
#ifdef KOLIBRI_HAVE_OPENBLAS_THREADS
    const int before = openblas_get_num_threads();
    if (before != threads) openblas_set_num_threads(threads);
    return before;
#else
    return 1;
#endif
  }

  static inline std::mutex s_mutex;
  static inline int s_guards = 0;
  static inline int s_threads = 1;
};

inline CBLAS_TRANSPOSE cblas_op(Op op) {
  return op == Op::none ? CblasNoTrans : op == Op::transpose ? CblasTrans : CblasConjTrans;
}

/// The host's BLAS, with its 32-bit sizes. Host spaces have finished earlier work when a call returns.
struct CblasVendor {
  static int narrow(std::int64_t size) {
    require(size <= std::numeric_limits<int>::max(), "kolibri::blas: the host BLAS takes sizes below 2^31, got ", size);
    return static_cast<int>(size);
  }

  template <class Exec, class Scalar>
  static void gemm(const Exec&, const GemmShape& shape, Scalar alpha, Operand<const Scalar> a, Operand<const Scalar> b,
                   Scalar beta, Operand<Scalar> c) {
    call_gemm(shape, alpha, a, b, beta, c);
  }

  template <class Exec, class Scalar, template <class> class Batched>
  static void gemm_batched(const Exec& exec, const GemmShape& shape, Scalar alpha, Batched<const Scalar> a,
                           Batched<const Scalar> b, Scalar beta, Batched<Scalar> c, std::int64_t batch) {
    narrow(std::max({shape.m, shape.n, shape.k, a.ld, b.ld, c.ld}));  // throws here, not on the space's threads
    const OneBlasThread guard;
    Kokkos::parallel_for(
        "kolibri::blas::gemm_batched", Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, batch),
        [=](std::int64_t i) { call_gemm(shape, alpha, member(a, i), member(b, i), beta, member(c, i)); });
  }

  template <class Exec, class Scalar>
  static void trsm(const Exec&, const TrsmShape& shape, Scalar alpha, Operand<const Scalar> a, Operand<Scalar> b) {
    const auto call = [&](auto function, auto factor) {
      function(CblasColMajor, shape.side == Side::left ? CblasLeft : CblasRight,
               shape.uplo == Uplo::lower ? CblasLower : CblasUpper, cblas_op(shape.op),
               shape.diagonal == Diagonal::unit ? CblasUnit : CblasNonUnit, narrow(shape.m), narrow(shape.n), factor,
               a.data, narrow(a.ld), b.data, narrow(b.ld));
    };
    if constexpr (std::is_same_v<Scalar, float>) call(cblas_strsm, alpha);
    if constexpr (std::is_same_v<Scalar, double>) call(cblas_dtrsm, alpha);
    if constexpr (std::is_same_v<Scalar, Kokkos::complex<float>>) call(cblas_ctrsm, &alpha);
    if constexpr (std::is_same_v<Scalar, Kokkos::complex<double>>) call(cblas_ztrsm, &alpha);
  }

 private:
  template <class Scalar>
  static void call_gemm(const GemmShape& shape, Scalar alpha, Operand<const Scalar> a, Operand<const Scalar> b,
                        Scalar beta, Operand<Scalar> c) {
    const auto call = [&](auto function, auto factor_ab, auto factor_c) {
      function(CblasColMajor, cblas_op(shape.op_a), cblas_op(shape.op_b), narrow(shape.m), narrow(shape.n),
               narrow(shape.k), factor_ab, a.data, narrow(a.ld), b.data, narrow(b.ld), factor_c, c.data, narrow(c.ld));
    };
    if constexpr (std::is_same_v<Scalar, float>) call(cblas_sgemm, alpha, beta);
    if constexpr (std::is_same_v<Scalar, double>) call(cblas_dgemm, alpha, beta);
    if constexpr (std::is_same_v<Scalar, Kokkos::complex<float>>) call(cblas_cgemm, &alpha, &beta);
    if constexpr (std::is_same_v<Scalar, Kokkos::complex<double>>) call(cblas_zgemm, &alpha, &beta);
  }
};

}  // namespace kolibri::blas::detail
