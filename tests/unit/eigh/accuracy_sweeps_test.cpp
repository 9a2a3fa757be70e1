#include <cstdio>

#include "cases_support.hpp"

// Sweeps per algorithm: a regression test of the order of the rotations.
namespace kolibri::test {

namespace {

struct Bound {
  int n;
  double random;      // mean over a batch of random matrices
  double plus_minus;  // eigenvalues +-1, repeated
  double geometric;   // eigenvalues 1 to 1e-15
};

double mean_sweeps(const GeneratorOptions& options, EighAlgorithm algorithm) {
  const auto solved = solve(made<double>(options), {.algorithm = algorithm});
  EXPECT_TRUE(solved_and_ascending(solved));
  double sum = 0;
  for (std::size_t b = 0; b < solved.sweeps.extent(0); ++b) sum += solved.sweeps(b);
  return sum / solved.sweeps.extent(0);
}

TEST(Sweeps, Print) {
  for (const NamedAlgorithm& algorithm : algorithms) {
    for (const int n : {2, 4, 8, 16, 32, 64, 128, 256}) {
      if (!serves<double>(algorithm.algorithm, n)) continue;
      const GeneratorOptions random{.n = n, .batch = 6};
      const GeneratorOptions plus_minus{.kind = GeneratorKind::spectrum, .n = n, .batch = 6, .mode = 4, .condition = 1};
      const GeneratorOptions geometric{
          .kind = GeneratorKind::spectrum, .n = n, .batch = 6, .mode = 3, .condition = 1e15};
      std::printf("%s %d %g %g %g\n", algorithm.name, n, mean_sweeps(random, algorithm.algorithm),
                  mean_sweeps(plus_minus, algorithm.algorithm), mean_sweeps(geometric, algorithm.algorithm));
    }
  }
}

}  // namespace

}  // namespace kolibri::test
