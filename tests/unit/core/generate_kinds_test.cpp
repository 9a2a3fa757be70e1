#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <kolibri/generate_graphene.hpp>
#include <kolibri/generate_spectrum.hpp>
#include <limits>
#include <numbers>

#include "../scalars.hpp"
#include "generate_support.hpp"

namespace kolibri::test {

namespace {

using Complex = Kokkos::complex<double>;

template <class Scalar>
class GenerateKinds : public testing::Test {};
TYPED_TEST_SUITE(GenerateKinds, AllScalars);

GeneratorOptions spectrum(int n, int mode, double condition) {
  return {.kind = GeneratorKind::spectrum, .n = n, .batch = 3, .mode = mode, .condition = condition, .positive = true};
}

GeneratorOptions lapack(int n, int type) { return {.kind = GeneratorKind::lapack, .n = n, .batch = 3, .type = type}; }

TEST(Spectrum, ModesAreThoseOfDlatm1) {
  using Values = std::vector<double>;
  EXPECT_EQ(spectrum_values(spectrum(4, 1, 8), 0), (Values{1, 0.125, 0.125, 0.125}));
  EXPECT_EQ(spectrum_values(spectrum(4, 2, 8), 0), (Values{1, 1, 1, 0.125}));
  const Values geometric = spectrum_values(spectrum(4, 3, 8), 0);
  const Values expected{1, 0.5, 0.25, 0.125};
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(geometric[i], expected[i], 1e-15);
  EXPECT_EQ(spectrum_values(spectrum(5, 4, 2), 0), (Values{1, 0.875, 0.75, 0.625, 0.5}));
  for (const double value : spectrum_values(spectrum(100, 5, 8), 0)) EXPECT_TRUE(value > 0.125 && value < 1);
  for (const double value : spectrum_values(spectrum(100, 6, 8), 0)) EXPECT_LT(std::abs(value), 1);
  EXPECT_EQ(spectrum_values(spectrum(1, 2, 8), 0), (Values{1}));
}

TEST(Spectrum, SignsAreRandomUnlessPositive) {
  GeneratorOptions options = spectrum(1000, 4, 8);
  options.positive = false;
  const auto values = spectrum_values(options, 0);
  EXPECT_NEAR(std::count_if(values.begin(), values.end(), [](double x) { return x < 0; }), 500, 80);
}

TEST(Spectrum, GivenEigenvaluesAreRepeated) {
  GeneratorOptions options = spectrum(5, 0, 1);
  options.positive = false;
  options.eigenvalues = {2, -3};
  EXPECT_EQ(spectrum_values(options, 0), (std::vector<double>{2, -3, 2, -3, 2}));
}

TYPED_TEST(GenerateKinds, SpectrumIsThatOfTheMatrix) {
  const double tolerance = 100 * ulp<real_t<TypeParam>>;
  for (int mode = 0; mode <= 6; ++mode) {
    auto options = spectrum(20, mode, 100);
    options.eigenvalues = {1, -0.5, 0.25};
    const auto a = made<TypeParam>(options);
    EXPECT_TRUE(is_hermitian(a));
    for (int b = 0; b < 3; ++b) {
      Moments expected;
      for (const double value : spectrum_values(options, b)) {
        expected.trace += value;
        expected.square += value * value;
      }
      const Moments got = moments(a, b);
      EXPECT_NEAR(got.trace, expected.trace, tolerance * 20);
      EXPECT_NEAR(got.square, expected.square, tolerance * 20);
      EXPECT_GT(magnitude(a(b, 19, 0)), 0);  // not the diagonal matrix itself
    }
  }
}

TYPED_TEST(GenerateKinds, ScalingGradesTheMatrix) {
  auto options = spectrum(30, 4, 2);
  options.scaling = 1e6;
  const auto a = made<TypeParam>(options);
  EXPECT_TRUE(is_hermitian(a));
  double smallest = 1, largest = 0;
  for (int i = 0; i < 30; ++i) {
    smallest = std::min<double>(smallest, real(a(0, i, i)));
    largest = std::max<double>(largest, real(a(0, i, i)));
  }
  EXPECT_GT(largest, 1e-2);
  EXPECT_LT(smallest, 1e-9);
}

TYPED_TEST(GenerateKinds, LapackTypesHaveTheirForms) {
  const int n = 12;
  for (int type = 1; type <= 18; ++type) {
    const auto a = made<TypeParam>(lapack(n, type));
    EXPECT_TRUE(is_hermitian(a)) << "type " << type;
    if (type < 16) {
      EXPECT_EQ(magnitude(a(0, n - 1, 0)) == 0, type < 8) << "type " << type;
    }
    EXPECT_EQ(real(a(0, 0, 0)) == 0, type == 1) << "type " << type;
  }
  const auto identity = made<TypeParam>(lapack(n, 2));
  for (int i = 0; i < n; ++i) EXPECT_EQ(identity(1, i, i), TypeParam(1));
}

TYPED_TEST(GenerateKinds, LapackTypesNearTheThresholds) {
  using Real = real_t<TypeParam>;
  const double huge = std::numeric_limits<Real>::max(), tiny = std::numeric_limits<Real>::min();
  for (const int type : {6, 7, 11, 12, 14, 15, 17, 18}) {
    const auto a = made<TypeParam>(lapack(40, type));
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max<double>(largest, magnitude(a.data()[i]));
    const bool near_overflow = type == 6 || type == 11 || type == 14 || type == 17;
    EXPECT_GT(largest, near_overflow ? huge / 2000 : tiny / 20) << "type " << type;
    EXPECT_LT(largest, near_overflow ? huge / 40 : 2 * tiny) << "type " << type;
  }
}

// A band's half bandwidth is drawn from 0..n-1; the spectrum is evenly spaced whatever it is.
TYPED_TEST(GenerateKinds, BandMatricesKeepTheirSpectrum) {
  const int n = 16;
  auto options = lapack(n, 16);
  options.batch = 60;
  const auto a = made<TypeParam>(options);
  bool seen[16] = {};
  for (int b = 0; b < 60; ++b) {
    int half_bandwidth = 0;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < i; ++j) {
        if (magnitude(a(b, i, j)) > 0) half_bandwidth = std::max(half_bandwidth, i - j);
      }
    }
    seen[half_bandwidth] = true;
    double square = 0;
    for (int i = 0; i < n; ++i) square += std::pow(1 - i / 15.0, 2);
    EXPECT_NEAR(moments(a, b).square, square, 2000 * ulp<real_t<TypeParam>>);
  }
  EXPECT_GT(std::count(seen, seen + n, true), 10);
}

TYPED_TEST(GenerateKinds, MixedIsOfAllKinds) {
  const GeneratorOptions options{.kind = GeneratorKind::mixed, .n = 8, .batch = 2 * mixed_kinds};
  const auto a = made<TypeParam>(options);
  for (int b = 0; b < 2 * mixed_kinds; ++b) {
    const auto member = made<TypeParam>(mixed_kind(b, ulp<real_t<TypeParam>>, options), b, 1);
    EXPECT_TRUE(std::equal(member.data(), member.data() + 64, a.data() + 64 * b)) << "member " << b;
  }
}

TEST(Graphene, WaveNumbersSpanTheBrillouinZone) {
  const auto k = ribbon_wave_numbers({.k_points = 5});
  const double pi = std::numbers::pi;
  const std::vector<double> expected{-pi, -pi / 2, 0, pi / 2, pi};
  EXPECT_EQ(k, expected);
  EXPECT_EQ(ribbon_wave_numbers({.k_points = 1}), std::vector<double>{0});
}

// Two chains at k = pi/2, t = 1: A and B of a chain couple by 1 + e^{-ik} = 1 - i, B of the first to A of the second.
TEST(Graphene, ZigzagHamiltonian) {
  const auto h = made<Complex>(
      {.kind = GeneratorKind::graphene_ribbon, .edge = RibbonEdge::zigzag, .width = 2, .k_points = 5, .hopping = 1});
  const Complex o(0, 0), f(1, -1), t(1, 0);
  const Complex expected[4][4] = {{o, f, o, o}, {conj(f), o, t, o}, {o, t, o, f}, {o, o, conj(f), o}};
  EXPECT_TRUE(is_hermitian(h));
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) EXPECT_LT(magnitude(h(3, i, j) - expected[i][j]), 1e-15) << i << ' ' << j;
  }
}

// Three dimer lines at k = pi/2, t = 1: the dimers and B0-A1, B2-A1 within the cell, A0-B1 and A2-B1 across it.
TEST(Graphene, ArmchairHamiltonian) {
  const auto h = made<Complex>(
      {.kind = GeneratorKind::graphene_ribbon, .edge = RibbonEdge::armchair, .width = 3, .k_points = 5, .hopping = 1});
  EXPECT_TRUE(is_hermitian(h));
  const auto expect = [&](int i, int j, Complex x) { EXPECT_LT(magnitude(h(3, i, j) - x), 1e-15) << i << ' ' << j; };
  const int a0 = 0, b0 = 1, a1 = 2, b1 = 3, a2 = 4, b2 = 5;
  for (const int atom : {a0, a1, a2}) expect(atom, atom + 1, 1);
  expect(b0, a1, 1);
  expect(b2, a1, 1);
  expect(a0, b1, Complex(0, -1));
  expect(a2, b1, Complex(0, -1));
  expect(a0, a1, 0);
  EXPECT_NEAR(moments(h, 3).square, 2 * 7, 1e-14);  // 3 dimers and 4 bonds between lines, each twice
}

TEST(Graphene, MomentsOfTheArmchairEnergies) {
  const GeneratorOptions options{
      .kind = GeneratorKind::graphene_ribbon, .edge = RibbonEdge::armchair, .width = 8, .k_points = 9};
  const auto h = made<Complex>(options);
  const auto k = ribbon_wave_numbers(options);
  for (int b = 0; b < 9; ++b) {
    double square = 0;
    for (const double energy : armchair_energies(options, k[b])) square += energy * energy;
    EXPECT_NEAR(moments(h, b).square, square, 1e-11);
  }
}

}  // namespace

}  // namespace kolibri::test
