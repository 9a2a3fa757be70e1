#include <kolibri/members.hpp>

#include "team_matrix_calls.hpp"

// kolibri::team::lu and inverse, and the chains of operations that the article builds with them.
namespace kolibri::test {
namespace {

template <class Case>
class TeamFactors : public testing::Test {
 protected:
  using Scalar = typename Case::Scalar;
  using Matrix = GuardedMatrix<Scalar, typename Case::Layout>;
};
TYPED_TEST_SUITE(TeamFactors, MatrixCases);

/// Rows of L U back in the order of A: P^T L U.
template <class Matrix>
auto rebuilt(const Matrix& factors, const Kokkos::View<int*, Space>& pivots, int n, UnitFactor unit) {
  const Matrix product(n, n), result(n, n);
  const auto order = device_integers(std::vector<int>(n, 99));
  by_a_team::multiply_lu(factors.constant(), product.view(), unit);
  by_a_team::pivots_to_order(pivots, order);
  by_a_team::permute_rows(product.constant(), order, result.view());
  return result.values();
}

TYPED_TEST(TeamFactors, LuRebuildsA) {
  using Scalar = typename TestFixture::Scalar;
  using Matrix = typename TestFixture::Matrix;
  for (const int n : {0, 1, 2, 3, 5, 16, 33}) {
    for (const auto unit : {UnitFactor::lower, UnitFactor::upper}) {
      const auto a = random_matrix<Scalar>(n, n, 5);
      const Matrix factors(a);
      const auto pivots = device_integers(std::vector<int>(n, 99));
      EXPECT_EQ(by_a_team::lu(factors.view(), pivots, {.unit = unit}), 0);
      for (const int p : host_integers(pivots)) EXPECT_TRUE(1 <= p && p <= n);
      expect_close(rebuilt(factors, pivots, n, unit), a, 8.0 * (n + 1));
    }
  }
}

// The article's test: L U with its rows put back is A.
TYPED_TEST(TeamFactors, ArticleMatrixFromItsFactors) {
  using Matrix = typename TestFixture::Matrix;
  const auto a = article_matrix<typename TestFixture::Scalar>();
  const Matrix factors(a);
  const auto pivots = device_integers({0, 0, 0, 0});
  EXPECT_EQ(by_a_team::lu(factors.view(), pivots, {.unit = UnitFactor::upper}), 0);
  expect_close(rebuilt(factors, pivots, 4, UnitFactor::upper), a, 4);
}

template <class Scalar, class Layout>
HostMatrix<Scalar> inverse_by_steps(const GuardedMatrix<Scalar, Layout>& a, int n) {
  const GuardedMatrix<Scalar, Layout> inverses(n, n), product(n, n), result(n, n);
  const auto pivots = device_integers(std::vector<int>(n, 99)), order = device_integers(std::vector<int>(n, 99));
  const auto in = a.view(), combined = inverses.view(), y = product.view(), x = result.view();
  by_team(KOKKOS_LAMBDA(const TeamMember& member) {
    team::lu(member, in, pivots, LuOptions{.unit = UnitFactor::upper});
    team::pivots_to_order(member, pivots, order);
    team::invert_upper(member, in, combined, DiagonalKind::unit);
    team::invert_lower(member, in, combined, DiagonalKind::stored);
    team::multiply_ul(member, combined, y, UnitFactor::upper);
    team::permute_columns(member, y, order, x);
  });
  return result.values();
}

// The article's other test, in one kernel: A^-1 = U^-1 L^-1 with its columns put back.
TYPED_TEST(TeamFactors, ArticleInverseByItsSteps) {
  using Scalar = typename TestFixture::Scalar;
  using Matrix = typename TestFixture::Matrix;
  const double condition = 825;
  expect_close(inverse_by_steps(Matrix(article_matrix<Scalar>()), 4), article_inverse<Scalar>(), 4 * condition);
}

template <class Scalar>
HostMatrix<Scalar> positive_definite(int n) {
  const auto b = random_matrix<Scalar>(n, n, 6);
  HostMatrix<Scalar> a(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) a(i, j) += b(i, k) * conj(b(j, k));
    }
    a(i, i) += Scalar(n);
  }
  return a;
}

TYPED_TEST(TeamFactors, InverseByEveryMethod) {
  using Scalar = typename TestFixture::Scalar;
  using Matrix = typename TestFixture::Matrix;
  for (const int n : {0, 1, 2, 7, 24}) {
    const auto a = positive_definite<Scalar>(n);
    for (const auto method :
         {InverseMethod::automatic, InverseMethod::gauss_jordan, InverseMethod::lu, InverseMethod::cholesky}) {
      for (const auto unit : {UnitFactor::lower, UnitFactor::upper}) {
        const InverseOptions options{.method = method, .unit = unit};
        const Matrix in(a), x(n, n), in_place(a);
        EXPECT_EQ(by_a_team::inverse(in.constant(), x.view(), options), 0);
        expect_identity(product(x.values(), a), 100.0 * (n + 1));
        expect_close(in.values(), a, 0);
        EXPECT_EQ(by_a_team::inverse(in_place.constant(), in_place.view(), options), 0);
        expect_close(in_place.values(), x.values(), 0);
      }
    }
  }
}

TYPED_TEST(TeamFactors, ArticleInverse) {
  using Scalar = typename TestFixture::Scalar;
  using Matrix = typename TestFixture::Matrix;
  const Matrix in(article_matrix<Scalar>()), x(4, 4);
  EXPECT_EQ(by_a_team::inverse(in.constant(), x.view(), {}), 0);
  expect_close(x.values(), article_inverse<Scalar>(), 4 * 825);
}

// Column 2 of [[1, 2, 0], [3, 4, 0], [5, 6, 0]] is zero: the third pivot is.
TYPED_TEST(TeamFactors, SingularAndNonFinite) {
  using Scalar = typename TestFixture::Scalar;
  using Matrix = typename TestFixture::Matrix;
  HostMatrix<Scalar> a(3, 3, {1, 2, 0, 3, 4, 0, 5, 6, 0});
  const auto pivots = device_integers({9, 9, 9});
  EXPECT_EQ(by_a_team::lu(Matrix(a).view(), pivots, {}), 3);
  const Matrix x(3, 3);
  EXPECT_EQ(by_a_team::inverse(Matrix(a).constant(), x.view(), {}), 3);
  a(2, 1) = Scalar(Kokkos::Experimental::infinity_v<real_t<Scalar>>);
  const Matrix factors(a);
  EXPECT_EQ(by_a_team::lu(factors.view(), pivots, {}), -1);
  EXPECT_EQ(host_integers(pivots), (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(by_a_team::inverse(Matrix(a).constant(), x.view(), {}), -1);
  for (const auto& element : x.values().values) EXPECT_FALSE(is_finite(element));
  for (const auto& element : factors.values().values) EXPECT_FALSE(is_finite(element));
}

template <class In, class Out>
void multiply_by_one_thread(const In& in, const Out& out) {
  Kokkos::parallel_for(
      "kolibri::test thread", Kokkos::RangePolicy<Space>(0, 1),
      KOKKOS_LAMBDA(int) { team::multiply(detail::SerialMember(), in, in, out); });
}

TYPED_TEST(TeamFactors, OneThreadIsATeamToo) {
  using Matrix = typename TestFixture::Matrix;
  const auto a = random_matrix<typename TestFixture::Scalar>(6, 6, 8);
  const Matrix out(6, 6);
  multiply_by_one_thread(Matrix(a).constant(), out.view());
  expect_close(out.values(), product(a, a), 16);
}

}  // namespace
}  // namespace kolibri::test
