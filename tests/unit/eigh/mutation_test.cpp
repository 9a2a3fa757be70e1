#include "cases_support.hpp"

// The checks themselves: a right answer passes, and each wrong one fails, among them a solver that does nothing
// (kokkos-kernels 904, 905) and one that returns the diagonal (cupy 4847).
namespace kolibri::test {

namespace {

using Wide = Kokkos::complex<double>;

template <class Scalar>
Scalar narrowed(const Wide& x) {
  if constexpr (is_complex<Scalar>) {
    return Scalar(x);
  } else {
    return Scalar(x.real());
  }
}

/// A with its eigenpairs, known by construction: V is a product of two reflectors, A = V diag(W) V^H.
template <class Scalar>
struct Answer {
  using Real = real_t<Scalar>;

  static constexpr int n = 6;
  HostBatch<Scalar> a{"kolibri::test::a", 1, n, n}, v{"kolibri::test::v", 1, n, n};
  Kokkos::View<Real**, Kokkos::LayoutRight, Kokkos::HostSpace> w{"kolibri::test::w", 1, n};
  Kokkos::View<int*, Kokkos::HostSpace> info{"kolibri::test::info", 1};

  /// `scale` multiplies the eigenvalues -1, -0.4, 0.2, 0.8, 1.4, 2.
  explicit Answer(Real scale = 1) {
    const HostBatch<Wide> wide = vectors();
    for (int i = 0; i < n; ++i) {
      w(0, i) = static_cast<Real>(-1 + 0.6 * i) * scale;
      for (int j = 0; j < n; ++j) v(0, i, j) = narrowed<Scalar>(wide(0, i, j));
    }
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        Wide sum = 0;
        for (int k = 0; k < n; ++k) sum += wide(0, i, k) * double(w(0, k)) * conj(wide(0, j, k));
        a(0, i, j) = narrowed<Scalar>(sum);
      }
    }
  }

  static HostBatch<Wide> vectors() {
    const auto v = batch_of<Wide>(1, n, [](int, int i, int j) { return i == j ? 1.0 : 0.0; });
    for (int r = 0; r < 2; ++r) {
      Scalar u[n];
      double square = 0;
      for (int i = 0; i < n; ++i) square += abs_squared(u[i] = symmetric_uniform<Scalar>(philox(53, r, i)));
      for (int i = 0; i < n; ++i) {
        Wide vu = 0;
        for (int k = 0; k < n; ++k) vu += v(0, i, k) * Wide(u[k]);
        for (int j = 0; j < n; ++j) v(0, i, j) -= vu * conj(Wide(u[j])) * (2 / square);
      }
    }
    return v;
  }

  EighAccuracy check(bool with_vectors = true) const {
    const Space exec;
    const auto here = [](const auto& view) { return Kokkos::create_mirror_view_and_copy(Space::memory_space(), view); };
    auto vectors = here(v);
    if (!with_vectors) vectors = {};
    return check_eigh(exec, here(a), here(w), vectors, here(info));
  }

  void expect_wrong(const char* what) const {
    const EighAccuracy accuracy = check();
    EXPECT_EQ(accuracy.members, 1);
    EXPECT_GT(std::max(accuracy.residual, accuracy.orthogonality), threshold) << what;
  }
};

template <class Scalar>
class Mutation : public testing::Test {};
TYPED_TEST_SUITE(Mutation, AllScalars);

TYPED_TEST(Mutation, TheRightAnswerPasses) {
  using Real = real_t<TypeParam>;
  for (const Real scale : {Real(1), std::numeric_limits<Real>::max() / 16, std::numeric_limits<Real>::min()}) {
    const EighAccuracy accuracy = Answer<TypeParam>(scale).check();
    EXPECT_EQ(accuracy.members, 1);
    EXPECT_LT(accuracy.residual, 3) << scale;
    EXPECT_LT(accuracy.orthogonality, 3) << scale;
    EXPECT_LT(accuracy.moments, 3) << scale;
  }
}

TYPED_TEST(Mutation, DoingNothingFails) {
  Answer<TypeParam> answer;
  Kokkos::deep_copy(answer.w, 0);
  EXPECT_GT(answer.check(false).moments, threshold);
  answer.expect_wrong("W = 0");
  Kokkos::deep_copy(answer.v, TypeParam(0));
  answer.expect_wrong("W = 0, V = 0");
  Kokkos::deep_copy(answer.v, quiet_nan<TypeParam>());
  answer.expect_wrong("V = NaN");
}

TYPED_TEST(Mutation, TheDiagonalFails) {
  Answer<TypeParam> answer;
  for (int i = 0; i < answer.n; ++i) {
    answer.w(0, i) = real(answer.a(0, i, i));
    for (int j = 0; j < answer.n; ++j) answer.v(0, i, j) = TypeParam(i == j ? 1 : 0);
  }
  answer.expect_wrong("the diagonal, V = I");
  EXPECT_GT(answer.check(false).moments, threshold);
}

TYPED_TEST(Mutation, PairsThatDoNotBelongTogetherFail) {
  Answer<TypeParam> answer;
  std::swap(answer.w(0, 1), answer.w(0, 4));
  answer.expect_wrong("two values exchanged");
}

TYPED_TEST(Mutation, TransposedVectorsFail) {
  Answer<TypeParam> answer;
  for (int i = 0; i < answer.n; ++i) {
    for (int j = 0; j < i; ++j) std::swap(answer.v(0, i, j), answer.v(0, j, i));
  }
  answer.expect_wrong("V transposed");
}

TYPED_TEST(Mutation, ConjugatedVectorsFail) {
  if constexpr (is_complex<TypeParam>) {
    Answer<TypeParam> answer;
    for (std::size_t i = 0; i < answer.v.size(); ++i) answer.v.data()[i] = conj(answer.v.data()[i]);
    answer.expect_wrong("V conjugated");
  }
}

TYPED_TEST(Mutation, ErrorsOfAThousandUlpsFail) {
  using Real = real_t<TypeParam>;
  for (const Real scale : {Real(1), std::numeric_limits<Real>::max() / 16, std::numeric_limits<Real>::min()}) {
    Answer<TypeParam> value(scale), vector(scale);
    value.w(0, 3) *= 1 + 2000 * ulp<Real>;
    value.expect_wrong("an eigenvalue");
    EXPECT_GT(value.check(false).moments, 1);
    vector.v(0, 2, 3) += TypeParam(1000 * ulp<Real>);
    vector.expect_wrong("an entry of V");
  }
}

TYPED_TEST(Mutation, NaNFails) {
  Answer<TypeParam> answer;
  answer.w(0, 2) = nan;
  answer.expect_wrong("a NaN in W");
  EXPECT_EQ(answer.check(false).moments, infinity);
  Answer<TypeParam> vectors;
  vectors.v(0, 1, 1) = quiet_nan<TypeParam>();
  vectors.expect_wrong("a NaN in V");
}

TYPED_TEST(Mutation, FlaggedMembersAreNotChecked) {
  Answer<TypeParam> answer;
  answer.w(0, 2) = nan;
  answer.info(0) = -1;
  const EighAccuracy accuracy = answer.check();
  EXPECT_EQ(accuracy.members, 0);
  EXPECT_EQ(accuracy.residual, 0);
}

TEST(EigenvalueDifference, IsRelativeToTheLargest) {
  using Values = Kokkos::View<double**, Kokkos::LayoutRight, Kokkos::HostSpace>;
  const Values first("kolibri::test::first", 2, 2), second("kolibri::test::second", 2, 2);
  const Kokkos::DefaultHostExecutionSpace exec;
  first(0, 1) = second(0, 1) = 4;
  first(1, 0) = second(1, 0) = -1.5e308;
  EXPECT_EQ(eigenvalue_difference(exec, first, second), 0);
  second(0, 0) = 4 * ulp<double>;
  EXPECT_EQ(eigenvalue_difference(exec, first, second), 1);
  second(1, 0) = 1.5e308;
  EXPECT_EQ(eigenvalue_difference(exec, first, second), 2 / ulp<double>);
  second(1, 1) = nan;
  EXPECT_EQ(eigenvalue_difference(exec, first, second), infinity);
}

}  // namespace

}  // namespace kolibri::test
