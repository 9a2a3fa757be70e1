#include <gtest/gtest.h>

#include <limits>
#include <tridiagonal.hpp>
#include <tuple>

#include "cases_support.hpp"

// How the tridiagonal method of devices cuts batches.
namespace kolibri::test {

namespace {

TEST(TridiagonalChunk, IsBoundedInBytesAndNeverEmpty) {
  const std::size_t bytes = detail::tridiagonal_workspace<Space, double>(std::int64_t(1) << 40, 64, true);
  if constexpr (runs_on_host<Space>) {
    EXPECT_EQ(bytes, 0u);
  } else {
    EXPECT_LE(bytes, detail::tridiagonal_chunk_bytes + (1 << 20));
    EXPECT_GE(bytes, detail::tridiagonal_chunk_bytes / 2);
    const auto chunk = detail::tridiagonal_chunk<Space, double>;
    EXPECT_EQ(chunk(32, 10, true), 10);
    EXPECT_EQ(chunk(20000, 5, true), 1);
    EXPECT_GT(chunk(64, 1 << 20, false), chunk(64, 1 << 20, true));
  }
}

template <class Scalar>
class TridiagonalChunks : public testing::Test {};
TYPED_TEST_SUITE(TridiagonalChunks, AllScalars);

/// What the chunks of `chunk` members make of the batch, vectors, values and info as the test below compares them.
template <class Scalar>
auto solved_in_chunks(const GeneratedBatch<Scalar, Space::memory_space>& a, int chunk) {
  using Memory = Space::memory_space;
  const int batch = a.extent_int(0), n = a.extent_int(1);
  const Kokkos::View<Scalar***, Kokkos::LayoutRight, Memory> v("kolibri::test::v", batch, n, n);
  const Kokkos::View<real_t<Scalar>**, Kokkos::LayoutRight, Memory> w("kolibri::test::w", batch, n);
  const Kokkos::View<int*, Memory> info("kolibri::test::info", batch);
  detail::EighProblem<Scalar> problem;
  problem.a = matrix_batch(a);
  problem.v = matrix_batch(v);
  problem.w = {w.data(), n, 1};
  problem.info = info.data();
  const Kokkos::View<std::byte*, Memory> workspace("kolibri::test::workspace",
                                                   detail::tridiagonal_workspace_bytes<Space, Scalar>(n, chunk, true));
  detail::tridiagonal_in_chunks(Space(), problem, {}, chunk, workspace.data());
  const Kokkos::HostSpace host;
  return std::tuple{Kokkos::create_mirror_view_and_copy(host, v), Kokkos::create_mirror_view_and_copy(host, w),
                    Kokkos::create_mirror_view_and_copy(host, info)};
}

/// Vectors, values and info of solved_in_chunks(), of a batch in which every tenth member is flagged or zero.
template <class Solved>
void expect_same_bits(const Solved& expected, const Solved& solved) {
  const auto& [v, w, info] = expected;
  const auto& [v_other, w_other, info_other] = solved;
  for (int b = 0; b < info.extent_int(0); ++b) {
    ASSERT_EQ(info(b), info_other(b));
    ASSERT_EQ(info(b), b % 20 == 13 ? -1 : 0);
    if (info(b) != 0) continue;
    for (int i = 0; i < w.extent_int(1); ++i) {
      ASSERT_EQ(w(b, i), w_other(b, i));
      for (int j = 0; j < w.extent_int(1); ++j) ASSERT_EQ(v(b, i, j), v_other(b, i, j));
    }
  }
}

/// A member's bits do not depend on the chunk, on its place in it, or on its company: some of the members are zero,
/// some hold a NaN.
TYPED_TEST(TridiagonalChunks, GiveTheBitsOfOne) {
  if constexpr (!runs_on_host<Space>) {
    const int batch = 70;
    for (const int n : {21, 40, 170}) {  // rows of several matrices in a warp, of one, and large matrices
      if (!serves<TypeParam>(EighAlgorithm::tridiagonal, n)) continue;
      const GeneratedBatch<TypeParam, Space::memory_space> a("kolibri::test::a", batch, n, n);
      generate(Space(), a, {.n = n, .batch = batch});
      const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), a);
      for (int b = 3; b < batch; b += 10) {
        for (int i = 0; i < n; ++i) {
          for (int j = 0; j < n; ++j) host(b, i, j) = b % 20 == 3 ? TypeParam(0) : quiet_nan<TypeParam>();
        }
      }
      Kokkos::deep_copy(a, host);
      const auto whole = solved_in_chunks<TypeParam>(a, batch);
      for (const int chunk : {1, 33, 64}) {
        SCOPED_TRACE(concat("n = ", n, ", chunks of ", chunk));
        expect_same_bits(whole, solved_in_chunks<TypeParam>(a, chunk));
      }
    }
  }
}

/// Beyond the tiles of devices: matrices in device memory.
TYPED_TEST(TridiagonalChunks, LargeMatricesAreSolved) {
  for (const int n : {113, 170, 256}) {
    SCOPED_TRACE(n);
    if (!serves<TypeParam>(EighAlgorithm::tridiagonal, n)) continue;
    const auto a = made<TypeParam>({.n = n, .batch = 3, .seed = 7});
    for (const Storage storage : {Storage::right, Storage::left, Storage::in_place}) {
      for (const Triangle triangle : {Triangle::lower, Triangle::upper, Triangle::full, Triangle::symmetrize}) {
        const auto solved = solve(a, {.algorithm = EighAlgorithm::tridiagonal, .triangle = triangle}, storage);
        EXPECT_TRUE(solved_and_ascending(solved));
        EXPECT_LT(solved.accuracy.residual, threshold);
        EXPECT_LT(solved.accuracy.orthogonality, threshold);
        EXPECT_TRUE(solved.padding_intact);
      }
    }
  }
}

/// A column at the edge of what is negligible, an unreachable tolerance and the largest max_sweeps.
TYPED_TEST(TridiagonalChunks, ExtremesAreSolved) {
  const auto small = batch_of<TypeParam>(1, 4, [](int, int i, int j) {
    return i == j ? 1 / double(1 << i) : i + j == 2 || i + j == 3 ? 1e-10 : 0;
  });
  const auto blocks = batch_of<TypeParam>(1, 4, [](int, int i, int j) {
    const double entries[4][4] = {{0, 1e-25, 0, 0}, {1e-25, 0, 0, 0}, {0, 0, 1, 0.5}, {0, 0, 0.5, 2}};
    return entries[i][j];
  });
  for (const auto& a : {small, blocks}) {
    for (const double tolerance : {0.0, 1e-30}) {
      for (const int max_sweeps : {40, std::numeric_limits<int>::max()}) {
        const auto solved =
            solve(a, {.algorithm = EighAlgorithm::tridiagonal, .tolerance = tolerance, .max_sweeps = max_sweeps});
        EXPECT_TRUE(solved_and_ascending(solved));
        EXPECT_LT(solved.accuracy.residual, threshold);
        EXPECT_LT(solved.accuracy.orthogonality, threshold);
      }
    }
  }
}

}  // namespace

}  // namespace kolibri::test
