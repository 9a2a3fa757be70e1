#include <kolibri/generate_graphene.hpp>
#include <numbers>

#include "cases_support.hpp"

// Bands of graphene nanoribbons against what is known exactly.
namespace kolibri::test {

namespace {

using Complex = Kokkos::complex<double>;

GeneratorOptions ribbon(RibbonEdge edge, int width, int k_points = 61) {
  return {.kind = GeneratorKind::graphene_ribbon, .edge = edge, .width = width, .k_points = k_points};
}

Solved<Complex> bands(const GeneratorOptions& options) {
  const auto solved = solve(made<Complex>(options));
  EXPECT_TRUE(solved_and_ascending(solved));
  EXPECT_LT(solved.accuracy.residual, threshold);
  return solved;
}

TEST(Graphene, SpectrumIsSymmetricAboutZero) {
  for (const RibbonEdge edge : {RibbonEdge::zigzag, RibbonEdge::armchair}) {
    for (const int width : {1, 2, 7, 16}) {
      const auto solved = bands(ribbon(edge, width));
      for (int b = 0; b < 61; ++b) {
        for (int i = 0; i < width; ++i) EXPECT_NEAR(solved.w(b, i), -solved.w(b, 2 * width - 1 - i), 1e-12);
      }
    }
  }
}

// Two bands are within e^(-width) of 0 for |k| well above 2 pi / 3, and at 0 for k = pi; away from the edge they part.
TEST(Graphene, ZigzagEdgeStatesAreFlat) {
  const int width = 20;
  const auto options = ribbon(RibbonEdge::zigzag, width, 121);
  const auto solved = bands(options);
  const auto k = ribbon_wave_numbers(options);
  for (int b = 0; b < 121; ++b) {
    const double highest_valence = solved.w(b, width - 1), lowest_conduction = solved.w(b, width);
    if (std::abs(std::abs(k[b]) - std::numbers::pi) < 1e-9) {
      EXPECT_NEAR(lowest_conduction, 0, 1e-12);
    }
    if (std::abs(k[b]) > 0.85 * std::numbers::pi) {
      EXPECT_NEAR(lowest_conduction, 0, 1e-5);
      EXPECT_NEAR(highest_valence, 0, 1e-5);
    }
    if (std::abs(k[b]) < 0.6 * std::numbers::pi) {
      EXPECT_GT(lowest_conduction, 0.1);
    }
  }
}

TEST(Graphene, ArmchairIsGaplessForEveryThirdWidth) {
  for (int width = 2; width <= 20; ++width) {
    const auto solved = bands(ribbon(RibbonEdge::armchair, width, 1));  // k = 0
    const double gap = solved.w(0, width) - solved.w(0, width - 1);
    if (width % 3 == 2) {
      EXPECT_NEAR(gap, 0, 1e-12) << "width " << width;
    } else {
      EXPECT_GT(gap, 0.3) << "width " << width;
    }
  }
}

TEST(Graphene, ArmchairEnergies) {
  for (const int width : {1, 2, 5, 8, 13, 20}) {
    const auto options = ribbon(RibbonEdge::armchair, width);
    const auto k = ribbon_wave_numbers(options);
    const auto a = made<Complex>(options);
    for (const NamedAlgorithm& algorithm : algorithms_for<Complex>(2 * width)) {
      const auto solved = solve(a, {.algorithm = algorithm.algorithm});
      for (int b = 0; b < 61; ++b) {
        const auto energies = armchair_energies(options, k[b]);
        for (int i = 0; i < 2 * width; ++i) EXPECT_NEAR(solved.w(b, i), energies[i], 1e-12) << algorithm.name;
      }
    }
  }
}

}  // namespace

}  // namespace kolibri::test
