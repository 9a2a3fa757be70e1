#pragma once

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <kolibri/inverse_options.hpp>
#include <kolibri/scalar.hpp>
#include <kolibri/team_policy.hpp>
#include <random>
#include <type_traits>
#include <vector>

// Small matrices of any layout with canaries around them, and teams that work on them.
namespace kolibri::test {

using Space = KOLIBRI_TEST_SPACE;
using TeamMember = Kokkos::TeamPolicy<Space>::member_type;

/// A matrix on the host, by rows.
template <class Scalar>
struct HostMatrix {
  int rows = 0, columns = 0;
  std::vector<Scalar> values;

  HostMatrix(int rows_, int columns_) : rows(rows_), columns(columns_), values(std::size_t(rows_) * columns_) {}
  HostMatrix(int rows_, int columns_, std::initializer_list<double> list) : HostMatrix(rows_, columns_) {
    std::transform(list.begin(), list.end(), values.begin(), [](double x) { return Scalar(real_t<Scalar>(x)); });
  }
  Scalar& operator()(int i, int j) { return values[std::size_t(i) * columns + j]; }
  const Scalar& operator()(int i, int j) const { return values[std::size_t(i) * columns + j]; }
};

template <class Scalar>
HostMatrix<Scalar> random_matrix(int rows, int columns, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<real_t<Scalar>> uniform(-1, 1);
  HostMatrix<Scalar> result(rows, columns);
  for (Scalar& x : result.values) {
    const auto re = uniform(engine);
    if constexpr (is_complex<Scalar>) {
      x = Scalar(re, uniform(engine));
    } else {
      x = re;
    }
  }
  return result;
}

/// Random with a diagonal that makes triangles of it well conditioned.
template <class Scalar>
HostMatrix<Scalar> random_factors(int n, unsigned seed) {
  auto result = random_matrix<Scalar>(n, n, seed);
  for (Scalar& x : result.values) x /= static_cast<real_t<Scalar>>(n);
  for (int i = 0; i < n; ++i) result(i, i) += Scalar(2);
  return result;
}

template <class Scalar>
HostMatrix<Scalar> product(const HostMatrix<Scalar>& a, const HostMatrix<Scalar>& b) {
  HostMatrix<Scalar> result(a.rows, b.columns);
  for (int i = 0; i < a.rows; ++i) {
    for (int j = 0; j < b.columns; ++j) {
      for (int k = 0; k < a.columns; ++k) result(i, j) += a(i, k) * b(k, j);
    }
  }
  return result;
}

/// One triangle of a, with its diagonal or with one of ones, the rest 0.
template <class Scalar>
HostMatrix<Scalar> triangle(const HostMatrix<Scalar>& a, TriangularPart part, DiagonalKind diagonal) {
  HostMatrix<Scalar> result(a.rows, a.columns);
  for (int i = 0; i < a.rows; ++i) {
    for (int j = 0; j < a.columns; ++j) {
      if (part == TriangularPart::upper ? i < j : i > j) result(i, j) = a(i, j);
      if (i == j) result(i, j) = diagonal == DiagonalKind::unit ? Scalar(1) : a(i, j);
    }
  }
  return result;
}

/// Every element within `units` units in the last place of the largest element.
template <class Scalar>
void expect_close(const HostMatrix<Scalar>& got, const HostMatrix<Scalar>& wanted, double units) {
  ASSERT_EQ(got.rows, wanted.rows);
  ASSERT_EQ(got.columns, wanted.columns);
  double largest = 0;
  for (const Scalar& x : wanted.values) largest = std::max<double>(largest, Kokkos::abs(x));
  for (int i = 0; i < got.rows; ++i) {
    for (int j = 0; j < got.columns; ++j) {
      ASSERT_LE(Kokkos::abs(got(i, j) - wanted(i, j)), units * ulp<real_t<Scalar>> * largest) << i << ", " << j;
    }
  }
}

template <class Scalar>
void expect_identity(const HostMatrix<Scalar>& got, double units) {
  HostMatrix<Scalar> identity(got.rows, got.columns);
  for (int i = 0; i < got.rows; ++i) identity(i, i) = Scalar(1);
  expect_close(got, identity, units);
}

/// A matrix on the device inside a larger buffer, whose other elements must stay as they are. LayoutStride has gaps in
/// both directions.
template <class Scalar, class Layout>
class GuardedMatrix {
 public:
  using View = Kokkos::View<Scalar**, Layout, Space, Kokkos::MemoryUnmanaged>;
  using ConstView = Kokkos::View<const Scalar**, Layout, Space, Kokkos::MemoryUnmanaged>;

  GuardedMatrix(int rows, int columns) : m_rows(rows), m_columns(columns) {
    m_row_stride = std::is_same_v<Layout, Kokkos::LayoutRight> ? columns : by_columns ? 1 : 2;
    m_column_stride = std::is_same_v<Layout, Kokkos::LayoutRight> ? 1 : by_columns ? rows : 2 * rows + 3;
    m_buffer = Buffer("kolibri::test buffer", 2 * guard + (2 * rows + 3) * columns);
    Kokkos::deep_copy(m_buffer, canary());
  }
  explicit GuardedMatrix(const HostMatrix<Scalar>& values) : GuardedMatrix(values.rows, values.columns) {
    auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), m_buffer);
    for (int i = 0; i < m_rows; ++i) {
      for (int j = 0; j < m_columns; ++j) host(place(i, j)) = values(i, j);
    }
    Kokkos::deep_copy(m_buffer, host);
  }

  static Scalar canary() { return Scalar(-12345.5); }

  View view() const {
    Scalar* const data = m_buffer.data() + guard;
    if constexpr (std::is_same_v<Layout, Kokkos::LayoutStride>) {
      return View(data, Layout(m_rows, m_row_stride, m_columns, m_column_stride));
    } else {
      return View(data, m_rows, m_columns);
    }
  }
  ConstView constant() const { return view(); }

  /// The elements, when nobody wrote beside them.
  HostMatrix<Scalar> values() const {
    Kokkos::fence("kolibri::test");
    const auto host = Kokkos::create_mirror(m_buffer);  // a copy on the host too: elements are crossed off
    Kokkos::deep_copy(host, m_buffer);
    HostMatrix<Scalar> result(m_rows, m_columns);
    for (int i = 0; i < m_rows; ++i) {
      for (int j = 0; j < m_columns; ++j) {
        result(i, j) = host(place(i, j));
        host(place(i, j)) = canary();
      }
    }
    int spoilt = 0;
    for (std::size_t k = 0; k < host.extent(0); ++k) spoilt += host(k) != canary();
    EXPECT_EQ(spoilt, 0) << "elements beside the matrix";
    return result;
  }

 private:
  using Buffer = Kokkos::View<Scalar*, Space>;
  static constexpr int guard = 8;
  static constexpr bool by_columns = std::is_same_v<Layout, Kokkos::LayoutLeft>;

  std::size_t place(int i, int j) const {
    return guard + std::size_t(i) * m_row_stride + std::size_t(j) * m_column_stride;
  }

  int m_rows, m_columns;
  std::size_t m_row_stride, m_column_stride;
  Buffer m_buffer;
};

inline Kokkos::View<int*, Space> device_integers(const std::vector<int>& values) {
  Kokkos::View<int*, Space> result("kolibri::test integers", values.size());
  Kokkos::deep_copy(result, Kokkos::View<const int*, Kokkos::HostSpace>(values.data(), values.size()));
  return result;
}

inline std::vector<int> host_integers(const Kokkos::View<int*, Space>& values) {
  Kokkos::fence("kolibri::test");
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), values);
  return {host.data(), host.data() + host.extent(0)};
}

/// Runs body(member) by one team of as many threads as the backend has for such kernels, several but on Serial.
template <class Body>
void by_team(const Body& body, std::size_t scratch_bytes = 0) {
  const int threads = !runs_on_host<Space>                    ? 32
                      : std::is_same_v<Space, Kokkos::Serial> ? 1
                                                              : std::min(Space().concurrency(), 4);
  Kokkos::TeamPolicy<Space> policy(1, threads, runs_on_host<Space> ? 1 : 2);
  policy.set_scratch_size(scratch_level<Space>, Kokkos::PerTeam(scratch_bytes));
  Kokkos::parallel_for("kolibri::test team", policy, body);
}

template <class Scalar_, class Layout_>
struct MatrixCase {
  using Scalar = Scalar_;
  using Layout = Layout_;
};

#if defined(KOLIBRI_INSTANTIATE_CI)
using MatrixCases = testing::Types<MatrixCase<double, Kokkos::LayoutStride>, MatrixCase<double, Kokkos::LayoutRight>,
                                   MatrixCase<Kokkos::complex<double>, Kokkos::LayoutLeft>>;
#elif defined(KOKKOS_ENABLE_CUDA)
/// Every scalar and every layout, but not each with each, for which nvcc would take a quarter of an hour.
using MatrixCases = testing::Types<MatrixCase<float, Kokkos::LayoutStride>, MatrixCase<double, Kokkos::LayoutRight>,
                                   MatrixCase<Kokkos::complex<float>, Kokkos::LayoutLeft>,
                                   MatrixCase<Kokkos::complex<double>, Kokkos::LayoutRight>>;
#else
/// Every scalar with every layout.
using MatrixCases = testing::Types<
    MatrixCase<float, Kokkos::LayoutRight>, MatrixCase<float, Kokkos::LayoutLeft>,
    MatrixCase<float, Kokkos::LayoutStride>, MatrixCase<double, Kokkos::LayoutRight>,
    MatrixCase<double, Kokkos::LayoutLeft>, MatrixCase<double, Kokkos::LayoutStride>,
    MatrixCase<Kokkos::complex<float>, Kokkos::LayoutRight>, MatrixCase<Kokkos::complex<float>, Kokkos::LayoutLeft>,
    MatrixCase<Kokkos::complex<float>, Kokkos::LayoutStride>, MatrixCase<Kokkos::complex<double>, Kokkos::LayoutRight>,
    MatrixCase<Kokkos::complex<double>, Kokkos::LayoutLeft>, MatrixCase<Kokkos::complex<double>, Kokkos::LayoutStride>>;
#endif
#if defined(KOLIBRI_INSTANTIATE_CI)
using RealMatrixCases = testing::Types<MatrixCase<double, Kokkos::LayoutStride>>;
#else
using RealMatrixCases =
    testing::Types<MatrixCase<float, Kokkos::LayoutRight>, MatrixCase<float, Kokkos::LayoutStride>,
                   MatrixCase<double, Kokkos::LayoutLeft>, MatrixCase<double, Kokkos::LayoutStride>>;
#endif

/// The article's matrix, of determinant -1056.
template <class Scalar>
HostMatrix<Scalar> article_matrix() {
  return {4, 4, {2, 5, 7, 8, 4, 13, 20, 25, 8, 29, 50, 71, 10, 34, 78, 98}};
}

/// Its inverse, exactly [[701/264, -845/528, 41/176, 1/44], [-233/264, 401/528, -13/176, -3/44],
/// [-25/88, 57/176, -31/176, 3/44], [23/88, -63/176, 25/176, -1/44]].
template <class Scalar>
HostMatrix<Scalar> article_inverse() {
  return {4,
          4,
          {701. / 264, -845. / 528, 41. / 176, 1. / 44, -233. / 264, 401. / 528, -13. / 176, -3. / 44, -25. / 88,
           57. / 176, -31. / 176, 3. / 44, 23. / 88, -63. / 176, 25. / 176, -1. / 44}};
}

}  // namespace kolibri::test
