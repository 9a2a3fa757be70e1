#include <chrono>

#include "cases_support.hpp"

// Public reports about NaN and Inf: such a member ends at once with info -1 and NaN in its outputs.
namespace kolibri::test {

namespace {

template <class Scalar>
class NonFinite : public testing::Test {};
TYPED_TEST_SUITE(NonFinite, AllScalars);

template <class Scalar>
bool is_nan(const Scalar& x) {
  return std::isnan(real(x)) && (!is_complex<Scalar> || std::isnan(imag(x)));
}

/// Every function flags all members.
template <class Scalar>
void expect_flagged(const HostBatch<Scalar>& a) {
  const int batch = a.extent_int(0), n = a.extent_int(1);
  const std::vector<int> info(batch, -1);
  const auto all_flagged = [&](const Result<Scalar>& result) {
    EXPECT_TRUE(result.untouched);
    EXPECT_EQ(result.info, info);
    for (int b = 0; b < batch; ++b) EXPECT_TRUE(all_nan(result.x, b)) << "member " << b;
  };
  invert_by_all(a, all_flagged);
  all_flagged(solved(a, batch_of<Scalar>(batch, n, 2, [](int, int, int) { return 1.0; })));
  for (const UnitFactor unit : unit_factors) {
    const auto factors = factored(a, {.unit = unit});
    all_flagged(factors);
    for (int i = 0; i < batch * n; ++i) {
      EXPECT_GE(factors.pivots.data()[i], 1);
      EXPECT_LE(factors.pivots.data()[i], n);
    }
    const auto determinant = determinants(a, {.unit = unit});
    EXPECT_EQ(determinant.info, info);
    for (int b = 0; b < batch; ++b) {
      EXPECT_TRUE(is_nan(determinant.sign[b]) && is_nan(determinant.determinant[b]));
      EXPECT_TRUE(is_nan(determinant.log_abs[b]));
    }
  }
  for (const ConditionNorm norm : {ConditionNorm::one, ConditionNorm::infinity}) {
    for (const auto& rcond : conditions(a, norm).rcond) EXPECT_TRUE(is_nan(rcond));
  }
}

// StaticArrays 897: NaN from cofactors; our policy flags an Inf, though a limit of the inverse exists
TYPED_TEST(NonFinite, InfiniteDiagonal) {
  const auto a = batch_of<TypeParam>(1, 3, 3, [](int, int i, int j) { return i == j ? infinity : 0.0; });
  expect_flagged(a);
  EXPECT_EQ(inverted(a, cholesky).info[0], -1);
}

// OpenBLAS 556, 671, 723: a pivot beyond n, a fault
TYPED_TEST(NonFinite, EightByEightOfNaN) {
  expect_flagged(batch_of<TypeParam>(2, 8, 8, [](int, int, int) { return nan; }));
}

/// One bad entry anywhere, of every kind, also in the imaginary part alone.
TYPED_TEST(NonFinite, OneEntry) {
  for (const int n : {1, 2, 3, 6, 17, 33}) {
    SCOPED_TRACE(n);
    const int places = std::min(n * n, 5);
    const auto a = batch_of<TypeParam>(3 * places, n, n, [&](int b, int i, int j) -> TypeParam {
      const int place = b / 3 * (n * n - 1) / std::max(1, places - 1);
      const auto bad = real_t<TypeParam>(b % 3 == 0 ? nan : b % 3 == 1 ? infinity : -infinity);
      if (i * n + j != place) return TypeParam(i == j ? 2.0 : 0.5);
      if constexpr (is_complex<TypeParam>) {
        return b % 2 == 0 ? TypeParam(1, bad) : TypeParam(bad, 1);
      } else {
        return bad;
      }
    });
    expect_flagged(a);
  }
}

// Reference-LAPACK 1378, 1380: a NaN on the diagonal of a definite matrix overlooked
TYPED_TEST(NonFinite, LastDiagonalOfADefiniteMatrix) {
  for (const int n : {1, 2, 5, 16, 33}) {
    const auto a = batch_of<TypeParam>(2, n, n, [&](int b, int i, int j) {
      return b == 0 && i == n - 1 && j == n - 1 ? nan : i == j ? 2.0 : std::abs(i - j) == 1 ? -1.0 : 0.0;
    });
    const auto result = inverted(a, cholesky);
    EXPECT_EQ(result.info, (std::vector<int>{-1, 0})) << "n " << n;
    EXPECT_TRUE(all_nan(result.x, 0)) << "n " << n;
    EXPECT_LT(inverse_ratio(a, result.x, 1), threshold) << "n " << n;
  }
}

/// A bad right-hand side flags the member too.
TYPED_TEST(NonFinite, RightHandSides) {
  const auto a = identity_batch<TypeParam>(3, 5);
  const auto b = batch_of<TypeParam>(3, 5, 2, [](int b, int i, int j) { return b == 1 && i + j == 3 ? nan : 1.0; });
  const auto result = solved(a, b);
  EXPECT_EQ(result.info, (std::vector<int>{0, -1, 0}));
  EXPECT_TRUE(all_nan(result.x, 1));
  EXPECT_EQ(result.x(2, 4, 1), TypeParam(1));
}

// pytorch 134334: a GPU hung for n > 1536
TYPED_TEST(NonFinite, LargeMatricesEndAtOnce) {
  if (extent() != Extent::full && !std::is_same_v<TypeParam, float>) return;
  const int n = 4096;
  const Kokkos::View<TypeParam***, Kokkos::LayoutRight, Space> a("kolibri::test a", 1, n, n),
      x("kolibri::test x", 1, n, n);
  const Kokkos::View<int*, Space> info("kolibri::test info", 1);
  Kokkos::deep_copy(a, quiet_nan<TypeParam>());
  for (const NamedMethod& method : general_methods) {
    const auto start = std::chrono::steady_clock::now();
    kolibri::inverse(Space(), a, x, info, method.options);
    Kokkos::fence("kolibri::test");
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10)) << method.name;
    EXPECT_EQ(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), info)(0), -1) << method.name;
  }
  EXPECT_TRUE(is_nan(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x)(0, n - 1, n - 1)));
}

}  // namespace

}  // namespace kolibri::test
