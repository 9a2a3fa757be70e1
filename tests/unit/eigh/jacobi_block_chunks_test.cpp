#include <gtest/gtest.h>

#include <jacobi_block.hpp>

#include "cases_support.hpp"

// How jacobi_block cuts batches and matrices.
namespace kolibri::test {

namespace {

TEST(JacobiBlockShape, CoversTheMatrixWithAnEvenNumberOfBlocks) {
  for (int n = 1; n <= 1100; ++n) {
    for (const int widest : {1, 4, 16, 32}) {
      const auto shape = detail::block_shape<double>(n, widest);
      ASSERT_GE(shape.padded(), n);
      ASSERT_EQ(shape.blocks % 2, 0);
      ASSERT_LE(shape.width, widest);
      ASSERT_LT(shape.padded() - n, shape.blocks);
      ASSERT_GE(shape.ld, shape.padded());
    }
  }
  EXPECT_EQ(detail::block_shape<double>(256, 16).padded(), 256);
}

TEST(JacobiBlockChunk, IsBoundedInBytesAndNeverEmpty) {
  const auto chunk = [](int n, std::int64_t batch, bool vectors) {
    return detail::block_chunk<double>(detail::block_shape<double>(n, 16), batch, vectors);
  };
  EXPECT_EQ(chunk(256, 10, true), 10);  // 10 members need 16 MB
  EXPECT_EQ(chunk(20000, 5, true), 1);  // one member needs 10 GB
  EXPECT_GT(chunk(256, 1 << 20, false), chunk(256, 1 << 20, true));
  const auto bytes = detail::jacobi_block_workspace<Space, double>(Space(), std::int64_t(1) << 40, 64, {});
  EXPECT_LE(bytes, (std::size_t(1) << 30) + (1 << 20));
  EXPECT_GE(bytes, std::size_t(1) << 29);
}

/// Solves five members in chunks of `chunk` of them.
template <class Values>
void solve_in_chunks_of(int chunk, const GeneratedBatch<double, Space::memory_space>& a, const Values& w) {
  const int n = a.extent_int(1);
  detail::EighProblem<double> problem;
  problem.a = matrix_batch(a);
  problem.w = {w.data(), n, 1};
  const EighOptions options{.vectors = false};
  const auto shape = detail::block_shape_for<Space, double>(n);
  const Kokkos::View<std::byte*, Space> workspace("kolibri::test::workspace",
                                                  detail::block_workspace_bytes<double>(shape, chunk, false));
  detail::solve_in_chunks(Space(), problem, options, shape, chunk, workspace.data());
  Kokkos::fence();
}

TEST(JacobiBlockChunk, ChunksGiveWhatOneGives) {
  const int n = 40, batch = 5;
  const GeneratedBatch<double, Space::memory_space> a("kolibri::test::a", batch, n, n);
  generate(Space(), a, {.n = n, .batch = batch});
  const Kokkos::View<double**, Kokkos::LayoutRight, Space> whole("kolibri::test::whole", batch, n);
  const Kokkos::View<double**, Kokkos::LayoutRight, Space> pieces("kolibri::test::pieces", batch, n);
  solve_in_chunks_of(batch, a, whole);
  for (const int chunk : {1, 2, 4}) {
    Kokkos::deep_copy(pieces, nan);
    solve_in_chunks_of(chunk, a, pieces);
    EXPECT_LT(eigenvalue_difference(Space(), whole, pieces), threshold);
  }
}

}  // namespace

}  // namespace kolibri::test
