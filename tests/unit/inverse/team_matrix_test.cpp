#include "team_matrix_calls.hpp"

// The operations of kolibri::team one by one; their known answers are those of the pictures in the headers.
namespace kolibri::test {
namespace {

template <class Case>
class TeamMatrix : public testing::Test {
 protected:
  using Scalar = typename Case::Scalar;
  using Matrix = GuardedMatrix<Scalar, typename Case::Layout>;
  using Host = HostMatrix<Scalar>;
};
TYPED_TEST_SUITE(TeamMatrix, MatrixCases);

// |1 2 3|   |10 20 30|                     |11 22 33|             |10  40  90|
// |4 5 6| , |40 50 60|: sum, difference:   |44 55 66|, Hadamard:  |160 250 360|
TYPED_TEST(TeamMatrix, ElementByElement) {
  using Matrix = typename TestFixture::Matrix;
  using Host = typename TestFixture::Host;
  const Matrix a(Host(2, 3, {1, 2, 3, 4, 5, 6})), b(Host(2, 3, {10, 20, 30, 40, 50, 60})), out(2, 3);
  by_a_team::add(a.constant(), b.constant(), out.view());
  expect_close(out.values(), Host(2, 3, {11, 22, 33, 44, 55, 66}), 0);
  by_a_team::subtract(a.constant(), b.view(), out.view());
  expect_close(out.values(), Host(2, 3, {-9, -18, -27, -36, -45, -54}), 0);
  by_a_team::hadamard(a.view(), b.constant(), out.view());
  expect_close(out.values(), Host(2, 3, {10, 40, 90, 160, 250, 360}), 0);
  by_a_team::copy(a.constant(), out.view());
  expect_close(out.values(), a.values(), 0);
}

TYPED_TEST(TeamMatrix, ElementByElementInPlace) {
  using Matrix = typename TestFixture::Matrix;
  const auto a = random_matrix<typename TestFixture::Scalar>(9, 14, 1);
  const Matrix once(a), twice(a);
  by_a_team::add(once.view(), once.view(), once.view());
  by_a_team::subtract(once.view(), twice.view(), twice.view());
  expect_close(twice.values(), a, 0);
}

// |1 2 3|   |1 0|   | 4  5|
// |4 5 6| x |0 1| = |10 11|
//           |1 1|
TYPED_TEST(TeamMatrix, MultiplyRectangular) {
  using Matrix = typename TestFixture::Matrix;
  using Host = typename TestFixture::Host;
  const Matrix a(Host(2, 3, {1, 2, 3, 4, 5, 6})), b(Host(3, 2, {1, 0, 0, 1, 1, 1})), out(2, 2);
  by_a_team::multiply(a.constant(), b.constant(), out.view());
  expect_close(out.values(), Host(2, 2, {4, 5, 10, 11}), 0);
}

TYPED_TEST(TeamMatrix, MultiplyMatchesLoops) {
  using Matrix = typename TestFixture::Matrix;
  using Scalar = typename TestFixture::Scalar;
  for (const int m : {1, 7, 33}) {
    for (const int k : {0, 1, 12}) {
      const auto a = random_matrix<Scalar>(m, k, 1), b = random_matrix<Scalar>(k, m + 2, 2);
      const Matrix out(m, m + 2);
      by_a_team::multiply(Matrix(a).constant(), Matrix(b).constant(), out.view());
      expect_close(out.values(), product(a, b), 4.0 * (k + 1));
    }
  }
}

// |1 2 3| becomes |1 4|
// |4 5 6|         |2 5|
//                 |3 6|
TYPED_TEST(TeamMatrix, Transpose) {
  using Matrix = typename TestFixture::Matrix;
  using Host = typename TestFixture::Host;
  const Matrix a(Host(2, 3, {1, 2, 3, 4, 5, 6})), out(3, 2);
  by_a_team::transpose(a.constant(), out.view());
  expect_close(out.values(), Host(3, 2, {1, 4, 2, 5, 3, 6}), 0);
}

// order (1, 2, 0): row 0 goes to row 1, row 1 to row 2, row 2 to row 0; an order that is its own inverse would hide a
// gather.
TYPED_TEST(TeamMatrix, PermutationsScatter) {
  using Matrix = typename TestFixture::Matrix;
  using Host = typename TestFixture::Host;
  const Matrix a(Host(3, 3, {1, 2, 3, 4, 5, 6, 7, 8, 9})), out(3, 3), wide(Host(2, 3, {1, 2, 3, 4, 5, 6})), moved(2, 3);
  by_a_team::permute_rows(a.constant(), device_integers({1, 2, 0}), out.view());
  expect_close(out.values(), Host(3, 3, {7, 8, 9, 1, 2, 3, 4, 5, 6}), 0);
  by_a_team::permute_columns(wide.constant(), device_integers({1, 2, 0}), moved.view());
  expect_close(moved.values(), Host(2, 3, {3, 1, 2, 6, 4, 5}), 0);
}

// LAPACK's pivots (3, 3, 3): rows 1 and 3 exchanged, then 2 and 3: P A has the rows 2, 0, 1 of A.
TEST(TeamMatrixOrder, FromPivots) {
  const auto order = device_integers({7, 7, 7});
  by_a_team::pivots_to_order(device_integers({3, 3, 3}), order);
  EXPECT_EQ(host_integers(order), (std::vector<int>{2, 0, 1}));
  const auto none = device_integers({});
  by_a_team::pivots_to_order(none, none);
}

// |2 3 4|   |2 0 0|   |1 3 4|   |2  6  8|                        |1 0 0|   |2 3 4|   |2  3  4|
// |5 6 7| = |5 6 0| x |0 1 7| = |5 21 62|, and with a unit L:    |5 1 0| x |0 6 7| = |10 21 27|
// |8 9 1|   |8 9 1|   |0 0 1|   |8 33 96|                        |8 9 1|   |0 0 1|   |16 78 96|
TYPED_TEST(TeamMatrix, MultiplyLuFromOneMatrix) {
  using Matrix = typename TestFixture::Matrix;
  using Host = typename TestFixture::Host;
  const Matrix a(Host(3, 3, {2, 3, 4, 5, 6, 7, 8, 9, 1})), out(3, 3);
  by_a_team::multiply_lu(a.constant(), out.view());
  expect_close(out.values(), Host(3, 3, {2, 6, 8, 5, 21, 62, 8, 33, 96}), 0);
  by_a_team::multiply_lu(a.constant(), out.view(), UnitFactor::lower);
  expect_close(out.values(), Host(3, 3, {2, 3, 4, 10, 21, 27, 16, 78, 96}), 0);
}

// |1 3 4|   |2 0 0|   |49 54 4|                        |2 3 4|   |1 0 0|   |49 39 4|
// |0 1 7| x |5 6 0| = |61 69 7|, and with a unit L:    |0 6 7| x |5 1 0| = |86 69 7|
// |0 0 1|   |8 9 1|   | 8  9 1|                        |0 0 1|   |8 9 1|   | 8  9 1|
TYPED_TEST(TeamMatrix, MultiplyUlFromOneMatrix) {
  using Matrix = typename TestFixture::Matrix;
  using Host = typename TestFixture::Host;
  const Matrix a(Host(3, 3, {2, 3, 4, 5, 6, 7, 8, 9, 1})), out(3, 3);
  by_a_team::multiply_ul(a.constant(), out.view());
  expect_close(out.values(), Host(3, 3, {49, 54, 4, 61, 69, 7, 8, 9, 1}), 0);
  by_a_team::multiply_ul(a.constant(), out.view(), UnitFactor::lower);
  expect_close(out.values(), Host(3, 3, {49, 39, 4, 86, 69, 7, 8, 9, 1}), 0);
}

TYPED_TEST(TeamMatrix, CombinedProductsMatchThoseOfTheTriangles) {
  using Matrix = typename TestFixture::Matrix;
  for (const int n : {0, 1, 2, 17, 40}) {
    const auto a = random_factors<typename TestFixture::Scalar>(n, 3);
    for (const auto unit : {UnitFactor::lower, UnitFactor::upper}) {
      const bool unit_lower = unit == UnitFactor::lower;
      const auto l = triangle(a, TriangularPart::lower, unit_lower ? DiagonalKind::unit : DiagonalKind::stored);
      const auto u = triangle(a, TriangularPart::upper, unit_lower ? DiagonalKind::stored : DiagonalKind::unit);
      const Matrix in(a), lu(n, n), ul(n, n);
      by_a_team::multiply_lu(in.constant(), lu.view(), unit);
      by_a_team::multiply_ul(in.constant(), ul.view(), unit);
      expect_close(lu.values(), product(l, u), 4.0 * (n + 1));
      expect_close(ul.values(), product(u, l), 4.0 * (n + 1));
    }
  }
}

// |1 2 3|           |1 -2 5|          |2 . .|           |0.5     .    . |
// |. 1 4| inverts to |.  1 -4|,      |4 8 .| inverts to |-0.25   0.125 . |, and only these elements are written
// |. . 1|           |.  . 1|          |1 1 1|           |-0.25  -0.125 1 |
TYPED_TEST(TeamMatrix, InverseTrianglesOfOneMatrix) {
  using Matrix = typename TestFixture::Matrix;
  using Host = typename TestFixture::Host;
  const double kept = -12345.5;  // the canary, which a unit diagonal and the other triangle keep
  const Matrix a(Host(3, 3, {2, 2, 3, 4, 8, 4, 1, 1, 1})), upper(3, 3), lower(3, 3), both(3, 3);
  by_a_team::invert_upper(a.constant(), upper.view());
  expect_close(upper.values(), Host(3, 3, {kept, -2, 5, kept, kept, -4, kept, kept, kept}), 0);
  by_a_team::invert_lower(a.constant(), lower.view());
  expect_close(lower.values(), Host(3, 3, {0.5, kept, kept, -0.25, 0.125, kept, -0.25, -0.125, 1}), 0);
  by_a_team::invert_lower(a.constant(), both.view());
  by_a_team::invert_upper(a.constant(), both.view());
  expect_close(both.values(), Host(3, 3, {0.5, -2, 5, -0.25, 0.125, -4, -0.25, -0.125, 1}), 0);
}

TYPED_TEST(TeamMatrix, InverseTimesTriangleIsTheIdentity) {
  using Matrix = typename TestFixture::Matrix;
  for (const int n : {0, 1, 2, 19, 50}) {
    const auto a = random_factors<typename TestFixture::Scalar>(n, 4);
    for (const auto diagonal : {DiagonalKind::stored, DiagonalKind::unit}) {
      const Matrix in(a), out(n, n);
      by_a_team::invert_upper(in.constant(), out.view(), diagonal);
      const auto upper = triangle(a, TriangularPart::upper, diagonal);
      expect_identity(product(triangle(out.values(), TriangularPart::upper, diagonal), upper), 8.0 * (n + 1));
      by_a_team::invert_lower(in.constant(), out.view(), diagonal);
      const auto lower = triangle(a, TriangularPart::lower, diagonal);
      expect_identity(product(triangle(out.values(), TriangularPart::lower, diagonal), lower), 8.0 * (n + 1));
    }
  }
}

template <class Case>
class TeamRelu : public testing::Test {};
TYPED_TEST_SUITE(TeamRelu, RealMatrixCases);

// |-2 0 3| becomes |0 0 3|, its derivative |0 d 1| with d = 0, or what the caller says.
TYPED_TEST(TeamRelu, AndItsDerivative) {
  using Real = typename TypeParam::Scalar;
  using Matrix = GuardedMatrix<Real, typename TypeParam::Layout>;
  using Host = HostMatrix<Real>;
  const Matrix in(Host(1, 3, {-2, 0, 3})), out(1, 3);
  by_a_team::relu(in.constant(), out.view());
  expect_close(out.values(), Host(1, 3, {0, 0, 3}), 0);
  by_a_team::relu_derivative(in.constant(), out.view());
  expect_close(out.values(), Host(1, 3, {0, 0, 1}), 0);
  by_a_team::relu_derivative(in.constant(), out.view(), Real(1));
  expect_close(out.values(), Host(1, 3, {0, 1, 1}), 0);
}

TYPED_TEST(TeamRelu, KeepsNaN) {
  using Real = typename TypeParam::Scalar;
  using Matrix = GuardedMatrix<Real, typename TypeParam::Layout>;
  const Matrix in(HostMatrix<Real>(1, 1, {std::nan("")})), out(1, 1);
  by_a_team::relu(in.constant(), out.view());
  EXPECT_TRUE(std::isnan(out.values()(0, 0)));
  by_a_team::relu_derivative(in.constant(), out.view());
  EXPECT_TRUE(std::isnan(out.values()(0, 0)));
}

}  // namespace
}  // namespace kolibri::test
