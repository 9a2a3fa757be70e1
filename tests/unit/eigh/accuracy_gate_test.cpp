#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "cases_support.hpp"

namespace kolibri::test {

namespace {

/// Everything is run on devices, or where KOLIBRI_TEST_FULL is set; the plain serial backend runs a part of what the
/// other host backends run.
enum class Extent { reduced, host, full };

Extent extent() {
  if (std::getenv("KOLIBRI_TEST_FULL") != nullptr) return Extent::full;
  return std::is_same_v<Space, Kokkos::Serial> ? Extent::reduced : Extent::host;
}

/// One corner of the product over which the gate runs.
struct Corner {
  int n;
  int batch;
  NamedAlgorithm algorithm;
  Triangle triangle;
  Storage storage;
};

std::ostream& operator<<(std::ostream& stream, const Corner& corner) {
  return stream << "n " << corner.n << ", batch " << corner.batch << ", " << corner.algorithm.name << ", "
                << (corner.triangle == Triangle::lower ? "lower" : "upper") << ", "
                << (corner.storage == Storage::right ? "right" : "left");
}

template <class Scalar>
class AccuracyGate : public testing::Test {
 protected:
  using Real = real_t<Scalar>;

  static std::string name(const GeneratorOptions& kind) {
    if (kind.kind == GeneratorKind::lapack) return concat("LAPACK type ", kind.type);
    if (kind.kind == GeneratorKind::mixed) return "mixed batch";
    return concat("mode ", kind.mode, ", condition ", kind.condition, ", scaling ", kind.scaling);
  }

  /// The members from the first on.
  static HostBatch<Scalar> head(const HostBatch<Scalar>& a, int batch) {
    return HostBatch<Scalar>(a.data(), batch, a.extent(1), a.extent(2));
  }

  static void expect_accurate(const HostBatch<Scalar>& a, const Corner& corner, const std::string& kind) {
    EighOptions options{.algorithm = corner.algorithm.algorithm, .triangle = corner.triangle};
    const auto with_vectors = solve(a, options, corner.storage);
    EXPECT_TRUE(solved_and_ascending(with_vectors)) << kind << ", " << corner;
    EXPECT_LT(with_vectors.accuracy.residual, threshold) << kind << ", " << corner;
    EXPECT_LT(with_vectors.accuracy.orthogonality, threshold) << kind << ", " << corner;
    EXPECT_TRUE(with_vectors.input_intact) << kind << ", " << corner;
    options.vectors = false;
    const auto values = solve(a, options, corner.storage);
    EXPECT_TRUE(solved_and_ascending(values)) << kind << ", " << corner;
    EXPECT_LE(difference(with_vectors, values), threshold) << kind << ", " << corner;
  }

  /// All batch sizes, triangles and storages that the extent of the run allows.
  static void expect_accurate_everywhere(const HostBatch<Scalar>& a, const std::string& kind) {
    const int n = a.extent_int(1);
    for (const NamedAlgorithm& algorithm : algorithms_for<Scalar>(n)) {
      if (extent() == Extent::reduced) {
        expect_accurate(head(a, 3), {n, 3, algorithm, Triangle::lower, Storage::right}, kind);
        continue;
      }
      for (const int batch : {1, 3, 33}) {
        for (const Triangle triangle : {Triangle::lower, Triangle::upper}) {
          for (const Storage storage : {Storage::right, Storage::left}) {
            expect_accurate(head(a, batch), {n, batch, algorithm, triangle, storage}, kind);
          }
        }
      }
    }
  }

  /// The full product, and one mixed batch.
  static void expect_gate(int n) {
    const GeneratorOptions mixed{.kind = GeneratorKind::mixed, .n = n, .batch = mixed_kinds};
    expect_accurate_everywhere(made<Scalar>(mixed), name(mixed));
    for (int kind = 0; kind < mixed_kinds; ++kind) {
      const GeneratorOptions options = mixed_kind(kind, ulp<Real>, mixed);
      expect_accurate_everywhere(made<Scalar>(options), name(options));
    }
  }

  /// Each member once, one triangle and one layout (all four in a full run), all members side by side.
  static void expect_accurate_members(const HostBatch<Scalar>& a, const std::vector<NamedAlgorithm>& algorithms,
                                      const std::string& kind) {
    const int n = a.extent_int(1), batch = a.extent_int(0);
    for (const NamedAlgorithm& algorithm : algorithms) {
      expect_accurate(a, {n, batch, algorithm, Triangle::lower, Storage::right}, kind);
      if (extent() != Extent::full) continue;
      expect_accurate(a, {n, batch, algorithm, Triangle::upper, Storage::right}, kind);
      expect_accurate(a, {n, batch, algorithm, Triangle::lower, Storage::left}, kind);
      expect_accurate(a, {n, batch, algorithm, Triangle::upper, Storage::left}, kind);
    }
  }

  static HostBatch<Scalar> all_kinds(int n) {
    return made<Scalar>({.kind = GeneratorKind::mixed, .n = n, .batch = mixed_kinds});
  }

  /// Evenly spaced, clustered and random.
  static HostBatch<Scalar> three_kinds(int n) {
    const HostBatch<Scalar> a("kolibri::test::a", 3, n, n);
    int b = 0;
    for (const int type : {8, 10, 13}) {
      const auto member = made<Scalar>({.kind = GeneratorKind::lapack, .n = n, .batch = 1, .type = type});
      std::copy(member.data(), member.data() + member.size(), &a(b++, 0, 0));
    }
    return a;
  }
};
TYPED_TEST_SUITE(AccuracyGate, AllScalars);

TYPED_TEST(AccuracyGate, SmallSizes) {
  for (const int n : {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 20, 31, 32, 33}) this->expect_gate(n);
}

TYPED_TEST(AccuracyGate, MediumSizes) {
  for (const int n : {45, 46, 47, 48, 63, 64, 65, 96, 127, 128, 129}) {
    if (extent() == Extent::reduced && n != 48) continue;
    this->expect_accurate_members(this->all_kinds(n), algorithms_for<TypeParam>(n), "all kinds");
  }
}

TYPED_TEST(AccuracyGate, LargeSizes) {
  for (const int n : {200, 256, 257, 384, 512}) {
    if (extent() == Extent::reduced && n != 200) continue;
    const auto a = extent() == Extent::full ? this->all_kinds(n) : this->three_kinds(n);
    this->expect_accurate_members(a, algorithms_for<TypeParam>(n), "kinds 8, 10, 13");
  }
}

}  // namespace

}  // namespace kolibri::test
