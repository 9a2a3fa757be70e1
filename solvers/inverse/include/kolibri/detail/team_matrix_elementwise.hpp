#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/team_matrix_loops.hpp>

// Element by element. See team_matrix.hpp for what holds for all operations.
namespace kolibri::team {

/// out = in. Any overlap but in = out itself is an error.
template <class Member, class In, class Out>
KOKKOS_INLINE_FUNCTION void copy(const Member& member, const In& in, const Out& out) {
  detail::require_matrix_types<Out, In>();
  KOKKOS_EXPECTS(detail::same_shape(in, out));
  detail::over_elements(member, out, [&](int i, int j) { out(i, j) = in(i, j); });
}

/// out = a + b; out may be a or b.
///
///     |a b c|   |A B C|    |a+A b+B c+C|
///     |d e f| + |D E F| -> |d+D e+E f+F|
///     |g h i|   |G H I|    |g+G h+H i+I|
template <class Member, class A, class B, class Out>
KOKKOS_INLINE_FUNCTION void add(const Member& member, const A& a, const B& b, const Out& out) {
  detail::require_matrix_types<Out, A, B>();
  KOKKOS_EXPECTS(detail::same_shape(a, out) && detail::same_shape(b, out));
  detail::over_elements(member, out, [&](int i, int j) { out(i, j) = a(i, j) + b(i, j); });
}

/// out = a - b; out may be a or b.
///
///     |a b c|   |A B C|    |a-A b-B c-C|
///     |d e f| - |D E F| -> |d-D e-E f-F|
///     |g h i|   |G H I|    |g-G h-H i-I|
template <class Member, class A, class B, class Out>
KOKKOS_INLINE_FUNCTION void subtract(const Member& member, const A& a, const B& b, const Out& out) {
  detail::require_matrix_types<Out, A, B>();
  KOKKOS_EXPECTS(detail::same_shape(a, out) && detail::same_shape(b, out));
  detail::over_elements(member, out, [&](int i, int j) { out(i, j) = a(i, j) - b(i, j); });
}

/// The Hadamard product, element by element; out may be a or b.
///
///     |a b c|   |A B C|    |aA bB cC|
///     |d e f| o |D E F| -> |dD eE fF|
///     |g h i|   |G H I|    |gG hH iI|
template <class Member, class A, class B, class Out>
KOKKOS_INLINE_FUNCTION void hadamard(const Member& member, const A& a, const B& b, const Out& out) {
  detail::require_matrix_types<Out, A, B>();
  KOKKOS_EXPECTS(detail::same_shape(a, out) && detail::same_shape(b, out));
  detail::over_elements(member, out, [&](int i, int j) { out(i, j) = a(i, j) * b(i, j); });
}

/// Rectified linear unit, real scalars only: max(0, x) of every element, a NaN stays one; out may be in.
template <class Member, class In, class Out>
KOKKOS_INLINE_FUNCTION void relu(const Member& member, const In& in, const Out& out) {
  detail::require_real_matrix_types<Out, In>();
  KOKKOS_EXPECTS(detail::same_shape(in, out));
  detail::over_elements(member, out, [&](int i, int j) { out(i, j) = detail::relu_of(in(i, j)); });
}

/// Derivative of relu, real scalars only: 0 for x < 0, 1 for x > 0, and for x = 0, where there is none, `at_zero`: 0
/// as most programs for neural networks have it, unless told otherwise (the article has 1). A NaN stays one; out may
/// be in.
template <class Member, class In, class Out>
KOKKOS_INLINE_FUNCTION void relu_derivative(const Member& member, const In& in, const Out& out,
                                            detail::element_t<Out> at_zero = 0) {
  detail::require_real_matrix_types<Out, In>();
  KOKKOS_EXPECTS(detail::same_shape(in, out));
  detail::over_elements(member, out, [&](int i, int j) { out(i, j) = detail::relu_derivative_of(in(i, j), at_zero); });
}

}  // namespace kolibri::team
