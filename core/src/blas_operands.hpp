#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <kolibri/blas.hpp>
#include <kolibri/error.hpp>

namespace kolibri::blas::detail {

template <class Scalar>
KOKKOS_INLINE_FUNCTION Operand<Scalar> member(const StridedOperand<Scalar>& x, std::int64_t b) {
  return {x.data + b * x.stride, x.ld};
}
template <class Scalar>
KOKKOS_INLINE_FUNCTION Operand<Scalar> member(const PointerOperand<Scalar>& x, std::int64_t b) {
  return {x.data[b], x.ld};
}

inline void require_ld(const char* function, const char* name, std::int64_t ld, std::int64_t rows) {
  require(ld >= std::max<std::int64_t>(1, rows), "kolibri::blas::", function, ": the leading dimension of ", name,
          " must be at least its ", rows, " rows, got ", ld);
}

/// Throws unless sizes and leading dimensions fit; false when there is nothing to compute.
inline bool has_work(const GemmShape& s, std::int64_t lda, std::int64_t ldb, std::int64_t ldc, std::int64_t batch) {
  require(s.m >= 0 && s.n >= 0 && s.k >= 0 && batch >= 0,
          "kolibri::blas::gemm: sizes must not be negative, got m = ", s.m, ", n = ", s.n, ", k = ", s.k,
          ", batch = ", batch);
  require_ld("gemm", "A", lda, s.op_a == Op::none ? s.m : s.k);
  require_ld("gemm", "B", ldb, s.op_b == Op::none ? s.k : s.n);
  require_ld("gemm", "C", ldc, s.m);
  return s.m > 0 && s.n > 0 && batch > 0;
}

inline bool has_work(const TrsmShape& s, std::int64_t lda, std::int64_t ldb) {
  require(s.m >= 0 && s.n >= 0, "kolibri::blas::trsm: sizes must not be negative, got m = ", s.m, ", n = ", s.n);
  require_ld("trsm", "A", lda, s.side == Side::left ? s.m : s.n);
  require_ld("trsm", "B", ldb, s.m);
  return s.m > 0 && s.n > 0;
}

}  // namespace kolibri::blas::detail
