#include "support_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <kolibri/random.hpp>

namespace kolibri::test {

namespace {

Wide random_entry(bool complex, int seed, int i, int j) {
  const Wide x = symmetric_uniform<Wide>(philox(seed, i, j));
  return complex ? x : Wide(x.real());
}

/// I - 2 u u^H / (u^H u) applied to A from the left.
void reflect(Matrix& a, const std::vector<Wide>& u) {
  double square = 0;
  for (const Wide& u_i : u) square += abs_squared(u_i);
  if (square == 0) return;
  std::vector<Wide> row(a.columns);
  for (int i = 0; i < a.rows; ++i) {
    for (int j = 0; j < a.columns; ++j) row[j] += conj(u[i]) * a(i, j);
  }
  for (int i = 0; i < a.rows; ++i) {
    for (int j = 0; j < a.columns; ++j) a(i, j) -= u[i] * row[j] * (2 / square);
  }
}

/// Q A with a random unitary Q: a few reflections make a dense matrix, n of them Haar's distribution.
void rotate(Matrix& a, bool complex, int seed) {
  std::vector<Wide> u(a.rows);
  for (int r = 0; r < std::min(a.rows, 8); ++r) {
    for (int i = 0; i < a.rows; ++i) u[i] = random_entry(complex, seed, r, i);
    reflect(a, u);
  }
}

}  // namespace

Matrix identity(int n) {
  return matrix_of(n, n, [](int i, int j) { return i == j ? 1.0 : 0.0; });
}

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix c(a.rows, b.columns);
  for (int i = 0; i < a.rows; ++i) {
    for (int k = 0; k < a.columns; ++k) {
      const Wide a_ik = a(i, k);
      for (int j = 0; j < b.columns; ++j) c(i, j) += a_ik * b(k, j);
    }
  }
  return c;
}

Matrix difference(const Matrix& a, const Matrix& b) {
  return matrix_of(a.rows, a.columns, [&](int i, int j) { return a(i, j) - b(i, j); });
}

Matrix applied(Operation operation, const Matrix& a) {
  if (operation == Operation::none) return a;
  const bool conjugate = operation == Operation::conjugate_transpose;
  return matrix_of(a.columns, a.rows, [&](int i, int j) { return conjugate ? conj(a(j, i)) : a(j, i); });
}

double norm_one(const Matrix& a) {
  double largest = 0;
  for (int j = 0; j < a.columns; ++j) {
    double sum = 0;
    for (int i = 0; i < a.rows; ++i) sum += Kokkos::abs(a(i, j));
    if (!(sum <= largest)) largest = std::isnan(sum) ? std::numeric_limits<double>::infinity() : sum;
  }
  return largest;
}

double norm_infinity(const Matrix& a) { return norm_one(applied(Operation::transpose, a)); }

Matrix random_matrix(int rows, int columns, bool complex, int seed) {
  return matrix_of(rows, columns, [&](int i, int j) { return random_entry(complex, seed, i, j); });
}

Matrix of_singular_values(const std::vector<double>& values, bool complex, int seed, bool hermitian) {
  const int n = static_cast<int>(values.size());
  Matrix a = matrix_of(n, n, [&](int i, int j) { return i == j ? values[i] : 0.0; });
  rotate(a, complex, 2 * seed);
  a = applied(Operation::conjugate_transpose, a);
  rotate(a, complex, hermitian ? 2 * seed : 2 * seed + 1);
  if (!hermitian) return a;
  return matrix_of(n, n, [&](int i, int j) { return (a(i, j) + conj(a(j, i))) / 2.0; });
}

std::vector<double> geometric(int n, double condition) {
  std::vector<double> values(n, 1.0);
  for (int i = 1; i < n; ++i) values[i] = std::pow(condition, -double(i) / (n - 1));
  return values;
}

Matrix upper_factor(Matrix a) {
  for (int k = 0; k < a.columns; ++k) {
    std::vector<Wide> u(a.rows);
    double square = 0;
    for (int i = k; i < a.rows; ++i) square += abs_squared(u[i] = a(i, k));
    const double size = Kokkos::abs(u[k]);
    u[k] += (size == 0 ? Wide(1) : u[k] / size) * std::sqrt(square);
    reflect(a, u);
    for (int i = k + 1; i < a.rows; ++i) a(i, k) = 0;
  }
  return a;
}

}  // namespace kolibri::test
