#include "support_ratios.hpp"

#include <algorithm>
#include <cmath>

namespace kolibri::test {

namespace {

double ratio(double residual, double scale) {
  if (!std::isfinite(residual)) return std::numeric_limits<double>::infinity();
  return residual == 0 ? 0 : residual / scale;
}

Matrix column(const Matrix& a, int j) {
  return matrix_of(a.rows, 1, [&](int i, int) { return a(i, j); });
}

Matrix permuted(Matrix a, const int* pivots) {
  for (int i = 0; i < a.rows; ++i) {
    for (int j = 0; j < a.columns; ++j) std::swap(a(i, j), a(pivots[i] - 1, j));
  }
  return a;
}

/// As LAPACK has them: row i (from 1) is exchanged with one of the rows i, ..., n.
bool in_range(const int* pivots, int n) {
  for (int i = 0; i < n; ++i) {
    if (pivots[i] <= i || pivots[i] > n) return false;
  }
  return true;
}

}  // namespace

double inverse_ratio(const Matrix& a, const Matrix& x, double eps, bool right) {
  const Matrix defect = difference(identity(a.rows), right ? product(a, x) : product(x, a));
  return ratio(norm_one(defect), a.rows * norm_one(a) * norm_one(x) * eps);
}

double lu_ratio(const Matrix& a, const Matrix& factors, const int* pivots, UnitFactor unit, double eps) {
  const int n = a.rows;
  if (!in_range(pivots, n)) return std::numeric_limits<double>::infinity();
  const auto factor = [&](bool lower) {
    const bool unit_diagonal = (unit == UnitFactor::lower) == lower;
    return matrix_of(n, n, [&](int i, int j) {
      if (i == j) return unit_diagonal ? Wide(1) : factors(i, i);
      return (i > j) == lower ? factors(i, j) : Wide(0);
    });
  };
  const Matrix defect = difference(product(factor(true), factor(false)), permuted(a, pivots));
  return ratio(norm_one(defect), n * norm_one(a) * eps);
}

double residual_ratio(const Matrix& a, const Matrix& x, const Matrix& b, double eps) {
  double largest = 0;
  const double size = norm_one(a);
  const Matrix residual = difference(b, product(a, x));
  for (int j = 0; j < x.columns; ++j) {
    largest = std::max(largest, ratio(norm_one(column(residual, j)), size * norm_one(column(x, j)) * eps));
  }
  return largest;
}

double error_ratio(const Matrix& x, const Matrix& exact, double rcond, double eps) {
  double largest = 0;
  for (int j = 0; j < x.columns; ++j) {
    const Matrix expected = column(exact, j);
    const double error = norm_one(difference(column(x, j), expected));
    largest = std::max(largest, ratio(error * rcond, norm_one(expected) * eps));
  }
  return largest;
}

double rcond_ratio(double r1, double r2) {
  if (!(r1 > 0 && r2 > 0)) return r1 == r2 ? 0 : std::numeric_limits<double>::infinity();
  return std::max(r1, r2) / std::min(r1, r2) - 1;
}

}  // namespace kolibri::test
