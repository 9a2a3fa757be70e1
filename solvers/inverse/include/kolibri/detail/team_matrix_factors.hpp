#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <kolibri/detail/inverse_problem.hpp>
#include <kolibri/detail/invert_matrix.hpp>
#include <kolibri/detail/team_matrix_loops.hpp>
#include <kolibri/inverse_options.hpp>
#include <kolibri/scratch.hpp>

// Factorisation and inverse of one matrix. See team_matrix.hpp for what holds for all operations.
namespace kolibri::detail {

/// Scratch of team::inverse().
template <class Scalar>
struct TeamInverseScratch {
  std::size_t n;
  Scalar* vector = nullptr;
  int* pivots = nullptr;

  template <class Take>
  KOKKOS_FUNCTION constexpr void lay_out(Take& take) {
    take(vector, gauss_jordan_scratch(static_cast<int>(n)));
    take(pivots, n);
  }
};

template <class Member, class Matrix>
KOKKOS_INLINE_FUNCTION bool has_finite_elements(const Member& member, const Matrix& a) {
  const int rows = static_cast<int>(a.extent(0)), columns = static_cast<int>(a.extent(1));
  barrier(member);
  const int bad = sum_over_team<int>(member, rows * columns, [&](int item, int& count) {
    const int slow = item / (is_stored_by_rows(a) ? columns : rows);
    const int fast = item - slow * (is_stored_by_rows(a) ? columns : rows);
    if (!is_finite(is_stored_by_rows(a) ? a(slow, fast) : a(fast, slow))) ++count;
  });
  return bad == 0;
}

template <class Member, class Matrix>
KOKKOS_INLINE_FUNCTION void fill_with_nan(const Member& member, const Matrix& m) {
  over_elements(member, m, [&](int i, int j) { m(i, j) = quiet_nan<element_t<Matrix>>(); });
}

}  // namespace kolibri::detail

namespace kolibri::team {

/// P A = L U in place: A (n, n) becomes both factors combined, without the ones on the diagonal of the one that
/// options.unit names; LAPACK's L unless told otherwise. `pivots` (n), contiguous, are LAPACK's, from 1, see
/// kolibri::lu; pivots_to_order() makes an order of them. Returns info: 0, k > 0 when the k-th pivot is zero, -1 when A
/// holds a NaN or an Inf; A is all NaN then.
template <class Member, class A, class Pivots>
KOKKOS_INLINE_FUNCTION int lu(const Member& member, const A& a, const Pivots& pivots, const LuOptions& options = {}) {
  detail::require_matrix_types<A>();
  detail::require_order_type<Pivots>();
  static_assert(!std::is_same_v<typename Pivots::array_layout, Kokkos::LayoutStride>,
                "kolibri::team::lu: the pivots are contiguous, not a View of LayoutStride");
  KOKKOS_EXPECTS(detail::is_square(a) && pivots.extent(0) == a.extent(0));
  const int n = static_cast<int>(a.extent(0));
  const bool finite = detail::has_finite_elements(member, a);
  int info = detail::info_not_finite;
  if (finite) {
    info = detail::lu_factor(member, options, n, a, pivots.data());
  } else {
    detail::fill_with_nan(member, a);
  }
  detail::for_each(member, n, [&](int k) { pivots(k) = (finite ? pivots(k) : k) + 1; });
  detail::barrier(member);
  return info;
}

/// Bytes of team scratch that inverse() takes for an n x n matrix.
template <class Scalar>
KOKKOS_INLINE_FUNCTION constexpr std::size_t inverse_scratch_size(int n) {
  return bytes_of(detail::TeamInverseScratch<Scalar>{static_cast<std::size_t>(n)}) + 16;  // the handle may align it
}

/// X = A^-1; X may be A, else A is preserved. `scratch` is the team's handle, such as member.team_scratch(0), with
/// inverse_scratch_size<Scalar>(n) bytes left. Returns info as kolibri::inverse does, X is all NaN when it is not 0.
/// options.refine is not looked at.
template <class Member, class A, class X, class Scratch>
KOKKOS_INLINE_FUNCTION int inverse(const Member& member, const A& a, const X& x, const Scratch& scratch,
                                   const InverseOptions& options = {}) {
  using Scalar = detail::element_t<X>;
  detail::require_matrix_types<X, A>();
  KOKKOS_EXPECTS(detail::is_square(a) && detail::same_shape(a, x));
  const int n = static_cast<int>(a.extent(0));
  if (n == 0) return 0;
  detail::TeamInverseScratch<Scalar> arrays{static_cast<std::size_t>(n)};
  auto* const block = static_cast<std::byte*>(scratch.get_shmem_aligned(bytes_of(arrays), 16));
  KOKKOS_EXPECTS(block != nullptr);
  Carver<> carver{block};
  arrays.lay_out(carver);
  const bool finite = detail::has_finite_elements(member, a);
  if (!detail::same_matrix(a, x)) detail::over_elements(member, x, [&](int i, int j) { x(i, j) = a(i, j); });
  const int info =
      finite ? detail::invert_in_place(member, options, n, x, arrays.pivots, arrays.vector) : detail::info_not_finite;
  if (info != 0) detail::fill_with_nan(member, x);
  return info;
}

}  // namespace kolibri::team
