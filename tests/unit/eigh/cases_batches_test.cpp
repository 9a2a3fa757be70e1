#include "cases_support.hpp"

// Public reports about batches: results that depended on the batch, its size, the call history or the triangle.
namespace kolibri::test {

namespace {

template <class Scalar>
class Batches : public testing::Test {};
TYPED_TEST_SUITE(Batches, AllScalars);

/// The algorithms by name whose bits do not depend on the batch; auto may choose by the batch.
template <class Scalar>
std::vector<NamedAlgorithm> fixed_algorithms(int n) {
  auto fixed = algorithms_for<Scalar>(n);
  std::erase_if(fixed, [n](const NamedAlgorithm& named) {
    return named.algorithm == EighAlgorithm::automatic || !bits_are_fixed<Scalar>(named.algorithm, n);
  });
  return fixed;
}

// cupy, numpy test_0_size: empty input gives empty output
TYPED_TEST(Batches, EmptyShapes) {
  for (const auto& [batch, n] : {std::pair{0, 0}, {2, 0}, {0, 3}}) {
    const auto solved = solve(batch_of<TypeParam>(batch, n, [](int, int, int) { return 0.0; }));
    EXPECT_EQ(solved.w.extent_int(0), batch);
    EXPECT_EQ(solved.w.extent_int(1), n);
    for (int b = 0; b < batch; ++b) EXPECT_EQ(solved.info(b), 0);
  }
}

TYPED_TEST(Batches, NotSquareIsAnError) {
  const GeneratedBatch<TypeParam, Space::memory_space> a("kolibri::test::a", 2, 3, 4);
  const Kokkos::View<real_t<TypeParam>**, Space> w("kolibri::test::w", 2, 3);
  EXPECT_THROW(eigh(Space(), a, w, a), Error);
}

// The result of a member does not depend on its place, on its neighbours or on the batch size (one kernel choice).
TYPED_TEST(Batches, PlaceDoesNotMatter) {
  for (const int n : {1, 2, 3, 4, 7, 16, 33, 65}) {
    SCOPED_TRACE(n);
    const int batch = 37;
    const auto one = made<TypeParam>({.n = n, .batch = 1, .seed = 3});
    const auto others = made<TypeParam>({.n = n, .batch = batch});
    const auto copies =
        batch_of<TypeParam>(batch, n, [&](int b, int i, int j) { return b % 4 == 0 ? one(0, i, j) : others(b, i, j); });
    for (const NamedAlgorithm& algorithm : fixed_algorithms<TypeParam>(n)) {
      SCOPED_TRACE(algorithm.name);
      const auto alone = solve(one, {.algorithm = algorithm.algorithm});
      const auto together = solve(copies, {.algorithm = algorithm.algorithm});
      for (int b = 0; b < batch; b += 4) EXPECT_TRUE(same_bits(alone, 0, together, b)) << "member " << b;
    }
  }
}

// CUDA.jl 2577, jax 32641: one member of a complex batch failed at random with the lower triangle
TYPED_TEST(Batches, TrianglesAgreeEveryTime) {
  const auto a = made<TypeParam>({.n = 10, .batch = 5});
  const auto lower = solve(a), upper = solve(a, {.triangle = Triangle::upper});
  EXPECT_TRUE(solved_and_ascending(lower) && solved_and_ascending(upper));
  EXPECT_LE(difference(lower, upper), threshold);
  for (int repeat = 0; repeat < 1000; ++repeat) {
    const Triangle triangle = repeat % 2 == 0 ? Triangle::lower : Triangle::upper;
    const auto again = solve(a, {.triangle = triangle});
    const auto& expected = repeat % 2 == 0 ? lower : upper;
    for (int b = 0; b < 5; ++b) ASSERT_TRUE(same_bits(again, b, expected, b)) << "repeat " << repeat;
  }
}

// pytorch 192483: vectors of a complex batch depended on what had been solved before
TYPED_TEST(Batches, HistoryDoesNotMatter) {
  const auto a = made<TypeParam>({.n = 40, .batch = 64});
  const auto fresh = solve(a);
  for (const auto& [batch, n] : {std::pair{3, 17}, {100, 4}, {1, 90}, {7, 40}}) {
    solve(made<TypeParam>({.n = n, .batch = batch, .seed = 9}));
    solve(made<double>({.n = n, .batch = batch}));
    const auto again = solve(a);
    for (int b = 0; b < 64; ++b) EXPECT_TRUE(same_bits(again, b, fresh, b)) << "member " << b;
  }
}

// rocm-libraries 9118, 9135, 12266: a race on shared cosines from n = 40 on gave wrong vectors with info 0
TYPED_TEST(Batches, NearSingularBatchesEqualSingles) {
  for (int n = 40; n <= 58; n += 6) {
    SCOPED_TRACE(n);
    GeneratorOptions options{.kind = GeneratorKind::spectrum, .n = n, .batch = 9, .mode = 2, .condition = 1e15};
    const auto a = made<TypeParam>(options);
    for (const NamedAlgorithm& algorithm : fixed_algorithms<TypeParam>(n)) {
      SCOPED_TRACE(algorithm.name);
      const auto batched = solve(a, {.algorithm = algorithm.algorithm});
      EXPECT_TRUE(solved_and_ascending(batched));
      EXPECT_LT(batched.accuracy.residual, threshold);
      EXPECT_LT(batched.accuracy.orthogonality, threshold);
      for (int b = 0; b < 9; b += 4) {
        const auto member = batch_of<TypeParam>(1, n, [&](int, int i, int j) { return a(b, i, j); });
        const auto single = solve(member, {.algorithm = algorithm.algorithm});
        EXPECT_TRUE(same_bits(single, 0, batched, b)) << "member " << b;
      }
    }
  }
}

// rocSOLVER, mlx 3858: more than 65,535 members
TYPED_TEST(Batches, AroundTheGridLimit) {
  for (const int batch : {65535, 65536, 65537, 70000}) {
    const auto solved = solve(made<TypeParam>({.n = 4, .batch = batch}));
    EXPECT_TRUE(solved_and_ascending(solved));
    EXPECT_LT(solved.accuracy.residual, threshold);
    EXPECT_LT(solved.accuracy.orthogonality, threshold);
    EXPECT_EQ(solved.accuracy.members, batch);
  }
}

// cupy 7261: 2,100,000 complex 2 x 2 overflowed a 32-bit workspace size
TEST(LargeBatches, TwoMillionTwoByTwo) {
  const auto solved = solve(made<Kokkos::complex<double>>({.n = 2, .batch = 2'100'000}));
  EXPECT_TRUE(solved_and_ascending(solved));
  EXPECT_LT(solved.accuracy.residual, threshold);
  EXPECT_LT(solved.accuracy.orthogonality, threshold);
}

// jax 33062: sizes beyond 2^31 bytes made a chunk of 0 members
TEST(LargeBatches, WorkspaceBeyondTwoGigabytes) {
  const std::size_t bytes =
      eigh_workspace<Space, double>(Space(), 1, 20000, {.algorithm = EighAlgorithm::jacobi_block});
  EXPECT_GE(bytes, std::size_t(20000) * 20000 * sizeof(double));
}

// jax 39292: nested BLAS threads corrupted the heap
TEST(LargeBatches, ManyOfSixtyThree) {
  const auto a = made<double>({.n = 63, .batch = 144});
  for (const NamedAlgorithm& algorithm : algorithms_for<double>(63)) {
    const auto solved = solve(a, {.algorithm = algorithm.algorithm});
    EXPECT_TRUE(solved_and_ascending(solved)) << algorithm.name;
    EXPECT_LT(solved.accuracy.residual, threshold) << algorithm.name;
    EXPECT_LT(solved.accuracy.orthogonality, threshold) << algorithm.name;
  }
}

// hipSOLVER PR 114: a tolerance of 1 eps is never reached; stagnation at rounding level is convergence
TYPED_TEST(Batches, ToleranceOfOneEpsilonStops) {
  for (const int n : {50, 75, 100}) {
    for (const NamedAlgorithm& algorithm : algorithms_for<TypeParam>(n)) {
      const auto solved = solve(made<TypeParam>({.n = n, .batch = 2}),
                                {.algorithm = algorithm.algorithm, .tolerance = ulp<real_t<TypeParam>>});
      EXPECT_TRUE(solved_and_ascending(solved)) << "n " << n << ", " << algorithm.name;
      EXPECT_LT(solved.accuracy.residual, threshold) << "n " << n << ", " << algorithm.name;
    }
  }
}

TYPED_TEST(Batches, StridedAndInPlace) {
  for (const int n : {1, 2, 5, 16, 33, 70}) {
    const auto a = made<TypeParam>({.n = n, .batch = 6});
    for (const NamedAlgorithm& algorithm : algorithms_for<TypeParam>(n)) {
      SCOPED_TRACE(concat("n ", n, ", ", algorithm.name));
      const EighOptions options{.algorithm = algorithm.algorithm};
      const auto plain = solve(a, options), padded = solve(a, options, Storage::padded),
                 in_place = solve(a, options, Storage::in_place);
      EXPECT_TRUE(padded.padding_intact);
      EXPECT_TRUE(padded.input_intact);
      for (int b = 0; b < 6; ++b) {
        EXPECT_TRUE(same_bits(plain, b, padded, b)) << "padded, member " << b;
        EXPECT_TRUE(same_bits(plain, b, in_place, b)) << "in place, member " << b;
      }
    }
  }
}

}  // namespace

}  // namespace kolibri::test
