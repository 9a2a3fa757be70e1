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

/// While one of these lives, OpenBLAS calls work on the calling thread alone: work is dealt to the threads of the
/// execution space, and threads of both kinds would fight for the cores, each spinning while the others compute. The
/// setting is OpenBLAS's global one; the last of overlapping guards restores it.
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

/// The blocks of an m x n matrix that the threads of an execution space compute, one each. Sides are multiples of any
/// register tile, and the grid is the one whose blocks read the fewest rows and columns of the factors.
struct Blocks {
  std::int64_t m;
  std::int64_t n;
  std::int64_t rows = m;  ///< of a block
  std::int64_t columns = n;

  static constexpr std::int64_t tile = 32;
  static constexpr double least_work = 1 << 18;  ///< multiplications below which one thread is as fast

  static std::int64_t share(std::int64_t size, int parts) { return (size + parts * tile - 1) / (parts * tile) * tile; }

  Blocks(int threads, std::int64_t m_, std::int64_t n_, std::int64_t k) : m(m_), n(n_) {
    if (1.0 * m * n * k < least_work) return;
    for (int across = 1; across <= threads; ++across) {
      if (threads % across != 0) continue;
      const std::int64_t r = share(m, threads / across), c = share(n, across);
      if (across == 1 || r + c < rows + columns) rows = r, columns = c;
    }
  }

  /// body(first row, first column, rows, columns) for every block.
  template <class Exec, class Body>
  void for_each(const char* label, const Exec& exec, const Body& body) const {
    const OneBlasThread guard;
    const std::int64_t down = (m + rows - 1) / rows, across = (n + columns - 1) / columns;
    const auto block = [=, *this](std::int64_t i) {
      const std::int64_t row = i % down * rows, column = i / down * columns;
      body(row, column, std::min(rows, m - row), std::min(columns, n - column));
    };
    if (down * across == 1) return block(0);
    Kokkos::parallel_for(label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, down * across),
                         block);
  }
};

/// The host's BLAS, with its 32-bit sizes. Host spaces have finished earlier work when a call returns.
struct CblasVendor {
  static int narrow(std::int64_t size) {
    require(size <= std::numeric_limits<int>::max(), "kolibri::blas: the host BLAS takes sizes below 2^31, got ", size);
    return static_cast<int>(size);
  }

  template <class Exec, class Scalar>
  static void gemm(const Exec& exec, const GemmShape& shape, Scalar alpha, Operand<const Scalar> a,
                   Operand<const Scalar> b, Scalar beta, Operand<Scalar> c) {
    narrow(std::max({shape.m, shape.n, shape.k, a.ld, b.ld, c.ld}));  // throws here, not on the space's threads
    const Blocks blocks(exec.concurrency(), shape.m, shape.n, shape.k);
    blocks.for_each("kolibri::blas::gemm", exec, [=](auto row, auto column, auto rows, auto columns) {
      const GemmShape part{.op_a = shape.op_a, .op_b = shape.op_b, .m = rows, .n = columns, .k = shape.k};
      const Operand<const Scalar> rows_of_a{a.data + row * (shape.op_a == Op::none ? 1 : a.ld), a.ld};
      const Operand<const Scalar> columns_of_b{b.data + column * (shape.op_b == Op::none ? b.ld : 1), b.ld};
      call_gemm(part, alpha, rows_of_a, columns_of_b, beta, Operand<Scalar>{c.data + row + column * c.ld, c.ld});
    });
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

  /// Threads share the right-hand sides.
  template <class Exec, class Scalar>
  static void trsm(const Exec& exec, const TrsmShape& shape, Scalar alpha, Operand<const Scalar> a, Operand<Scalar> b) {
    narrow(std::max({shape.m, shape.n, a.ld, b.ld}));
    const bool is_left = shape.side == Side::left;
    const std::int64_t order = is_left ? shape.m : shape.n, count = is_left ? shape.n : shape.m;
    const std::int64_t next = is_left ? b.ld : 1;
    const Blocks blocks(exec.concurrency(), count, 1, order * order);
    blocks.for_each("kolibri::blas::trsm", exec, [=](auto first, auto, auto some, auto) {
      TrsmShape part = shape;
      (is_left ? part.n : part.m) = some;
      call_trsm(part, alpha, a, Operand<Scalar>{b.data + first * next, b.ld});
    });
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

  template <class Scalar>
  static void call_trsm(const TrsmShape& shape, Scalar alpha, Operand<const Scalar> a, Operand<Scalar> b) {
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
};

}  // namespace kolibri::blas::detail
