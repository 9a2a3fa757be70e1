#include <gtest/gtest.h>

#include <cmath>
#include <kolibri/lanes.hpp>
#include <limits>

namespace kolibri::detail {
namespace {

template <class Real>
class LanesOf : public testing::Test {
 protected:
  /// -1, 2, -3, 4, ...
  static Lanes<Real> alternating() {
    Lanes<Real> x;
    for (int lane = 0; lane < x.count; ++lane) x[lane] = static_cast<Real>(lane % 2 == 0 ? -lane - 1 : lane + 1);
    return x;
  }
};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(LanesOf, Reals);

TYPED_TEST(LanesOf, FunctionsActLaneByLane) {
  const auto x = this->alternating();
  const Lanes<TypeParam> two(TypeParam(2)), zero(TypeParam(0));
  for (int lane = 0; lane < x.count; ++lane) {
    EXPECT_EQ(abs(x)[lane], std::abs(x[lane]));
    EXPECT_EQ(sqrt(abs(x))[lane], std::sqrt(std::abs(x[lane])));
    EXPECT_EQ(copysign(two, x)[lane], std::copysign(TypeParam(2), x[lane]));
    EXPECT_EQ(max(x, zero)[lane], std::max(x[lane], TypeParam(0)));
    EXPECT_EQ(select(x < zero, two, x)[lane], x[lane] < 0 ? 2 : x[lane]);
    EXPECT_EQ((x < zero)[lane], x[lane] < 0);
    EXPECT_EQ((two * x - two / x)[lane], 2 * x[lane] - 2 / x[lane]);
  }
}

TYPED_TEST(LanesOf, ReductionsSeeEveryLane) {
  for (int lane = 0; lane < Lanes<TypeParam>::count; ++lane) {
    Lanes<TypeParam> x(TypeParam(0));
    EXPECT_FALSE(any(x > Lanes<TypeParam>(TypeParam(0))));
    x[lane] = 3;
    EXPECT_TRUE(any(x > Lanes<TypeParam>(TypeParam(0))));
    EXPECT_EQ(sum(x), 3);
    EXPECT_EQ(largest_of(x), 3);
  }
}

TYPED_TEST(LanesOf, ZeroKeepsItsSign) {
  const Lanes<TypeParam> zero(-TypeParam(0));
  EXPECT_TRUE(std::signbit(zero[0]));
  EXPECT_FALSE(std::signbit(abs(zero)[0]));
}

TYPED_TEST(LanesOf, NothingIsLargerThanNaN) {
  const Lanes<TypeParam> nan(std::numeric_limits<TypeParam>::quiet_NaN()), one(TypeParam(1));
  EXPECT_FALSE(any((nan < one) | (one < nan) | (nan <= one) | (nan == nan)));
}

}  // namespace
}  // namespace kolibri::detail
