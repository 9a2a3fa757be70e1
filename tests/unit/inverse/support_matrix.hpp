#pragma once

#include <limits>
#include <vector>

#include "support.hpp"

// Matrices of complex double, in which the tests build what they give to a solver and judge what they get.
namespace kolibri::test {

using Wide = Kokkos::complex<double>;

struct Matrix {
  int rows = 0, columns = 0;
  std::vector<Wide> entries;

  Matrix() = default;
  Matrix(int rows_, int columns_) : rows(rows_), columns(columns_), entries(std::size_t(rows_) * columns_) {}

  Wide& operator()(int i, int j) { return entries[std::size_t(i) * columns + j]; }
  const Wide& operator()(int i, int j) const { return entries[std::size_t(i) * columns + j]; }
};

/// The matrix with the entries entry(i, j).
template <class Entry>
Matrix matrix_of(int rows, int columns, const Entry& entry) {
  Matrix a(rows, columns);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) a(i, j) = entry(i, j);
  }
  return a;
}

Matrix identity(int n);
Matrix product(const Matrix& a, const Matrix& b);
Matrix difference(const Matrix& a, const Matrix& b);
/// A, A^T or A^H.
Matrix applied(Operation operation, const Matrix& a);

/// The largest column sum of absolute values; infinity if there is a NaN.
double norm_one(const Matrix& a);
double norm_infinity(const Matrix& a);

/// Entries with parts uniform in (-1, 1), a real matrix without the imaginary ones.
Matrix random_matrix(int rows, int columns, bool complex, int seed);

/// U diag(values) V^H with random unitary U and V; `hermitian` makes V = U.
Matrix of_singular_values(const std::vector<double>& values, bool complex, int seed, bool hermitian = false);

/// condition^(-i / (n - 1)), i = 0, ..., n - 1.
std::vector<double> geometric(int n, double condition);

/// An upper triangular matrix with the singular values of A: the factor R of A = Q R.
Matrix upper_factor(Matrix a);

template <class Scalar>
Scalar narrowed(const Wide& x) {
  if constexpr (is_complex<Scalar>) {
    return Scalar(static_cast<real_t<Scalar>>(x.real()), static_cast<real_t<Scalar>>(x.imag()));
  } else {
    return static_cast<Scalar>(x.real());
  }
}

/// The matrices, all of one shape, rounded to the scalar; real scalars take the real parts.
template <class Scalar>
HostBatch<Scalar> batch_of(const std::vector<Matrix>& members) {
  const HostBatch<Scalar> batch("kolibri::test batch", members.size(), members[0].rows, members[0].columns);
  for (std::size_t b = 0; b < members.size(); ++b) {
    for (std::size_t i = 0; i < members[b].entries.size(); ++i) {
      batch.data()[b * members[b].entries.size() + i] = narrowed<Scalar>(members[b].entries[i]);
    }
  }
  return batch;
}

/// The batch with the entries entry(b, i, j).
template <class Scalar, class Entry>
HostBatch<Scalar> batch_of(int batch, int rows, int columns, const Entry& entry) {
  const HostBatch<Scalar> a("kolibri::test batch", batch, rows, columns);
  for (int b = 0; b < batch; ++b) {
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) a(b, i, j) = Scalar(entry(b, i, j));
    }
  }
  return a;
}

/// A member of a batch.
template <class Scalar>
Matrix member(const HostBatch<Scalar>& a, int b) {
  return matrix_of(a.extent_int(1), a.extent_int(2),
                   [&](int i, int j) { return Wide(real(a(b, i, j)), imag(a(b, i, j))); });
}

}  // namespace kolibri::test
