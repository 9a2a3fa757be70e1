#include "cases_support.hpp"

// Sweeps per algorithm: a regression test of the order of the rotations. The bounds are what cyclic Jacobi methods are
// known to take, rounded up to the next sweep.
namespace kolibri::test {

namespace {

/// The largest mean number of sweeps to round-off in double, over a batch.
struct SweepBounds {
  int n;
  double random;
  double plus_minus;  ///< eigenvalues 1 and -1, each n / 2 times or so
  double geometric;   ///< eigenvalues from 1 down to 1e-15
};

constexpr SweepBounds jacobi_bounds[] = {{2, 2, 2, 3},      {4, 5, 4, 5},      {8, 6.5, 7, 8},
                                         {16, 7.5, 12, 11}, {32, 8.5, 18, 14}, {64, 9, 22, 16}};
/// A sweep of QL is n steps; LAPACK's bound is 30.
constexpr SweepBounds ql_bounds[] = {{4, 3, 2, 3}, {16, 3, 2, 3}, {64, 3, 2, 3}, {96, 3, 2, 3}};
constexpr SweepBounds block_bounds[] = {{32, 7, 2, 7}, {64, 7, 3, 8}, {128, 7, 4, 11}};

GeneratorOptions spectrum(int n, int mode, double condition) {
  return {.kind = GeneratorKind::spectrum, .n = n, .batch = 12, .mode = mode, .condition = condition};
}

template <class Scalar>
void expect_mean_sweeps(const GeneratorOptions& options, EighAlgorithm algorithm, double bound) {
  const auto solved = solve(made<Scalar>(options), {.algorithm = algorithm});
  EXPECT_TRUE(solved_and_ascending(solved));
  double sum = 0;
  for (std::size_t b = 0; b < solved.sweeps.extent(0); ++b) sum += solved.sweeps(b);
  EXPECT_LE(sum / solved.sweeps.extent(0), bound);
  EXPECT_GE(sum / solved.sweeps.extent(0), bound / 8);  // sweeps are counted at all
}

template <class Scalar>
void expect_sweeps(EighAlgorithm algorithm, const SweepBounds& bounds) {
  SCOPED_TRACE(bounds.n);
  if (!serves<Scalar>(algorithm, bounds.n) || (extent() == Extent::reduced && bounds.n > 32)) return;
  expect_mean_sweeps<Scalar>({.n = bounds.n, .batch = 12}, algorithm, bounds.random);
  expect_mean_sweeps<Scalar>(spectrum(bounds.n, 4, 1), algorithm, bounds.plus_minus);
  expect_mean_sweeps<Scalar>(spectrum(bounds.n, 3, 1e15), algorithm, bounds.geometric);
}

template <class Scalar>
class Sweeps : public testing::Test {};
TYPED_TEST_SUITE(Sweeps, AllScalars);

TYPED_TEST(Sweeps, TwoSided) {
  for (const auto& bounds : jacobi_bounds) expect_sweeps<TypeParam>(EighAlgorithm::jacobi_two_sided, bounds);
}

TYPED_TEST(Sweeps, OneSided) {
  for (const auto& bounds : jacobi_bounds) expect_sweeps<TypeParam>(EighAlgorithm::jacobi_one_sided, bounds);
}

TYPED_TEST(Sweeps, Lanes) {
  for (const auto& bounds : jacobi_bounds) expect_sweeps<TypeParam>(EighAlgorithm::jacobi_lanes, bounds);
}

TYPED_TEST(Sweeps, Tridiagonal) {
  for (const auto& bounds : ql_bounds) expect_sweeps<TypeParam>(EighAlgorithm::tridiagonal, bounds);
}

TYPED_TEST(Sweeps, Block) {
  for (const auto& bounds : block_bounds) expect_sweeps<TypeParam>(EighAlgorithm::jacobi_block, bounds);
}

}  // namespace

}  // namespace kolibri::test
