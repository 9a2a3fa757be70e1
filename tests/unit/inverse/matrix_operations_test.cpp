#include <kolibri/matrix_operations.hpp>
#include <string>

#include "../message_of.hpp"
#include "team_matrix_support.hpp"

// The operations on matrices of the whole device: known answers, the layouts that gemm takes and those it does not, and
// what is said of arguments that do not fit.
namespace kolibri::test {
namespace {

template <class Case>
class MatrixOperations : public testing::Test {
 protected:
  using Scalar = typename Case::Scalar;
  using Matrix = GuardedMatrix<Scalar, typename Case::Layout>;
  using Host = HostMatrix<Scalar>;
};
TYPED_TEST_SUITE(MatrixOperations, MatrixCases);

// |1 2 3|   |10 20 30|                     |11 22 33|             |10  40  90|
// |4 5 6| , |40 50 60|: sum, difference:   |44 55 66|, Hadamard:  |160 250 360|
TYPED_TEST(MatrixOperations, ElementByElement) {
  using Matrix = typename TestFixture::Matrix;
  using Host = typename TestFixture::Host;
  const Matrix a(Host(2, 3, {1, 2, 3, 4, 5, 6})), b(Host(2, 3, {10, 20, 30, 40, 50, 60})), out(2, 3);
  add(Space(), a.constant(), b.constant(), out.view());
  expect_close(out.values(), Host(2, 3, {11, 22, 33, 44, 55, 66}), 0);
  subtract(Space(), a.constant(), b.view(), out.view());
  expect_close(out.values(), Host(2, 3, {-9, -18, -27, -36, -45, -54}), 0);
  hadamard(Space(), a.view(), b.constant(), out.view());
  expect_close(out.values(), Host(2, 3, {10, 40, 90, 160, 250, 360}), 0);
  kolibri::copy(Space(), a.constant(), out.view());
  expect_close(out.values(), a.values(), 0);
}

// Longer than the runs that a host thread takes at once, and empty ones.
TYPED_TEST(MatrixOperations, LongLinesAndNone) {
  using Matrix = typename TestFixture::Matrix;
  const auto a = random_matrix<typename TestFixture::Scalar>(3, 1100, 1);
  const Matrix once(a), twice(a), moved(1100, 3), back(3, 1100), none(0, 5);
  add(Space(), once.view(), once.view(), once.view());
  subtract(Space(), once.view(), twice.view(), twice.view());
  expect_close(twice.values(), a, 0);
  transpose(Space(), twice.constant(), moved.view());
  transpose(Space(), moved.constant(), back.view());
  expect_close(back.values(), a, 0);
  add(Space(), none.view(), none.view(), none.view());
  none.values();
}

TYPED_TEST(MatrixOperations, MovesScatter) {
  using Matrix = typename TestFixture::Matrix;
  using Host = typename TestFixture::Host;
  const Matrix a(Host(3, 2, {1, 2, 3, 4, 5, 6})), wide(2, 3), rows(3, 2), columns(2, 3);
  transpose(Space(), a.constant(), wide.view());
  expect_close(wide.values(), Host(2, 3, {1, 3, 5, 2, 4, 6}), 0);
  permute_rows(Space(), a.constant(), device_integers({1, 2, 0}), rows.view());
  expect_close(rows.values(), Host(3, 2, {5, 6, 1, 2, 3, 4}), 0);
  permute_columns(Space(), wide.constant(), device_integers({1, 2, 0}), columns.view());
  expect_close(columns.values(), Host(2, 3, {5, 1, 3, 6, 2, 4}), 0);
}

TEST(MatrixOrder, FromPivots) {
  const auto order = device_integers({7, 7, 7});
  pivots_to_order(Space(), device_integers({3, 3, 3}), order);
  EXPECT_EQ(host_integers(order), (std::vector<int>{2, 0, 1}));
}

/// A product of matrices of three layouts.
template <class Scalar, class LayoutA, class LayoutB, class LayoutOut>
void expect_product(int m, int k, int n) {
  const auto a = random_matrix<Scalar>(m, k, 1), b = random_matrix<Scalar>(k, n, 2);
  const GuardedMatrix<Scalar, LayoutA> left(a);
  const GuardedMatrix<Scalar, LayoutB> right(b);
  const GuardedMatrix<Scalar, LayoutOut> out(m, n);
  multiply(Space(), left.constant(), right.constant(), out.view());
  expect_close(out.values(), product(a, b), 4.0 * (k + 1));
}

TYPED_TEST(MatrixOperations, MultiplyTakesAnyMixOfLayouts) {
  using Scalar = typename TestFixture::Scalar;
  using Layout = typename TypeParam::Layout;
  for (const int m : {1, 2, 17}) {
    for (const int k : {0, 1, 9}) {
      for (const int n : {1, 5}) {
        SCOPED_TRACE(testing::Message() << m << " x " << k << " x " << n);
        expect_product<Scalar, Layout, Kokkos::LayoutLeft, Kokkos::LayoutRight>(m, k, n);
        expect_product<Scalar, Kokkos::LayoutRight, Layout, Kokkos::LayoutLeft>(m, k, n);
        expect_product<Scalar, Kokkos::LayoutLeft, Kokkos::LayoutRight, Layout>(m, k, n);
        expect_product<Scalar, Layout, Layout, Layout>(m, k, n);
      }
    }
  }
}

TYPED_TEST(MatrixOperations, CombinedFactors) {
  using Matrix = typename TestFixture::Matrix;
  for (const int n : {0, 1, 3, 30}) {
    const auto a = random_factors<typename TestFixture::Scalar>(n, 3);
    for (const auto unit : {UnitFactor::lower, UnitFactor::upper}) {
      const auto of_l = unit == UnitFactor::lower ? DiagonalKind::unit : DiagonalKind::stored;
      const auto of_u = unit == UnitFactor::lower ? DiagonalKind::stored : DiagonalKind::unit;
      const auto l = triangle(a, TriangularPart::lower, of_l), u = triangle(a, TriangularPart::upper, of_u);
      const Matrix in(a), lu(n, n), ul(n, n), inverses(n, n), y(n, n);
      multiply_lu(Space(), in.constant(), lu.view(), unit);
      expect_close(lu.values(), product(l, u), 4.0 * (n + 1));
      multiply_ul(Space(), in.constant(), ul.view(), unit);
      expect_close(ul.values(), product(u, l), 4.0 * (n + 1));
      invert_upper(Space(), in.constant(), inverses.view(), of_u);
      invert_lower(Space(), in.constant(), inverses.view(), of_l);
      multiply_ul(Space(), inverses.constant(), y.view(), unit);
      expect_identity(product(y.values(), product(l, u)), 40.0 * (n + 1));
    }
  }
}

template <class Case>
class MatrixRelu : public testing::Test {};
TYPED_TEST_SUITE(MatrixRelu, RealMatrixCases);

TYPED_TEST(MatrixRelu, AndItsDerivative) {
  using Real = typename TypeParam::Scalar;
  using Matrix = GuardedMatrix<Real, typename TypeParam::Layout>;
  using Host = HostMatrix<Real>;
  const Matrix in(Host(1, 3, {-2, 0, 3})), out(1, 3);
  relu(Space(), in.constant(), out.view());
  expect_close(out.values(), Host(1, 3, {0, 0, 3}), 0);
  relu_derivative(Space(), in.constant(), out.view());
  expect_close(out.values(), Host(1, 3, {0, 0, 1}), 0);
  relu_derivative(Space(), in.constant(), out.view(), Real(0.5));
  expect_close(out.values(), Host(1, 3, {0, 0.5, 1}), 0);
}

TEST(MatrixErrors, SayWhatDoesNotFit) {
  const Kokkos::View<double**, Space> a("a", 2, 3), b("b", 3, 2), square("s", 2, 2), c("c", 2, 3);
  const auto order = device_integers({0, 1});
  EXPECT_EQ(message_of([&] { add(Space(), a, b, a); }), "kolibri::add: B must be 2 x 3, got 3 x 2");
  EXPECT_EQ(message_of([&] { multiply(Space(), a, a, square); }), "kolibri::multiply: B must be 3 x 3, got 2 x 3");
  EXPECT_EQ(message_of([&] { multiply(Space(), a, b, a); }), "kolibri::multiply: out must be 2 x 2, got 2 x 3");
  EXPECT_EQ(message_of([&] { multiply(Space(), square, square, square); }),
            "kolibri::multiply: out must not be A, which is read while out is written");
  EXPECT_EQ(message_of([&] { transpose(Space(), square, square); }),
            "kolibri::transpose: out must not be in, which is read while out is written");
  EXPECT_EQ(message_of([&] { permute_columns(Space(), a, order, c); }),
            "kolibri::permute_columns: order must be of length 3, got 2");
  EXPECT_EQ(message_of([&] { invert_upper(Space(), a, c, DiagonalKind::unit); }),
            "kolibri::invert_upper: in must be square, got 2 x 3");
}

}  // namespace
}  // namespace kolibri::test
