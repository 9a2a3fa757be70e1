#include "common/chunk.hpp"

#include <gtest/gtest.h>

namespace {

using kolibri::drivers::members_per_chunk;

TEST(MembersPerChunk, TakesTheWholeBatchWhenItFits) {
  EXPECT_EQ(members_per_chunk(1000, 16, 16000), 1000);
  EXPECT_EQ(members_per_chunk(1000, 16, 1 << 30), 1000);
  EXPECT_EQ(members_per_chunk(std::int64_t{1} << 40, 1, std::uint64_t{1} << 50), std::int64_t{1} << 40);
}

TEST(MembersPerChunk, TakesAsManyAsFit) {
  EXPECT_EQ(members_per_chunk(1000, 16, 15999), 999);
  EXPECT_EQ(members_per_chunk(1000, 16, 31), 1);
}

TEST(MembersPerChunk, IsNeverLessThanOne) {
  EXPECT_EQ(members_per_chunk(1, std::uint64_t{1} << 31, 1 << 20), 1);
  EXPECT_EQ(members_per_chunk(1, ~std::uint64_t{0}, 0), 1);
  EXPECT_EQ(members_per_chunk(0, 16, 1 << 20), 1);
  EXPECT_EQ(members_per_chunk(5, 0, 0), 1);
  EXPECT_EQ(members_per_chunk(5, 0, 100), 5);
}

}  // namespace
