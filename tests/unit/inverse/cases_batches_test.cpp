#include "cases_support.hpp"

// Public reports about batches: sizes, repeats, storages.
namespace kolibri::test {

namespace {

template <class Scalar>
class Batches : public testing::Test {};
TYPED_TEST_SUITE(Batches, AllScalars);

// rocSOLVER 987, rocm-libraries 3743, 8521: wrong factors in large batches
TYPED_TEST(Batches, OneMatrixAMillionTimes) {
  const Rows a{{1, 0, 0, 0, 0, 0}, {0, 1, 0, 0, 0, 0}, {0, 2, 1, 0, 0, 0},
               {0, 1, 2, 1, 0, 0}, {0, 0, 0, 0, 1, 0}, {0, 0, 0, 0, 0, 1}};
  const Rows factors{{1, 0, 0, 0, 0, 0}, {0, 2, 1, 0, 0, 0}, {0, 0.5, 1.5, 1, 0, 0}, {0, 0.5, -1. / 3, 1. / 3, 0, 0},
                     {0, 0, 0, 0, 1, 0}, {0, 0, 0, 0, 0, 1}};
  const std::vector<int> pivots{1, 3, 4, 4, 5, 6};
  const int batch = extent() == Extent::full ? 1'000'000 : extent() == Extent::host ? 100'000 : 1'000;
  const auto many = batch_of<TypeParam>(batch, 6, 6, [&](int, int i, int j) { return narrowed<TypeParam>(a[i][j]); });
  for (const Storage storage : {Storage::right, Storage::left}) {
    const auto result = factored(many, {}, {storage, storage});
    EXPECT_TRUE(result.untouched);
    EXPECT_LT(distance(result.x, rows(factors)), 4);
    for (int k = 0; k < 6; ++k) EXPECT_EQ(result.pivots(0, 0, k), pivots[k]);
    const auto determinant = determinants(many, {}, storage);
    EXPECT_NEAR(real(determinant.determinant[0]), 1, 4 * eps<TypeParam>);
    int differing = 0;
    for (int b = 1; b < batch; ++b) {
      if (!same_member(result, 0, result, b) || !same_member(determinant, 0, determinant, b)) ++differing;
    }
    EXPECT_EQ(differing, 0);
  }
}

/// I + 1e-4 R with random R.
template <class Scalar>
HostBatch<Scalar> near_identity(int batch, int n) {
  const Matrix noise = random_matrix(batch, n * n, is_complex<Scalar>, n);
  return batch_of<Scalar>(batch, n, n, [&](int b, int i, int j) {
    return narrowed<Scalar>(Wide(i == j ? 1.0 : 0.0) + 1e-4 * noise(b, i * n + j));
  });
}

// pytorch 13276, 21643, 192508, 196745: 65,536 members and more
TYPED_TEST(Batches, AroundTheGridLimit) {
  for (const int batch : {0, 1, 65535, 65536, 65537}) {
    if (extent() == Extent::reduced && batch == 65535) continue;
    for (const int n : {2, 3}) {
      SCOPED_TRACE(concat("batch ", batch, ", n ", n));
      const auto a = near_identity<TypeParam>(batch, n);
      const auto b = batch_of<TypeParam>(batch, n, 1, [](int, int i, int) { return double(i + 1); });
      const auto inverse = inverted(a), x = solved(a, b), factors = factored(a), determinant = determinants(a);
      const auto condition = conditions(a);
      EXPECT_TRUE(inverse.untouched && x.untouched && factors.untouched && determinant.untouched);
      EXPECT_TRUE(condition.untouched);
      double largest = 0;
      int bad = 0;
      for (int k = 0; k < batch; ++k) {
        largest = std::max(largest, inverse_ratio(a, inverse.x, k));
        largest = std::max(largest, lu_ratio(a, factors, UnitFactor::lower, k));
        largest = std::max(largest, residual_ratio(member(a, k), member(x.x, k), member(b, k), eps<TypeParam>));
        if (inverse.info[k] != 0 || x.info[k] != 0 || factors.info[k] != 0 || determinant.info[k] != 0) ++bad;
        if (!(Kokkos::abs(determinant.determinant[k] - TypeParam(1)) < 1e-3) || !(condition.rcond[k] > 0.99)) ++bad;
      }
      EXPECT_LT(largest, threshold);
      EXPECT_EQ(bad, 0);
    }
  }
}

// pytorch 2156, cutorch 507, MatX 736: wrong in place
TYPED_TEST(Batches, InPlace) {
  for (const int n : {15, 16, 17, 20}) {
    const auto a = batch_of<TypeParam>(std::vector<Matrix>{random_matrix(n, n, is_complex<TypeParam>, n)});
    invert_by_all(a, [&](const Result<TypeParam>& result) {
      EXPECT_EQ(result.info[0], 0);
      EXPECT_LT(inverse_ratio(a, result.x), threshold) << "n " << n;
    });
  }
}

// cupy 1123: the input overwritten, in C and in Fortran order
TYPED_TEST(Batches, InputsAreLeftAlone) {
  const auto a = batch_of<TypeParam>(2, 10, 10, [](int, int i, int j) { return i <= j ? 1.0 + i : 0.0; });
  const auto b = batch_of<TypeParam>(2, 10, 2, [](int, int i, int j) { return double(i - j); });
  for (const Storage storage : storages) {
    const Placement where{storage, storage};
    for (const NamedMethod& method : general_methods) EXPECT_TRUE(inverted(a, method.options, where).untouched);
    EXPECT_TRUE(inverted(a, cholesky, where).untouched);
    const auto factors = factored(a, {}, where);
    EXPECT_TRUE(factors.untouched);
    EXPECT_TRUE(solved(a, b, {}, where).untouched);
    EXPECT_TRUE(solved_from(factors, b, {}, where).untouched);
    EXPECT_TRUE(determinants(a, {}, storage).untouched);
    EXPECT_TRUE(conditions(a, ConditionNorm::infinity, storage).untouched);
    EXPECT_TRUE(triangular_inverted(a, TriangularPart::upper, DiagonalKind::stored, where).untouched);
  }
}

// pytorch 47272, 53047: sometimes NaN, for want of an order between streams
TYPED_TEST(Batches, TenThousandRepeats) {
  const auto rotation = batch_of<TypeParam>(2, 3, 3, [](int, int i, int j) {
    return i == 2 || j == 2 ? double(i == j) : i == j ? -.4397 : i < j ? .8981 : -.8981;
  });
  const auto expected = inverted(rotation);
  EXPECT_LT(inverse_ratio(rotation, expected.x, 1), threshold);
  using View = Kokkos::View<TypeParam***, Kokkos::LayoutRight, Space>;
  const View a("kolibri::test a", 2, 3, 3), x("kolibri::test x", 2, 3, 3);
  const Kokkos::View<int*, Space> info("kolibri::test info", 2);
  Kokkos::deep_copy(a, rotation);
  const auto got = Kokkos::create_mirror_view(x);
  int differing = 0;
  for (int repeat = 0; repeat < 10'000; ++repeat) {
    const Space exec;
    Kokkos::deep_copy(exec, x, quiet_nan<TypeParam>());
    kolibri::inverse(exec, a, x, info);
    Kokkos::deep_copy(exec, got, x);
    exec.fence("kolibri::test");
    for (int i = 0; i < 18; ++i) {
      if (!same_bits(got.data()[i], expected.x.data()[i])) ++differing;
    }
  }
  EXPECT_EQ(differing, 0);
}

/// More than the resident teams have work, for sizes that work in scratch and in place.
TYPED_TEST(Batches, RepeatsOfALargerBatch) {
  const auto a =
      batch_of<TypeParam>(37, 20, 20, [](int b, int i, int j) { return 1.0 / (1 + (b + i * i + 3 * j) % 7); });
  for (const NamedMethod& method : general_methods) {
    const auto first = inverted(a, method.options);
    for (int repeat = 0; repeat < 20; ++repeat) {
      const auto again = inverted(a, method.options);
      for (int b = 0; b < 37; ++b) ASSERT_TRUE(same_member(first, b, again, b)) << method.name << ", member " << b;
    }
  }
}

}  // namespace

}  // namespace kolibri::test
