#include <functional>

#include "cases_support.hpp"

// Singular and non-finite members do not disturb their neighbours, and a member's bits do not depend on its place.
namespace kolibri::test {

namespace {

constexpr int k_batch = 12;

/// Good members, with a zero column, a NaN and an Inf in three of them where `spoilt`.
template <class Scalar>
HostBatch<Scalar> members(int n, bool spoilt) {
  std::vector<Matrix> all;
  for (int b = 0; b < k_batch; ++b) all.push_back(random_matrix(n, n, is_complex<Scalar>, 50 * n + b));
  const auto a = batch_of<Scalar>(all);
  for (int i = 0; i < n && spoilt; ++i) a(1, i, n / 2) = Scalar(0);
  if (spoilt) a(4, n - 1, 0) = quiet_nan<Scalar>();
  if (spoilt) a(10, 0, n - 1) = Scalar(std::numeric_limits<real_t<Scalar>>::infinity());
  return a;
}

constexpr bool is_spoilt(int b) { return b == 1 || b == 4 || b == 10; }

int info_of(int n, int b) { return b == 1 ? n / 2 + 1 : is_spoilt(b) ? -1 : 0; }

template <class Scalar>
using Function = std::function<Result<Scalar>(const HostBatch<Scalar>&)>;

/// Every function with every option that chooses a kernel.
template <class Scalar>
std::vector<Function<Scalar>> functions(int n) {
  using Batch = HostBatch<Scalar>;
  std::vector<Function<Scalar>> all;
  for (const NamedMethod& method : general_methods) {
    all.push_back([=](const Batch& a) { return inverted(a, method.options); });
    all.push_back([=](const Batch& a) { return inverted(a, method.options, {.in_place = true}); });
  }
  for (const UnitFactor unit : unit_factors) {
    const LuOptions options{.unit = unit};
    all.push_back([=](const Batch& a) { return factored(a, options); });
    all.push_back([=](const Batch& a) { return determinants(a, options); });
    all.push_back([=](const Batch& a) {
      const auto b = batch_of<Scalar>(a.extent_int(0), n, 2, [](int, int i, int j) { return 1.0 + i * j; });
      return solved(a, b, options);
    });
  }
  all.push_back([](const Batch& a) { return conditions(a); });
  return all;
}

template <class Scalar>
class Mixed : public testing::Test {};
TYPED_TEST_SUITE(Mixed, AllScalars);

TYPED_TEST(Mixed, GoodMembersAreThoseOfACleanRun) {
  for (const int n : {1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 32, 33, 65}) {
    const auto clean = members<TypeParam>(n, false), mixed = members<TypeParam>(n, true);
    int number = 0;
    for (const auto& function : functions<TypeParam>(n)) {
      SCOPED_TRACE(concat("n ", n, ", function ", number++));
      const auto expected = function(clean), got = function(mixed);
      EXPECT_TRUE(got.untouched);
      for (int b = 0; b < k_batch; ++b) {
        EXPECT_TRUE(is_spoilt(b) || same_member(expected, b, got, b)) << "member " << b;
        EXPECT_TRUE(got.info.empty() || got.info[b] == info_of(n, b)) << "member " << b;
      }
    }
  }
}

TYPED_TEST(Mixed, PlaceDoesNotMatter) {
  for (const int n : {1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 32, 33}) {
    const auto all = members<TypeParam>(n, true);
    for (const int batch : {1, 2, 5, 31, 200}) {
      const auto copies =
          batch_of<TypeParam>(batch, n, n, [&](int b, int i, int j) { return all((3 * b + 2) % k_batch, i, j); });
      int number = 0;
      for (const auto& function : functions<TypeParam>(n)) {
        const auto expected = function(all), got = function(copies);
        for (int b = 0; b < batch; ++b) {
          ASSERT_TRUE(same_member(expected, (3 * b + 2) % k_batch, got, b))
              << "n " << n << ", function " << number << ", member " << b << " of " << batch;
        }
        ++number;
      }
    }
  }
}

}  // namespace

}  // namespace kolibri::test
