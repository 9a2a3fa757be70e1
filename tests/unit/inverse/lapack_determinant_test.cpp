#include <cmath>
#include <numeric>
#include <random>

#include "support_names.hpp"

// Determinants beyond those of the LAPACK types: permutations, products out of range, values that are exact.
namespace kolibri::test {

namespace {

template <class Scalar>
class Determinants : public testing::Test {
 protected:
  using Real = real_t<Scalar>;

  static HostBatch<Scalar> diagonal(const std::vector<double>& values) {
    const int n = static_cast<int>(values.size());
    return batch_of<Scalar>(1, n, n, [&](int, int i, int j) { return i == j ? values[i] : 0.0; });
  }

  /// det A = sign exp(log_abs), and as a number `determinant`.
  static void expect_determinant(const HostBatch<Scalar>& a, double sign, double log_abs, double determinant) {
    for (const UnitFactor unit : unit_factors) {
      for (const Pivoting pivoting : {Pivoting::partial, Pivoting::none}) {
        const auto result = determinants(a, {.pivoting = pivoting, .unit = unit});
        EXPECT_TRUE(result.untouched);
        EXPECT_EQ(result.info[0], 0);
        EXPECT_NEAR(real(result.sign[0]), sign, 4 * eps<Scalar>);
        EXPECT_NEAR(imag(result.sign[0]), 0, 4 * eps<Scalar>);
        EXPECT_NEAR(result.log_abs[0], log_abs, 4 * eps<Scalar> * std::max(1.0, std::abs(log_abs)));
        if (std::isinf(determinant) || determinant == 0) {
          EXPECT_EQ(real(result.determinant[0]), Real(determinant));
        } else {
          EXPECT_NEAR(real(result.determinant[0]), determinant, 8 * eps<Scalar> * std::abs(determinant));
        }
      }
    }
  }
};
TYPED_TEST_SUITE(Determinants, AllScalars);

/// The sign of a permutation by its cycles.
int sign_of(const std::vector<int>& order) {
  int sign = 1;
  std::vector<bool> seen(order.size(), false);
  for (std::size_t start = 0; start < order.size(); ++start) {
    int length = 0;
    for (std::size_t i = start; !seen[i]; i = order[i], ++length) seen[i] = true;
    if (length > 0 && length % 2 == 0) sign = -sign;
  }
  return sign;
}

TYPED_TEST(Determinants, OfPermutations) {
  std::mt19937 engine(1);
  for (const int n : {1, 2, 3, 4, 5, 8, 16, 17, 33}) {
    std::vector<std::vector<int>> orders(24, std::vector<int>(n));
    for (auto& order : orders) {
      std::iota(order.begin(), order.end(), 0);
      std::shuffle(order.begin(), order.end(), engine);
    }
    const auto a = batch_of<TypeParam>(24, n, n, [&](int b, int i, int j) { return orders[b][i] == j ? 1.0 : 0.0; });
    const auto result = determinants(a);
    const auto inverse = inverted(a);
    for (int b = 0; b < 24; ++b) {
      const TypeParam sign(sign_of(orders[b]));
      EXPECT_EQ(result.sign[b], sign) << "n " << n;
      EXPECT_EQ(result.determinant[b], sign) << "n " << n;
      EXPECT_EQ(result.log_abs[b], 0) << "n " << n;
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) EXPECT_EQ(inverse.x(b, i, j), a(b, j, i));
      }
    }
  }
}

TYPED_TEST(Determinants, OfNothingIsOne) {
  const auto result = determinants(batch_of<TypeParam>(2, 0, 0, [](int, int, int) { return 0.0; }));
  for (int b = 0; b < 2; ++b) {
    EXPECT_EQ(result.info[b], 0);
    EXPECT_EQ(result.sign[b], TypeParam(1));
    EXPECT_EQ(result.log_abs[b], 0);
    EXPECT_EQ(result.determinant[b], TypeParam(1));
  }
}

TYPED_TEST(Determinants, BeyondTheRange) {
  const double large = sizeof(real_t<TypeParam>) == 4 ? 1e30 : 1e250;
  const double infinity = std::numeric_limits<double>::infinity();
  this->expect_determinant(this->diagonal({large, -large, large}), -1, 3 * std::log(large), -infinity);
  this->expect_determinant(this->diagonal({1 / large, 1 / large, 1 / large}), 1, -3 * std::log(large), 0);
  this->expect_determinant(this->diagonal({large, large, 1 / large, -1 / large}), -1, 0, -1);
  this->expect_determinant(this->diagonal({1 / large, 1 / large, large, large}), 1, 0, 1);
  std::vector<double> many(100, 3.0);
  many[7] = -3;
  this->expect_determinant(this->diagonal(many), -1, 100 * std::log(3.0),
                           sizeof(real_t<TypeParam>) == 4 ? -infinity : -std::pow(3.0, 100));
}

/// A subnormal pivot is a pivot.
TYPED_TEST(Determinants, OfSubnormalNumbers) {
  const double tiny = sizeof(real_t<TypeParam>) == 4 ? 0x1p-140 : 0x1p-1060;
  this->expect_determinant(this->diagonal({tiny, 2}), 1, std::log(tiny) + std::log(2.0), 2 * tiny);
}

TYPED_TEST(Determinants, OfAnImaginaryDiagonal) {
  if constexpr (is_complex<TypeParam>) {
    const auto a = batch_of<TypeParam>(1, 3, 3, [](int, int i, int j) { return TypeParam(0, i == j ? 2 : 0); });
    const auto result = determinants(a);  // (2 i)^3 = -8 i
    EXPECT_NEAR(imag(result.sign[0]), -1, 4 * eps<TypeParam>);
    EXPECT_NEAR(real(result.sign[0]), 0, 4 * eps<TypeParam>);
    EXPECT_NEAR(imag(result.determinant[0]), -8, 32 * eps<TypeParam>);
    EXPECT_NEAR(result.log_abs[0], 3 * std::log(2.0), 8 * eps<TypeParam>);
  }
}

}  // namespace

}  // namespace kolibri::test
