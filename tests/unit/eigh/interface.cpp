#include "problem.hpp"

namespace kolibri::testing {
namespace {

template <class Scalar>
class EighInterface : public ::testing::Test {};
TYPED_TEST_SUITE(EighInterface, test::AllScalars);

template <class Scalar, class Layout>
void expect_solved(int batch, int n) {
  const auto a = random_hermitian<Scalar>(batch, n);
  Problem<Scalar, Layout> problem(a);
  problem.solve();
  const auto v = problem.vectors();
  const auto w = problem.values();
  for (int b = 0; b < batch; ++b) {
    EXPECT_EQ(problem.info()(b), 0);
    EXPECT_LT(residual_ratio(a, v, w, b), 30) << "n = " << n << ", member " << b;
    for (int i = 1; i < n; ++i) EXPECT_LE(w(b, i - 1), w(b, i));
  }
}

TYPED_TEST(EighInterface, LayoutRight) { expect_solved<TypeParam, Kokkos::LayoutRight>(5, 7); }
TYPED_TEST(EighInterface, LayoutLeft) { expect_solved<TypeParam, Kokkos::LayoutLeft>(5, 7); }

/// Element by element in the tested space: deep_copy does not know Views with gaps.
template <class From, class To>
struct Copy {
  From from;
  To to;

  KOKKOS_FUNCTION void operator()(int b) const {
    for (std::size_t i = 0; i < from.extent(1); ++i) {
      for (std::size_t j = 0; j < from.extent(2); ++j) to(b, i, j) = from(b, i, j);
    }
  }
};

template <class From, class To>
void copy(const From& from, const To& to) {
  Kokkos::parallel_for("kolibri::test copy", Kokkos::RangePolicy<Space>(0, from.extent(0)), Copy<From, To>{from, to});
}

/// Only every second row and column of larger matrices belongs to the batch: no stride is 1.
TYPED_TEST(EighInterface, LayoutStride) {
  constexpr int batch = 3, n = 6;
  const auto a = random_hermitian<TypeParam>(batch, n);
  Problem<TypeParam> dense(a);
  const Kokkos::LayoutStride gaps(batch, 8 * n * n, n, 4 * n, n, 2);
  Kokkos::View<TypeParam***, Kokkos::LayoutStride, Space> strided_a("kolibri::test A", gaps),
      strided_v("kolibri::test V", gaps);
  copy(dense.a, strided_a);
  eigh(Space(), strided_a, dense.w, strided_v);
  copy(strided_v, dense.v);
  Kokkos::fence();
  for (int b = 0; b < batch; ++b) EXPECT_LT(residual_ratio(a, dense.vectors(), dense.values(), b), 30);
}

TYPED_TEST(EighInterface, PreservesA) {
  const auto a = random_hermitian<TypeParam>(2, 9);
  Problem<TypeParam> problem(a);
  problem.solve();
  const auto after = problem.matrices();
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(a.data()[i], after.data()[i]);
}

TYPED_TEST(EighInterface, VectorsOverwriteAInPlace) {
  for (const auto algorithm :
       {EighAlgorithm::automatic, EighAlgorithm::jacobi_two_sided, EighAlgorithm::jacobi_one_sided,
        EighAlgorithm::jacobi_block, EighAlgorithm::tridiagonal}) {
    const auto a = random_hermitian<TypeParam>(4, 10);
    Problem<TypeParam> apart(a), in_place(a);
    apart.solve({.algorithm = algorithm});
    in_place.v = in_place.a;
    in_place.solve({.algorithm = algorithm});
    const auto expected = apart.vectors(), got = in_place.vectors();
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(expected.data()[i], got.data()[i]);
  }
}

TYPED_TEST(EighInterface, WorkspaceOverloadGivesTheSame) {
  const EighOptions options{.algorithm = EighAlgorithm::jacobi_block};
  const auto a = random_hermitian<TypeParam>(3, 40);
  Problem<TypeParam> own(a), handed(a);
  own.solve(options);
  const std::size_t bytes = eigh_workspace<Space, TypeParam>(Space(), 3, 40, options);
  EXPECT_GT(bytes, 0u);
  Kokkos::View<std::byte*, Space> workspace("kolibri::test workspace", bytes);
  eigh(Space(), handed.a, handed.w, handed.v, handed.status, options, workspace);
  Kokkos::fence();
  const auto expected = own.values(), got = handed.values();
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(expected.data()[i], got.data()[i]);
  Kokkos::View<std::byte*, Space> small("kolibri::test workspace", bytes - 1);
  EXPECT_EQ(
      message_of([&] { eigh(Space(), own.a, own.w, own.v, own.status, options, small); }),
      concat("kolibri::eigh: the workspace has ", bytes - 1, " bytes, ", bytes, " are needed; ask eigh_workspace()"));
}

TYPED_TEST(EighInterface, StatusIsOptional) {
  Problem<TypeParam> problem(random_hermitian<TypeParam>(2, 5));
  problem.status = {};
  problem.solve();
  EXPECT_LT(residual_ratio(problem.matrices(), problem.vectors(), problem.values(), 1), 30);
}

TEST(EighShapes, AreChecked) {
  Kokkos::View<double***, Space> a("a", 2, 3, 4), square("a", 2, 3, 3), v("v", 2, 3, 3), small("v", 2, 2, 2);
  Kokkos::View<double**, Space> w("w", 2, 3), short_w("w", 2, 2);
  EXPECT_EQ(message_of([&] { eigh(Space(), a, w, v); }), "kolibri::eigh: A must be square, got 3 x 4");
  EXPECT_EQ(message_of([&] { eigh(Space(), square, short_w, v); }),
            "kolibri::eigh: W must be 2 x 3 to match A, got 2 x 2");
  EXPECT_EQ(
      message_of([&] { eigh(Space(), square, w, small); }),
      "kolibri::eigh: V must be 2 x 3 x 3 to match A, got 2 x 2 x 2; set options.vectors = false for values only");
  EighStatus<double, Space::memory_space> status;
  status.info = Kokkos::View<int*, Space>("info", 3);
  EXPECT_EQ(message_of([&] { eigh(Space(), square, w, v, status); }),
            "kolibri::eigh: a status View must be empty or of length 2, got 3");
}

TEST(EighShapes, EmptyBatchesAndMatricesAreFine) {
  for (const auto& [batch, n] : {std::pair(0, 0), std::pair(2, 0), std::pair(0, 3)}) {
    Kokkos::View<double***, Space> a("a", batch, n, n), v("v", batch, n, n);
    Kokkos::View<double**, Space> w("w", batch, n);
    EXPECT_EQ(message_of([&] { eigh(Space(), a, w, v); }), "no error");
  }
}

}  // namespace
}  // namespace kolibri::testing
