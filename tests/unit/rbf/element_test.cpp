#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <kolibri/detail/rbf_element.hpp>
#include <tuple>

// Elements of the collocation matrix and their derivatives, for every basis, dimension and term of the operator.
namespace kolibri::detail {
namespace {

constexpr std::array all_bases{RbfBasis::gaussian, RbfBasis::gaussian_sigma, RbfBasis::imq,
                               RbfBasis::mq,       RbfBasis::matern52,       RbfBasis::wendland_c4};

// phi(r), as the formulas stand in the books.
double phi(RbfBasis basis, double r, double a) {
  const double e = r / a, t = std::sqrt(5.0) * e;
  switch (basis) {
    case RbfBasis::gaussian:
      return std::exp(-r * r / (a * a));
    case RbfBasis::gaussian_sigma:
      return std::exp(-r * r / (2 * a * a));
    case RbfBasis::imq:
      return 1 / std::sqrt(1 + e * e);
    case RbfBasis::mq:
      return std::sqrt(1 + e * e);
    case RbfBasis::matern52:
      return (1 + t + t * t / 3) * std::exp(-t);
    case RbfBasis::wendland_c4:
      break;
  }
  return e < 1 ? std::pow(1 - e, 6) * (35 * e * e + 18 * e + 3) / 3 : 0;
}

constexpr double width = 0.8;
RbfNeuron<double> neuron_at(double x, double y, double z, double a = width) { return {{x, y, z}, 1 / (a * a)}; }

struct Setting {
  RbfBasis basis;
  int d;
  RbfRow<double> row;
  RbfNeuron<double> neuron;
};

// A point in [-0.4, 0.4]^d and a centre, components beyond d zero; `term` 0: kappa, 1: b, 2: q, 3: all of them.
Setting setting_of(RbfBasis basis, int d, int term) {
  Setting s{basis, d, {}, {}};
  const double x[3] = {0.31, -0.22, 0.13}, c[3] = {-0.05, 0.11, 0.24}, b[3] = {0.7, -1.3, 0.4};
  for (int j = 0; j < d; ++j) {
    s.row.x[j] = x[j];
    s.neuron.c[j] = c[j];
    if (term == 1 || term == 3) s.row.b[j] = b[j];
  }
  if (term == 0 || term == 3) s.row.kappa = 1.7;
  if (term == 2 || term == 3) s.row.q = -2.3;
  s.neuron.inverse_square = 1 / (width * width);
  return s;
}

double element(const Setting& s) { return rbf_element(s.basis, s.d, s.row, s.neuron); }

// Fourth-order differences.
template <class Function>
double first_derivative(const Function& f, double h) {
  return (f(-2 * h) - 8 * f(-h) + 8 * f(h) - f(2 * h)) / (12 * h);
}
template <class Function>
double second_derivative(const Function& f, double h) {
  return (-f(-2 * h) + 16 * f(-h) - 30 * f(0.0) + 16 * f(h) - f(2 * h)) / (12 * h * h);
}

double phi_moved(const Setting& s, int j, double shift) {
  double square = 0;
  for (int i = 0; i < 3; ++i) {
    const double z = s.row.x[i] + (i == j ? shift : 0) - s.neuron.c[i];
    square += z * z;
  }
  return phi(s.basis, std::sqrt(square), width);
}

class Element : public testing::TestWithParam<std::tuple<int, int, int>> {
 protected:
  Setting setting() const {
    const auto [basis, d, term] = GetParam();
    return setting_of(all_bases[basis], d, term);
  }
};

TEST_P(Element, IsTheOperatorOnPhi) {
  const Setting s = setting();
  double expected = s.row.q * phi_moved(s, 0, 0);
  for (int j = 0; j < s.d; ++j) {
    const auto along = [&](double shift) { return phi_moved(s, j, shift); };
    expected += s.row.kappa * second_derivative(along, 2e-3) + s.row.b[j] * first_derivative(along, 1e-3);
  }
  EXPECT_NEAR(element(s), expected, 2e-8);
}

TEST_P(Element, ByCentre) {
  const Setting s = setting();
  const auto derivatives = rbf_derivatives(s.basis, s.d, s.row, s.neuron);
  EXPECT_DOUBLE_EQ(derivatives.value, element(s));
  for (int j = 0; j < s.d; ++j) {
    const auto along = [&](double shift) {
      Setting moved = s;
      moved.neuron.c[j] += shift;
      return element(moved);
    };
    const double expected = first_derivative(along, 5e-4);
    EXPECT_NEAR(derivatives.centre[j], expected, 1e-9 * (1 + std::abs(expected))) << "component " << j;
  }
}

TEST_P(Element, ByLogarithmOfWidth) {
  const Setting s = setting();
  const auto along = [&](double shift) {
    Setting moved = s;
    moved.neuron.inverse_square = std::exp(-2 * (std::log(width) + shift));
    return element(moved);
  };
  EXPECT_NEAR(rbf_derivatives(s.basis, s.d, s.row, s.neuron).log_width, first_derivative(along, 5e-4), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(All, Element,
                         testing::Combine(testing::Range(0, 6), testing::Range(1, 4), testing::Range(0, 4)));

// At the centre F''' of two kinds is infinite; nothing of an element is.
TEST(ElementAtItsCentre, IsFinite) {
  for (const RbfBasis basis : all_bases) {
    for (int d = 1; d <= 3; ++d) {
      Setting s = setting_of(basis, d, 3);
      for (int j = 0; j < 3; ++j) s.row.x[j] = s.neuron.c[j];
      const auto at = rbf_derivatives(basis, d, s.row, s.neuron);
      EXPECT_TRUE(std::isfinite(at.value) && std::isfinite(at.log_width));
      for (const double by_centre : at.centre) EXPECT_TRUE(std::isfinite(by_centre));
    }
  }
}

// Lap exp(-r^2/a^2) = 4 e^{-r^2/a^2} (r^2 - a^2) / a^4 in two dimensions: M of the paper, section "Algorithm".
TEST(ElementOfThePaper, IsM) {
  const RbfRow<double> row{{0.3, 0.9, 0}, 1, {}, 0};
  const double a = 0.6, r2 = 0.04 + 0.16;
  EXPECT_NEAR(rbf_element(RbfBasis::gaussian, 2, row, neuron_at(0.1, 0.5, 0, a)),
              4 * std::exp(-r2 / (a * a)) * (r2 - a * a) / std::pow(a, 4), 1e-14);
}

TEST(ElementOfWendland, IsZeroOutsideItsSupport) {
  const RbfRow<double> row{{1, 0, 0}, 1, {1, 0, 0}, 1};
  EXPECT_EQ(rbf_element(RbfBasis::wendland_c4, 2, row, neuron_at(0, 0, 0, 0.99)), 0);
  EXPECT_NE(rbf_element(RbfBasis::wendland_c4, 2, row, neuron_at(0, 0, 0, 1.5)), 0);
}

}  // namespace
}  // namespace kolibri::detail
