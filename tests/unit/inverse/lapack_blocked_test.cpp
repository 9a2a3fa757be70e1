#include <cmath>

#include "support_names.hpp"

// Matrices that the whole device factorises, one member after another: LU with everything around it, and Cholesky.
namespace kolibri::test {

namespace {

template <class Scalar>
class Blocked : public testing::Test {
 protected:
  static HostBatch<Scalar> random_members(int batch, int n) {
    std::vector<Matrix> members;
    for (int b = 0; b < batch; ++b) members.push_back(random_matrix(n, n, is_complex<Scalar>, n + b));
    return batch_of<Scalar>(members);
  }

  /// P v for LAPACK's exchanges.
  static Matrix exchanged(Matrix v, const Result<Scalar>& factors, int b) {
    for (int i = 0; i < v.rows; ++i) {
      const int other = factors.pivots(b, 0, i) - 1;
      for (int j = 0; j < v.columns && other != i; ++j) std::swap(v(i, j), v(other, j));
    }
    return v;
  }

  /// ||L U V - P A V|| / (n ||A|| ||V|| eps) for a few random vectors V.
  static double factor_ratio(const HostBatch<Scalar>& a, const Result<Scalar>& factors, int b, UnitFactor unit) {
    const Matrix m = member(a, b), f = member(factors.x, b), v = random_matrix(m.rows, 2, is_complex<Scalar>, 3);
    const Wide one(1), zero(0);
    const bool unit_lower = unit == UnitFactor::lower;
    const Matrix l = matrix_of(m.rows, m.rows, [&](int i, int j) {
      return i > j ? f(i, j) : i < j ? zero : unit_lower ? one : f(i, i);
    });
    const Matrix u = matrix_of(m.rows, m.rows, [&](int i, int j) {
      return i < j ? f(i, j) : i > j ? zero : unit_lower ? f(i, i) : one;
    });
    const Matrix error = difference(product(l, product(u, v)), exchanged(product(m, v), factors, b));
    return norm_one(error) / (m.rows * norm_one(m) * norm_one(v) * eps<Scalar>);
  }
};
TYPED_TEST_SUITE(Blocked, AllScalars);

TYPED_TEST(Blocked, Factors) {
  for (const int n : large_orders()) {
    const auto a = this->random_members(2, n);
    int number = 0;
    for (const UnitFactor unit : unit_factors) {
      for (const Placement& where : {placement(number), placement(number + 5), placement(number + 6)}) {
        SCOPED_TRACE(concat("n ", n, ", unit ", int(unit), ", ", name(where)));
        const auto factors = factored(a, {.unit = unit}, where);
        EXPECT_TRUE(factors.untouched);
        EXPECT_EQ(factors.info, (std::vector<int>{0, 0}));
        for (int b = 0; b < 2; ++b) EXPECT_LT(this->factor_ratio(a, factors, b, unit), threshold) << "member " << b;
      }
      ++number;
    }
  }
}

/// Without exchanges, of matrices that need none.
TYPED_TEST(Blocked, WithoutPivoting) {
  const int n = large_orders().front();
  const auto a = this->random_members(2, n);
  for (int b = 0; b < 2; ++b) {
    for (int i = 0; i < n; ++i) a(b, i, i) = TypeParam(2 * n);
  }
  const auto b = batch_of<TypeParam>(2, n, 3, [](int, int i, int j) { return 1.0 / (1 + i + j); });
  for (const UnitFactor unit : unit_factors) {
    const LuOptions options{.pivoting = Pivoting::none, .unit = unit};
    const auto factors = factored(a, options), solution = solved(a, b, options), number = determinants(a, options);
    for (int k = 0; k < 2; ++k) {
      for (int i = 0; i < n; ++i) ASSERT_EQ(factors.pivots(k, 0, i), i + 1);
      EXPECT_LT(this->factor_ratio(a, factors, k, unit), threshold);
      EXPECT_LT(residual_ratio(member(a, k), member(solution.x, k), member(b, k), eps<TypeParam>), 10 * threshold);
      EXPECT_NEAR(number.log_abs[k], determinants(a).log_abs[k], 100 * n * eps<TypeParam>);
    }
  }
}

/// More rows than two rounds of a tournament take on a host.
TYPED_TEST(Blocked, ThreeRounds) {
  if (!std::is_same_v<TypeParam, double> || extent() == Extent::reduced) return;
  const auto a = this->random_members(1, 2100);
  const auto factors = factored(a);
  EXPECT_EQ(factors.info[0], 0);
  EXPECT_LT(this->factor_ratio(a, factors, 0, UnitFactor::lower), threshold);
}

/// No right-hand sides and no members; what is not finite in B alone.
TYPED_TEST(Blocked, EmptyAndNonFiniteRightHandSides) {
  const int n = large_orders().front();
  const auto a = this->random_members(2, n);
  EXPECT_TRUE(solved(a, batch_of<TypeParam>(2, n, 0, [](int, int, int) { return 0.0; })).untouched);
  const auto none = batch_of<TypeParam>(0, n, n, [](int, int, int) { return 0.0; });
  EXPECT_TRUE(factored(none).untouched);
  EXPECT_TRUE(determinants(none).info.empty());
  const auto b = batch_of<TypeParam>(2, n, 2, [&](int k, int i, int j) {
    return k == 0 && i == n - 1 && j == 1 ? quiet_nan<TypeParam>() : TypeParam(1);
  });
  const auto result = solved(a, b);
  EXPECT_EQ(result.info, (std::vector<int>{-1, 0}));
  EXPECT_TRUE(all_nan(result.x, 0));
  EXPECT_LT(residual_ratio(member(a, 1), member(result.x, 1), member(b, 1), eps<TypeParam>), 10 * threshold);
}

/// Columns of zeros, anywhere in a panel, leave factors of the whole matrix; a NaN leaves nothing.
TYPED_TEST(Blocked, SingularAndNonFiniteMembers) {
  const int n = large_orders().front();
  const auto a = this->random_members(3, n);
  const auto clean = factored(a);
  for (const int zero : {0, 31, 32, n - 1}) {
    SCOPED_TRACE(concat("column ", zero));
    const auto mixed = batch_of<TypeParam>(3, n, n, [&](int b, int i, int j) {
      if (b == 1 && i == n - 1 && j == 3) return quiet_nan<TypeParam>();
      return b == 0 && (j == zero || j == zero + 1) ? TypeParam(0) : a(b, i, j);
    });
    const auto factors = factored(mixed);
    EXPECT_EQ(factors.info, (std::vector<int>{zero + 1, -1, 0}));
    EXPECT_LT(this->factor_ratio(mixed, factors, 0, UnitFactor::lower), threshold);
    EXPECT_TRUE(all_nan(factors.x, 1));
    for (int i = 0; i < n; ++i) EXPECT_EQ(factors.pivots(1, 0, i), i + 1);
    EXPECT_TRUE(same_member(clean, 2, factors, 2));
    const auto number = determinants(mixed);
    EXPECT_EQ(number.info, factors.info);
    EXPECT_EQ(number.sign[0], TypeParam(0));
    EXPECT_TRUE(std::isinf(number.log_abs[0]) && number.log_abs[0] < 0);
    const auto b = batch_of<TypeParam>(3, n, 1, [](int, int i, int) { return 1.0 / (1 + i); });
    const auto solution = solved(mixed, b);
    EXPECT_EQ(solution.info, factors.info);
    EXPECT_TRUE(all_nan(solution.x, 0) && all_nan(solution.x, 1));
    EXPECT_LT(residual_ratio(member(a, 2), member(solution.x, 2), member(b, 2), eps<TypeParam>), 10 * threshold);
  }
}

/// Of every operation, from A and from factors, with more right-hand sides than a buffer has columns.
TYPED_TEST(Blocked, Solutions) {
  const int n = large_orders().back();
  const auto a = this->random_members(2, n);
  int number = 0;
  for (const UnitFactor unit : unit_factors) {
    const auto factors = factored(a, {.unit = unit});
    for (const Operation operation : operations) {
      const int sides = number == 0 ? 270 : 2;
      const auto b =
          batch_of<TypeParam>(2, n, sides, [](int, int i, int j) { return 1.0 / (1 + i + j) - 0.01 * (i % 7); });
      const LuOptions options{.unit = unit, .operation = operation};
      const Placement where = placement(number++);
      SCOPED_TRACE(concat("unit ", int(unit), ", op ", int(operation), ", ", name(where)));
      for (const auto& result : {solved(a, b, options, where), solved_from(factors, b, options, where)}) {
        EXPECT_TRUE(result.untouched);
        for (int k = 0; k < 2; ++k) {
          const Matrix op_a = applied(operation, member(a, k));
          EXPECT_LT(residual_ratio(op_a, member(result.x, k), member(b, k), eps<TypeParam>), 10 * threshold);
        }
      }
    }
  }
}

/// Integers throughout, so that the solution is known to the last digit.
TYPED_TEST(Blocked, RefinedSolutions) {
  const int n = large_orders().front();
  const Matrix a = matrix_of(
      n, n, [](int i, int j) { return Wide((i * i * 31 + j * j * 17 + i * j) % 23 % 11 - 5.0 + (i == j ? 40 : 0)); });
  const Matrix exact = matrix_of(n, 2, [](int i, int j) { return Wide(1.0 + (i + 3 * j) % 9); });
  const auto batch = batch_of<TypeParam>(std::vector<Matrix>{a});
  for (const Operation operation : operations) {
    const auto b = batch_of<TypeParam>(std::vector<Matrix>{product(applied(operation, a), exact)});
    const auto worst = [&](int steps) {
      const Matrix x = member(solved(batch, b, {.operation = operation, .refine = steps}).x, 0);
      double largest = 0;
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < 2; ++j) {
          largest = std::max(largest, Kokkos::abs(x(i, j) - exact(i, j)) / exact(i, j).real());
        }
      }
      return largest / eps<TypeParam>;
    };
    EXPECT_GT(worst(0), 10) << "op " << int(operation);
    EXPECT_LE(worst(4), 2) << "op " << int(operation);
  }
}

/// Two diagonals, the first row four times as large, rows in reverse: sign, logarithm, and condition numbers that
/// differ in the two norms. ||A||_1 = 8, ||A||_inf = 12, of the inverse both are 1 but for 2^-n.
TYPED_TEST(Blocked, Numbers) {
  for (const int n : large_orders()) {
    const auto a = batch_of<TypeParam>(2, n, n, [&](int, int i, int j) {
      const int row = n - 1 - i;
      return (row == j ? 2.0 : j == row + 1 ? 1.0 : 0.0) * (row == 0 ? 4 : 1);
    });
    const auto number = determinants(a);
    for (int b = 0; b < 2; ++b) {
      EXPECT_EQ(number.sign[b], TypeParam(n * (n - 1) / 2 % 2 == 0 ? 1 : -1));
      EXPECT_NEAR(number.log_abs[b], (n + 2) * std::log(2.0), 8 * eps<TypeParam> * n);
      for (const Storage storage : {Storage::right, Storage::left, Storage::strided}) {
        EXPECT_NEAR(conditions(a, ConditionNorm::one, storage).rcond[b], 1.0 / 8, 8 * eps<TypeParam>);
        EXPECT_NEAR(conditions(a, ConditionNorm::infinity, storage).rcond[b], 1.0 / 12, 8 * eps<TypeParam>);
      }
    }
  }
}

/// rcond does not depend on the scale, is 0 for a singular matrix and NaN for one that is not finite.
TYPED_TEST(Blocked, ConditionAtTheEndsOfTheRange) {
  const int n = large_orders().front();
  using Real = real_t<TypeParam>;
  const Real tiny = std::numeric_limits<Real>::min() * 64, huge = std::numeric_limits<Real>::max() / Real(2.1);
  const TypeParam direction = narrowed<TypeParam>(Wide(1, 1));
  const auto a = batch_of<TypeParam>(4, n, n, [&](int b, int i, int j) {
    if (b == 2 && j == 5) return TypeParam(0);
    if (b == 3 && i == 7 && j == 1) return quiet_nan<TypeParam>();
    return direction * (Real(i == j ? 2 : j == i + 1 ? 1 : 0) * (b == 0 ? tiny : huge));
  });
  const auto condition = conditions(a).rcond;
  EXPECT_NEAR(condition[0], 1.0 / 3, 8 * eps<TypeParam>);
  EXPECT_NEAR(condition[1], 1.0 / 3, 8 * eps<TypeParam>);
  EXPECT_EQ(condition[2], 0);
  EXPECT_TRUE(std::isnan(condition[3]));
}

/// From the lower triangle alone, both triangles of the inverse; a matrix that is not definite says where.
TYPED_TEST(Blocked, Cholesky) {
  for (const int n : large_orders()) {
    const auto full = [n](int i, int j) { return 1.0 / (1 + std::abs(i - j)) + (i == j ? 1.0 : 0.0); };
    const auto a = batch_of<TypeParam>(2, n, n, [&](int b, int i, int j) {
      if (i < j) return poison<TypeParam>();
      return TypeParam(static_cast<real_t<TypeParam>>(b == 1 && i == 40 && j == 40 ? -1.0 : full(i, j)));
    });
    const Matrix exact = matrix_of(n, n, [&](int i, int j) { return Wide(full(i, j)); });
    for (const Placement& where : {placement(0), placement(1), placement(6)}) {
      SCOPED_TRACE(concat("n ", n, ", ", name(where)));
      const auto result = inverted(a, cholesky, where);
      EXPECT_TRUE(result.untouched);
      EXPECT_EQ(result.info, (std::vector<int>{0, 41}));
      EXPECT_TRUE(all_nan(result.x, 1));
      const Matrix x = member(result.x, 0), v = random_matrix(n, 2, false, 5);
      EXPECT_LT(norm_one(difference(product(exact, product(x, v)), v)) /
                    (n * norm_one(exact) * norm_one(x) * norm_one(v) * eps<TypeParam>),
                threshold);
      EXPECT_EQ(x(3, n - 2), Kokkos::conj(x(n - 2, 3)));
    }
  }
}

}  // namespace

}  // namespace kolibri::test
