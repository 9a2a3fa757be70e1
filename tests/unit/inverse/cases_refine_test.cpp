#include "cases_support.hpp"
#include "lapack_types.hpp"

// Steps of Newton and Schulz lower the residual of an inverse, or keep it where it is at rounding level; iterative
// refinement makes the solution of an ill-conditioned system accurate to the last digits.
namespace kolibri::test {

namespace {

template <class Scalar>
class Refine : public testing::Test {};
TYPED_TEST_SUITE(Refine, AllScalars);

/// A good inverse stays good, a singular one is not touched.
TYPED_TEST(Refine, KeepsWhatIsGood) {
  for (const int n : {0, 1, 2, 3, 6, 16, 33}) {
    SCOPED_TRACE(n);
    const TypedBatch<TypeParam> batch(general_type, general_types, n);
    for (NamedMethod method : general_methods) {
      for (const int steps : {1, 2}) {
        SCOPED_TRACE(concat(method.name, ", steps ", steps));
        method.options.refine = steps;
        const auto result = inverted(batch.a, method.options, placement(n % 4));
        EXPECT_TRUE(result.untouched);
        EXPECT_EQ(result.info, batch.info);
        for (int b = 0; b < batch.size(); ++b) {
          if (batch.info[b] != 0) {
            EXPECT_TRUE(all_nan(result.x, b)) << "member " << b;
          } else {
            EXPECT_LT(inverse_ratio(batch.a, result.x, b), threshold) << "member " << b;
          }
        }
      }
    }
  }
}

/// Without exchanges a small pivot costs half of the digits or more, and each step doubles what is left.
TYPED_TEST(Refine, RepairsWhatNoPivotingBroke) {
  const double pivot = sizeof(real_t<TypeParam>) == 4 ? 3e-4 : 3e-9;
  for (NamedMethod method : general_methods) {
    method.options.pivoting = Pivoting::none;
    double worst = 0;
    for (const int n : {3, 4, 5, 8, 13, 20}) {
      SCOPED_TRACE(concat("n ", n, ", ", method.name));
      Matrix a = of_singular_values(geometric(n, 10), is_complex<TypeParam>, n);
      a(0, 0) = pivot;
      const auto batch = batch_of<TypeParam>(std::vector<Matrix>{a});
      const auto ratio_after = [&](int steps) {
        method.options.refine = steps;
        return inverse_ratio(batch, inverted(batch, method.options).x);
      };
      const double before = ratio_after(0);
      EXPECT_LT(ratio_after(1), std::max(1.0, before / 4));
      EXPECT_LT(ratio_after(2), 1);
      worst = std::max(worst, before);
    }
    EXPECT_GT(worst, 10) << method.name;
  }
}

/// As without steps, the upper triangle is not read.
TYPED_TEST(Refine, Cholesky) {
  const TypedBatch<TypeParam> batch(definite_type, definite_types, 9);
  const auto lower = batch_of<TypeParam>(
      batch.size(), 9, 9, [&](int b, int i, int j) { return i >= j ? batch.a(b, i, j) : poison<TypeParam>(); });
  for (const int steps : {1, 2}) {
    InverseOptions options = cholesky;
    options.refine = steps;
    const auto result = inverted(lower, options);
    EXPECT_EQ(result.info, batch.info);
    for (int b = 0; b < batch.size(); ++b) {
      if (batch.info[b] != 0) continue;
      EXPECT_LT(inverse_ratio(batch.a, result.x, b), threshold) << "member " << b;
    }
  }
}

/// Pascal's matrix, of condition about 0.05 / eps, with rows times powers of i or of -1, so that A, A^T and A^H differ.
template <class Scalar>
Matrix pascal_with_phases(int n) {
  Matrix a(n, n);
  for (int i = 0; i < n; ++i) {
    double binomial = 1;
    for (int j = 0; j < n; ++j) {
      const Wide phases[] = {1, is_complex<Scalar> ? Wide(0, 1) : Wide(1), -1,
                             is_complex<Scalar> ? Wide(0, -1) : Wide(-1)};
      a(i, j) = binomial * phases[i % 4];
      binomial = binomial * (i + j + 1) / (j + 1);
    }
  }
  return a;
}

/// The largest |x_ij - exact_ij| / |exact_ij|, in units of round-off.
template <class Scalar>
double worst_digit(const Matrix& x, const Matrix& exact) {
  double worst = 0;
  for (int i = 0; i < exact.rows; ++i) {
    for (int j = 0; j < exact.columns; ++j) {
      worst = std::max(worst, static_cast<double>(Kokkos::abs(x(i, j) - exact(i, j)) / Kokkos::abs(exact(i, j))));
    }
  }
  return worst / eps<Scalar>;
}

/// A, X and so B are integers: the solution is known to the last digit.
TYPED_TEST(Refine, SolvesToTheLastDigit) {
  const int n = sizeof(real_t<TypeParam>) == 4 ? 6 : 13;
  const Matrix a = pascal_with_phases<TypeParam>(n);
  Matrix exact(n, 3);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 3; ++j) exact(i, j) = (i * 7 + j * 3) % 9 - 4.5 > 0 ? 3 + i : -2 - j;
  }
  for (const Operation operation : operations) {
    for (const UnitFactor unit : unit_factors) {
      SCOPED_TRACE(concat("op ", int(operation), ", unit ", int(unit)));
      const auto batch = batch_of<TypeParam>(std::vector<Matrix>{a, a});
      const Matrix b = product(applied(operation, a), exact);
      const auto worst = [&](int steps) {
        const LuOptions options{.unit = unit, .operation = operation, .refine = steps};
        const auto result = solved(batch, batch_of<TypeParam>(std::vector<Matrix>{b, b}), options, placement(steps));
        EXPECT_TRUE(result.untouched);
        return worst_digit<TypeParam>(member(result.x, 1), exact);
      };
      EXPECT_GT(worst(0), 1000);
      EXPECT_LE(worst(10), 2);
    }
  }
}

}  // namespace

}  // namespace kolibri::test
