#include <cmath>
#include <utility>

#include "support_names.hpp"

// Where a matrix no longer fits team scratch, and where inverses are made block by block: products with a few random
// vectors stand for products of matrices. Large sizes, as hosts have them, are for one scalar.
namespace kolibri::test {

namespace {

template <class Scalar>
class LargeMatrices : public testing::Test {
 protected:
  /// The largest n for which the matrix itself lies in team scratch.
  static int largest_in_scratch(InverseTask task) {
    const InverseOptions kept_whole{.method = InverseMethod::gauss_jordan, .pivoting = Pivoting::none};
    int fits = 1, beyond = 8192;
    while (beyond - fits > 1) {
      const int n = (fits + beyond) / 2;
      const bool in_scratch =
          inverse_scratch<Space, Scalar>(Space(), task, 1, n, 2, kept_whole) >= sizeof(Scalar) * n * n;
      (in_scratch ? fits : beyond) = n;
    }
    return fits;
  }

  static std::vector<int> sizes(InverseTask task) {
    const int n = largest_in_scratch(task);
    if (extent() == Extent::full || n < 300) return {n - 1, n, n + 1};
    if (extent() == Extent::host && std::is_same_v<Scalar, double>) return {n + 1};
    return {};
  }

  static HostBatch<Scalar> random_members(int batch, int n) {
    std::vector<Matrix> members;
    for (int b = 0; b < batch; ++b) members.push_back(random_matrix(n, n, is_complex<Scalar>, n + b));
    return batch_of<Scalar>(members);
  }

  /// ||X (A V) - V|| / (n ||A|| ||X|| ||V|| eps) and the same with A (X V), the larger one.
  static double probed_ratio(const Matrix& a, const Matrix& x) {
    const Matrix v = random_matrix(a.rows, 3, is_complex<Scalar>, 5);
    const double scale = a.rows * norm_one(a) * norm_one(x) * norm_one(v) * eps<Scalar>;
    const double left = norm_one(difference(product(x, product(a, v)), v)),
                 right = norm_one(difference(product(a, product(x, v)), v));
    return std::max(left, right) / scale;
  }

  static void expect_good(const HostBatch<Scalar>& a, const Result<Scalar>& result, int b) {
    EXPECT_EQ(result.info[b], 0) << "member " << b;
    EXPECT_LT(probed_ratio(member(a, b), member(result.x, b)), threshold) << "member " << b;
  }

  static void expect_inverse(const HostBatch<Scalar>& a, const InverseOptions& options, const Placement& where) {
    SCOPED_TRACE(concat("n ", a.extent(1), ", batch ", a.extent(0), ", ", name(where)));
    const auto result = inverted(a, options, where);
    EXPECT_TRUE(result.untouched);
    for (int b = 0; b < a.extent_int(0); ++b) expect_good(a, result, b);
  }
};
TYPED_TEST_SUITE(LargeMatrices, AllScalars);

/// One matrix and several, which may go different ways.
TYPED_TEST(LargeMatrices, Inverse) {
  for (const int n : this->sizes(InverseTask::inverse)) {
    for (const int batch : {1, 6}) {
      if (batch > 1 && extent() != Extent::full) continue;
      const auto a = this->random_members(batch, n);
      int number = n;
      for (const NamedMethod& method : general_methods) {
        SCOPED_TRACE(method.name);
        this->expect_inverse(a, method.options, placement(number++));
        if (extent() == Extent::full) this->expect_inverse(a, method.options, placement(number + 3));
      }
    }
  }
}

/// Around the widths of panels, in all storages.
TYPED_TEST(LargeMatrices, Panels) {
  const InverseOptions blocked{.method = InverseMethod::blocked_gauss_jordan};
  for (const int n : {1, 31, 32, 33, 224, 255, 256, 257, 300, 513}) {
    if (extent() != Extent::full && n != 33 && n != 257 && !std::is_same_v<TypeParam, double>) continue;
    if (extent() == Extent::reduced && n != 257) continue;
    const auto a = this->random_members(1, n);
    this->expect_inverse(a, blocked, {Storage::strided, Storage::right});
    this->expect_inverse(a, blocked, {Storage::left, Storage::left, true});
    this->expect_inverse(a, blocked, {Storage::padded, Storage::padded, true});
  }
}

/// A column of zeros anywhere in a panel, a NaN, and good members between.
TYPED_TEST(LargeMatrices, SingularAndNonFiniteMembers) {
  const int n = this->largest_in_scratch(InverseTask::inverse) + 1;
  if (n > 300 && extent() != Extent::full) return;
  const auto a = this->random_members(4, n);
  const auto clean = inverted(a);
  for (const int zero : {0, 31, 32, n - 1}) {
    const auto mixed = batch_of<TypeParam>(4, n, n, [&](int b, int i, int j) {
      if (b == 2 && i == n - 1 && j == 3) return quiet_nan<TypeParam>();
      return b == 0 && j == zero ? TypeParam(0) : a(b, i, j);
    });
    const auto result = inverted(mixed, {}, {.in_place = zero % 2 == 0});
    EXPECT_TRUE(result.untouched);
    EXPECT_EQ(result.info, (std::vector<int>{zero + 1, 0, -1, 0}));
    EXPECT_TRUE(all_nan(result.x, 0));
    EXPECT_TRUE(all_nan(result.x, 2));
    EXPECT_TRUE(same_member(clean, 1, result, 1) && same_member(clean, 3, result, 3));
    this->expect_good(a, result, 1);
    this->expect_good(a, result, 3);
  }
}

/// Diagonally dominant matrices need no exchanges, and Hermitian ones are definite.
TYPED_TEST(LargeMatrices, DominantDiagonal) {
  const int n = this->largest_in_scratch(InverseTask::inverse) + 1;
  if (n > 300 && extent() != Extent::full) return;
  const auto a = this->random_members(1, n);
  for (int i = 0; i < n; ++i) a(0, i, i) = TypeParam(2 * n);
  this->expect_inverse(a, {.pivoting = Pivoting::none}, {});
  const auto definite =
      batch_of<TypeParam>(1, n, n, [&](int, int i, int j) { return i >= j ? a(0, i, j) : conj(a(0, j, i)); });
  this->expect_inverse(definite, cholesky, {Storage::left, Storage::right});
}

/// Factors and solutions, directly and from the factors.
TYPED_TEST(LargeMatrices, Solution) {
  for (const int n : this->sizes(InverseTask::solve)) {
    const auto a = this->random_members(2, n);
    const auto b = batch_of<TypeParam>(2, n, 2, [](int, int i, int j) { return 1.0 / (1 + i + j); });
    const auto factors = factored(a);
    for (const auto& result : {solved(a, b), solved_from(factors, b)}) {
      EXPECT_TRUE(result.untouched);
      for (int k = 0; k < 2; ++k) {
        EXPECT_EQ(factors.info[k], 0);
        EXPECT_LT(residual_ratio(member(a, k), member(result.x, k), member(b, k), eps<TypeParam>), 10 * threshold);
      }
    }
  }
}

/// The determinant of a triangular matrix, its condition number and its inverse.
TYPED_TEST(LargeMatrices, TrianglesAndNumbers) {
  for (const int n : this->sizes(InverseTask::rcond)) {
    if (n > 300 && extent() != Extent::full) continue;
    const auto a = batch_of<TypeParam>(2, n, n, [](int, int i, int j) {
      return i == j ? 2.0 : j == i + 1 ? 1.0 : 0.0;
    });
    const auto number = determinants(a);
    const auto condition = conditions(a);
    const auto triangle = triangular_inverted(a, TriangularPart::upper);
    for (int b = 0; b < 2; ++b) {
      EXPECT_EQ(number.sign[b], TypeParam(1));
      EXPECT_NEAR(number.log_abs[b], n * std::log(2.0), 8 * eps<TypeParam> * n);
      EXPECT_NEAR(condition.rcond[b], 1.0 / 3, 8 * eps<TypeParam>);  // ||A|| = 3, ||A^-1|| = 1 - 2^-n
      EXPECT_EQ(triangle.x(b, n - 2, n - 1), TypeParam(-0.25));
      EXPECT_EQ(triangle.info[b], 0);
    }
  }
}

}  // namespace

}  // namespace kolibri::test
