#include <gtest/gtest.h>

#include <algorithm>

#include "cases_support.hpp"

namespace kolibri::test {

namespace {

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

  static Solved<Scalar> expect_accurate(const HostBatch<Scalar>& a, const Corner& corner, const std::string& kind) {
    const auto solved =
        solve(a, {.algorithm = corner.algorithm.algorithm, .triangle = corner.triangle}, corner.storage);
    EXPECT_TRUE(solved_and_ascending(solved)) << kind << ", " << corner;
    EXPECT_LT(solved.accuracy.residual, threshold) << kind << ", " << corner;
    EXPECT_LT(solved.accuracy.orthogonality, threshold) << kind << ", " << corner;
    EXPECT_TRUE(solved.input_intact) << kind << ", " << corner;
    return solved;
  }

  /// Values only too, which have a path of their own.
  static void expect_values_agree(const HostBatch<Scalar>& a, const Corner& corner, const std::string& kind) {
    const auto with_vectors = expect_accurate(a, corner, kind);
    const EighOptions options{.algorithm = corner.algorithm.algorithm, .vectors = false, .triangle = corner.triangle};
    const auto values = solve(a, options, corner.storage);
    EXPECT_TRUE(solved_and_ascending(values)) << kind << ", " << corner;
    EXPECT_LE(difference(with_vectors, values), threshold) << kind << ", " << corner;
  }

  /// All batch sizes, triangles and storages that the extent of the run allows.
  static void expect_everywhere(const HostBatch<Scalar>& a, const std::vector<NamedAlgorithm>& algorithms,
                                const std::string& kind) {
    const int n = a.extent_int(1);
    for (const NamedAlgorithm& algorithm : algorithms) {
      expect_values_agree(a, {n, a.extent_int(0), algorithm, Triangle::lower, Storage::right}, kind);
      if (extent() == Extent::reduced) continue;
      for (const int batch : {1, 3, 33}) {
        for (const Triangle triangle : {Triangle::lower, Triangle::upper}) {
          for (const Storage storage : {Storage::right, Storage::left}) {
            if (batch == 33 && triangle == Triangle::lower && storage == Storage::right) continue;  // above
            expect_accurate(head(a, batch), {n, batch, algorithm, triangle, storage}, kind);
          }
        }
      }
    }
  }

  /// The full product by name; of auto, which is one of the named algorithms, one mixed batch.
  static void expect_gate(int n) {
    const GeneratorOptions mixed{.kind = GeneratorKind::mixed, .n = n, .batch = mixed_kinds};
    expect_everywhere(made<Scalar>(mixed), algorithms_for<Scalar>(n), name(mixed));
    if (extent() == Extent::reduced) return;
    for (int kind = 0; kind < mixed_kinds; ++kind) {
      const GeneratorOptions options = mixed_kind(kind, ulp<Real>, mixed);
      expect_everywhere(made<Scalar>(options), by_name(n), name(options));
    }
  }

  /// Each member once, one triangle and one layout (all four in a full run), all members side by side.
  static void expect_members(const HostBatch<Scalar>& a, const std::vector<NamedAlgorithm>& algorithms) {
    const int n = a.extent_int(1), batch = a.extent_int(0);
    const std::string kind = batch == 3 ? "LAPACK types 8, 10, 13" : "all kinds";
    for (const NamedAlgorithm& algorithm : algorithms) {
      expect_values_agree(a, {n, batch, algorithm, Triangle::lower, Storage::right}, kind);
      if (extent() != Extent::full) continue;
      expect_accurate(a, {n, batch, algorithm, Triangle::upper, Storage::right}, kind);
      expect_accurate(a, {n, batch, algorithm, Triangle::lower, Storage::left}, kind);
      expect_accurate(a, {n, batch, algorithm, Triangle::upper, Storage::left}, kind);
    }
  }

  static std::vector<NamedAlgorithm> by_name(int n) {
    auto named = algorithms_for<Scalar>(n);
    named.erase(named.begin());  // auto
    return named;
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
  for (const int n : {45, 46, 47, 48, 63, 64, 65, 96}) {
    if (extent() != Extent::reduced || n == 48) this->expect_members(this->all_kinds(n), this->by_name(n));
  }
}

TYPED_TEST(AccuracyGate, AroundOneHundredTwentyEight) {
  for (const int n : {127, 128, 129}) {
    if (extent() != Extent::reduced) this->expect_members(this->all_kinds(n), this->by_name(n));
  }
}

TYPED_TEST(AccuracyGate, LargeSizes) {
  for (const int n : {200, 256, 257, 384, 512}) {
    if (extent() == Extent::reduced) continue;
    if (extent() == Extent::full) {
      this->expect_members(this->all_kinds(n), this->by_name(n));
    } else if (n <= 257 || std::is_same_v<TypeParam, double>) {
      this->expect_members(this->three_kinds(n), this->by_name(n));
    } else {
      this->expect_members(this->three_kinds(n), {algorithms[0]});
    }
  }
}

}  // namespace

}  // namespace kolibri::test
