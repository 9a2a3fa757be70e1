#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/team_matrix_loops.hpp>

// Products; out must not overlap an input. See team_matrix.hpp for what holds for all operations.
namespace kolibri::team {

/// out = a b for a of m x k, b of k x n, out of m x n.
///
///     |a b c|   |A B C|    |aA+bD+cG aB+bE+cH aC+bF+cI|
///     |d e f| x |D E F| -> |dA+eD+fG dB+eE+fH dC+eF+fI|
///     |g h i|   |G H I|    |gA+hD+iG gB+hE+iH gC+hF+iI|
template <class Member, class A, class B, class Out>
KOKKOS_INLINE_FUNCTION void multiply(const Member& member, const A& a, const B& b, const Out& out) {
  detail::require_matrix_types<Out, A, B>();
  KOKKOS_EXPECTS(a.extent(0) == out.extent(0) && b.extent(1) == out.extent(1) && a.extent(1) == b.extent(0));
  KOKKOS_EXPECTS(!detail::same_matrix(a, out) && !detail::same_matrix(b, out));
  detail::over_elements(member, out, [&](int i, int j) { out(i, j) = detail::product_element(a, b, i, j); });
}

/// out = L U from the two factors combined in one matrix, as lu() leaves them; `unit` has ones on its diagonal, in this
/// example U (Crout).
///
///     |a B C|    |a 0 0|   |1 B C|    |a aB   aC     |
///     |d e F| =  |d e 0| x |0 1 F| -> |d dB+e dC+eF  |
///     |g h i|    |g h i|   |0 0 1|    |g gB+h gC+hF+i|
template <class Member, class In, class Out>
KOKKOS_INLINE_FUNCTION void multiply_lu(const Member& member, const In& in, const Out& out, UnitFactor unit) {
  detail::require_matrix_types<Out, In>();
  KOKKOS_EXPECTS(detail::is_square(in) && detail::same_shape(in, out) && !detail::same_matrix(in, out));
  detail::over_elements(member, out, [&](int i, int j) { out(i, j) = detail::lu_element(in, unit, i, j); });
}

/// out = U L from the two factors combined in one matrix, of which `unit` has ones on its diagonal, in this example U.
/// With the inverses of both factors in one matrix this is U^-1 L^-1 = (L U)^-1.
///
///     |a B C|    |1 B C|   |a 0 0|    |a+Bd+Cg Be+Ch Ci|
///     |d e F| =  |0 1 F| x |d e 0| -> |d+Fg    e+Fh  Fi|
///     |g h i|    |0 0 1|   |g h i|    |g       h     i |
template <class Member, class In, class Out>
KOKKOS_INLINE_FUNCTION void multiply_ul(const Member& member, const In& in, const Out& out, UnitFactor unit) {
  detail::require_matrix_types<Out, In>();
  KOKKOS_EXPECTS(detail::is_square(in) && detail::same_shape(in, out) && !detail::same_matrix(in, out));
  detail::over_elements(member, out, [&](int i, int j) { out(i, j) = detail::ul_element(in, unit, i, j); });
}

}  // namespace kolibri::team
