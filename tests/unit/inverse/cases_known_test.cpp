#include <limits>

#include "cases_support.hpp"

// Public reports about small matrices with known answers.
namespace kolibri::test {

namespace {

template <class Scalar>
class Known : public testing::Test {};
TYPED_TEST_SUITE(Known, AllScalars);

// kokkos-kernels 1409: gesv made NaN of a zero first pivot
TYPED_TEST(Known, ZeroFirstPivot) {
  expect_inverse<TypeParam>({{0, 2}, {-3, 0}}, {{0, -1.0 / 3}, {0.5, 0}});
  const auto a = batch_of_rows<TypeParam>({{{0, 2}, {-3, 0}}}), b = batch_of_rows<TypeParam>({{{1}, {-4}}});
  for (const UnitFactor unit : unit_factors) {
    const auto result = solved(a, b, {.unit = unit});
    EXPECT_EQ(result.info[0], 0);
    EXPECT_LT(distance(result.x, rows({{4.0 / 3}, {0.5}})), threshold);
  }
}

// numpy 22502: a wrong entry in the inverse of an elementary matrix
TYPED_TEST(Known, ElementaryMatrix) {
  const auto elementary = [](double entry) {
    return [entry](int, int i, int j) { return i == j ? 1.0 : i == 17 && j == 15 ? entry : 0.0; };
  };
  const auto a = batch_of<TypeParam>(1, 24, 24, elementary(10)),
             exact = batch_of<TypeParam>(1, 24, 24, elementary(-10));
  invert_by_all(a, [&](const Result<TypeParam>& result) {
    EXPECT_EQ(result.info[0], 0);
    EXPECT_EQ(distance(result.x, member(exact, 0)), 0);
    const Matrix unit = product(member(a, 0), member(result.x, 0));
    double square = 0;
    for (const Wide& entry : unit.entries) square += abs_squared(entry);
    EXPECT_EQ(square, 24);
  });
}

// scipy 24423: a complex symmetric matrix is not Hermitian
TYPED_TEST(Known, ComplexSymmetric) {
  if constexpr (is_complex<TypeParam>) {
    expect_inverse<TypeParam>({{1, Wide(0, -0.5)}, {Wide(0, -0.5), 1}}, {{0.8, Wide(0, 0.4)}, {Wide(0, 0.4), 0.8}});
  }
}

// scipy 26045, 26050: a failed Cholesky factorisation in place destroyed A
TYPED_TEST(Known, SymmetricIndefinite) {
  expect_inverse<TypeParam>({{1, 2}, {2, 1}}, {{-1.0 / 3, 2.0 / 3}, {2.0 / 3, -1.0 / 3}});
  const auto a = batch_of_rows<TypeParam>({{{1, 2}, {2, 1}}});
  for (const bool in_place : {false, true}) {
    const auto result = inverted(a, cholesky, {.in_place = in_place});
    EXPECT_TRUE(result.untouched);
    EXPECT_EQ(result.info[0], 2);
    EXPECT_TRUE(all_nan(result.x, 0));
  }
}

// jax 646: all NaN
TYPED_TEST(Known, ZeroDiagonal) {
  expect_inverse<TypeParam>({{0, 1, 1}, {1, 0, 1}, {1, 1, 0}}, {{-0.5, 0.5, 0.5}, {0.5, -0.5, 0.5}, {0.5, 0.5, -0.5}});
}

// OpenBLAS PR 3924: small pivots taken for zero
TYPED_TEST(Known, SmallPivots) {
  const double a = sizeof(real_t<TypeParam>) == 4 ? 1e-37 : 1e-306;
  const double rounded = double(real_t<TypeParam>(a));
  expect_inverse<TypeParam>({{0, a}, {a, 0}}, {{0, 1 / rounded}, {1 / rounded, 0}});
  const auto batch = batch_of_rows<TypeParam>({{{0, a}, {a, 0}}});
  const auto determinant = determinants(batch);
  EXPECT_EQ(determinant.info[0], 0);
  EXPECT_EQ(determinant.sign[0], TypeParam(-1));
  EXPECT_NEAR(determinant.log_abs[0], 2 * std::log(rounded), 4 * eps<TypeParam> * -std::log(rounded));
  EXPECT_EQ(determinant.determinant[0], TypeParam(0));
  EXPECT_NEAR(conditions(batch).rcond[0], 1, 8 * eps<TypeParam>);
}

// The same below the normal numbers, whose reciprocals overflow (Trilinos 1e-310): the factors are exact.
TYPED_TEST(Known, SubnormalPivots) {
  const double a = sizeof(real_t<TypeParam>) == 4 ? 1e-42 : 1e-310;
  const auto batch = batch_of_rows<TypeParam>({{{0, a}, {a, 0}}});
  for (const UnitFactor unit : unit_factors) {
    const auto factors = factored(batch, {.unit = unit});
    EXPECT_EQ(factors.info[0], 0);
    EXPECT_EQ(lu_ratio(batch, factors, unit), 0);
  }
}

/// The condition number is that of any multiple, also where norms overflow or their reciprocals do.
TYPED_TEST(Known, ConditionAtTheEndsOfTheRange) {
  using Real = real_t<TypeParam>;
  for (const double size : {1.0, double(std::numeric_limits<Real>::max()), double(std::numeric_limits<Real>::min()),
                            double(std::numeric_limits<Real>::denorm_min())}) {
    const auto batch = batch_of_rows<TypeParam>({{{size, size}, {size, -size}}});
    for (const ConditionNorm norm : {ConditionNorm::one, ConditionNorm::infinity}) {
      EXPECT_NEAR(conditions(batch, norm).rcond[0], 0.5, 8 * eps<TypeParam>) << size;
    }
  }
}

// cgmath 210, o3de 18282, nalgebra 214, tensorflow 29700: "singular" by the size of the determinant
TYPED_TEST(Known, SmallDeterminants) {
  expect_inverse<TypeParam>({{.1, 0, 0, 0}, {0, .1, 0, 0}, {0, 0, .1, 0}, {0, 0, 0, 1}},
                            {{10, 0, 0, 0}, {0, 10, 0, 0}, {0, 0, 10, 0}, {0, 0, 0, 1}});
  const auto a = batch_of<TypeParam>(1, 4, 4, [](int, int i, int j) { return i == j ? 1e-3 : 0.0; });
  const Matrix exact = matrix_of(4, 4, [](int i, int j) { return i == j ? 1e3 : 0.0; });
  invert_by_all(a, [&](const Result<TypeParam>& result) {
    EXPECT_EQ(result.info[0], 0);
    EXPECT_LT(distance(result.x, exact), threshold);
  });
  const auto definite = inverted(a, cholesky);
  EXPECT_EQ(definite.info[0], 0);
  EXPECT_LT(distance(definite.x, exact), threshold);
}

// pytorch 22242: pivots of 0 where there is no pivoting
TYPED_TEST(Known, PivotsWithoutPivoting) {
  for (const int n : {1, 2, 5, 16, 33}) {
    Matrix a = random_matrix(n, n, is_complex<TypeParam>, n);
    for (int i = 0; i < n; ++i) a(i, i) += 2.0 * n;
    const auto batch = batch_of<TypeParam>(std::vector<Matrix>{a});
    for (const UnitFactor unit : unit_factors) {
      const auto factors = factored(batch, {.pivoting = Pivoting::none, .unit = unit});
      EXPECT_EQ(factors.info[0], 0);
      for (int k = 0; k < n; ++k) EXPECT_EQ(factors.pivots(0, 0, k), k + 1);
      EXPECT_LT(lu_ratio(batch, factors, unit), threshold);
    }
    for (NamedMethod method : general_methods) {
      method.options.pivoting = Pivoting::none;
      EXPECT_LT(inverse_ratio(batch, inverted(batch, method.options).x), threshold) << method.name << ", n " << n;
    }
  }
}

// jax 1213: the sign of a determinant in a batch
TYPED_TEST(Known, SignsOfABatch) {
  const auto result = determinants(batch_of_rows<TypeParam>({{{-0.01}}, {{-0.01}}}));
  for (int b = 0; b < 2; ++b) {
    EXPECT_EQ(result.info[b], 0);
    EXPECT_EQ(result.sign[b], TypeParam(-1));
    EXPECT_NEAR(result.log_abs[b], -4.6051702, 1e-6);
  }
}

// The example of the article that asked for an inverse on a GPU: det -1056, condition 824.83 in the 1-norm; its second
// pivot is a tie, so the order of the rows may be one of two.
TYPED_TEST(Known, FourByFourOfTheArticle) {
  const Rows a{{2, 5, 7, 8}, {4, 13, 20, 25}, {8, 29, 50, 71}, {10, 34, 78, 98}};
  const Matrix exact = rows({{701. / 264, -845. / 528, 41. / 176, 1. / 44},
                             {-233. / 264, 401. / 528, -13. / 176, -3. / 44},
                             {-25. / 88, 57. / 176, -31. / 176, 3. / 44},
                             {23. / 88, -63. / 176, 25. / 176, -1. / 44}});
  const auto batch = batch_of_rows<TypeParam>({a});
  invert_by_all(batch, [&](const Result<TypeParam>& result) {
    EXPECT_LT(distance(result.x, exact), threshold * 825);
    EXPECT_LT(inverse_ratio(batch, result.x), threshold);
  });
  for (const UnitFactor unit : unit_factors) {
    EXPECT_LT(lu_ratio(batch, factored(batch, {.unit = unit}), unit), threshold);
    EXPECT_NEAR(real(determinants(batch, {.unit = unit}).determinant[0]), -1056, 1056 * 825 * eps<TypeParam>);
  }
  EXPECT_LT(rcond_ratio(conditions(batch).rcond[0], 1 / norm_one(rows(a)) / norm_one(exact)), 825 * 4 * eps<TypeParam>);
  EXPECT_NEAR(1 / conditions(batch).rcond[0], 824.83, 0.1);
}

}  // namespace

}  // namespace kolibri::test
