#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/matrix_elements.hpp>
#include <kolibri/scalar.hpp>
#include <type_traits>

// What the arguments of the matrix operations must be.
namespace kolibri::detail {

/// Stops the compiler unless all are matrices of one supported scalar and the output can be written.
template <class Out, class... In>
KOKKOS_INLINE_FUNCTION constexpr void require_matrix_types() {
  static_assert(Out::rank() == 2 && ((In::rank() == 2) && ...),
                "kolibri: the matrix operations take Views of rank 2, (row, column)");
  static_assert(SupportedScalar<element_t<Out>>,
                "kolibri: the scalar of a matrix is float, double or Kokkos::complex of these");
  static_assert(!std::is_const_v<typename Out::value_type> && (std::is_same_v<element_t<In>, element_t<Out>> && ...),
                "kolibri: the output of a matrix operation is not const and holds the scalar of the inputs");
}

/// The same for an operation that needs an ordering of the scalars.
template <class Out, class In>
KOKKOS_INLINE_FUNCTION constexpr void require_real_matrix_types() {
  require_matrix_types<Out, In>();
  static_assert(!is_complex<element_t<Out>>, "kolibri: relu and its derivative are defined for real scalars only");
}

template <class Order>
KOKKOS_INLINE_FUNCTION constexpr void require_order_type() {
  static_assert(Order::rank() == 1 && std::is_same_v<std::remove_const_t<typename Order::value_type>, int>,
                "kolibri: an order of rows or columns is a View of int of rank 1");
}

template <class A, class B>
KOKKOS_INLINE_FUNCTION bool same_shape(const A& a, const B& b) {
  return a.extent(0) == b.extent(0) && a.extent(1) == b.extent(1);
}

template <class A>
KOKKOS_INLINE_FUNCTION bool is_square(const A& a) {
  return a.extent(0) == a.extent(1);
}

/// Whether two matrices begin at one address: what operations that read their input again must not get. Empty ones may
/// be anywhere.
template <class A, class B>
KOKKOS_INLINE_FUNCTION bool same_matrix(const A& a, const B& b) {
  const bool empty = a.extent(0) == 0 || a.extent(1) == 0;
  return !empty && static_cast<const void*>(a.data()) == static_cast<const void*>(b.data());
}

/// Whether neighbours in a row, rather than those in a column, are near in memory.
template <class Matrix>
KOKKOS_INLINE_FUNCTION bool is_stored_by_rows(const Matrix& a) {
  return a.stride(1) <= a.stride(0);
}

}  // namespace kolibri::detail
