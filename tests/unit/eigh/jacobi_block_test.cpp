#include "cases_support.hpp"

// jacobi_block by itself: sizes that are and are not a multiple of its blocks, members that stop at different sweeps
// or never start, orders, and the limits of its loop.
namespace kolibri::test {

namespace {

constexpr EighOptions block{.algorithm = EighAlgorithm::jacobi_block};

template <class Scalar>
void expect_accurate(const Solved<Scalar>& solved, std::int64_t members) {
  EXPECT_TRUE(solved_and_ascending(solved));
  EXPECT_EQ(solved.accuracy.members, members);
  EXPECT_LT(solved.accuracy.residual, 5);
  EXPECT_LT(solved.accuracy.orthogonality, 5);
  EXPECT_LT(solved.accuracy.moments, 5);
}

template <class Scalar>
class JacobiBlock : public testing::Test {};
TYPED_TEST_SUITE(JacobiBlock, AllScalars);

// Orders around the sizes at which the number of blocks changes (multiples of 32) and below one block.
TYPED_TEST(JacobiBlock, SolvesEveryKindOfMatrix) {
  for (const int n : {1, 2, 3, 5, 31, 32, 33, 63, 65, 97}) {
    SCOPED_TRACE(n);
    const auto a = made<TypeParam>({.kind = GeneratorKind::mixed, .n = n, .batch = mixed_kinds});
    const auto solved = solve(a, block);
    expect_accurate(solved, mixed_kinds);
    EXPECT_TRUE(solved.input_intact);
    const auto values = solve(a, {.algorithm = EighAlgorithm::jacobi_block, .vectors = false});
    EXPECT_LT(difference(solved, values), threshold);
  }
}

TYPED_TEST(JacobiBlock, SolvesLargerMatrices) {
  const auto solved = solve(made<TypeParam>({.kind = GeneratorKind::mixed, .n = 129, .batch = 3}), block);
  expect_accurate(solved, 3);
  expect_accurate(solve(made<TypeParam>({.n = 257, .batch = 1}), block), 1);
}

TYPED_TEST(JacobiBlock, AgreesWithTheOtherAlgorithms) {
  const int n = 45;
  const auto a = made<TypeParam>({.n = n, .batch = 3});
  const auto other = solve(a, {.algorithm = EighAlgorithm::jacobi_two_sided});
  EXPECT_LT(difference(solve(a, block), other), threshold * n);
}

TYPED_TEST(JacobiBlock, OverwritesAInPlaceAndLeavesPaddingAlone) {
  const auto a = made<TypeParam>({.n = 41, .batch = 3});
  const auto apart = solve(a, block);
  for (const Storage storage : {Storage::left, Storage::padded, Storage::in_place}) {
    const auto solved = solve(a, block, storage);
    EXPECT_TRUE(solved.padding_intact);
    for (int b = 0; b < 3; ++b) EXPECT_TRUE(same_bits(apart, b, solved, b));
  }
}

TYPED_TEST(JacobiBlock, ReadsTheTriangleAskedFor) {
  const auto a = made<TypeParam>({.n = 35, .batch = 2});
  for (const Triangle triangle : {Triangle::upper, Triangle::full, Triangle::symmetrize}) {
    const auto solved = solve(a, {.algorithm = EighAlgorithm::jacobi_block, .triangle = triangle});
    expect_accurate(solved, 2);
  }
}

// Members that are done, flagged or slow must not disturb each other, wherever they stand.
TYPED_TEST(JacobiBlock, MembersDoNotDisturbEachOther) {
  const int n = 37;
  const auto random = made<TypeParam>({.n = n, .batch = 2});
  const auto a = batch_of<TypeParam>(5, n, [&](int b, int i, int j) {
    if (b == 0 || b == 4) return random(b / 4, i, j);
    if (b == 1) return TypeParam(i == j ? 1 : 0);
    if (b == 2) return TypeParam(i == 3 && j == 3 ? nan : 1);
    return TypeParam(i == j ? 0 : b - 3);
  });
  const auto alone = solve(random, block);
  const auto solved = solve(a, block);
  EXPECT_EQ(solved.info(0), 0);
  EXPECT_EQ(solved.info(1), 0);
  EXPECT_EQ(solved.sweeps(1), 0);
  EXPECT_EQ(solved.info(2), -1);
  EXPECT_EQ(solved.sweeps(2), 0);
  EXPECT_EQ(solved.sweeps(3), 0);
  for (int i = 0; i < n; ++i) {
    EXPECT_EQ(solved.w(1, i), 1);
    EXPECT_TRUE(std::isnan(solved.w(2, i)));
    EXPECT_EQ(solved.w(3, i), 0);
    EXPECT_NEAR(solved.w(0, i), alone.w(0, i), threshold * n * n * ulp<real_t<TypeParam>>);
    EXPECT_NEAR(solved.w(4, i), alone.w(1, i), threshold * n * n * ulp<real_t<TypeParam>>);
  }
  EXPECT_LT(solved.accuracy.residual, 5);
  EXPECT_LT(solved.accuracy.orthogonality, 5);
}

TYPED_TEST(JacobiBlock, SortsAsAsked) {
  const auto a = made<TypeParam>({.n = 50, .batch = 2});
  const auto ascending = solve(a, block);
  const auto descending = solve(a, {.algorithm = EighAlgorithm::jacobi_block, .order = Order::descending});
  const auto magnitude = solve(a, {.algorithm = EighAlgorithm::jacobi_block, .order = Order::magnitude});
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(ascending.w(1, i), descending.w(1, 49 - i));
    EXPECT_LE(std::abs(magnitude.w(1, i)), std::abs(magnitude.w(1, std::max(i - 1, 0))));
  }
  EXPECT_LT(descending.accuracy.residual, 5);
  EXPECT_LT(magnitude.accuracy.residual, 5);
}

TYPED_TEST(JacobiBlock, StopsAtMaxSweepsWithTheNumberOfLargeElements) {
  const auto a = made<TypeParam>({.n = 70, .batch = 1});
  const auto solved = solve(a, {.algorithm = EighAlgorithm::jacobi_block, .max_sweeps = 2});
  EXPECT_EQ(solved.sweeps(0), 2);
  EXPECT_GT(solved.info(0), 0);
  EXPECT_GT(solved.off_norm(0), 0);
}

// A tolerance below what rounding allows ends by stagnation, not by max_sweeps.
TYPED_TEST(JacobiBlock, StagnationIsConvergence) {
  const double tolerance = 1e-3 * ulp<real_t<TypeParam>>;
  const auto solved =
      solve(made<TypeParam>({.n = 65, .batch = 2}), {.algorithm = EighAlgorithm::jacobi_block, .tolerance = tolerance});
  expect_accurate(solved, 2);
  EXPECT_LT(solved.sweeps(0), 12);
}

}  // namespace

}  // namespace kolibri::test
