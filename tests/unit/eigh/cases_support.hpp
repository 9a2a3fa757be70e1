#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <kolibri/random.hpp>
#include <limits>
#include <vector>

#include "../scalars.hpp"
#include "accuracy_solver.hpp"

namespace kolibri::test {

using Rows = std::vector<std::vector<double>>;

inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// How much of the accuracy gate is run: everything where KOLIBRI_TEST_FULL is set, as is meant for devices; on hosts
/// what 2 cores can afford; on the plain serial backend, whose kernels are those of the other hosts, a small part.
enum class Extent { reduced, host, full };

inline Extent extent() {
  if (std::getenv("KOLIBRI_TEST_FULL") != nullptr) return Extent::full;
  return std::is_same_v<Space, Kokkos::Serial> ? Extent::reduced : Extent::host;
}

/// A batch with the entries entry(b, i, j).
template <class Scalar, class Entry>
HostBatch<Scalar> batch_of(int batch, int n, const Entry& entry) {
  const HostBatch<Scalar> a("kolibri::test::a", batch, n, n);
  for (int b = 0; b < batch; ++b) {
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) a(b, i, j) = static_cast<Scalar>(entry(b, i, j));
    }
  }
  return a;
}

template <class Scalar>
HostBatch<Scalar> batch_of(const std::vector<Rows>& members) {
  return batch_of<Scalar>(int(members.size()), int(members[0].size()),
                          [&](int b, int i, int j) { return members[b][i][j]; });
}

template <class Scalar>
HostBatch<Scalar> matrix(const Rows& rows) {
  return batch_of<Scalar>({rows});
}

template <class Scalar>
HostBatch<Scalar> diagonal(const std::vector<double>& values) {
  return batch_of<Scalar>(1, int(values.size()), [&](int, int i, int j) { return i == j ? values[i] : 0; });
}

/// A real symmetric matrix of these eigenvalues: Q diag(values) Q^T, Q a product of random reflectors.
template <class Scalar>
HostBatch<Scalar> of_spectrum(const std::vector<double>& values, int seed, int reflectors = 4) {
  const int n = static_cast<int>(values.size());
  HostBatch<double> a = diagonal<double>(values);
  for (int r = 0; r < reflectors; ++r) {
    std::vector<double> u(n), au(n);
    double square = 0, uau = 0;
    for (int i = 0; i < n; ++i) u[i] = symmetric_uniform<double>(philox(seed, r, i));
    for (const double u_i : u) square += u_i * u_i;
    for (double& u_i : u) u_i /= std::sqrt(square);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) au[i] += a(0, i, j) * u[j];
      uau += u[i] * au[i];
    }
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) a(0, i, j) += 4 * uau * u[i] * u[j] - 2 * (u[i] * au[j] + au[i] * u[j]);
    }
  }
  return batch_of<Scalar>(1, n, [&](int, int i, int j) { return i > j ? a(0, i, j) : a(0, j, i); });
}

/// The algorithms by name that take this n on the tested backend, and auto.
template <class Scalar>
std::vector<NamedAlgorithm> algorithms_for(int n) {
  std::vector<NamedAlgorithm> serving;
  for (const NamedAlgorithm& algorithm : algorithms) {
    if (serves<Scalar>(algorithm.algorithm, n)) serving.push_back(algorithm);
  }
  return serving;
}

/// Every member is solved to the threshold by every algorithm, with vectors and values only; `then(solved)` sees each.
template <class Scalar, class Then>
void expect_solved(const HostBatch<Scalar>& a, EighOptions options, const Then& then) {
  for (const NamedAlgorithm& algorithm : algorithms_for<Scalar>(a.extent_int(1))) {
    SCOPED_TRACE(algorithm.name);
    options.algorithm = algorithm.algorithm;
    for (const bool vectors : {true, false}) {
      options.vectors = vectors;
      const auto solved = solve(a, options);
      EXPECT_TRUE(solved_and_ascending(solved));
      EXPECT_LT(solved.accuracy.residual, threshold);
      EXPECT_LT(solved.accuracy.orthogonality, threshold);
      EXPECT_LT(solved.accuracy.moments, threshold);
      then(solved);
    }
  }
}

template <class Scalar>
void expect_solved(const HostBatch<Scalar>& a, const EighOptions& options = {}) {
  expect_solved(a, options, [](const Solved<Scalar>&) {});
}

/// The same, with the eigenvalues of every member known: each within the threshold times n ulp of the largest.
template <class Scalar>
void expect_values(const HostBatch<Scalar>& a, const std::vector<double>& expected, const EighOptions& options = {}) {
  const int n = a.extent_int(1);
  const double largest = std::max(std::abs(expected.front()), std::abs(expected.back()));
  const double tolerance = threshold * n * ulp<real_t<Scalar>> * largest;
  expect_solved(a, options, [&](const Solved<Scalar>& solved) {
    for (std::size_t b = 0; b < a.extent(0); ++b) {
      for (int i = 0; i < n; ++i) EXPECT_NEAR(solved.w(b, i), expected[i], tolerance) << "value " << i;
    }
  });
}

/// ||A V - V W||_F / (||A||_F ulp) of a member, for the reports that bound it.
template <class Scalar>
double residual_norm(const HostBatch<Scalar>& a, const Solved<Scalar>& solved, int b = 0) {
  using Wide = Kokkos::complex<double>;
  const int n = a.extent_int(1);
  double largest = 0, norm = 0, residual = 0;
  for (int i = 0; i < n * n; ++i) largest = std::max<double>(largest, magnitude(a.data()[b * n * n + i]));
  const auto scaled = [&](int i, int j) { return Wide(real(a(b, i, j)) / largest, imag(a(b, i, j)) / largest); };
  const auto vector = [&](int i, int j) { return Wide(real(solved.v(b, i, j)), imag(solved.v(b, i, j))); };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      Wide sum = vector(i, j) * (-solved.w(b, j) / largest);
      for (int k = 0; k < n; ++k) sum += scaled(i, k) * vector(k, j);
      residual += abs_squared(sum);
      norm += abs_squared(scaled(i, j));
    }
  }
  return std::sqrt(residual / norm) / ulp<real_t<Scalar>>;
}

}  // namespace kolibri::test
