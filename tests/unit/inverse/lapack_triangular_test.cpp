#include "lapack_types.hpp"
#include "support_names.hpp"

// LAPACK's dchktr and ztrtri. What is not of the triangle is poison in A, must not be read, and is not written in X.
namespace kolibri::test {

namespace {

template <class Scalar>
class TriangularTypes : public testing::Test {
 protected:
  struct Triangle {
    TriangularPart part;
    DiagonalKind diagonal;

    bool stores(int i, int j) const {
      return i == j ? diagonal == DiagonalKind::stored : (part == TriangularPart::upper) == (i < j);
    }
  };

  static TypedMatrix unit_type(int, const TypeOptions& options) {
    return triangular_type(unit_triangular_type, options);
  }

  /// The types, upper or lower; with a unit diagonal random ones.
  static TypedBatch<Scalar> all_types(const Triangle& triangle, int n) {
    const bool unit = triangle.diagonal == DiagonalKind::unit;
    TypedBatch<Scalar> batch(unit ? unit_type : triangular_type, unit ? 3 : triangular_types, n);
    for (int b = 0; b < batch.size(); ++b) {
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < i && triangle.part == TriangularPart::lower; ++j) {
          std::swap(batch.a(b, i, j), batch.a(b, j, i));
        }
      }
    }
    return batch;
  }

  /// A with `unread` beside the triangle; a unit diagonal is left as it is, which is anything but 1.
  static HostBatch<Scalar> stored(const HostBatch<Scalar>& a, const Triangle& triangle, const Scalar& unread) {
    return batch_of<Scalar>(a.extent_int(0), a.extent_int(1), a.extent_int(2),
                            [&](int b, int i, int j) { return i == j || triangle.stores(i, j) ? a(b, i, j) : unread; });
  }

  /// The triangular matrix that is meant.
  static Matrix meant(const HostBatch<Scalar>& a, const Triangle& triangle, int b) {
    const Matrix all = member(a, b);
    return matrix_of(all.rows, all.rows,
                     [&](int i, int j) { return triangle.stores(i, j) ? all(i, j) : Wide(i == j ? 1.0 : 0.0); });
  }

  static void expect_inverse(const TypedBatch<Scalar>& batch, const Triangle& triangle, const Placement& where) {
    SCOPED_TRACE(concat("part ", int(triangle.part), ", diagonal ", int(triangle.diagonal), ", ", name(where)));
    const auto a = stored(batch.a, triangle, poison<Scalar>());
    const auto result = triangular_inverted(a, triangle.part, triangle.diagonal, where);
    EXPECT_TRUE(result.untouched);
    EXPECT_EQ(result.info, batch.info);
    for (int b = 0; b < batch.size(); ++b) {
      expect_rest_untouched(a, result.x, triangle, where.in_place, b);
      if (batch.info[b] != 0) continue;
      const Matrix exact = meant(batch.a, triangle, b), x = meant(result.x, triangle, b);
      EXPECT_LT(inverse_ratio(exact, x, eps<Scalar>, true), threshold) << "member " << b;
      EXPECT_LT(inverse_ratio(exact, x, eps<Scalar>, false), threshold) << "member " << b;
    }
  }

  /// Beside the triangle X holds what it held before, and all of the triangle is written.
  static void expect_rest_untouched(const HostBatch<Scalar>& a, const HostBatch<Scalar>& x, const Triangle& triangle,
                                    bool in_place, int b) {
    int written = 0, missing = 0;
    for (int i = 0; i < x.extent_int(1); ++i) {
      for (int j = 0; j < x.extent_int(2); ++j) {
        const Scalar before = in_place ? a(b, i, j) : poison<Scalar>();
        if (!triangle.stores(i, j) && !same_bits(x(b, i, j), before)) ++written;
        if (triangle.stores(i, j) && !in_place && same_bits(x(b, i, j), before)) ++missing;
      }
    }
    EXPECT_EQ(written, 0) << "member " << b;
    EXPECT_EQ(missing, 0) << "member " << b;
  }
};
TYPED_TEST_SUITE(TriangularTypes, AllScalars);

TYPED_TEST(TriangularTypes, Inverse) {
  for (const int n : orders()) {
    SCOPED_TRACE(concat("n ", n));
    int number = n;
    for (const TriangularPart part : {TriangularPart::lower, TriangularPart::upper}) {
      for (const DiagonalKind diagonal : {DiagonalKind::stored, DiagonalKind::unit}) {
        const typename TestFixture::Triangle triangle{part, diagonal};
        const auto batch = this->all_types(triangle, n);
        this->expect_inverse(batch, triangle, placement(number++));
        this->expect_inverse(batch, triangle, placement(number + 3));
      }
    }
  }
}

TYPED_TEST(TriangularTypes, SingularAndNonFiniteMembersAreNaN) {
  for (const int n : {1, 2, 5, 33}) {
    const auto a = batch_of<TypeParam>(4, n, n, [&](int b, int i, int j) -> TypeParam {
      if (b == 1 && i == n - 1 && j == n - 1) return TypeParam(0);
      if (b == 2 && i == n / 2 && j == n / 2) return quiet_nan<TypeParam>();
      return TypeParam(i > j ? 0.25 : i == j ? 1.0 : 7.0);
    });
    const auto result = triangular_inverted(a, TriangularPart::lower);
    EXPECT_EQ(result.info, (std::vector<int>{0, n, -1, 0}));
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j <= i; ++j) {
        EXPECT_TRUE(is_finite(result.x(0, i, j)));
        EXPECT_TRUE(same_bits(result.x(0, i, j), result.x(3, i, j)));
        for (const int b : {1, 2}) EXPECT_TRUE(std::isnan(real(result.x(b, i, j))));
      }
    }
  }
}

/// L and U of one combined matrix, inverted one after the other in place, give the inverse.
TYPED_TEST(TriangularTypes, BothTrianglesOfOneMatrix) {
  for (const int n : {1, 2, 7, 16, 33}) {
    const auto a = batch_of<TypeParam>({of_singular_values(geometric(n, 10), is_complex<TypeParam>, n)});
    const auto factors = factored(a);
    const Placement in_place{.in_place = true};
    const auto upper = triangular_inverted(factors.x, TriangularPart::upper, DiagonalKind::stored, in_place);
    const auto both = triangular_inverted(upper.x, TriangularPart::lower, DiagonalKind::unit, in_place);
    const Matrix m = member(both.x, 0);
    const Matrix u = matrix_of(n, n, [&](int i, int j) { return i <= j ? m(i, j) : Wide(0); });
    Matrix x = product(u, matrix_of(n, n, [&](int i, int j) { return i > j ? m(i, j) : Wide(i == j ? 1.0 : 0.0); }));
    for (int k = n - 1; k >= 0; --k) {
      for (int i = 0; i < n; ++i) std::swap(x(i, k), x(i, factors.pivots(0, 0, k) - 1));
    }
    EXPECT_LT(inverse_ratio(member(a, 0), x, eps<TypeParam>, false), threshold) << "n " << n;
  }
}

}  // namespace

}  // namespace kolibri::test
