#include <cmath>
#include <kolibri/team_policy.hpp>
#include <vector>

#include "problem.hpp"

namespace kolibri::testing {
namespace {

/// Those that take any of the sizes below on the tested backend.
constexpr EighAlgorithm algorithms[] = {EighAlgorithm::jacobi_two_sided, EighAlgorithm::jacobi_one_sided,
                                        EighAlgorithm::jacobi_block, EighAlgorithm::tridiagonal};

/// diag(-3, 1, 2, -1): the order of its values is plain to see.
HostMatrices<double> four_values() {
  HostMatrices<double> a("kolibri::test A", 1, 4, 4);
  const double values[] = {-3, 1, 2, -1};
  for (int i = 0; i < 4; ++i) a(0, i, i) = values[i];
  return a;
}

TEST(EighOptions, Order) {
  const std::pair<Order, std::array<double, 4>> expected[] = {
      {Order::ascending, {-3, -1, 1, 2}}, {Order::descending, {2, 1, -1, -3}}, {Order::magnitude, {-3, 2, 1, -1}}};
  for (const auto algorithm : algorithms) {
    for (const auto& [order, values] : expected) {
      Problem<double> problem(four_values());
      problem.solve({.algorithm = algorithm, .order = order});
      for (int i = 0; i < 4; ++i) {
        EXPECT_NEAR(problem.values()(0, i), values[i], 1e-14);
        const int unit = values[i] == -3 ? 0 : values[i] == 1 ? 1 : values[i] == 2 ? 2 : 3;
        EXPECT_NEAR(std::fabs(problem.vectors()(0, unit, i)), 1, 1e-14);
      }
    }
  }
}

TEST(EighOptions, TheOtherTriangleIsNeverRead) {
  for (const auto algorithm : algorithms) {
    for (const auto triangle : {Triangle::lower, Triangle::upper}) {
      const auto a = random_hermitian<Kokkos::complex<double>>(3, 12);
      auto half = random_hermitian<Kokkos::complex<double>>(3, 12);
      for (int b = 0; b < 3; ++b) {
        for (int i = 0; i < 12; ++i) {
          for (int j = 0; j < i; ++j) {
            (triangle == Triangle::lower ? half(b, j, i) : half(b, i, j)) = quiet_nan<Kokkos::complex<double>>();
          }
          half(b, i, i) = Kokkos::complex<double>(half(b, i, i).real(), NAN);  // ignored
        }
      }
      Problem<Kokkos::complex<double>> problem(half);
      problem.solve({.algorithm = algorithm, .triangle = triangle});
      for (int b = 0; b < 3; ++b) EXPECT_LT(residual_ratio(a, problem.vectors(), problem.values(), b), 30);
    }
  }
}

TEST(EighOptions, FullFlagsWhatIsNotHermitian) {
  for (const auto algorithm : algorithms) {
    auto a = random_hermitian<double>(3, 6);
    a(1, 4, 2) += 1e-3;
    Problem<double> problem(a);
    problem.solve({.algorithm = algorithm, .triangle = Triangle::full});
    EXPECT_EQ(problem.info()(0), 0);
    EXPECT_EQ(problem.info()(1), -2);
    EXPECT_EQ(problem.info()(2), 0);
    EXPECT_TRUE(std::isnan(problem.values()(1, 0)));
    EXPECT_TRUE(std::isnan(problem.vectors()(1, 5, 5)));
  }
}

TEST(EighOptions, SymmetrizeSolvesTheHermitianPart) {
  for (const auto algorithm : algorithms) {
    HostMatrices<double> a("kolibri::test A", 1, 2, 2);  // Hermitian part [[1, 2], [2, 1]]: -1, 3
    a(0, 0, 0) = a(0, 1, 1) = 1;
    a(0, 0, 1) = 4;
    Problem<double> problem(a);
    problem.solve({.algorithm = algorithm, .triangle = Triangle::symmetrize});
    EXPECT_NEAR(problem.values()(0, 0), -1, 1e-14);
    EXPECT_NEAR(problem.values()(0, 1), 3, 1e-14);
  }
}

TEST(EighOptions, MaxSweepsReportsWhatIsLeft) {
  for (const auto algorithm : algorithms) {
    Problem<double> problem(random_hermitian<double>(2, 48));
    problem.solve({.algorithm = algorithm, .max_sweeps = 1});
    EXPECT_GT(problem.info()(0), 0);
    EXPECT_EQ(problem.sweeps()(0), 1);
  }
}

TEST(EighOptions, ALooseToleranceSavesSweeps) {
  for (const auto algorithm : algorithms) {
    Problem<double> tight(random_hermitian<double>(1, 48)), loose(random_hermitian<double>(1, 48));
    tight.solve({.algorithm = algorithm});
    loose.solve({.algorithm = algorithm, .tolerance = 1e-2});
    EXPECT_EQ(loose.info()(0), 0);
    EXPECT_LT(loose.sweeps()(0), tight.sweeps()(0));
  }
}

TEST(EighOptions, AnUnreachableToleranceStagnatesAndIsConverged) {
  for (const auto algorithm : algorithms) {
    Problem<double> problem(random_hermitian<double>(3, 50));
    problem.solve({.algorithm = algorithm, .tolerance = 1e-300});
    for (int b = 0; b < 3; ++b) EXPECT_EQ(problem.info()(b), 0);
  }
}

/// A = D R D with R well conditioned and D graded: the eigenvalues are known to high relative accuracy from those of
/// the leading block, 1e-20 and smaller ones are lost by any method that is accurate relative to the norm only.
TEST(EighOptions, TheRelativeCriterionKeepsTinyValues) {
  HostMatrices<double> a("kolibri::test A", 1, 3, 3);
  const double d[] = {1e10, 1, 1e-10};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) a(0, i, j) = d[i] * d[j] * (i == j ? 1 : 0.25);
  }
  Problem<double> problem(a);
  problem.solve({.criterion = Criterion::relative});
  // Schur complements: 1e20, 1 - 1/16 = 15/16, and det R / (15/16) with det R = 1 - 3/16 + 2/64 = 27/32.
  EXPECT_NEAR(problem.values()(0, 2) / 1e20, 1, 1e-14);
  EXPECT_NEAR(problem.values()(0, 1) / (15. / 16), 1, 1e-14);
  EXPECT_NEAR(problem.values()(0, 0) / (1e-20 * 27. / 32 / (15. / 16)), 1, 1e-14);
}

TEST(EighOptions, ValuesOnlyAgreeWithVectors) {
  for (const auto algorithm : algorithms) {
    Problem<double> both(random_hermitian<double>(2, 33)), values(random_hermitian<double>(2, 33));
    both.solve({.algorithm = algorithm});
    values.solve({.algorithm = algorithm, .vectors = false});
    double largest = 0, difference = 0;
    for (int i = 0; i < 33; ++i) {
      largest = std::max(largest, std::fabs(both.values()(1, i)));
      difference = std::max(difference, std::fabs(both.values()(1, i) - values.values()(1, i)));
    }
    EXPECT_LE(difference, 30 * ulp<double> * largest);
  }
}

TEST(EighOptions, AreChecked) {
  Problem<double> problem(random_hermitian<double>(1, 4));
  EXPECT_EQ(message_of([&] { problem.solve({.tolerance = -1}); }), "kolibri::eigh: tolerance must be >= 0, got -1");
  EXPECT_EQ(message_of([&] { problem.solve({.max_sweeps = 0}); }), "kolibri::eigh: max_sweeps must be >= 1, got 0");
  EXPECT_EQ(
      message_of([&] { problem.solve({.algorithm = EighAlgorithm::jacobi_block, .criterion = Criterion::relative}); }),
      "kolibri::eigh: criterion 'relative' is jacobi_two_sided's, got another algorithm by name");
}

TEST(EighOptions, AnAlgorithmBeyondItsRangeIsAnErrorThatGivesTheRange) {
  const auto message = message_of(
      [] { eigh_algorithm<Space, double>(Space(), 1, 100000, {.algorithm = EighAlgorithm::jacobi_two_sided}); });
  EXPECT_EQ(message.find("kolibri::eigh: jacobi_two_sided takes n <= "), 0u) << message;
  EXPECT_NE(message.find("got 100000; use jacobi_block or auto"), std::string::npos) << message;
  EXPECT_EQ((eigh_algorithm<Space, double>(Space(), 1, 100000, {})), EighAlgorithm::jacobi_block);
}

TEST(EighOptions, AnAlgorithmOfHostsSaysSoOnADevice) {
  const auto message =
      message_of([] { eigh_algorithm<Space, double>(Space(), 1, 4, {.algorithm = EighAlgorithm::jacobi_lanes}); });
  const auto refusal =
      concat("kolibri::eigh: jacobi_lanes runs on hosts only so far, not on ", Space::name(), "; use auto");
  EXPECT_EQ(message, runs_on_host<Space> ? std::string("no error") : refusal);
}

}  // namespace
}  // namespace kolibri::testing
