#pragma once

#include <KokkosSparse_spmv.hpp>
#include <Kokkos_Core.hpp>
#include <cmath>

#include "collocation_matrix.hpp"

// Least squares with a sparse matrix by a Krylov method.
namespace kolibri::detail {

template <class ExecutionSpace>
using DeviceVector = DeviceArray<ExecutionSpace, double>;

template <class ExecutionSpace>
struct SquareKernel {
  DeviceVector<ExecutionSpace> x;
  KOKKOS_FUNCTION void operator()(std::int64_t i, double& sum) const { sum += x(i) * x(i); }
};

template <class ExecutionSpace>
struct ScaleKernel {
  DeviceVector<ExecutionSpace> x;
  double factor;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { x(i) *= factor; }
};

/// The 2-norm. Waits.
template <class ExecutionSpace>
double sparse_norm(const ExecutionSpace& exec, const DeviceVector<ExecutionSpace>& x) {
  double square = 0;
  Kokkos::parallel_reduce("kolibri::rbf_sparse norm", IndexRange<ExecutionSpace>(exec, 0, x.extent(0)),
                          SquareKernel<ExecutionSpace>{x}, square);
  return std::sqrt(square);
}

/// Scales x to norm 1, unless it is 0, and tells its norm. Waits.
template <class ExecutionSpace>
double normalise(const ExecutionSpace& exec, const DeviceVector<ExecutionSpace>& x) {
  const double norm = sparse_norm(exec, x);
  if (norm > 0) {
    Kokkos::parallel_for("kolibri::rbf_sparse normalise", IndexRange<ExecutionSpace>(exec, 0, x.extent(0)),
                         ScaleKernel<ExecutionSpace>{x, 1 / norm});
  }
  return norm;
}

/// x += step w, then w = v - turn w.
template <class ExecutionSpace>
struct StepKernel {
  DeviceVector<ExecutionSpace> x, w, v;
  double step, turn;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    x(i) += step * w(i);
    w(i) = v(i) - turn * w(i);
  }
};

/// y = A x + beta y.
template <class ExecutionSpace>
void sparse_multiply(const ExecutionSpace& exec, const SparseMatrix<ExecutionSpace>& a,
                     const DeviceVector<ExecutionSpace>& x, double beta, const DeviceVector<ExecutionSpace>& y) {
  KokkosSparse::spmv(exec, "N", 1.0, a, x, beta, y);
}

/// When LSQR ends: |A^T r| <= tolerance |A| |r|, |A| the Frobenius norm of the bidiagonal so far; |r| <= tolerance |b|;
/// or after so many steps.
struct LsqrLimits {
  double tolerance;
  int iterations;
};

/// x, zero at first, becomes the minimiser of |b - A x|, the shortest of them: LSQR (C. C. Paige, M. A. Saunders, ACM
/// Trans. Math. Softw. 8, 1982), Golub's and Kahan's bidiagonalisation with a QR factorisation that grows by a rotation
/// a step. Destroys b. Returns the number of steps. Waits for every norm.
template <class ExecutionSpace>
int lsqr(const ExecutionSpace& exec, const CollocationMatrix<ExecutionSpace>& a, const DeviceVector<ExecutionSpace>& b,
         const DeviceVector<ExecutionSpace>& x, const LsqrLimits& limits) {
  const DeviceVector<ExecutionSpace> u = b, v("kolibri::rbf_sparse v", x.extent(0)),
                                     w("kolibri::rbf_sparse w", x.extent(0));
  const double size = normalise(exec, u);
  sparse_multiply(exec, a.columns, u, 0, v);
  double alpha = normalise(exec, v), phi_bar = size, rho_bar = alpha, square = alpha * alpha;
  Kokkos::deep_copy(exec, w, v);
  for (int step = 1; step <= limits.iterations; ++step) {
    const double product = alpha * rho_bar;
    if (product == 0 || !std::isfinite(product)) return step - 1;  // b is orthogonal to all columns, or not finite
    sparse_multiply(exec, a.rows, v, -alpha, u);
    const double beta = normalise(exec, u);
    sparse_multiply(exec, a.columns, u, -beta, v);
    alpha = normalise(exec, v);
    const double rho = std::hypot(rho_bar, beta), c = rho_bar / rho, s = beta / rho;
    Kokkos::parallel_for("kolibri::rbf_sparse step", IndexRange<ExecutionSpace>(exec, 0, x.extent(0)),
                         StepKernel<ExecutionSpace>{x, w, v, c * phi_bar / rho, s * alpha / rho});
    rho_bar = -c * alpha;
    phi_bar *= s;
    square += alpha * alpha + beta * beta;
    if (alpha * std::abs(c) <= limits.tolerance * std::sqrt(square) || phi_bar <= limits.tolerance * size) return step;
  }
  return limits.iterations;
}

}  // namespace kolibri::detail
