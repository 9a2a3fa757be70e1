#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <kolibri/blas.hpp>
#include <random>
#include <string>
#include <vector>

#include "../message_of.hpp"
#include "../scalars.hpp"

namespace kolibri::test {

namespace {

using Space = KOLIBRI_TEST_SPACE;
using blas::Op;
constexpr Op all_ops[] = {Op::none, Op::transpose, Op::conjugate_transpose};

/// Column-major matrices one after the other, on the host and on the device. What no operation writes holds NaN.
template <class Scalar>
struct Matrices {
  int rows, columns, ld;
  std::int64_t stride;
  std::vector<Scalar> host;
  Kokkos::View<Scalar*, Space> device;

  Matrices(int rows_, int columns_, int batch, unsigned seed)
      : rows(rows_),
        columns(columns_),
        ld(rows_ + 3),
        stride(std::int64_t(ld) * columns_ + 5),
        host(stride * batch, quiet_nan<Scalar>()),
        device("kolibri::test::matrices", stride * batch) {
    std::mt19937 engine(seed);
    std::uniform_real_distribution<real_t<Scalar>> uniform(-1, 1);
    for (int b = 0; b < batch; ++b) {
      for (int j = 0; j < columns; ++j) {
        for (int i = 0; i < rows; ++i) {
          Scalar& x = at(b, i, j);
          if constexpr (is_complex<Scalar>) {
            x = Scalar(uniform(engine), uniform(engine));
          } else {
            x = uniform(engine);
          }
        }
      }
    }
    upload();
  }

  Scalar& at(int b, int i, int j) { return host[b * stride + std::int64_t(j) * ld + i]; }
  Scalar element(int b, Op op, int i, int j) {
    return op == Op::none ? at(b, i, j) : op == Op::transpose ? at(b, j, i) : conj(at(b, j, i));
  }
  void upload() { Kokkos::deep_copy(device, Kokkos::View<Scalar*, Kokkos::HostSpace>(host.data(), host.size())); }
  std::vector<Scalar> download() const {
    std::vector<Scalar> result(host.size());
    Kokkos::deep_copy(Kokkos::View<Scalar*, Kokkos::HostSpace>(result.data(), result.size()), device);
    return result;
  }

  blas::Operand<Scalar> operand() const { return {device.data(), ld}; }
  blas::Operand<const Scalar> input() const { return {device.data(), ld}; }
  blas::StridedOperand<Scalar> strided() const { return {device.data(), ld, stride}; }
  blas::StridedOperand<const Scalar> strided_input() const { return {device.data(), ld, stride}; }
};

/// C = alpha op(A) op(B) + beta C by loops, in place on the host side of c.
template <class Scalar>
void reference_gemm(const blas::GemmShape& s, Scalar alpha, Matrices<Scalar>& a, Matrices<Scalar>& b, Scalar beta,
                    Matrices<Scalar>& c, int batch) {
  for (int p = 0; p < batch; ++p) {
    for (int j = 0; j < s.n; ++j) {
      for (int i = 0; i < s.m; ++i) {
        Scalar sum(0);
        for (int l = 0; l < s.k; ++l) sum += a.element(p, s.op_a, i, l) * b.element(p, s.op_b, l, j);
        c.at(p, i, j) = alpha * sum + (beta == Scalar(0) ? Scalar(0) : beta * c.at(p, i, j));
      }
    }
  }
}

/// Every entry within `units` ulp of the reference; what is NaN there, the gaps between columns and members, is NaN.
template <class Scalar>
void expect_near(const std::vector<Scalar>& got, const std::vector<Scalar>& expected, double units) {
  ASSERT_EQ(got.size(), expected.size());
  int wrong = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double difference = Kokkos::abs(got[i] - expected[i]);
    const bool gap = !is_finite(expected[i]);
    wrong += gap ? is_finite(got[i]) : !(difference <= units * ulp<real_t<Scalar>>);
  }
  EXPECT_EQ(wrong, 0) << "entries of " << got.size();
}

enum class Call { single, strided, by_pointers };

template <class Scalar>
struct GemmCase {
  Matrices<Scalar> a, b, c;
  blas::GemmShape shape;
  int batch;

  GemmCase(const blas::GemmShape& s, int batch_)
      : a(s.op_a == Op::none ? s.m : s.k, s.op_a == Op::none ? s.k : s.m, batch_, 1),
        b(s.op_b == Op::none ? s.k : s.n, s.op_b == Op::none ? s.n : s.k, batch_, 2),
        c(s.m, s.n, batch_, 3),
        shape(s),
        batch(batch_) {}

  /// The members' addresses, in memory of the device.
  auto addresses(const Matrices<Scalar>& x) const {
    Kokkos::View<std::uintptr_t*, Space> list("kolibri::test::addresses", batch);
    const auto host = Kokkos::create_mirror_view(list);
    for (int p = 0; p < batch; ++p) host(p) = reinterpret_cast<std::uintptr_t>(x.device.data() + p * x.stride);
    Kokkos::deep_copy(list, host);
    return list;
  }

  void run(Call call, Scalar alpha, Scalar beta) {
    const Space exec;
    if (call == Call::single) {
      blas::gemm(exec, shape, alpha, a.input(), b.input(), beta, c.operand());
    } else if (call == Call::strided) {
      blas::gemm_batched(exec, shape, alpha, a.strided_input(), b.strided_input(), beta, c.strided(), batch);
    } else {
      const auto pa = addresses(a), pb = addresses(b), pc = addresses(c);
      const blas::PointerOperand<const Scalar> xa{reinterpret_cast<const Scalar* const*>(pa.data()), a.ld};
      const blas::PointerOperand<const Scalar> xb{reinterpret_cast<const Scalar* const*>(pb.data()), b.ld};
      blas::gemm_batched(exec, shape, alpha, xa, xb, beta,
                         blas::PointerOperand<Scalar>{reinterpret_cast<Scalar* const*>(pc.data()), c.ld}, batch);
      exec.fence("kolibri::test: the addresses are in use");
    }
    exec.fence("kolibri::test");
  }
};

template <class Scalar>
void expect_gemm(const blas::GemmShape& shape, Call call, int batch, Scalar alpha, Scalar beta) {
  GemmCase<Scalar> problem(shape, batch);
  if (beta == Scalar(0)) {  // C is overwritten, whatever it holds
    std::fill(problem.c.host.begin(), problem.c.host.end(), quiet_nan<Scalar>());
    problem.c.upload();
  }
  problem.run(call, alpha, beta);
  reference_gemm(shape, alpha, problem.a, problem.b, beta, problem.c, batch);
  expect_near(problem.c.download(), problem.c.host, 8.0 * (shape.k + 2));
}

template <class Scalar>
class Blas : public testing::Test {};
TYPED_TEST_SUITE(Blas, AllScalars);

TYPED_TEST(Blas, GemmOfEveryOpMatchesLoops) {
  for (const Op op_a : all_ops) {
    for (const Op op_b : all_ops) {
      for (const Call call : {Call::single, Call::strided, Call::by_pointers}) {
        SCOPED_TRACE(concat("ops ", int(op_a), ", ", int(op_b), ", call ", int(call)));
        const blas::GemmShape shape{.op_a = op_a, .op_b = op_b, .m = 7, .n = 5, .k = 13};
        expect_gemm(shape, call, call == Call::single ? 1 : 4, TypeParam(-1.5), TypeParam(0.75));
      }
    }
  }
}

TYPED_TEST(Blas, GemmOfOddSizesMatchesLoops) {
  for (const int size : {1, 2, 3, 31, 33, 65}) {
    for (const Call call : {Call::single, Call::strided, Call::by_pointers}) {
      SCOPED_TRACE(concat("size ", size, ", call ", int(call)));
      const blas::GemmShape shape{.op_a = Op::conjugate_transpose, .m = size, .n = size + 2, .k = size + 1};
      expect_gemm(shape, call, call == Call::single ? 1 : 3, TypeParam(1), TypeParam(1));
    }
  }
}

/// Large enough for threads of a host to share it.
TYPED_TEST(Blas, GemmInBlocksMatchesLoops) {
  for (const Op op_a : all_ops) {
    for (const Op op_b : all_ops) {
      SCOPED_TRACE(concat("ops ", int(op_a), ", ", int(op_b)));
      const blas::GemmShape tall{.op_a = op_a, .op_b = op_b, .m = 131, .n = 45, .k = 50};
      expect_gemm(tall, Call::single, 1, TypeParam(-1.5), TypeParam(0.75));
      const blas::GemmShape wide{.op_a = op_a, .op_b = op_b, .m = 33, .n = 161, .k = 53};
      expect_gemm(wide, Call::single, 1, TypeParam(2), TypeParam(0));
    }
  }
}

TYPED_TEST(Blas, GemmOfZeroFactorsAndEmptySums) {
  for (const Call call : {Call::single, Call::strided, Call::by_pointers}) {
    const int batch = call == Call::single ? 1 : 3;
    const blas::GemmShape shape{.m = 5, .n = 4, .k = 6};
    expect_gemm(shape, call, batch, TypeParam(2), TypeParam(0));
    expect_gemm(shape, call, batch, TypeParam(0), TypeParam(0.5));
    expect_gemm(shape, call, batch, TypeParam(0), TypeParam(0));
    expect_gemm({.m = 5, .n = 4, .k = 0}, call, batch, TypeParam(1), TypeParam(0));
    expect_gemm({.m = 0, .n = 4, .k = 6}, call, batch, TypeParam(1), TypeParam(0));
  }
}

TYPED_TEST(Blas, BatchesBeyondAGridsExtent) {
  const blas::GemmShape shape{.m = 1, .n = 1, .k = 2};
  expect_gemm(shape, Call::strided, 65537, TypeParam(1), TypeParam(0));
  expect_gemm(shape, Call::by_pointers, 65537, TypeParam(1), TypeParam(0));
}

/// X solves op(A) X = alpha B, so alpha B comes back from a product with the triangle (the other half holds NaN).
template <class Scalar>
void expect_trsm(const blas::TrsmShape& shape, Scalar alpha) {
  const int m = static_cast<int>(shape.m), n = static_cast<int>(shape.n);
  const bool left = shape.side == blas::Side::left;
  const int order = left ? m : n;
  Matrices<Scalar> a(order, order, 1, 4), b(m, n, 1, 5), triangle(order, order, 1, 4);
  for (int j = 0; j < order; ++j) {
    for (int i = 0; i < order; ++i) {
      const bool stored = shape.uplo == blas::Uplo::lower ? i > j : i < j;
      const Scalar small = a.at(0, i, j) / static_cast<real_t<Scalar>>(order);
      a.at(0, i, j) = stored ? small : quiet_nan<Scalar>();
      triangle.at(0, i, j) = stored ? small : Scalar(0);
    }
    const bool unit = shape.diagonal == blas::Diagonal::unit;
    if (!unit) a.at(0, j, j) = Scalar(2);
    triangle.at(0, j, j) = Scalar(unit ? 1 : 2);
  }
  a.upload();
  const Space exec;
  blas::trsm(exec, shape, alpha, a.input(), b.operand());
  exec.fence("kolibri::test");
  Matrices<Scalar> x(m, n, 1, 6), product(m, n, 1, 6);
  x.host = b.download();
  const blas::GemmShape back{
      .op_a = left ? shape.op : Op::none, .op_b = left ? Op::none : shape.op, .m = m, .n = n, .k = order};
  reference_gemm(back, Scalar(1), left ? triangle : x, left ? x : triangle, Scalar(0), product, 1);
  for (Scalar& entry : b.host) entry *= alpha;
  expect_near(product.host, b.host, 40.0 * (order + 2));
}

TYPED_TEST(Blas, TrsmUndoesTheTriangle) {
  for (const auto side : {blas::Side::left, blas::Side::right}) {
    for (const auto uplo : {blas::Uplo::lower, blas::Uplo::upper}) {
      for (const auto diagonal : {blas::Diagonal::stored, blas::Diagonal::unit}) {
        for (const Op op : all_ops) {
          SCOPED_TRACE(
              concat("side ", int(side), ", uplo ", int(uplo), ", diagonal ", int(diagonal), ", op ", int(op)));
          const blas::TrsmShape shape{.side = side, .uplo = uplo, .op = op, .diagonal = diagonal, .m = 9, .n = 6};
          expect_trsm(shape, TypeParam(-0.5));
          blas::TrsmShape shared = shape;  // by threads of a host
          shared.m = shared.n = 70;
          expect_trsm(shared, TypeParam(2));
        }
      }
    }
  }
}

using test::message_of;

std::string message_of(const blas::GemmShape& shape, std::int64_t lda) {
  return message_of([&] { blas::gemm(Space(), shape, 1.0, {nullptr, lda}, {nullptr, 8}, 0.0, {nullptr, 8}); });
}

TEST(BlasErrors, SaysWhatDoesNotFit) {
  EXPECT_EQ(message_of({.m = -1, .n = 2, .k = 3}, 8),
            "kolibri::blas::gemm: sizes must not be negative, got m = -1, n = 2, k = 3, batch = 1");
  EXPECT_EQ(message_of({.m = 4, .n = 2, .k = 3}, 3),
            "kolibri::blas::gemm: the leading dimension of A must be at least its 4 rows, got 3");
}

}  // namespace

}  // namespace kolibri::test
