#pragma once

#include <KokkosBlas3_gemm.hpp>
#include <KokkosBlas3_trsm.hpp>
#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/blas.hpp>
#include <kolibri/team_policy.hpp>

#include "blas_operands.hpp"

namespace kolibri::blas::detail {

inline const char* kernels_op(Op op) { return op == Op::none ? "N" : op == Op::transpose ? "T" : "C"; }

/// op(X)(i, j).
template <class Scalar>
KOKKOS_INLINE_FUNCTION Scalar element(const Operand<const Scalar>& x, Op op, std::int64_t i, std::int64_t j) {
  if (op == Op::none) return x.data[i + j * x.ld];
  const Scalar transposed = x.data[j + i * x.ld];
  return op == Op::transpose ? transposed : conj(transposed);
}

/// A team a product, a thread an element: KokkosBatched has no team gemm with conjugate transposes.
template <class Exec, class Scalar, template <class> class Batched>
struct BatchedGemm {
  GemmShape shape;
  Scalar alpha;
  Batched<const Scalar> a;
  Batched<const Scalar> b;
  Scalar beta;
  Batched<Scalar> c;
  std::int64_t batch;

  KOKKOS_FUNCTION void operator()(const typename Kokkos::TeamPolicy<Exec>::member_type& team) const {
    for (std::int64_t p = team.league_rank(); p < batch; p += team.league_size()) {
      const auto a_p = member(a, p);
      const auto b_p = member(b, p);
      const auto c_p = member(c, p);
      Kokkos::parallel_for(Kokkos::TeamVectorRange(team, shape.m * shape.n), [&](const std::int64_t item) {
        const std::int64_t i = item % shape.m, j = item / shape.m;
        Scalar sum(0);
        for (std::int64_t l = 0; l < shape.k; ++l)
          sum += element(a_p, shape.op_a, i, l) * element(b_p, shape.op_b, l, j);
        Scalar& target = c_p.data[i + j * c_p.ld];
        target = beta == Scalar(0) ? alpha * sum : alpha * sum + beta * target;
      });
    }
  }
};

/// KokkosKernels: its own loops, or the libraries it was built with.
struct KernelsVendor {
  template <class Exec, class Scalar>
  using Matrix = Kokkos::View<Scalar**, Kokkos::LayoutLeft, typename Exec::device_type, Kokkos::MemoryUnmanaged>;

  template <class Exec, class Scalar>
  static Matrix<Exec, Scalar> matrix(const Operand<Scalar>& x, std::int64_t rows, std::int64_t columns) {
    const Matrix<Exec, Scalar> whole(x.data, x.ld, columns);
    return Kokkos::subview(whole, Kokkos::pair<std::int64_t, std::int64_t>(0, rows), Kokkos::ALL);
  }

  template <class Exec, class Scalar>
  static void gemm(const Exec& exec, const GemmShape& s, Scalar alpha, Operand<const Scalar> a, Operand<const Scalar> b,
                   Scalar beta, Operand<Scalar> c) {
    const auto stored = [](Op op, const Operand<const Scalar>& x, std::int64_t rows, std::int64_t columns) {
      return op == Op::none ? matrix<Exec>(x, rows, columns) : matrix<Exec>(x, columns, rows);
    };
    KokkosBlas::gemm(exec, kernels_op(s.op_a), kernels_op(s.op_b), alpha, stored(s.op_a, a, s.m, s.k),
                     stored(s.op_b, b, s.k, s.n), beta, matrix<Exec>(c, s.m, s.n));
  }

  template <class Exec, class Scalar, template <class> class Batched>
  static void gemm_batched(const Exec& exec, const GemmShape& shape, Scalar alpha, Batched<const Scalar> a,
                           Batched<const Scalar> b, Scalar beta, Batched<Scalar> c, std::int64_t batch) {
    const TeamShape team = runs_on_host<Exec> ? TeamShape{} : TeamShape{.team_size = 4, .vector_length = 32};
    launch_teams("kolibri::blas::gemm_batched", exec, batch, team,
                 BatchedGemm<Exec, Scalar, Batched>{shape, alpha, a, b, beta, c, batch});
  }

  template <class Exec, class Scalar>
  static void trsm(const Exec& exec, const TrsmShape& s, Scalar alpha, Operand<const Scalar> a, Operand<Scalar> b) {
    const std::int64_t order = s.side == Side::left ? s.m : s.n;
    KokkosBlas::trsm(exec, s.side == Side::left ? "L" : "R", s.uplo == Uplo::lower ? "L" : "U", kernels_op(s.op),
                     s.diagonal == Diagonal::unit ? "U" : "N", alpha, matrix<Exec>(a, order, order),
                     matrix<Exec>(b, s.m, s.n));
  }
};

}  // namespace kolibri::blas::detail
