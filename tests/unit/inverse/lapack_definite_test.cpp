#include "lapack_types.hpp"
#include "support_names.hpp"

// LAPACK's dchkpo and zchkpo for the inverse by Cholesky. The upper triangle must not be read: it is poison.
namespace kolibri::test {

namespace {

template <class Scalar>
class DefiniteTypes : public testing::Test {};
TYPED_TEST_SUITE(DefiniteTypes, AllScalars);

template <class Scalar>
HostBatch<Scalar> lower_triangle(const HostBatch<Scalar>& a) {
  return batch_of<Scalar>(a.extent_int(0), a.extent_int(1), a.extent_int(2),
                          [&](int b, int i, int j) { return i >= j ? a(b, i, j) : poison<Scalar>(); });
}

template <class Scalar>
void expect_inverse(const TypedBatch<Scalar>& batch, const Placement& where) {
  SCOPED_TRACE(name(where));
  const auto result = inverted(lower_triangle(batch.a), cholesky, where);
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

TYPED_TEST(DefiniteTypes, InverseByCholesky) {
  for (const int n : orders()) {
    SCOPED_TRACE(concat("n ", n));
    const TypedBatch<TypeParam> batch(definite_type, definite_types, n);
    expect_inverse(batch, placement(n));
    expect_inverse(batch, placement(n + 4));
  }
}

TYPED_TEST(DefiniteTypes, InverseByTheGeneralMethods) {
  for (const int n : {2, 5, 16, 33}) {
    SCOPED_TRACE(concat("n ", n));
    const TypedBatch<TypeParam> batch(definite_type, definite_types, n);
    for (const NamedMethod& method : general_methods) {
      SCOPED_TRACE(method.name);
      const auto result = inverted(batch.a, method.options);
      EXPECT_EQ(result.info, batch.info);
      for (int b = 0; b < batch.size(); ++b) {
        if (batch.info[b] != 0) continue;
        EXPECT_LT(inverse_ratio(batch.a, result.x, b), threshold) << "member " << b;
      }
    }
  }
}

/// info is the first leading minor that is not positive.
TYPED_TEST(DefiniteTypes, IndefiniteMembers) {
  for (const int n : {1, 2, 3, 8, 17, 40}) {
    for (int bad = 0; bad < n; bad += std::max(1, n / 3)) {
      const auto a = batch_of<TypeParam>(2, n, n, [&](int b, int i, int j) {
        return i != j ? 0.0 : b == 0 && i == bad ? -1.0 : 1.0;
      });
      const auto result = inverted(a, cholesky);
      EXPECT_EQ(result.info[0], bad + 1) << "n " << n;
      EXPECT_TRUE(all_nan(result.x, 0)) << "n " << n;
      EXPECT_EQ(result.info[1], 0) << "n " << n;
      EXPECT_LT(inverse_ratio(a, result.x, 1), threshold) << "n " << n;
    }
  }
}

}  // namespace

}  // namespace kolibri::test
