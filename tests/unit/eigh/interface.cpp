#include "problem.hpp"

namespace kolibri::testing {
namespace {

template <class Scalar>
class EighInterface : public ::testing::Test {};
TYPED_TEST_SUITE(EighInterface, Scalars);

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

/// Every second member and every second row and column of larger Views: no stride is 1.
template <class Scalar>
void solve_strided(const HostMatrices<Scalar>& a, HostMatrices<Scalar>& v_host,
                   Kokkos::View<real_t<Scalar>**, Kokkos::LayoutRight, Kokkos::HostSpace>& w_host) {
  const std::size_t batch = a.extent(0), n = a.extent(1);
  const Kokkos::LayoutStride matrices(batch, 8 * n * n, n, 4 * n, n, 2), values(batch, 4 * n, n, 2);
  Kokkos::View<Scalar***, Kokkos::LayoutStride, Space> da("kolibri::test A", matrices), dv("kolibri::test V", matrices);
  Kokkos::View<real_t<Scalar>**, Kokkos::LayoutStride, Space> dw("kolibri::test W", values);
  auto mirror = Kokkos::create_mirror_view(da);
  for (std::size_t b = 0; b < batch; ++b) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) mirror(b, i, j) = a(b, i, j);
    }
  }
  Kokkos::deep_copy(da, mirror);
  eigh(Space(), da, dw, dv);
  const auto v = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), dv);
  const auto w = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), dw);
  for (std::size_t b = 0; b < batch; ++b) {
    for (std::size_t i = 0; i < n; ++i) {
      w_host(b, i) = w(b, i);
      for (std::size_t j = 0; j < n; ++j) v_host(b, i, j) = v(b, i, j);
    }
  }
}

TYPED_TEST(EighInterface, LayoutStride) {
  const auto a = random_hermitian<TypeParam>(3, 6);
  HostMatrices<TypeParam> v("kolibri::test V", 3, 6, 6);
  Kokkos::View<real_t<TypeParam>**, Kokkos::LayoutRight, Kokkos::HostSpace> w("kolibri::test W", 3, 6);
  solve_strided(a, v, w);
  for (int b = 0; b < 3; ++b) EXPECT_LT(residual_ratio(a, v, w, b), 30);
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
       {EighAlgorithm::jacobi_two_sided, EighAlgorithm::jacobi_one_sided, EighAlgorithm::jacobi_block}) {
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
