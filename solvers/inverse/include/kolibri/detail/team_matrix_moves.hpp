#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/team_matrix_loops.hpp>

// Elements at other places; out must not overlap in. See team_matrix.hpp for what holds for all operations.
namespace kolibri::team {

/// out = in^T, for complex scalars without conjugation.
///
///     |a b c| -> |a d|
///     |d e f|    |b e|
///                |c f|
template <class Member, class In, class Out>
KOKKOS_INLINE_FUNCTION void transpose(const Member& member, const In& in, const Out& out) {
  detail::require_matrix_types<Out, In>();
  KOKKOS_EXPECTS(in.extent(0) == out.extent(1) && in.extent(1) == out.extent(0) && !detail::same_matrix(in, out));
  detail::over_elements(member, out, [&](int i, int j) { out(i, j) = in(j, i); });
}

/// Row i of in becomes row order(i) of out; `order` holds each of 0, ..., rows - 1 once.
///
///     |a b c|    |d e f|
///     |d e f| -> |a b c|   with order = (1, 0, 2)
///     |g h i|    |g h i|
template <class Member, class In, class Order, class Out>
KOKKOS_INLINE_FUNCTION void permute_rows(const Member& member, const In& in, const Order& order, const Out& out) {
  detail::require_matrix_types<Out, In>();
  detail::require_order_type<Order>();
  KOKKOS_EXPECTS(detail::same_shape(in, out) && order.extent(0) == in.extent(0) && !detail::same_matrix(in, out));
  detail::over_elements(member, out, [&](int i, int j) { out(order(i), j) = in(i, j); });
}

/// Column j of in becomes column order(j) of out; `order` holds each of 0, ..., columns - 1 once.
///
///     |a b c|    |b a c|
///     |d e f| -> |e d f|   with order = (1, 0, 2)
///     |g h i|    |h g i|
template <class Member, class In, class Order, class Out>
KOKKOS_INLINE_FUNCTION void permute_columns(const Member& member, const In& in, const Order& order, const Out& out) {
  detail::require_matrix_types<Out, In>();
  detail::require_order_type<Order>();
  KOKKOS_EXPECTS(detail::same_shape(in, out) && order.extent(0) == in.extent(1) && !detail::same_matrix(in, out));
  detail::over_elements(member, out, [&](int i, int j) { out(i, order(j)) = in(i, j); });
}

/// The order in which P A has the rows of A, from LAPACK's pivots of P A = L U (row i was exchanged with row
/// pivots(i), both from 1): row i of P A is row order(i) of A, from 0. So permute_rows(L U, order) is A, and
/// permute_columns(U^-1 L^-1, order) is A^-1.
template <class Member, class Pivots, class Order>
KOKKOS_INLINE_FUNCTION void pivots_to_order(const Member& member, const Pivots& pivots, const Order& order) {
  detail::require_order_type<Pivots>();
  detail::require_order_type<Order>();
  KOKKOS_EXPECTS(pivots.extent(0) == order.extent(0));
  const int n = static_cast<int>(order.extent(0));
  detail::barrier(member);
  detail::for_each(member, 1, [&](int) {  // exchanges come one after the other
    for (int i = 0; i < n; ++i) order(i) = i;
    for (int i = 0; i < n; ++i) Kokkos::kokkos_swap(order(i), order(pivots(i) - 1));
  });
  detail::barrier(member);
}

}  // namespace kolibri::team
