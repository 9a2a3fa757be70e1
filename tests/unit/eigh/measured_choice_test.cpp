#include <measured_choice.hpp>
#include <vector>

#include "problem.hpp"

namespace kolibri::testing {
namespace {

using detail::MeasuredChoice;

template <class Scalar>
bool serves(EighAlgorithm algorithm, int n, bool vectors) {
  return message_of([&] {
           eigh_algorithm<Space, Scalar>(Space(), 1, n, {.algorithm = algorithm, .vectors = vectors});
         }) == "no error";
}

template <class Scalar>
class EighMeasuredChoice : public ::testing::Test {};
TYPED_TEST_SUITE(EighMeasuredChoice, test::AllScalars);

constexpr int far = 512;  // as far as the scratch of every host takes every algorithm

/// At the first and at the last n of every row, at the first and the last batch of every table.
TYPED_TEST(EighMeasuredChoice, IsWhatAutoTakes) {
  std::vector<std::int64_t> batches{1};
  for (const std::int64_t first : detail::measured_batches) {
    batches.push_back(first - 1);
    batches.push_back(first);
  }
  for (const std::int64_t batch : batches) {
    for (const bool vectors : {true, false}) {
      int first = 1;
      for (const MeasuredChoice& row : detail::measured_choices<Space>(batch)) {
        if (row.scalar != scalar_type_of<TypeParam> || row.vectors != vectors) continue;
        for (const int n : {first, std::min(row.up_to, far)}) {
          SCOPED_TRACE(concat("batch = ", batch, ", n = ", n, vectors ? ", vectors" : ", values"));
          if (!serves<TypeParam>(row.algorithm, n, vectors)) {
            EXPECT_FALSE(runs_on_host<Space>);  // only the scratch of a device differs from one to the next
            continue;
          }
          const EighOptions options{.vectors = vectors};
          EXPECT_EQ((eigh_algorithm<Space, TypeParam>(Space(), batch, n, options)), row.algorithm);
        }
        first = std::min(row.up_to, far) + 1;
      }
    }
  }
}

TYPED_TEST(EighMeasuredChoice, GivesTheBitsOfTheAlgorithmByName) {
  for (const int n : {4, 5, 6, 7, 33}) {
    const auto a = random_hermitian<TypeParam>(3, n);
    Problem<TypeParam> chosen(a), named(a);
    chosen.solve();
    named.solve({.algorithm = eigh_algorithm<Space, TypeParam>(Space(), 3, n, {})});
    const auto expected = named.vectors(), got = chosen.vectors();
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(expected.data()[i], got.data()[i]);
  }
}

/// A good table, and what can be wrong with it: rows that descend, and no row that ends at INT_MAX.
TEST(MeasuredChoices, CoverEveryN) {
  std::array<MeasuredChoice, 16> rows{};
  std::size_t i = 0;
  for (const auto scalar : {ScalarType::float32, ScalarType::float64, ScalarType::complex64, ScalarType::complex128}) {
    for (const bool vectors : {true, false}) {
      rows[i++] = {scalar, vectors, 8, EighAlgorithm::jacobi_one_sided};
      rows[i++] = {scalar, vectors, INT_MAX, EighAlgorithm::jacobi_block};
    }
  }
  EXPECT_TRUE(detail::covers_every_n(rows));
  std::swap(rows[4], rows[5]);
  EXPECT_FALSE(detail::covers_every_n(rows));
  std::swap(rows[4], rows[5]);
  rows[15].up_to = 512;
  EXPECT_FALSE(detail::covers_every_n(rows));
}

}  // namespace
}  // namespace kolibri::testing
