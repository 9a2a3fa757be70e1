#include "lapack_types.hpp"

#include <cmath>

namespace kolibri::test {

namespace {

Matrix scaled(Matrix a, double factor) {
  for (Wide& entry : a.entries) entry *= factor;
  return a;
}

/// dlatb4's SMALL, 2^-971 or 2^-104: far enough from underflow for sums of products with its inverse.
double small(const TypeOptions& options) { return options.smallest / options.eps / 4; }

/// dlatb4's BADC1 and BADC2.
double badly_conditioned(const TypeOptions& options) { return std::sqrt(worst_condition(options)); }

Matrix of_condition(double condition, const TypeOptions& options, bool hermitian = false) {
  return of_singular_values(geometric(options.n, condition), options.complex, options.seed, hermitian);
}

Matrix diagonal(const TypeOptions& options) {
  const auto values = geometric(options.n, 2);
  return matrix_of(options.n, options.n, [&](int i, int j) { return i == j ? values[i] : 0.0; });
}

/// Columns from `first` (from 0) to `last` become zero.
Matrix without_columns(Matrix a, int first, int last) {
  for (int i = 0; i < a.rows; ++i) {
    for (int j = first; j < last; ++j) a(i, j) = 0;
  }
  return a;
}

Matrix without_row_and_column(Matrix a, int k) {
  for (int i = 0; i < a.rows; ++i) a(i, k) = a(k, i) = 0;
  return a;
}

/// A random unit triangular matrix; its elements are small enough that its inverse is not huge.
Matrix unit_triangular(const TypeOptions& options) {
  Matrix a = random_matrix(options.n, options.n, options.complex, options.seed);
  for (int i = 0; i < options.n; ++i) {
    for (int j = 0; j < options.n; ++j) a(i, j) = i == j ? Wide(j + 1) : a(i, j) * (i < j ? 0.5 : 0.0);
  }
  return a;
}

Matrix with_zero(Matrix a, int k) {
  a(k, k) = 0;
  return a;
}

}  // namespace

double worst_condition(const TypeOptions& options) { return 0.1 / options.eps; }

TypedMatrix general_type(int type, const TypeOptions& options) {
  const int n = options.n;
  switch (type) {
    case 1:
      return {diagonal(options)};
    case 2:
      return {upper_factor(of_condition(2, options))};
    case 3:
      return {applied(Operation::transpose, upper_factor(of_condition(2, options)))};
    case 4:
      return {of_condition(2, options)};
    case 5:
      return {without_columns(of_condition(2, options), 0, std::min(1, n)), 1};
    case 6:
      return {without_columns(of_condition(2, options), std::max(0, n - 1), n), n};
    case 7:
      return {without_columns(of_condition(2, options), n / 2, n), n / 2 + 1};
    case 8:
      return {of_condition(badly_conditioned(options), options)};
    case 9:
      return {of_condition(worst_condition(options), options)};
    case 10:
      return {scaled(of_condition(2, options), small(options))};
    default:
      return {scaled(of_condition(2, options), 1 / small(options))};
  }
}

TypedMatrix definite_type(int type, const TypeOptions& options) {
  const int n = options.n;
  const auto of = [&](double condition) { return of_condition(condition, options, true); };
  const auto planted = [&](int k) {
    return n == 0 ? TypedMatrix{of(2), 1} : TypedMatrix{without_row_and_column(of(2), k), k + 1};
  };
  switch (type) {
    case 1:
      return {diagonal(options)};
    case 2:
      return {of(2)};
    case 3:
      return planted(0);
    case 4:
      return planted(n - 1);
    case 5:
      return planted(n / 2);
    case 6:
      return {of(badly_conditioned(options))};
    case 7:
      return {of(worst_condition(options))};
    case 8:
      return {scaled(of(2), small(options))};
    default:
      return {scaled(of(2), 1 / small(options))};
  }
}

TypedMatrix triangular_type(int type, const TypeOptions& options) {
  const auto of = [&](double condition) { return upper_factor(of_condition(condition, options)); };
  const auto planted = [&](int k) {
    return options.n == 0 ? TypedMatrix{of(2), 1} : TypedMatrix{with_zero(of(2), k), k + 1};
  };
  switch (type) {
    case 1:
      return {diagonal(options)};
    case 2:
      return {of(2)};
    case 3:
      return {of(badly_conditioned(options))};
    case 4:
      return {of(worst_condition(options))};
    case 5:
      return {scaled(of(2), small(options))};
    case 6:
      return {scaled(of(2), 1 / small(options))};
    case 7:
      return {identity(options.n)};
    case unit_triangular_type:
      return {unit_triangular(options)};
    case 9:
      return planted(0);
    default:
      return planted(options.n / 2);
  }
}

}  // namespace kolibri::test
