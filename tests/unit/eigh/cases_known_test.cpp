#include "cases_support.hpp"

// Public reports about small eigenproblems whose eigenvalues are known; the symptom that was reported stands above.
namespace kolibri::test {

namespace {

template <class Scalar>
class KnownAnswers : public testing::Test {};
TYPED_TEST_SUITE(KnownAnswers, AllScalars);

const EighOptions upper{.triangle = Triangle::upper};

// cupy 4847, pytorch 53040: some members of a batch got their diagonal and V = I
TYPED_TEST(KnownAnswers, BatchOfTwo) {
  const Rows first{{-1.098, .29892, -.098933}, {.29892, -3.6491, -.43728}, {-.098933, -.43728, -.9877}};
  expect_values(batch_of<TypeParam>({first, first}), {-3.7486649956951172, -1.1557637359219247, -0.8303712683829581});
}

// jax testEighZeroDiagonal: every diagonal entry is zero
TYPED_TEST(KnownAnswers, ZeroDiagonal) {
  const auto a = matrix<TypeParam>({{0, -1, -1, 1}, {-1, 0, 1, -1}, {-1, 1, 0, -1}, {1, -1, -1, 0}});
  expect_values(a, {-1, -1, -1, 3});
  expect_solved(a, {}, [&](const Solved<TypeParam>& solved) {
    if (solved.v.size() > 0) {
      EXPECT_LT(residual_norm(a, solved), 2.5);
    }
  });
}

// taichi 7092, 5434, 8468: closed formulas gave NaN or vectors that are not orthogonal for what is diagonal already
TYPED_TEST(KnownAnswers, DiagonalStaysDiagonal) {
  for (const std::vector<double>& values : {std::vector<double>{1, 1, 1}, {2, 1}, {1, 2}, {0, 0, 1}}) {
    auto sorted = values;
    std::sort(sorted.begin(), sorted.end());
    const auto a = diagonal<TypeParam>(values);
    expect_values(a, sorted);
    expect_solved(a, {}, [](const Solved<TypeParam>& solved) {
      for (std::size_t i = 0; i < solved.v.size(); ++i) {
        const double size = magnitude(solved.v.data()[i]);
        EXPECT_TRUE(size == 0 || std::abs(size - 1) < 4 * ulp<real_t<TypeParam>>) << size;
      }
    });
  }
}

// Eigen bug 1014: nearly equal diagonal entries; in double they differ, and each comes out as it is
TYPED_TEST(KnownAnswers, NearlyEqualDiagonal) {
  const std::vector<double> values{.11111111111111107719, .11111111111111109107, .11111111111111114658};
  expect_values(diagonal<TypeParam>({values[2], values[1], values[0]}), values);
}

// Eigen bug 854: the direct 3 x 3 solver on a zero row
TYPED_TEST(KnownAnswers, ZeroRowOfThree) {
  expect_values(matrix<TypeParam>({{850.961, 51.966, 0}, {51.966, 254.841, 0}, {0, 0, 0}}),
                {0, 250.34484197970784, 855.45715802029216});
}

// root 7850: wrong vectors for a double eigenvalue
TYPED_TEST(KnownAnswers, DoubleEigenvalue) {
  expect_values(matrix<TypeParam>({{1, .01, .01}, {.01, 1, .01}, {.01, .01, 1}}), {.99, .99, 1.02});
}

// trilinos 15389: V and D of 2 x 2 matrices did not belong together for f > h and f < h
TYPED_TEST(KnownAnswers, TwoByTwo) {
  const double root = std::sqrt(5.0);
  expect_values(matrix<TypeParam>({{2, 1}, {1, 1}}), {(3 - root) / 2, (3 + root) / 2});
  expect_values(matrix<TypeParam>({{1, 1}, {1, 2}}), {(3 - root) / 2, (3 + root) / 2});
  expect_values(matrix<TypeParam>({{2, 1}, {1, 2}}), {1, 3});
}

// Reference-LAPACK 826: the other eigenvalue came back
TYPED_TEST(KnownAnswers, ExchangeOfTwo) { expect_values(matrix<TypeParam>({{0, 1}, {1, 0}}), {-1, 1}); }

// hipSOLVER 156: the same vector for two eigenvalues, upper triangle
TYPED_TEST(KnownAnswers, UpperTriangle) {
  expect_values(matrix<TypeParam>({{3.5, .5, 0}, {.5, 3.5, 0}, {0, 0, 2}}), {2, 3, 4}, upper);
}

// num.zig 3: a zero row and column gave NaN
TYPED_TEST(KnownAnswers, ZeroRowInTheMiddle) {
  expect_values(matrix<TypeParam>({{-.8, 0, 2}, {0, 0, 0}, {2, 0, -5}}), {-5.8, 0, 0});
}

// pytorch 73913, 121010: the input is not symmetric; the triangle asked for decides
TYPED_TEST(KnownAnswers, LowerOfUnsymmetric) {
  expect_values(matrix<TypeParam>({{-1, 2, -3}, {4, -5, 6}, {-7, 8, -9}}),
                {-18.830235795506840, .67276795489876285, 3.1574678406080769});
}

// numpy test_UPLO
TYPED_TEST(KnownAnswers, TriangleIsHonoured) {
  expect_values(matrix<TypeParam>({{0, 0}, {1, 0}}), {-1, 1});
  expect_values(matrix<TypeParam>({{0, 1}, {0, 0}}), {-1, 1}, upper);
}

// cupy: L and U pick different matrices
TYPED_TEST(KnownAnswers, TrianglesDiffer) {
  const auto a = matrix<TypeParam>({{1, 0, 3}, {0, 5, 0}, {7, 0, 9}});
  expect_values(a, {-3.0622577482985497, 5, 13.062257748298550});
  expect_values(a, {0, 5, 10}, upper);
}

// the README of CUDA's syevjBatched sample
TYPED_TEST(KnownAnswers, CudaSample) {
  expect_values(matrix<TypeParam>({{1, -1, 0}, {-1, 2, 0}, {0, 0, 0}}), {0, .38196601125010515, 2.6180339887498949});
  expect_values(matrix<TypeParam>({{3, 4, 0}, {4, 7, 0}, {0, 0, 0}}), {0, .52786404500042061, 9.4721359549995794});
}

// cupy 6789: entries near FLT_MAX led to an illegal memory access; norms must not overflow
TYPED_TEST(KnownAnswers, NumbersNearTheLargestFloat) {
  Rows a(5, std::vector<double>(5, 0));
  const auto set = [&](int i, int j, double value) { a[i][j] = a[j][i] = value; };
  set(0, 0, 2.00001);
  set(0, 3, 1e7);
  set(1, 3, -2.00001);
  set(1, 4, 3.4028235e38);
  set(2, 2, -.5);
  set(2, 3, -2.2098796e16);
  set(2, 4, -1.9);
  set(3, 3, -1.1754944e-38);
  set(3, 4, -4.2423595e16);
  set(4, 4, -2.6436685e16);
  expect_values(matrix<TypeParam>(a), {-3.4028235e38, -2.2098796e16, 2.00001, 2.2098796e16, 3.4028235e38});
}

}  // namespace

}  // namespace kolibri::test
