#include <algorithm>
#include <cmath>
#include <kolibri/eigh_fields.hpp>
#include <kolibri/enum_name.hpp>
#include <kolibri/error.hpp>
#include <vector>

#include "cases_support.hpp"

// jacobi_one_sided and tridiagonal have kernels for ranges of n, which differ in how they read and write matrices:
// every n, storage and way to read A.
namespace kolibri::test {

namespace {

std::vector<int> sizes() {
  if (extent() != Extent::full) return {1, 2, 6, 7, 11, 13, 19, 33, 50, 65};
  std::vector<int> all(162);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i) + 1;
  return all;
}

/// More members than a team has, and not a multiple.
template <class Scalar>
HostBatch<Scalar> some(int n) {
  return made<Scalar>({.n = n, .batch = 21, .seed = 5});
}

template <class Scalar>
void expect_accurate(const Solved<Scalar>& solved) {
  EXPECT_TRUE(solved_and_ascending(solved));
  EXPECT_LT(solved.accuracy.residual, threshold);
  EXPECT_LT(solved.accuracy.orthogonality, threshold);
  EXPECT_TRUE(solved.padding_intact);
  EXPECT_TRUE(solved.input_intact);
}

/// test(algorithm, n) for all of them.
template <class Scalar, class Test>
void for_each_size(const Test& test) {
  for (const EighAlgorithm algorithm : {EighAlgorithm::jacobi_one_sided, EighAlgorithm::tridiagonal}) {
    for (const int n : sizes()) {
      SCOPED_TRACE(concat(name_of(algorithm), ", n = ", n));
      if (serves<Scalar>(algorithm, n)) test(algorithm, n);
    }
  }
}

template <class Scalar>
class EverySize : public testing::Test {};
TYPED_TEST_SUITE(EverySize, AllScalars);

TYPED_TEST(EverySize, EveryStorage) {
  for_each_size<TypeParam>([](EighAlgorithm algorithm, int n) {
    const auto a = some<TypeParam>(n);
    const auto plain = solve(a, {.algorithm = algorithm});
    for (const Storage storage : {Storage::right, Storage::left, Storage::padded, Storage::in_place}) {
      for (const Triangle triangle : {Triangle::lower, Triangle::upper, Triangle::full}) {
        const auto solved = solve(a, {.algorithm = algorithm, .triangle = triangle}, storage);
        expect_accurate(solved);
        EXPECT_LE(difference(plain, solved), threshold);
      }
    }
  });
}

TYPED_TEST(EverySize, EveryOrder) {
  using Real = real_t<TypeParam>;
  for_each_size<TypeParam>([](EighAlgorithm algorithm, int n) {
    const auto a = some<TypeParam>(n);
    const auto plain = solve(a, {.algorithm = algorithm});
    for (const Order order : {Order::descending, Order::magnitude, Order::none}) {
      const auto solved = solve(a, {.algorithm = algorithm, .order = order});
      EXPECT_LT(solved.accuracy.residual, threshold);  // of V with W in its order
      for (std::size_t b = 0; b < a.extent(0); ++b) {
        std::vector<Real> expected(static_cast<std::size_t>(n)), values(expected.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
          expected[i] = plain.w(b, i);
          values[i] = solved.w(b, i);
        }
        if (order == Order::none) std::sort(values.begin(), values.end());
        if (order == Order::descending) std::reverse(expected.begin(), expected.end());
        if (order == Order::magnitude) {
          std::stable_sort(expected.begin(), expected.end(),
                           [](Real x, Real y) { return std::fabs(x) > std::fabs(y); });
        }
        EXPECT_EQ(values, expected) << "member " << b;
      }
    }
  });
}

/// Twice the upper triangle and nothing below has the Hermitian part that the whole matrix is.
TYPED_TEST(EverySize, HermitianPart) {
  for_each_size<TypeParam>([](EighAlgorithm algorithm, int n) {
    const auto a = some<TypeParam>(n);
    const auto plain = solve(a, {.algorithm = algorithm});
    for (std::size_t b = 0; b < a.extent(0); ++b) {
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < i; ++j) {
          a(b, j, i) = a(b, j, i) * real_t<TypeParam>(2);
          a(b, i, j) = TypeParam(0);
        }
      }
    }
    for (const Storage storage : {Storage::right, Storage::left}) {
      const auto solved = solve(a, {.algorithm = algorithm, .triangle = Triangle::symmetrize}, storage);
      expect_accurate(solved);
      EXPECT_LE(difference(plain, solved), threshold);
    }
    const auto flagged = solve(a, {.algorithm = algorithm, .triangle = Triangle::full});
    for (std::size_t b = 0; b < a.extent(0); ++b) EXPECT_EQ(flagged.info(b), n == 1 ? 0 : -2);
  });
}

}  // namespace

}  // namespace kolibri::test
