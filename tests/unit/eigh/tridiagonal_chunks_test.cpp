#include <gtest/gtest.h>

#include <tridiagonal.hpp>

#include "cases_support.hpp"

// How the tridiagonal method of devices cuts batches.
namespace kolibri::test {

namespace {

TEST(TridiagonalChunk, IsBoundedInBytesAndNeverEmpty) {
  EXPECT_EQ(detail::tridiagonal_chunk<double>(32, 10, true), 10);
  EXPECT_EQ(detail::tridiagonal_chunk<double>(20000, 5, true), 1);
  EXPECT_GT(detail::tridiagonal_chunk<double>(64, 1 << 20, false),
            detail::tridiagonal_chunk<double>(64, 1 << 20, true));
  const std::size_t bytes = detail::tridiagonal_workspace<Space, double>(std::int64_t(1) << 40, 64, true);
  if (runs_on_host<Space>) {
    EXPECT_EQ(bytes, 0u);
  } else {
    EXPECT_LE(bytes, detail::tridiagonal_chunk_bytes + (1 << 20));
    EXPECT_GE(bytes, detail::tridiagonal_chunk_bytes / 2);
  }
}

template <class Scalar>
class TridiagonalChunks : public testing::Test {};
TYPED_TEST_SUITE(TridiagonalChunks, AllScalars);

/// A member's bits do not depend on the chunk or on its place in it.
TYPED_TEST(TridiagonalChunks, GiveTheBitsOfOne) {
  if constexpr (!runs_on_host<Space>) {
    using Memory = Space::memory_space;
    const int n = 21, batch = 70;
    const GeneratedBatch<TypeParam, Memory> a("kolibri::test::a", batch, n, n);
    generate(Space(), a, {.n = n, .batch = batch});
    const auto solve_in_chunks_of = [&](int chunk) {
      const Kokkos::View<TypeParam***, Kokkos::LayoutRight, Memory> v("kolibri::test::v", batch, n, n);
      const Kokkos::View<real_t<TypeParam>**, Kokkos::LayoutRight, Memory> w("kolibri::test::w", batch, n);
      detail::EighProblem<TypeParam> problem;
      problem.a = matrix_batch(a);
      problem.v = matrix_batch(v);
      problem.w = {w.data(), n, 1};
      const Kokkos::View<std::byte*, Memory> workspace("kolibri::test::workspace",
                                                       detail::tridiagonal_workspace_bytes<TypeParam>(n, chunk, true));
      detail::tridiagonal_in_chunks(Space(), problem, {}, chunk, workspace.data());
      return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), v);
    };
    const auto whole = solve_in_chunks_of(batch);
    for (const int chunk : {1, 33, 64}) {
      const auto pieces = solve_in_chunks_of(chunk);
      for (std::size_t i = 0; i < whole.size(); ++i) ASSERT_EQ(whole.data()[i], pieces.data()[i]) << chunk;
    }
  }
}

}  // namespace

}  // namespace kolibri::test
