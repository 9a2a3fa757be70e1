#include <cmath>

#include "lapack_types.hpp"
#include "support_names.hpp"

// LAPACK's dchkge and zchkge: the general types in one batch, so that singular members stand beside good ones.
namespace kolibri::test {

namespace {

template <class Scalar>
class GeneralTypes : public testing::Test {
 protected:
  using Batch = TypedBatch<Scalar>;

  static Batch all_types(int n) { return {general_type, general_types, n}; }

  static void expect_inverse(const Batch& batch, const NamedMethod& method, const Placement& where) {
    SCOPED_TRACE(concat(method.name, ", ", name(where)));
    const auto result = inverted(batch.a, method.options, where);
    EXPECT_TRUE(result.untouched);
    for (int b = 0; b < batch.size(); ++b) {
      EXPECT_EQ(result.info[b], batch.info[b]) << "member " << b;
      if (batch.info[b] != 0) {
        EXPECT_TRUE(all_nan(result.x, b)) << "member " << b;
      } else {
        EXPECT_LT(inverse_ratio(batch.a, result.x, b), threshold) << "member " << b;
      }
    }
  }

  /// A zero pivot does not end LAPACK's factorisation, where L is unit; Crout's has to divide by it.
  static void expect_factors(const Batch& batch, UnitFactor unit, const Placement& where) {
    SCOPED_TRACE(concat(unit == UnitFactor::lower ? "L unit, " : "U unit, ", name(where)));
    const auto factors = factored(batch.a, {.unit = unit}, where);
    EXPECT_TRUE(factors.untouched);
    for (int b = 0; b < batch.size(); ++b) {
      EXPECT_EQ(factors.info[b], batch.info[b]) << "member " << b;
      expect_pivots_in_range(factors, b);
      if (unit == UnitFactor::lower || batch.info[b] == 0) {
        EXPECT_LT(lu_ratio(batch.a, factors, unit, b), threshold) << "member " << b;
      }
      if (batch.info[b] == 0) expect_small_multipliers(factors, unit, b);
    }
  }

  static void expect_pivots_in_range(const Result<Scalar>& factors, int b) {
    const int n = factors.x.extent_int(1);
    for (int k = 0; k < n; ++k) {
      EXPECT_GE(factors.pivots(b, 0, k), 1) << "member " << b;
      EXPECT_LE(factors.pivots(b, 0, k), n) << "member " << b;
    }
  }

  /// Partial pivoting leaves no |l_ij| above |l_jj|, sqrt(2) times that where |Re| + |Im| is compared.
  static void expect_small_multipliers(const Result<Scalar>& factors, UnitFactor unit, int b) {
    const int n = factors.x.extent_int(1);
    for (int j = 0; j < n; ++j) {
      const double pivot = unit == UnitFactor::lower ? 1 : Kokkos::abs(factors.x(b, j, j));
      for (int i = j + 1; i < n; ++i) EXPECT_LE(double(Kokkos::abs(factors.x(b, i, j))), 1.42 * pivot);
    }
  }
};
TYPED_TEST_SUITE(GeneralTypes, AllScalars);

TYPED_TEST(GeneralTypes, Inverse) {
  for (const int n : orders()) {
    SCOPED_TRACE(concat("n ", n));
    const auto batch = this->all_types(n);
    int number = n;
    for (const NamedMethod& method : general_methods) {
      this->expect_inverse(batch, method, placement(number++));
      if (extent() == Extent::full) this->expect_inverse(batch, method, placement(number + 3));
    }
  }
}

TYPED_TEST(GeneralTypes, Factors) {
  for (const int n : orders()) {
    SCOPED_TRACE(concat("n ", n));
    const auto batch = this->all_types(n);
    int number = n + 4;
    for (const UnitFactor unit : unit_factors) this->expect_factors(batch, unit, placement(number += 3));
  }
}

/// All storages, in place and not, at sizes of every kind.
TYPED_TEST(GeneralTypes, AllPlacements) {
  for (const int n : {3, 6, 14, 33}) {
    SCOPED_TRACE(concat("n ", n));
    const auto batch = this->all_types(n);
    for (int number = 0; number < 8; ++number) {
      for (const NamedMethod& method : general_methods) this->expect_inverse(batch, method, placement(number));
      for (const UnitFactor unit : unit_factors) this->expect_factors(batch, unit, placement(number));
    }
  }
}

TYPED_TEST(GeneralTypes, ConditionNumbers) {
  for (const int n : orders()) {
    SCOPED_TRACE(concat("n ", n));
    const auto batch = this->all_types(n);
    const auto one = conditions(batch.a, ConditionNorm::one, storages[n % 4]),
               infinity = conditions(batch.a, ConditionNorm::infinity, storages[(n + 1) % 4]);
    EXPECT_TRUE(one.untouched && infinity.untouched);
    for (int b = 0; b < batch.size(); ++b) {
      SCOPED_TRACE(concat("member ", b));
      if (batch.info[b] != 0) {
        EXPECT_EQ(one.rcond[b], 0);
        EXPECT_EQ(infinity.rcond[b], 0);
        continue;
      }
      const Reference exact = reference(member(batch.a, b));
      const auto tolerance = [&](double rcond) { return threshold * eps<TypeParam> * std::max(n, 1) / rcond; };
      EXPECT_LT(rcond_ratio(one.rcond[b], exact.rcond_one), std::min(threshold, tolerance(exact.rcond_one)));
      EXPECT_LT(rcond_ratio(infinity.rcond[b], exact.rcond_infinity),
                std::min(threshold, tolerance(exact.rcond_infinity)));
    }
  }
}

/// |log - log*| and the distance of the signs are within threshold n eps cond, where that says anything.
TYPED_TEST(GeneralTypes, Determinants) {
  for (const int n : orders()) {
    SCOPED_TRACE(concat("n ", n));
    const auto batch = this->all_types(n);
    for (const UnitFactor unit : unit_factors) {
      const auto result = determinants(batch.a, {.unit = unit}, storages[(n + int(unit)) % 4]);
      EXPECT_TRUE(result.untouched);
      for (int b = 0; b < batch.size(); ++b) {
        SCOPED_TRACE(concat("member ", b));
        EXPECT_EQ(result.info[b], batch.info[b]);
        if (batch.info[b] != 0) {
          EXPECT_EQ(result.sign[b], TypeParam(0));
          EXPECT_EQ(result.log_abs[b], -std::numeric_limits<real_t<TypeParam>>::infinity());
          EXPECT_EQ(result.determinant[b], TypeParam(0));
          continue;
        }
        const Reference exact = reference(member(batch.a, b));
        const double relative = threshold * eps<TypeParam> * (std::max(n, 1) / exact.rcond_one);
        const double rounding = threshold * eps<TypeParam> * std::abs(exact.log_abs);
        EXPECT_NEAR(result.log_abs[b], exact.log_abs, relative + rounding);
        const Wide sign(real(result.sign[b]), imag(result.sign[b]));
        EXPECT_NEAR(Kokkos::abs(sign), 1, 4 * eps<TypeParam>);
        EXPECT_LE(Kokkos::abs(sign - exact.sign), relative);
      }
    }
  }
}

}  // namespace

}  // namespace kolibri::test
