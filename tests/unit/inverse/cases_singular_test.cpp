#include "cases_support.hpp"

// Public reports about singular matrices.
namespace kolibri::test {

namespace {

template <class Scalar>
class Singular : public testing::Test {};
TYPED_TEST_SUITE(Singular, AllScalars);

/// The info of every function for the batch.
template <class Scalar>
void expect_info(const HostBatch<Scalar>& a, const std::vector<int>& info) {
  const auto b = batch_of<Scalar>(a.extent_int(0), a.extent_int(1), 1, [](int, int, int) { return 1.0; });
  invert_by_all(a, [&](const Result<Scalar>& result) { EXPECT_EQ(result.info, info); });
  for (const UnitFactor unit : unit_factors) {
    EXPECT_EQ(factored(a, {.unit = unit}).info, info);
    EXPECT_EQ(determinants(a, {.unit = unit}).info, info);
    EXPECT_EQ(solved(a, b, {.unit = unit}).info, info);
  }
}

// pytorch 46557, cupy 8833, chainer 3765: no error, or another one for small batches
TYPED_TEST(Singular, InfoDoesNotDependOnTheBatch) {
  for (const int batch : {1, 2, 3}) {
    const auto a = identity_batch<TypeParam>(batch, 3);
    a(0, 2, 2) = TypeParam(0);
    std::vector<int> info(batch, 0);
    info[0] = 3;
    expect_info(a, info);
  }
  expect_info(batch_of_rows<TypeParam>({{{0}}}), {1});
}

// pytorch 86305, 154312, 166490, numpy 24684, 10471, 8769: whether the last pivot is exactly zero is a matter of fused
// multiply-add, so the condition number has to tell
TYPED_TEST(Singular, ConditionNumberTells) {
  const auto expect_singular = [](const Rows& a) {
    const auto batch = batch_of_rows<TypeParam>({a});
    for (const ConditionNorm norm : {ConditionNorm::one, ConditionNorm::infinity}) {
      const auto rcond = conditions(batch, norm).rcond[0];
      EXPECT_GE(rcond, 0);
      EXPECT_LE(rcond, 4 * eps<TypeParam>);
    }
    const auto determinant = determinants(batch);
    EXPECT_LE(determinant.log_abs[0], std::log(100 * eps<TypeParam>));
    EXPECT_EQ(determinant.info[0] > 0, determinant.sign[0] == TypeParam(0));
  };
  expect_singular({{4, 4}, {12, 12}});
  expect_singular({{2, 4}, {3, 6}});
  expect_singular({{3, 2, 1}, {2, 2, 0}, {1, 0, 1}});
  expect_singular({{1, 2, 1}, {-2, -3, 1}, {3, 5, 0}});
  expect_singular({{1, 2, 3}, {2, 5, 6}, {3, 6, 9}});
}

// pytorch 51930: illegal access after the LU of a zero matrix
TYPED_TEST(Singular, ZeroMatricesInALargeBatch) {
  if (extent() != Extent::full && !std::is_same_v<TypeParam, double>) return;
  const int n = 616;
  const auto a = batch_of<TypeParam>(3, n, n, [](int b, int i, int j) {
    return b != 1 ? 0.0 : i == j ? 2.0 : i == j + 1 ? -1.0 : 0.0;
  });
  const auto factors = factored(a);
  EXPECT_EQ(factors.info, (std::vector<int>{1, 0, 1}));
  for (int b = 0; b < 3; ++b) {
    for (int k = 0; k < n; ++k) {
      EXPECT_GE(factors.pivots(b, 0, k), 1);
      EXPECT_LE(factors.pivots(b, 0, k), n);
    }
  }
  const auto b = batch_of<TypeParam>(3, n, 1, [](int, int, int) { return 1.0; });
  const auto x = solved_from(factors, b);
  EXPECT_TRUE(x.untouched);
  EXPECT_FALSE(is_finite(x.x(0, 0, 0)));
  EXPECT_LT(residual_ratio(member(a, 1), member(x.x, 1), member(b, 1), eps<TypeParam>), threshold);
  const auto inverse = inverted(a);
  EXPECT_EQ(inverse.info, factors.info);
  EXPECT_TRUE(all_nan(inverse.x, 0));
  EXPECT_TRUE(all_nan(inverse.x, 2));
  EXPECT_EQ(real(inverse.x(1, n - 1, n - 1)), 0.5f);
}

// xla 3891, jax 3589: a batched solution with a singular triangle differed from a single one
TYPED_TEST(Singular, SolutionsFromSingularFactors) {
  const auto make = [](int batch) {
    Result<TypeParam> factors;
    factors.x = batch_of<TypeParam>(batch, 2, 2, [](int, int i, int) { return i == 0 ? 1.0 : 0.0; });
    factors.pivots = batch_of<int>(batch, 1, 2, [](int, int, int j) { return j + 1; });
    return factors;
  };
  const auto sides = [](int batch) { return batch_of<TypeParam>(batch, 2, 1, [](int, int, int) { return 1.0; }); };
  const auto single = solved_from(make(1), sides(1)), batched = solved_from(make(5), sides(5));
  for (int b = 0; b < 5; ++b) EXPECT_TRUE(same_member(single, 0, batched, b)) << "member " << b;
  EXPECT_FALSE(is_finite(single.x(0, 0, 0)));
  EXPECT_FALSE(is_finite(single.x(0, 1, 0)));
  if constexpr (!is_complex<TypeParam>) {
    EXPECT_EQ(single.x(0, 0, 0), -infinity);
    EXPECT_EQ(single.x(0, 1, 0), infinity);
  }
}

}  // namespace

}  // namespace kolibri::test
