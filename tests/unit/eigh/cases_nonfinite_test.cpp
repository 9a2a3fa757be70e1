#include <cstring>

#include "cases_support.hpp"

// Public reports about NaN, Inf and garbage in the input: such a member is flagged at once, its outputs are NaN, and
// its neighbours do not notice.
namespace kolibri::test {

namespace {

template <class Scalar>
class NonFinite : public testing::Test {};
TYPED_TEST_SUITE(NonFinite, AllScalars);

template <class Scalar>
void expect_flagged(const Solved<Scalar>& solved, std::size_t b) {
  EXPECT_EQ(solved.info(b), -1) << "member " << b;
  const std::size_t n = solved.w.extent(1);
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_TRUE(std::isnan(solved.w(b, i))) << "member " << b;
    for (std::size_t j = 0; j < n && solved.v.size() > 0; ++j) EXPECT_TRUE(std::isnan(real(solved.v(b, i, j))));
  }
}

/// Calls check(solved) for all algorithms, with vectors and without.
template <class Scalar, class Check>
void with_all_algorithms(const HostBatch<Scalar>& a, const Check& check) {
  for (const NamedAlgorithm& algorithm : algorithms_for<Scalar>(a.extent_int(1))) {
    SCOPED_TRACE(algorithm.name);
    for (const bool vectors : {true, false}) {
      check(solve(a, {.algorithm = algorithm.algorithm, .vectors = vectors}), algorithm);
    }
  }
}

template <class Scalar>
void expect_all_flagged(const HostBatch<Scalar>& a) {
  with_all_algorithms(a, [&](const Solved<Scalar>& solved, const NamedAlgorithm&) {
    for (std::size_t b = 0; b < a.extent(0); ++b) expect_flagged(solved, b);
  });
}

// numpy 20280: finite garbage for NaN, and eigh other than eigvalsh
TYPED_TEST(NonFinite, BatchOfFour) {
  const auto a =
      batch_of<TypeParam>({{{nan, 0}, {0, nan}}, {{nan, .1}, {.1, 1}}, {{infinity, 0}, {0, 1}}, {{0, 0}, {0, 0}}});
  with_all_algorithms(a, [](const Solved<TypeParam>& solved, const NamedAlgorithm&) {
    for (int b = 0; b < 3; ++b) expect_flagged(solved, b);
    EXPECT_EQ(solved.info(3), 0);
    EXPECT_EQ(solved.w(3, 0), 0);
    EXPECT_EQ(solved.w(3, 1), 0);
  });
}

// julia 20770, 18267, pytorch 59779: an empty W, or n = 1 accepted
TYPED_TEST(NonFinite, AllNaN) {
  for (const int n : {1, 3, 5}) expect_all_flagged(batch_of<TypeParam>(1, n, [](int, int, int) { return nan; }));
}

// Reference-LAPACK PR 1389, 1404, RALFit 59: hung, or info 0
TYPED_TEST(NonFinite, OneEntry) {
  Rows tridiagonal{{2, -1, 0, 0}, {-1, 2, -1, 0}, {0, -1, 2, -1}, {0, 0, -1, 2}};
  tridiagonal[1][1] = nan;
  expect_all_flagged(matrix<TypeParam>(tridiagonal));
  tridiagonal[1][1] = 2;
  tridiagonal[2][1] = tridiagonal[1][2] = infinity;
  expect_all_flagged(matrix<TypeParam>(tridiagonal));
  tridiagonal[2][1] = tridiagonal[1][2] = -infinity;
  expect_all_flagged(matrix<TypeParam>(tridiagonal));
}

// Eigen: a positive definite matrix with NaN at (0, 0)
TYPED_TEST(NonFinite, FirstEntry) {
  for (const int n : {10, 40, 70}) {
    expect_all_flagged(batch_of<TypeParam>(1, n, [&](int, int i, int j) { return i == j ? (i == 0 ? nan : n) : 1.0; }));
  }
}

// Which triangle is used is our business: the whole matrix is to be Hermitian.
TYPED_TEST(NonFinite, OneTriangleOfAFullMatrix) {
  for (const int n : {2, 5, 11, 33}) {
    const auto a = made<TypeParam>({.n = n, .batch = 2});
    a(0, n - 1, 0) = a(1, 0, n - 1) = TypeParam(nan);
    for (const NamedAlgorithm& algorithm : algorithms_for<TypeParam>(n)) {
      SCOPED_TRACE(concat("n ", n, ", ", algorithm.name));
      const auto solved = solve(a, {.algorithm = algorithm.algorithm, .triangle = Triangle::full});
      for (int b = 0; b < 2; ++b) EXPECT_LT(solved.info(b), 0) << "member " << b;
    }
  }
}

TYPED_TEST(NonFinite, NeighboursKeepTheirBits) {
  for (const int n : {1, 2, 3, 8, 31, 65}) {
    SCOPED_TRACE(n);
    const int batch = 23;
    const auto clean = made<TypeParam>({.n = n, .batch = batch});
    const auto spoilt = made<TypeParam>({.n = n, .batch = batch});
    const auto bad = [](int b) { return b % 3 == 1; };
    for (int b = 0; b < batch; ++b) {
      if (bad(b)) spoilt(b, n - 1, n / 2) = spoilt(b, n / 2, n - 1) = TypeParam(b % 2 == 0 ? nan : infinity);
    }
    with_all_algorithms(spoilt, [&](const Solved<TypeParam>& solved, const NamedAlgorithm& algorithm) {
      const auto expected = solve(clean, {.algorithm = algorithm.algorithm, .vectors = solved.v.size() > 0});
      for (int b = 0; b < batch; ++b) {
        if (bad(b)) {
          expect_flagged(solved, b);
        } else if (bits_are_fixed<TypeParam>(algorithm.algorithm, n)) {
          EXPECT_TRUE(same_bits(solved, b, expected, b)) << "member " << b;
        }
      }
    });
  }
}

// pytorch 188232: uninitialised memory crashed; here random bits, with NaN, denormals and all exponents among them
TYPED_TEST(NonFinite, RandomBits) {
  using Real = real_t<TypeParam>;
  const int batch = 1000, n = 3;
  const HostBatch<TypeParam> a("kolibri::test::a", batch, n, n);
  auto* const parts = reinterpret_cast<std::uint32_t*>(a.data());
  for (std::size_t i = 0; i < a.size() * sizeof(TypeParam) / 4; ++i) parts[i] = philox(11, 0, i).word[0];
  const auto finite = [&](int b) {
    for (int i = 0; i < n; ++i) {
      if (!std::isfinite(real(a(b, i, i)))) return false;
      for (int j = 0; j < i; ++j) {
        if (!is_finite(a(b, i, j))) return false;
      }
    }
    return true;
  };
  with_all_algorithms(a, [&](const Solved<TypeParam>& solved, const NamedAlgorithm&) {
    for (int b = 0; b < batch; ++b) EXPECT_EQ(solved.info(b), finite(b) ? 0 : -1) << "member " << b;
    if (std::is_same_v<Real, double>) {
      EXPECT_LT(solved.accuracy.residual, threshold);
    }
  });
}

}  // namespace

}  // namespace kolibri::test
