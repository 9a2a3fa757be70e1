#include <cmath>

#include "support_names.hpp"

// Matrices with inverses or determinants known in closed form (N. J. Higham, Accuracy and Stability of Numerical
// Algorithms, chapter 28, and the test matrices of MATLAB's gallery).
namespace kolibri::test {

namespace {

/// min(i, j), from 1: the inverse is the second difference, the determinant 1.
Matrix minij(int n) {
  return matrix_of(n, n, [](int i, int j) { return double(std::min(i, j) + 1); });
}
Matrix minij_inverse(int n) {
  return matrix_of(n, n, [n](int i, int j) {
    if (i == j) return i == n - 1 ? 1.0 : 2.0;
    return std::abs(i - j) == 1 ? -1.0 : 0.0;
  });
}

/// Upper Hessenberg, n - max(i, j) from 0: the determinant is 1.
Matrix frank(int n) {
  return matrix_of(n, n, [n](int i, int j) { return i > j + 1 ? 0.0 : double(n - std::max(i, j)); });
}

double binomial(int n, int k) {
  double result = 1;
  for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
  return result;
}

/// C(i + j, i): the inverse is of integers, the determinant 1.
Matrix pascal(int n) {
  return matrix_of(n, n, [](int i, int j) { return binomial(i + j, i); });
}
Matrix pascal_inverse(int n) {
  return matrix_of(n, n, [n](int i, int j) {
    double sum = 0;
    for (int k = std::max(i, j); k < n; ++k) sum += binomial(k, i) * binomial(k, j);
    return (i + j) % 2 == 0 ? sum : -sum;
  });
}

/// min(i, j) / max(i, j), from 1: the inverse is tridiagonal.
Matrix lehmer(int n) {
  return matrix_of(n, n, [](int i, int j) { return double(std::min(i, j) + 1) / (std::max(i, j) + 1); });
}
Matrix lehmer_inverse(int n) {
  return matrix_of(n, n, [n](int row, int column) {
    const double i = std::min(row, column) + 1;
    if (row == column) return row == n - 1 ? i * i / (2 * i - 1) : 4 * i * i * i / (4 * i * i - 1);
    return std::abs(row - column) == 1 ? -i * (i + 1) / (2 * i + 1) : 0.0;
  });
}

/// rho^|i - j| (Kac, Murdock, Szego): the inverse is tridiagonal, the determinant (1 - rho^2)^(n - 1).
Matrix kms(int n, double rho) {
  return matrix_of(n, n, [rho](int i, int j) { return std::pow(rho, std::abs(i - j)); });
}
Matrix kms_inverse(int n, double rho) {
  return matrix_of(n, n, [n, rho](int i, int j) {
    const double scale = 1 - rho * rho;
    if (n == 1) return 1.0;
    if (i == j) return (i == 0 || i == n - 1 ? 1 : 1 + rho * rho) / scale;
    return std::abs(i - j) == 1 ? -rho / scale : 0.0;
  });
}

/// 1 on the diagonal and in the last column, -c below the diagonal: elimination with partial pivoting makes no exchange
/// and lets the last column grow to (1 + c)^i.
Matrix gfpp(int n, double c) {
  return matrix_of(n, n, [n, c](int i, int j) { return i == j || j == n - 1 ? 1.0 : i > j ? -c : 0.0; });
}

template <class Scalar>
class NamedMatrices : public testing::Test {
 protected:
  static constexpr bool is_single = std::is_same_v<real_t<Scalar>, float>;

  /// X against the exact inverse, and the condition number with it.
  static void expect_inverse(const Matrix& a, const Matrix& exact) {
    const auto batch = batch_of<Scalar>({a});
    const double rcond = 1 / norm_one(a) / norm_one(exact);
    const auto expect_near = [&](const Result<Scalar>& result) {
      EXPECT_EQ(result.info[0], 0);
      EXPECT_LT(error_ratio(member(result.x, 0), exact, rcond, a.rows * eps<Scalar>), threshold);
    };
    for (const NamedMethod& method : general_methods) {
      SCOPED_TRACE(method.name);
      expect_near(inverted(batch, method.options));
    }
    expect_near(inverted(batch, cholesky));
    EXPECT_LT(rcond_ratio(conditions(batch).rcond[0], rcond), threshold * a.rows * eps<Scalar> / rcond);
  }

  static void expect_determinant(const Matrix& a, double exact) {
    const auto batch = batch_of<Scalar>({a});
    const double tolerance = threshold * a.rows * eps<Scalar> / reference(a).rcond_one;
    ASSERT_LT(tolerance, 0.2);
    for (const UnitFactor unit : unit_factors) {
      const auto result = determinants(batch, {.unit = unit});
      EXPECT_NEAR(real(result.determinant[0]), exact, tolerance * std::abs(exact));
      EXPECT_NEAR(real(result.sign[0]), exact < 0 ? -1.0 : 1.0, 4 * eps<Scalar>);
      EXPECT_NEAR(result.log_abs[0], std::log(std::abs(exact)), tolerance);
    }
  }
};
TYPED_TEST_SUITE(NamedMatrices, AllScalars);

TYPED_TEST(NamedMatrices, MinIJ) {
  for (const int n : {1, 2, 3, 10, 33}) {
    SCOPED_TRACE(n);
    this->expect_inverse(minij(n), minij_inverse(n));
    this->expect_determinant(minij(n), 1);
  }
}

TYPED_TEST(NamedMatrices, Frank) {
  const int largest = this->is_single ? 6 : 10;
  for (int n = 1; n <= largest; ++n) this->expect_determinant(frank(n), 1);
}

TYPED_TEST(NamedMatrices, Pascal) {
  const int largest = this->is_single ? 4 : 9;
  for (int n = 1; n <= largest; ++n) {
    SCOPED_TRACE(n);
    this->expect_inverse(pascal(n), pascal_inverse(n));
    this->expect_determinant(pascal(n), 1);
  }
}

TYPED_TEST(NamedMatrices, Lehmer) {
  for (const int n : {1, 2, 5, 16, 33}) this->expect_inverse(lehmer(n), lehmer_inverse(n));
}

TYPED_TEST(NamedMatrices, KacMurdockSzego) {
  for (const int n : {1, 2, 3, 8, 21, 64}) {
    SCOPED_TRACE(n);
    this->expect_inverse(kms(n, 0.5), kms_inverse(n, 0.5));
    this->expect_determinant(kms(n, 0.5), std::pow(0.75, n - 1));
  }
}

/// Growth 1.5^(n - 1), exact in the scalar: residuals stay small, and the pivots are the diagonal.
TYPED_TEST(NamedMatrices, GrowthOfPartialPivoting) {
  for (int n = 1; n <= 20; ++n) {
    SCOPED_TRACE(n);
    const Matrix a = gfpp(n, 0.5);
    const auto batch = batch_of<TypeParam>({a});
    const auto factors = factored(batch);
    for (int k = 0; k < n; ++k) EXPECT_EQ(factors.pivots(0, 0, k), k + 1);
    EXPECT_NEAR(double(real(factors.x(0, n - 1, n - 1))), std::pow(1.5, n - 1), 1e-6 * std::pow(1.5, n - 1));
    EXPECT_LT(lu_ratio(batch, factors, UnitFactor::lower), threshold);
    this->expect_determinant(a, std::pow(1.5, n - 1));
    for (const NamedMethod& method : general_methods) {
      const auto result = inverted(batch, method.options);
      EXPECT_EQ(result.info[0], 0);
      // backward stable up to the growth factor
      EXPECT_LT(inverse_ratio(batch, result.x), threshold * std::pow(1.5, n - 1)) << method.name;
    }
  }
}

}  // namespace

}  // namespace kolibri::test
