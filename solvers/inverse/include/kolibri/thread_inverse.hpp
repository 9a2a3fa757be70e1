#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/inverse_problem.hpp>
#include <kolibri/detail/invert_matrix.hpp>
#include <kolibri/detail/matrix_access.hpp>
#include <kolibri/detail/matrix_types.hpp>
#include <kolibri/members.hpp>

namespace kolibri::detail {

/// A small matrix and what its elimination needs, in a thread's own memory.
template <class Scalar, int max_n>
struct LocalMatrix {
  Scalar elements[max_n * max_n];
  Scalar scratch[gauss_jordan_scratch(max_n)];
  int pivots[max_n];

  KOKKOS_FUNCTION RowMajor<Scalar> view() { return {elements, max_n}; }

  /// Copies a; whether all of it is finite.
  template <class A>
  KOKKOS_FUNCTION bool load(const A& a) {
    const int n = static_cast<int>(a.extent(0));
    bool finite = true;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        elements[i * max_n + j] = a(i, j);
        finite = finite && is_finite(elements[i * max_n + j]);
      }
    }
    return finite;
  }
};

template <class X, class Element>
KOKKOS_INLINE_FUNCTION void fill_matrix(const X& x, const Element& element) {
  for (int i = 0; i < static_cast<int>(x.extent(0)); ++i) {
    for (int j = 0; j < static_cast<int>(x.extent(1)); ++j) x(i, j) = element(i, j);
  }
}

}  // namespace kolibri::detail

/// For one matrix by the calling thread alone, in any kernel, in local memory. Views are of rank 2, (row, column), and
/// of any layout; inputs may be const.
namespace kolibri::thread {

/// The largest n of the functions here.
inline constexpr int inverse_max_n = 8;

/// X = A^-1, n x n with n <= 8; X may be A. Returns info as kolibri::inverse does, X is all NaN when it is not 0.
/// options.refine is not looked at. Methods as in kolibri::inverse.
template <class A, class X>
KOKKOS_INLINE_FUNCTION int inverse(const A& a, const X& x, const InverseOptions& options = {}) {
  using Scalar = detail::element_t<X>;
  detail::require_matrix_types<X, A>();
  KOKKOS_EXPECTS(detail::is_square(a) && detail::same_shape(a, x) && a.extent(0) <= inverse_max_n);
  detail::LocalMatrix<Scalar, inverse_max_n> m;
  const int n = static_cast<int>(a.extent(0));
  const int info = m.load(a)
                       ? detail::invert_in_place(detail::SerialMember(), options, n, m.view(), m.pivots, m.scratch)
                       : detail::info_not_finite;
  detail::fill_matrix(x, [&](int i, int j) { return info == 0 ? m.view()(i, j) : quiet_nan<Scalar>(); });
  return info;
}

/// X with op(A) X = B, n x n with n <= 8 and any number of right-hand sides; X may be B, A is preserved. Returns info
/// as kolibri::solve does, X is all NaN when it is not 0.
template <class A, class B, class X>
KOKKOS_INLINE_FUNCTION int solve(const A& a, const B& b, const X& x, const LuOptions& options = {}) {
  using Scalar = detail::element_t<X>;
  detail::require_matrix_types<X, A, B>();
  KOKKOS_EXPECTS(detail::is_square(a) && detail::same_shape(b, x) && a.extent(0) == b.extent(0) &&
                 a.extent(0) <= inverse_max_n);
  detail::LocalMatrix<Scalar, inverse_max_n> m;
  const int n = static_cast<int>(a.extent(0)), columns = static_cast<int>(b.extent(1));
  bool finite = m.load(a);
  detail::fill_matrix(x, [&](int i, int j) {
    finite = finite && is_finite(b(i, j));
    return b(i, j);
  });
  const int info =
      finite ? detail::lu_factor(detail::SerialMember(), options, n, m.view(), m.pivots) : detail::info_not_finite;
  if (info == 0) {
    detail::solve_with_factors(detail::SerialMember(), options, n, columns, m.view(), m.pivots, x);
  } else {
    detail::fill_matrix(x, [](int, int) { return quiet_nan<Scalar>(); });
  }
  return info;
}

}  // namespace kolibri::thread
