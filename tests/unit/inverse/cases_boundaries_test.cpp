#include <cmath>
#include <limits>

#include "cases_support.hpp"

// Where devices change from one kernel for small matrices to another: batches with members of every kind, longer than a
// team's share and not a multiple of it, in every storage.
namespace kolibri::test {

namespace {

template <class Scalar>
class Boundaries : public testing::Test {};
TYPED_TEST_SUITE(Boundaries, AllScalars);

constexpr int k_batch = 133;

enum class Kind { good, zero_column, zero_row, zero, not_a_number, infinite, singular_and_infinite, subnormal, huge };
constexpr Kind bad_kinds[] = {Kind::zero_column, Kind::zero_row,     Kind::zero, Kind::singular_and_infinite,
                              Kind::infinite,    Kind::not_a_number, Kind::huge, Kind::subnormal};

/// One in nine is not good, the first and the last member of a team of 64 among them.
Kind kind_of(int b) { return b % 9 == 0 ? bad_kinds[b / 9 % 8] : Kind::good; }

/// The exponents of a subnormal number and of a large one with reciprocals that can be represented.
template <class Scalar>
constexpr int exponent_of_kind(Kind kind) {
  const int largest = std::numeric_limits<real_t<Scalar>>::max_exponent - 2;
  return kind == Kind::huge ? largest : -largest - 1;
}

template <class Scalar>
HostBatch<Scalar> members(int n) {
  const Matrix random = random_matrix(k_batch, n * n, is_complex<Scalar>, n);
  return batch_of<Scalar>(k_batch, n, n, [&](int b, int i, int j) -> Scalar {
    const Kind kind = kind_of(b);
    const double power = std::ldexp(1.0, exponent_of_kind<Scalar>(kind));
    if (kind == Kind::subnormal || kind == Kind::huge) return Scalar(i + j == n - 1 ? power : 0);
    if (kind == Kind::zero || (kind == Kind::zero_column && j == n / 2) || (kind == Kind::zero_row && i == n / 2)) {
      return Scalar(0);
    }
    if (kind == Kind::not_a_number && i == n - 1 && j == 0) return quiet_nan<Scalar>();
    if (kind == Kind::singular_and_infinite && j != n - 1) return Scalar(0);
    if ((kind == Kind::infinite || kind == Kind::singular_and_infinite) && i == 0 && j == n - 1)
      return Scalar(infinity);
    return narrowed<Scalar>(random(b, i * n + j));
  });
}

int info_of(Kind kind, int n) {
  switch (kind) {
    case Kind::zero_column:
      return n / 2 + 1;
    case Kind::zero_row:
      return n;
    case Kind::zero:
      return 1;
    case Kind::not_a_number:
    case Kind::infinite:
    case Kind::singular_and_infinite:
      return -1;
    default:
      return 0;
  }
}

template <class Scalar>
void expect_powers(const HostBatch<Scalar>& x, int b, int exponent) {
  const int n = x.extent_int(1);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      ASSERT_EQ(double(real(x(b, i, j))), i + j == n - 1 ? std::ldexp(1.0, exponent) : 0.0) << "member " << b;
    }
  }
}

template <class Scalar>
void expect_inverses(const HostBatch<Scalar>& a, const Result<Scalar>& result) {
  const int n = a.extent_int(1);
  EXPECT_TRUE(result.untouched);
  for (int b = 0; b < k_batch; ++b) {
    const Kind kind = kind_of(b);
    ASSERT_EQ(result.info[b], info_of(kind, n)) << "member " << b;
    if (result.info[b] != 0) {
      EXPECT_TRUE(all_nan(result.x, b)) << "member " << b;
    } else if (kind != Kind::good) {
      expect_powers(result.x, b, -exponent_of_kind<Scalar>(kind));
    } else if (n <= 16 || b % 16 == 1) {
      EXPECT_LT(inverse_ratio(a, result.x, b), threshold) << "member " << b;
    }
  }
}

std::vector<int> boundaries() {
  if (extent() != Extent::full) return {6, 7, 33};
  return {4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 16, 17, 20, 21,  24,  25, 28,
          29, 32, 33, 40, 41, 48, 49, 64, 65, 80, 81, 96, 97, 127, 128, 129};
}

TYPED_TEST(Boundaries, EveryKindOfMember) {
  for (const int n : boundaries()) {
    const auto a = members<TypeParam>(n);
    for (int number = 0; number < (extent() == Extent::full ? 8 : 2); ++number) {
      SCOPED_TRACE(concat("n ", n, ", ", name(placement(number))));
      expect_inverses(a, inverted(a, {}, placement(number)));
    }
  }
}

/// By the same kernel, wherever it lies and whoever is beside it; above 128 the kernel depends on the batch.
TYPED_TEST(Boundaries, BitsOfAMemberAreItsOwn) {
  for (const int n : boundaries()) {
    if (n > 128) continue;
    const auto a = members<TypeParam>(n);
    const auto expected = inverted(a);
    for (const int batch : {1, 7, 66}) {
      const auto rest =
          batch_of<TypeParam>(batch, n, n, [&](int b, int i, int j) { return a(k_batch - batch + b, i, j); });
      const auto got = inverted(rest, {}, {.in_place = true});
      for (int b = 0; b < batch; ++b) {
        ASSERT_TRUE(same_member(expected, k_batch - batch + b, got, b)) << "n " << n << ", " << b << " of " << batch;
      }
    }
  }
}

}  // namespace

}  // namespace kolibri::test
