#include <cmath>

#include "support_guarded.hpp"
#include "support_names.hpp"

// The checks themselves: a right answer passes, and wrong ones fail, among them a solver that does nothing.
namespace kolibri::test {

namespace {

template <class Scalar>
class InverseMutation : public testing::Test {
 protected:
  static constexpr int n = 6;

  /// A = U diag V^H, and A^-1 rounded from the reference.
  Matrix m_a = member(batch_of<Scalar>({of_singular_values(geometric(n, 100), is_complex<Scalar>, 3)}), 0);
  Matrix m_x = member(batch_of<Scalar>({reference(m_a).inverse}), 0);

  double ratio(const Matrix& x) const {
    return std::min(inverse_ratio(m_a, x, eps<Scalar>, false), inverse_ratio(m_a, x, eps<Scalar>, true));
  }
};
TYPED_TEST_SUITE(InverseMutation, AllScalars);

TYPED_TEST(InverseMutation, TheRightInversePasses) {
  EXPECT_LT(inverse_ratio(this->m_a, this->m_x, eps<TypeParam>, false), 2);
  EXPECT_LT(inverse_ratio(this->m_a, this->m_x, eps<TypeParam>, true), 2);
  for (const double scale : {1e-30, 1e30}) {  // of A near underflow and overflow
    Matrix a = this->m_a, x = this->m_x;
    for (Wide& entry : a.entries) entry *= scale;
    for (Wide& entry : x.entries) entry /= scale;
    EXPECT_LT(inverse_ratio(a, x, eps<TypeParam>, true), 2);
  }
}

TYPED_TEST(InverseMutation, WrongInversesFail) {
  const int n = this->n;
  EXPECT_GT(this->ratio(Matrix(n, n)), threshold) << "zero";
  EXPECT_GT(this->ratio(this->m_a), threshold) << "A itself";
  EXPECT_GT(this->ratio(identity(n)), threshold) << "I";
  EXPECT_GT(this->ratio(applied(Operation::transpose, this->m_x)), threshold) << "transposed";
  EXPECT_GT(this->ratio(matrix_of(n, n, [](int, int) { return std::nan(""); })), threshold) << "NaN";
  if (is_complex<TypeParam>) {
    EXPECT_GT(this->ratio(matrix_of(n, n, [&](int i, int j) { return conj(this->m_x(i, j)); })), threshold);
  }
  Matrix columns = this->m_x, element = this->m_x;
  for (int i = 0; i < n; ++i) std::swap(columns(i, 1), columns(i, 4));
  EXPECT_GT(this->ratio(columns), threshold) << "two columns exchanged";
  element(2, 3) += 2000 * eps<TypeParam> * norm_one(element);
  EXPECT_GT(this->ratio(element), threshold) << "an entry";
}

/// What a function that writes nothing leaves behind fails every check.
TYPED_TEST(InverseMutation, DoingNothingFails) {
  const int n = this->n;
  const auto nothing = batch_of<TypeParam>(1, n, n, [](int, int, int) { return poison<TypeParam>(); });
  const auto a = batch_of<TypeParam>({this->m_a});
  EXPECT_GT(inverse_ratio(a, nothing), threshold);
  EXPECT_FALSE(all_nan(nothing, 0)) << "poison is not the NaN of a flagged member";
  EXPECT_TRUE(all_nan(batch_of<TypeParam>(1, 2, 2, [](int, int, int) { return quiet_nan<TypeParam>(); }), 0));
  EXPECT_NE(poison<int>(), 0);
  Result<TypeParam> factors;
  factors.x = nothing;
  factors.pivots = batch_of<int>(1, 1, n, [](int, int, int) { return poison<int>(); });
  EXPECT_GT(lu_ratio(a, factors, UnitFactor::lower), threshold);
  for (int k = 0; k < n; ++k) factors.pivots(0, 0, k) = k + 1;
  EXPECT_GT(lu_ratio(a, factors, UnitFactor::lower), threshold);
  factors.x = a;
  EXPECT_GT(lu_ratio(a, factors, UnitFactor::lower), threshold) << "A instead of its factors";
}

TYPED_TEST(InverseMutation, Solutions) {
  const Matrix exact = random_matrix(this->n, 2, is_complex<TypeParam>, 4), b = product(this->m_a, exact);
  const double rcond = reference(this->m_a).rcond_one;
  EXPECT_LT(residual_ratio(this->m_a, exact, b, eps<TypeParam>), 1);
  EXPECT_EQ(error_ratio(exact, exact, rcond, eps<TypeParam>), 0);
  Matrix wrong = exact;
  wrong(3, 1) += 1e6 * eps<TypeParam>;
  EXPECT_GT(residual_ratio(this->m_a, wrong, b, eps<TypeParam>), threshold);
  EXPECT_GT(error_ratio(wrong, exact, rcond, eps<TypeParam>), threshold);
  wrong(0, 0) = std::nan("");
  EXPECT_GT(residual_ratio(this->m_a, wrong, b, eps<TypeParam>), threshold);
  EXPECT_GT(error_ratio(wrong, exact, rcond, eps<TypeParam>), threshold);
}

TYPED_TEST(InverseMutation, ConditionNumbers) {
  EXPECT_EQ(rcond_ratio(0.5, 0.5), 0);
  EXPECT_EQ(rcond_ratio(0, 0), 0);
  EXPECT_GT(rcond_ratio(0, 0.5), threshold);
  EXPECT_GT(rcond_ratio(std::nan(""), 0.5), threshold);
  EXPECT_GT(rcond_ratio(1, 0.01), threshold);
}

/// The reference against numbers that are known: det = -2, and the inverse [[-2, 1], [1.5, -0.5]].
TEST(InverseReference, TwoByTwo) {
  const Matrix a = matrix_of(2, 2, [](int i, int j) { return 2.0 * i + j + 1; });
  const Reference known = reference(a);
  EXPECT_NEAR(known.log_abs, std::log(2.0), 1e-15);
  EXPECT_EQ(known.sign, Wide(-1));
  EXPECT_NEAR(known.inverse(0, 0).real(), -2, 1e-15);
  EXPECT_NEAR(known.inverse(1, 1).real(), -0.5, 1e-15);
  EXPECT_NEAR(1 / known.rcond_one, 21, 1e-13);
  EXPECT_NEAR(1 / known.rcond_infinity, 21, 1e-13);
}

/// Canaries: a write beside the matrices is seen, and one inside is not taken for that.
TEST(InverseCanaries, AreSeen) {
  for (const Storage storage : storages) {
    const auto host = batch_of<double>(2, 3, 2, [](int b, int i, int j) { return b + 10.0 * i + 100 * j; });
    const Guarded<double> inside(host, storage), beside(host, storage);
    const auto own = inside.matrices(), other = beside.matrices();
    const std::size_t last = own.stride(0) + 2 * own.stride(1) + own.stride(2);
    const auto write = [](double* target) {
      Kokkos::deep_copy(Kokkos::View<double, Space, Kokkos::MemoryUnmanaged>(target), 7.0);
    };
    write(own.data() + last);
    write(other.data() + last + 1);
    bool inside_intact = true, beside_intact = true;
    EXPECT_EQ(inside.content(inside_intact)(1, 2, 1), 7);
    EXPECT_EQ(beside.content(beside_intact)(1, 2, 1), host(1, 2, 1));
    EXPECT_TRUE(inside_intact && !inside.intact());
    EXPECT_FALSE(beside_intact || beside.intact());
  }
}

}  // namespace

}  // namespace kolibri::test
