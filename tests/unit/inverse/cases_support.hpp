#pragma once

#include <cmath>
#include <limits>

#include "support_names.hpp"

// Small matrices by their rows, for the public reports.
namespace kolibri::test {

using Rows = std::vector<std::vector<Wide>>;

inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double infinity = std::numeric_limits<double>::infinity();

inline Matrix rows(const Rows& rows) {
  return matrix_of(int(rows.size()), int(rows[0].size()), [&](int i, int j) { return rows[i][j]; });
}

template <class Scalar>
HostBatch<Scalar> batch_of_rows(const std::vector<Rows>& members) {
  std::vector<Matrix> matrices;
  for (const Rows& one : members) matrices.push_back(rows(one));
  return batch_of<Scalar>(matrices);
}

template <class Scalar>
HostBatch<Scalar> identity_batch(int batch, int n) {
  return batch_of<Scalar>(batch, n, n, [](int, int i, int j) { return i == j ? 1.0 : 0.0; });
}

/// Largest |x_ij - exact_ij| / (largest |exact_ij| eps); infinity for a NaN.
template <class Scalar>
double distance(const HostBatch<Scalar>& x, const Matrix& exact, int b = 0) {
  double error = 0, size = 0;
  for (int i = 0; i < exact.rows; ++i) {
    for (int j = 0; j < exact.columns; ++j) {
      const double difference = Kokkos::abs(Wide(real(x(b, i, j)), imag(x(b, i, j))) - exact(i, j));
      if (!(difference <= error)) error = std::isnan(difference) ? infinity : difference;
      size = std::max(size, Kokkos::abs(exact(i, j)));
    }
  }
  return error == 0 ? 0 : error / size / eps<Scalar>;
}

/// Calls then(result, method's name) for the inverse by every general method, in place and not.
template <class Scalar, class Then>
void invert_by_all(const HostBatch<Scalar>& a, const Then& then) {
  for (const NamedMethod& method : general_methods) {
    for (const bool in_place : {false, true}) {
      SCOPED_TRACE(concat(method.name, in_place ? ", in place" : ""));
      const auto result = inverted(a, method.options, {.in_place = in_place});
      EXPECT_TRUE(result.untouched);
      then(result);
    }
  }
}

/// The inverse of one matrix, of small condition, by every general method.
template <class Scalar>
void expect_inverse(const Rows& a, const Rows& exact) {
  invert_by_all(batch_of_rows<Scalar>({a}), [&](const Result<Scalar>& result) {
    EXPECT_EQ(result.info[0], 0);
    EXPECT_LT(distance(result.x, rows(exact)), threshold);
  });
}

}  // namespace kolibri::test
