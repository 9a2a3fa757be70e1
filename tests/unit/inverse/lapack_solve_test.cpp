#include "lapack_types.hpp"
#include "support_names.hpp"

// LAPACK's tests of solutions (dget02, dget04): op(A) X = B with known X, from A and from kept factors.
namespace kolibri::test {

namespace {

template <class Scalar>
class Solutions : public testing::Test {
 protected:
  /// Right-hand sides op(A) X* for random X*; zero columns in A do not matter.
  struct Sides {
    std::vector<Matrix> exact;
    HostBatch<Scalar> b;
  };

  static Sides sides(const TypedBatch<Scalar>& batch, Operation operation, int count) {
    Sides sides;
    std::vector<Matrix> b;
    for (int k = 0; k < batch.size(); ++k) {
      sides.exact.push_back(random_matrix(batch.a.extent_int(1), count, is_complex<Scalar>, 7 * k + count));
      b.push_back(product(applied(operation, member(batch.a, k)), sides.exact.back()));
    }
    sides.b = batch_of<Scalar>(b);
    return sides;
  }

  struct Known {
    std::vector<Reference> reference;

    explicit Known(const TypedBatch<Scalar>& batch) {
      for (int b = 0; b < batch.size(); ++b) {
        reference.push_back(batch.info[b] == 0 ? test::reference(member(batch.a, b)) : Reference());
      }
    }
    double rcond(int b, Operation operation) const {
      return operation == Operation::none ? reference[b].rcond_one : reference[b].rcond_infinity;
    }
  };

  static void expect_good(const TypedBatch<Scalar>& batch, const Known& known, const Sides& sides, Operation operation,
                          const Result<Scalar>& result) {
    EXPECT_TRUE(result.untouched);
    for (int b = 0; b < batch.size(); ++b) {
      if (batch.info[b] != 0) continue;
      const Matrix a = applied(operation, member(batch.a, b)), x = member(result.x, b);
      EXPECT_LT(residual_ratio(a, x, member(sides.b, b), eps<Scalar>), threshold) << "member " << b;
      EXPECT_LT(error_ratio(x, sides.exact[b], known.rcond(b, operation), eps<Scalar>), threshold) << "member " << b;
    }
  }

  static void expect_solved(const TypedBatch<Scalar>& batch, const Known& known, Operation operation, int count,
                            int number) {
    const Sides right = sides(batch, operation, count);
    for (const UnitFactor unit : unit_factors) {
      const LuOptions options{.unit = unit, .operation = operation};
      const Placement where = placement(number++);
      SCOPED_TRACE(concat("op ", int(operation), ", ", count, " sides, unit ", int(unit), ", ", name(where)));
      const auto direct = solved(batch.a, right.b, options, where);
      EXPECT_EQ(direct.info, batch.info);
      for (int b = 0; b < batch.size(); ++b) {
        EXPECT_TRUE(batch.info[b] == 0 || all_nan(direct.x, b)) << "member " << b;
      }
      expect_good(batch, known, right, operation, direct);
      const auto factors = factored(batch.a, options);
      expect_good(batch, known, right, operation, solved_from(factors, right.b, options, where));
    }
  }
};
TYPED_TEST_SUITE(Solutions, AllScalars);

TYPED_TEST(Solutions, OfAllTypes) {
  for (const int n : orders()) {
    SCOPED_TRACE(concat("n ", n));
    const TypedBatch<TypeParam> batch(general_type, general_types, n);
    const typename TestFixture::Known known(batch);
    int number = n;
    for (const Operation operation : operations) {
      for (const int count : {1, 2, 15}) this->expect_solved(batch, known, operation, count, number++);
    }
  }
}

TYPED_TEST(Solutions, OfNoSides) {
  const TypedBatch<TypeParam> batch(general_type, general_types, 3);
  const auto none = batch_of<TypeParam>(batch.size(), 3, 0, [](int, int, int) { return 0.0; });
  const auto result = solved(batch.a, none);
  EXPECT_TRUE(result.untouched);
  EXPECT_EQ(result.info, batch.info);
  EXPECT_TRUE(solved_from(factored(batch.a), none).untouched);
}

/// A x = b without row exchanges, for diagonally dominant A.
TYPED_TEST(Solutions, WithoutPivoting) {
  for (const int n : {1, 2, 5, 16, 33}) {
    Matrix a = random_matrix(n, n, is_complex<TypeParam>, n);
    for (int i = 0; i < n; ++i) a(i, i) += 2.0 * n;
    const auto batch = batch_of<TypeParam>(std::vector<Matrix>{a});
    const Matrix exact = random_matrix(n, 2, is_complex<TypeParam>, n + 1);
    const auto b = batch_of<TypeParam>(std::vector<Matrix>{product(member(batch, 0), exact)});
    for (const UnitFactor unit : unit_factors) {
      const auto result = solved(batch, b, {.pivoting = Pivoting::none, .unit = unit});
      EXPECT_EQ(result.info[0], 0);
      EXPECT_LT(residual_ratio(member(batch, 0), member(result.x, 0), member(b, 0), eps<TypeParam>), threshold);
    }
  }
}

}  // namespace

}  // namespace kolibri::test
