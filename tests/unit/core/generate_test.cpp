#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <kolibri/error.hpp>
#include <kolibri/random.hpp>
#include <string>

#include "../scalars.hpp"
#include "generate_support.hpp"

namespace kolibri::test {

namespace {

template <class Scalar>
class Generate : public testing::Test {};
TYPED_TEST_SUITE(Generate, AllScalars);

void expect_words(const RandomBits& bits, std::uint32_t w0, std::uint32_t w1, std::uint32_t w2, std::uint32_t w3) {
  EXPECT_EQ(bits.word[0], w0);
  EXPECT_EQ(bits.word[1], w1);
  EXPECT_EQ(bits.word[2], w2);
  EXPECT_EQ(bits.word[3], w3);
}

// The known answers that the authors of Philox publish with it.
TEST(Random, PhiloxKnownAnswers) {
  expect_words(philox(0, 0, 0), 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8);
  expect_words(philox(~0ull, ~0ull, ~0ull), 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd);
  expect_words(philox(0x299f31d0a4093822, 0x0370734413198a2e, 0x85a308d3243f6a88), 0xd16cfe09, 0x94fdcceb, 0x5001e420,
               0x24126ea1);
}

TEST(Random, UniformIsOpen) {
  const RandomBits zeros{}, ones{{~0u, ~0u, ~0u, ~0u}};
  EXPECT_EQ(uniform<float>(zeros, 0), std::ldexp(1.0f, -24));
  EXPECT_EQ(uniform<double>(zeros, 1), std::ldexp(1.0, -53));
  EXPECT_EQ(uniform<float>(ones, 0), 1 - std::ldexp(1.0f, -24));
  EXPECT_EQ(uniform<double>(ones, 1), 1 - std::ldexp(1.0, -53));
}

TEST(Random, IntegersCoverTheirRange) {
  int hits[7] = {};
  for (int i = 0; i < 7000; ++i) ++hits[uniform_integer(philox(5, 0, i), 7)];
  for (const int hit : hits) EXPECT_NEAR(hit, 1000, 150);
}

TYPED_TEST(Generate, RandomIsHermitianAndUniform) {
  const auto a = made<TypeParam>({.n = 17, .batch = 50});
  EXPECT_TRUE(is_hermitian(a));
  double sum = 0, largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += real(a.data()[i]);
    largest = std::max<double>(largest, magnitude(a.data()[i]));
  }
  EXPECT_NEAR(sum / a.size(), 0, 0.03);  // five standard deviations of 7650 independent entries
  EXPECT_GT(largest, 0.99);
  EXPECT_LT(largest, 1);
}

// Each backend makes the bits that the counters (seed, member, i n + j) of the lower triangle give on the host.
TYPED_TEST(Generate, RandomHasTheSameBitsOnEveryBackend) {
  const auto a = made<TypeParam>({.n = 5, .batch = 7, .seed = 42});
  for (int b = 0; b < 7; ++b) {
    for (int i = 0; i < 5; ++i) {
      for (int j = 0; j < i; ++j) EXPECT_EQ(a(b, i, j), symmetric_uniform<TypeParam>(philox(42, b, 5 * i + j)));
      EXPECT_EQ(a(b, i, i), TypeParam(real(symmetric_uniform<TypeParam>(philox(42, b, 6 * i)))));
    }
  }
}

// Entry (i, j) of a general matrix has the counters (seed, member, i n + j) on its own.
TYPED_TEST(Generate, RandomGeneralHasNoSymmetry) {
  const auto a = made<TypeParam>({.kind = GeneratorKind::random_general, .n = 5, .batch = 7, .seed = 42});
  for (int b = 0; b < 7; ++b) {
    for (int i = 0; i < 5; ++i) {
      for (int j = 0; j < 5; ++j) EXPECT_EQ(a(b, i, j), symmetric_uniform<TypeParam>(philox(42, b, 5 * i + j)));
    }
  }
}

TYPED_TEST(Generate, UniformComesInRowsAndRectangles) {
  const auto whole = made<TypeParam>({.kind = GeneratorKind::random_general, .n = 6, .batch = 3, .seed = 9});
  const GeneratedBatch<TypeParam, Space::memory_space> rows("kolibri::test::rows", 1, 2, 6),
      tall("kolibri::test::tall", 2, 9, 2);
  generate_uniform(Space(), rows, 9, 2, 3);
  generate_uniform(Space(), tall, 9, 1);
  const auto two = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), rows);
  for (int j = 0; j < 6; ++j) {
    EXPECT_EQ(two(0, 0, j), whole(2, 3, j));
    EXPECT_EQ(two(0, 1, j), whole(2, 4, j));
  }
  const auto columns = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), tall);
  EXPECT_EQ(columns(1, 8, 1), symmetric_uniform<TypeParam>(philox(9, 2, 17)));
}

TYPED_TEST(Generate, PiecesEqualTheWhole) {
  for (const GeneratorKind kind :
       {GeneratorKind::random, GeneratorKind::random_general, GeneratorKind::spectrum, GeneratorKind::mixed}) {
    const GeneratorOptions options{.kind = kind, .n = 9, .batch = 40};
    const auto whole = made<TypeParam>(options), piece = made<TypeParam>(options, 31, 9);
    EXPECT_TRUE(std::equal(piece.data(), piece.data() + piece.size(), whole.data() + 31 * 81));
  }
}

TYPED_TEST(Generate, SeedsAndMembersDiffer) {
  for (const GeneratorKind kind : {GeneratorKind::random, GeneratorKind::spectrum}) {
    const auto a = made<TypeParam>({.kind = kind, .n = 4, .batch = 2});
    const auto other = made<TypeParam>({.kind = kind, .n = 4, .batch = 2, .seed = 2});
    EXPECT_NE(a(0, 1, 0), a(1, 1, 0));
    EXPECT_NE(a(0, 1, 0), other(0, 1, 0));
  }
}

TYPED_TEST(Generate, EmptyBatchesAreMade) {
  for (const GeneratorKind kind : {GeneratorKind::random, GeneratorKind::spectrum, GeneratorKind::mixed}) {
    EXPECT_EQ(made<TypeParam>({.kind = kind, .n = 3, .batch = 0}).size(), 0u);
    EXPECT_EQ(made<TypeParam>({.kind = kind, .n = 0, .batch = 33}).size(), 0u);
    EXPECT_EQ(made<TypeParam>({.kind = kind, .n = 1, .batch = 33}).size(), 33u);
  }
}

void expect_error(const GeneratorOptions& options, const std::string& text) {
  try {
    made<double>(options);
    FAIL() << "no error, expected: " << text;
  } catch (const Error& error) {
    EXPECT_EQ(error.what(), text);
  }
}

TEST(GenerateErrors, OptionsOutOfRange) {
  using enum GeneratorKind;
  expect_error({.n = -1}, "kolibri::generate: n must not be negative, got -1");
  expect_error({.batch = -2}, "kolibri::generate: batch must not be negative, got -2");
  expect_error({.kind = spectrum, .mode = 7}, "kolibri::generate: mode must be 0 to 6, got 7");
  expect_error({.kind = spectrum, .mode = 0}, "kolibri::generate: mode 0 takes eigenvalues, got none");
  expect_error({.kind = spectrum, .mode = 0, .eigenvalues = {1, INFINITY}},
               "kolibri::generate: eigenvalues must be finite, got inf");
  expect_error({.kind = spectrum, .condition = 0.5},
               "kolibri::generate: condition must be finite and at least 1, got 0.5");
  expect_error({.kind = spectrum, .scaling = 0}, "kolibri::generate: scaling must be finite and at least 1, got 0");
  expect_error({.kind = lapack, .type = 19}, "kolibri::generate: type must be 1 to 18, got 19");
  expect_error({.kind = graphene_ribbon, .width = 0}, "kolibri::generate: width must be 1 to 1048576, got 0");
  expect_error({.kind = graphene_ribbon, .k_points = 0}, "kolibri::generate: k_points must be at least 1, got 0");
  expect_error({.kind = graphene_ribbon},
               "kolibri::generate: graphene_ribbon is complex Hermitian; choose complex64 or complex128");
}

TEST(GenerateErrors, ShapesThatDoNotFit) {
  const GeneratedBatch<double, Space::memory_space> a("kolibri::test::a", 2, 3, 4);
  EXPECT_THROW(generate(Space(), a, {.n = 3}), Error);
  const GeneratedBatch<double, Space::memory_space> square("kolibri::test::a", 2, 3, 3);
  EXPECT_NO_THROW(generate(Space(), square, {.n = 3, .batch = 5}, 3));
  EXPECT_THROW(generate(Space(), square, {.n = 3, .batch = 5}, 4), Error);
}

}  // namespace

}  // namespace kolibri::test
