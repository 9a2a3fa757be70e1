#include "cases_support.hpp"

// Public reports about zero, constant, low-rank, repeated and graded spectra. Vectors of a repeated eigenvalue are not
// unique: residual and orthogonality are what is checked.
namespace kolibri::test {

namespace {

template <class Scalar>
class Degenerate : public testing::Test {};
TYPED_TEST_SUITE(Degenerate, AllScalars);

/// The bound on an eigenvalue of a matrix of this size and norm.
template <class Scalar>
double bound(int n, double norm) {
  return threshold * n * ulp<real_t<Scalar>> * norm;
}

// tensorflow 47661, cuSOLVERMp 0.4.2, pytorch 94772, Eigen bug 478: a zero matrix was an error
template <class Scalar>
void expect_zero(int n, NamedAlgorithm algorithm) {
  SCOPED_TRACE(concat("n ", n, ", ", algorithm.name));
  const auto solved = solve(diagonal<Scalar>(std::vector<double>(n, 0.0)), {.algorithm = algorithm.algorithm});
  EXPECT_EQ(solved.info(0), 0);
  for (int i = 0; i < n; ++i) {
    EXPECT_EQ(solved.w(0, i), 0);
    for (int j = 0; j < n; ++j) EXPECT_EQ(solved.v(0, i, j), Scalar(i == j ? 1 : 0));
  }
}

TYPED_TEST(Degenerate, ZeroMatrices) {
  for (const int n : {1, 2, 5, 26, 64}) {
    for (const auto& algorithm : algorithms_for<TypeParam>(n)) expect_zero<TypeParam>(n, algorithm);
  }
  for (const int n : {300, 512}) expect_zero<TypeParam>(n, algorithms[0]);
}

// jax testEighIdentity, ROCm heevd gave NaN for n > 64
TYPED_TEST(Degenerate, IdentityTakesNoSweep) {
  for (const int n : {3, 65, 512}) {
    const auto solved = solve(diagonal<TypeParam>(std::vector<double>(n, 1.0)));
    EXPECT_TRUE(solved_and_ascending(solved));
    EXPECT_LT(solved.accuracy.orthogonality, 1);
    EXPECT_EQ(solved.sweeps(0), 0);
    for (int i = 0; i < n; ++i) EXPECT_NEAR(solved.w(0, i), 1, ulp<real_t<TypeParam>>);
  }
}

// Reference-LAPACK 999: a zero eigenvalue was off by 20 eps
TYPED_TEST(Degenerate, ZeroEigenvalue) {
  for (int seed = 1; seed <= 20; ++seed) {
    expect_solved(of_spectrum<TypeParam>({3, 3, 3, 3, 1, 0}, seed), {}, [](const Solved<TypeParam>& solved) {
      EXPECT_LE(std::abs(solved.w(0, 0)), 6 * ulp<real_t<TypeParam>> * 3);
    });
  }
}

// scipy 22737: wrong with every value 16 times, I_16 (x) a random 4 x 4
TYPED_TEST(Degenerate, SixteenCopies) {
  const auto block = made<double>({.n = 4, .batch = 1, .seed = 7});
  const auto alone = solve(block);
  const auto a =
      batch_of<TypeParam>(1, 64, [&](int, int i, int j) { return i / 4 == j / 4 ? block(0, i % 4, j % 4) : 0; });
  expect_solved(a, {}, [&](const Solved<TypeParam>& solved) {
    for (int i = 0; i < 64; ++i) EXPECT_NEAR(solved.w(0, i), alone.w(0, i / 16), bound<TypeParam>(64, 2));
  });
}

// lammps 4280: n_degeneracy equal eigenvalues, the others log-uniform in [0.1, 10] with random signs
TYPED_TEST(Degenerate, RepeatedAmongLogUniform) {
  for (int n = 2; n <= 12; ++n) {
    for (int copies = 2; copies <= n; ++copies) {
      std::vector<double> values(n);
      for (int i = 0; i < n; ++i) {
        const double exponent = symmetric_uniform<double>(philox(n, copies, i));
        values[i] = (uniform_integer(philox(n, copies, n + i), 2) == 0 ? 1 : -1) * std::pow(10, exponent);
        if (i > 0 && i < copies) values[i] = values[0];
      }
      const auto a = of_spectrum<TypeParam>(values, n);
      std::sort(values.begin(), values.end());
      expect_values(a, values);
    }
  }
}

// numeric 55, ArborX 950: constant matrices came out wrong, or the solver hung on the GPU
TYPED_TEST(Degenerate, ConstantMatrices) {
  expect_values(batch_of<TypeParam>(1, 6, [](int, int, int) { return 1.0; }), {0, 0, 0, 0, 0, 6});
  std::vector<double> values(128, 0.0);
  values[0] = -256;
  expect_values(batch_of<TypeParam>(1, 128, [](int, int, int) { return -2.0; }), values);
}

// nalgebra 1025, 379: an endless loop on three groups of ones with zero rows between them
TYPED_TEST(Degenerate, GroupsOfOnes) {
  const auto group = [](int i) { return i % 4; };  // 0: a zero row; groups 1, 2, 3 have 8 members each
  std::vector<double> values(33, 0.0);
  std::fill(values.end() - 3, values.end(), 8.0);
  expect_values(
      batch_of<TypeParam>(1, 33, [&](int, int i, int j) { return group(i) != 0 && group(i) == group(j) ? 1.0 : 0.0; }),
      values);
}

// scipy 1686, quimb 16: the Laplacian of two disjoint paths has the eigenvalue 0 twice
TYPED_TEST(Degenerate, TwoDisjointPaths) {
  const int half = 10;
  const auto laplacian = [&](int, int i, int j) {
    if (i / half != j / half) return 0.0;
    if (i == j) return i % half == 0 || i % half == half - 1 ? 1.0 : 2.0;
    return std::abs(i - j) == 1 ? -1.0 : 0.0;
  };
  expect_solved(batch_of<TypeParam>(1, 2 * half, laplacian), {}, [](const Solved<TypeParam>& solved) {
    EXPECT_NEAR(solved.w(0, 0), 0, bound<TypeParam>(20, 4));
    EXPECT_NEAR(solved.w(0, 1), 0, bound<TypeParam>(20, 4));
    EXPECT_GT(solved.w(0, 2), 0.09);  // 2 - 2 cos(pi / 10)
  });
}

// pytorch 94772, 105359, 107082: low rank and sparse diagonals failed, then illegal accesses
TYPED_TEST(Degenerate, LowRank) {
  const int n = 512;
  std::vector<double> sparse(n, 0.0);
  for (int i = 0; i < 6; ++i) sparse[80 * i + 3] = .07 * std::pow(4e-13 / .07, i / 5.0);
  const auto diagonal_only = solve(diagonal<TypeParam>(sparse), {}, Storage::padded);
  std::sort(sparse.begin(), sparse.end());
  EXPECT_EQ(diagonal_only.info(0), 0);
  EXPECT_TRUE(diagonal_only.padding_intact);
  for (int i = 0; i < n; ++i) EXPECT_NEAR(diagonal_only.w(0, i), sparse[i], bound<TypeParam>(1, .07));
}

TYPED_TEST(Degenerate, RankSevenGram) {
  const int n = 128, rank = 7;
  const auto gram = batch_of<TypeParam>(1, n, [&](int, int i, int j) {
    double sum = 0;
    for (int k = 0; k < rank; ++k) {
      sum += symmetric_uniform<double>(philox(33, i, k)) * symmetric_uniform<double>(philox(33, j, k));
    }
    return sum;
  });
  const auto solved = solve(gram, {}, Storage::padded);
  EXPECT_TRUE(solved_and_ascending(solved));
  EXPECT_TRUE(solved.padding_intact);
  EXPECT_LT(solved.accuracy.residual, threshold);
  EXPECT_LT(solved.accuracy.orthogonality, threshold);
  EXPECT_NEAR(solved.w(0, n - rank - 1), 0, bound<TypeParam>(n, 60));
  EXPECT_GT(solved.w(0, n - rank), 10);
}

// jax 1628: a nearly diagonal, graded matrix gave NaN
TYPED_TEST(Degenerate, GradedWithNoise) {
  const auto noise = made<double>({.n = 40, .batch = 1, .seed = 34});
  expect_solved(batch_of<TypeParam>(1, 40, [&](int, int i, int j) {
    return 1e-7 * noise(0, i, j) + (i == j ? std::pow(10, -8 + 11 * i / 39.0) : 0);
  }));
}

// jax testEighTinyNorm: rotations must happen, whatever the norm
template <class Scalar>
void expect_tiny_norm(double scale) {
  const auto unit = made<double>({.n = 300, .batch = 1, .seed = 4});
  const auto a = batch_of<Scalar>(1, 300, [&](int, int i, int j) { return scale * unit(0, i, j); });
  for (const NamedAlgorithm& algorithm : algorithms_for<Scalar>(300)) {
    SCOPED_TRACE(concat("scale ", scale, ", ", algorithm.name));
    const auto solved = solve(a, {.algorithm = algorithm.algorithm});
    EXPECT_TRUE(solved_and_ascending(solved));
    EXPECT_LT(solved.accuracy.orthogonality, threshold);
    EXPECT_LE(residual_norm(a, solved), 80);
  }
}

template <class Real>
class TinyNorm : public testing::Test {};
TYPED_TEST_SUITE(TinyNorm, RealScalars);

TYPED_TEST(TinyNorm, NothingIsLeftOut) {
  const bool in_float = std::is_same_v<TypeParam, float>;
  for (const double scale : in_float ? std::vector{1.1920929e-7, 1e-17, 1e-30} : std::vector{1e-160}) {
    expect_tiny_norm<TypeParam>(scale);
  }
}

}  // namespace

}  // namespace kolibri::test
