#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/matrix_arguments.hpp>
#include <kolibri/detail/matrix_elements.hpp>
#include <kolibri/detail/matrix_gemm.hpp>
#include <kolibri/detail/matrix_kernels.hpp>

namespace kolibri {

namespace detail {

/// Checks the arguments of an operation from one square matrix to another.
template <class ExecutionSpace, class In, class Out>
void check_square(const char* function, const In& in, const Out& out) {
  require_matrix_types<Out, In>();
  MatrixChecker::reaches<ExecutionSpace, In, Out>();
  const MatrixChecker check(function);
  check.square("in", in);
  check.shape_of("out", out, in);
  check.apart("in", in, out);
}

}  // namespace detail

/// out = a b: by the vendor's gemm when rows or columns of every matrix are contiguous, else by loops.
template <class ExecutionSpace, class A, class B, class Out>
requires Kokkos::is_execution_space_v<ExecutionSpace>
void multiply(const ExecutionSpace& exec, const A& a, const B& b, const Out& out) {
  detail::require_matrix_types<Out, A, B>();
  detail::MatrixChecker::reaches<ExecutionSpace, A, B, Out>();
  const detail::MatrixChecker check("kolibri::multiply");
  check.shape("B", b, a.extent(1), b.extent(1));
  check.shape("out", out, a.extent(0), b.extent(1));
  check.apart("A", a, out);
  check.apart("B", b, out);
  if (detail::multiply_by_gemm(exec, a, b, out)) return;
  detail::over_elements(
      "kolibri::multiply", exec, out, KOKKOS_LAMBDA(int i, int j) { out(i, j) = detail::product_element(a, b, i, j); });
}

/// out = L U from both factors combined, `unit` the one with the unit diagonal.
template <class ExecutionSpace, class In, class Out>
requires Kokkos::is_execution_space_v<ExecutionSpace>
void multiply_lu(const ExecutionSpace& exec, const In& in, const Out& out, UnitFactor unit) {
  detail::check_square<ExecutionSpace>("kolibri::multiply_lu", in, out);
  detail::over_elements(
      "kolibri::multiply_lu", exec, out,
      KOKKOS_LAMBDA(int i, int j) { out(i, j) = detail::lu_element(in, unit, i, j); });
}

/// out = U L from both factors combined, `unit` the one with the unit diagonal.
template <class ExecutionSpace, class In, class Out>
requires Kokkos::is_execution_space_v<ExecutionSpace>
void multiply_ul(const ExecutionSpace& exec, const In& in, const Out& out, UnitFactor unit) {
  detail::check_square<ExecutionSpace>("kolibri::multiply_ul", in, out);
  detail::over_elements(
      "kolibri::multiply_ul", exec, out,
      KOKKOS_LAMBDA(int i, int j) { out(i, j) = detail::ul_element(in, unit, i, j); });
}

/// The inverse of the upper triangle of in, a column a thread. The rest of out is not written, nor is a unit diagonal.
template <class ExecutionSpace, class In, class Out>
requires Kokkos::is_execution_space_v<ExecutionSpace>
void invert_upper(const ExecutionSpace& exec, const In& in, const Out& out, DiagonalKind diagonal) {
  detail::check_square<ExecutionSpace>("kolibri::invert_upper", in, out);
  detail::over_columns(
      "kolibri::invert_upper", exec, out, KOKKOS_LAMBDA(int k) { detail::invert_upper_column(in, out, k, diagonal); });
}

/// The inverse of the lower triangle of in, a column a thread. The rest of out is not written, nor is a unit diagonal.
template <class ExecutionSpace, class In, class Out>
requires Kokkos::is_execution_space_v<ExecutionSpace>
void invert_lower(const ExecutionSpace& exec, const In& in, const Out& out, DiagonalKind diagonal) {
  detail::check_square<ExecutionSpace>("kolibri::invert_lower", in, out);
  detail::over_columns(
      "kolibri::invert_lower", exec, out, KOKKOS_LAMBDA(int k) { detail::invert_lower_column(in, out, k, diagonal); });
}

}  // namespace kolibri
