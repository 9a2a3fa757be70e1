#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/matrix_arguments.hpp>
#include <kolibri/detail/matrix_elements.hpp>
#include <kolibri/detail/matrix_kernels.hpp>

namespace kolibri {

namespace detail {

/// Checks the arguments of out = a (op) b.
template <class ExecutionSpace, class A, class B, class Out>
void check_elementwise(const char* function, const A& a, const B& b, const Out& out) {
  require_matrix_types<Out, A, B>();
  MatrixChecker::reaches<ExecutionSpace, A, B, Out>();
  const MatrixChecker check(function);
  check.shape_of("B", b, a);
  check.shape_of("out", out, a);
}

/// Checks the arguments of out = op(in).
template <class ExecutionSpace, class In, class Out>
void check_elementwise(const char* function, const In& in, const Out& out) {
  require_matrix_types<Out, In>();
  MatrixChecker::reaches<ExecutionSpace, In, Out>();
  MatrixChecker(function).shape_of("out", out, in);
}

}  // namespace detail

/// out = in.
template <class ExecutionSpace, class In, class Out>
requires Kokkos::is_execution_space_v<ExecutionSpace>
void copy(const ExecutionSpace& exec, const In& in, const Out& out) {
  detail::check_elementwise<ExecutionSpace>("kolibri::copy", in, out);
  detail::over_elements(
      "kolibri::copy", exec, out, KOKKOS_LAMBDA(int i, int j) { out(i, j) = in(i, j); });
}

/// out = a + b.
template <class ExecutionSpace, class A, class B, class Out>
requires Kokkos::is_execution_space_v<ExecutionSpace>
void add(const ExecutionSpace& exec, const A& a, const B& b, const Out& out) {
  detail::check_elementwise<ExecutionSpace>("kolibri::add", a, b, out);
  detail::over_elements(
      "kolibri::add", exec, out, KOKKOS_LAMBDA(int i, int j) { out(i, j) = a(i, j) + b(i, j); });
}

/// out = a - b.
template <class ExecutionSpace, class A, class B, class Out>
requires Kokkos::is_execution_space_v<ExecutionSpace>
void subtract(const ExecutionSpace& exec, const A& a, const B& b, const Out& out) {
  detail::check_elementwise<ExecutionSpace>("kolibri::subtract", a, b, out);
  detail::over_elements(
      "kolibri::subtract", exec, out, KOKKOS_LAMBDA(int i, int j) { out(i, j) = a(i, j) - b(i, j); });
}

/// out(i, j) = a(i, j) b(i, j).
template <class ExecutionSpace, class A, class B, class Out>
requires Kokkos::is_execution_space_v<ExecutionSpace>
void hadamard(const ExecutionSpace& exec, const A& a, const B& b, const Out& out) {
  detail::check_elementwise<ExecutionSpace>("kolibri::hadamard", a, b, out);
  detail::over_elements(
      "kolibri::hadamard", exec, out, KOKKOS_LAMBDA(int i, int j) { out(i, j) = a(i, j) * b(i, j); });
}

/// max(0, x) of every element; a NaN stays one.
template <class ExecutionSpace, class In, class Out>
requires Kokkos::is_execution_space_v<ExecutionSpace>
void relu(const ExecutionSpace& exec, const In& in, const Out& out) {
  detail::require_real_matrix_types<Out, In>();
  detail::check_elementwise<ExecutionSpace>("kolibri::relu", in, out);
  detail::over_elements(
      "kolibri::relu", exec, out, KOKKOS_LAMBDA(int i, int j) { out(i, j) = detail::relu_of(in(i, j)); });
}

/// The derivative of relu, `at_zero` for 0.
template <class ExecutionSpace, class In, class Out>
requires Kokkos::is_execution_space_v<ExecutionSpace>
void relu_derivative(const ExecutionSpace& exec, const In& in, const Out& out, detail::element_t<Out> at_zero = 0) {
  detail::require_real_matrix_types<Out, In>();
  detail::check_elementwise<ExecutionSpace>("kolibri::relu_derivative", in, out);
  detail::over_elements(
      "kolibri::relu_derivative", exec, out,
      KOKKOS_LAMBDA(int i, int j) { out(i, j) = detail::relu_derivative_of(in(i, j), at_zero); });
}

}  // namespace kolibri
