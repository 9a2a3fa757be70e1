#pragma once

#include <limits>

#include "support_matrix.hpp"

// The measures of LAPACK's tests (dchkge), in the 1-norm; what is good enough is below `threshold`.
namespace kolibri::test {

inline constexpr double threshold = 30;

/// LAPACK's eps, half an ulp of 1: 2^-24 or 2^-53.
template <class Scalar>
inline constexpr double eps = double(ulp<real_t<Scalar>>) / 2;

/// ||I - X A|| / (n ||A|| ||X|| eps), and with `right` ||I - A X|| / (n ||A|| ||X|| eps). Infinity for a NaN, as in all
/// ratios.
double inverse_ratio(const Matrix& a, const Matrix& x, double eps, bool right);

/// ||L U - P A|| / (n ||A|| eps) of what lu() gives, `pivots` with n elements.
double lu_ratio(const Matrix& a, const Matrix& factors, const int* pivots, UnitFactor unit, double eps);

/// ||b - A x|| / (||A|| ||x|| eps), the largest of all columns.
double residual_ratio(const Matrix& a, const Matrix& x, const Matrix& b, double eps);

/// ||x - x*|| rcond / (||x*|| eps), the largest of all columns.
double error_ratio(const Matrix& x, const Matrix& exact, double rcond, double eps);

/// How far two condition numbers differ: max(r1, r2) / min(r1, r2) - 1 (dget06).
double rcond_ratio(double r1, double r2);

/// The larger one of both inverse ratios.
template <class Scalar>
double inverse_ratio(const HostBatch<Scalar>& a, const HostBatch<Scalar>& x, int b = 0) {
  const Matrix a_b = member(a, b), x_b = member(x, b);
  return std::max(inverse_ratio(a_b, x_b, eps<Scalar>, false), inverse_ratio(a_b, x_b, eps<Scalar>, true));
}

template <class Scalar>
double lu_ratio(const HostBatch<Scalar>& a, const Result<Scalar>& factors, UnitFactor unit, int b = 0) {
  return lu_ratio(member(a, b), member(factors.x, b), &factors.pivots(b, 0, 0), unit, eps<Scalar>);
}

/// A^-1, det A = sign exp(log_abs) and the condition numbers, from an LU factorisation in long double.
struct Reference {
  Matrix inverse;
  double log_abs = 0;
  Wide sign = 1;
  double rcond_one = 1, rcond_infinity = 1;
};

Reference reference(const Matrix& a);

}  // namespace kolibri::test
