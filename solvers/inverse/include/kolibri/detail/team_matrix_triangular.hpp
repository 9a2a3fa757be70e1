#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/team_matrix_loops.hpp>

// Inverses of triangles, a column a thread; out must not overlap in. The other triangle of in is not read and that of
// out not written, nor is the diagonal when it is one of ones: so both inverses can go to one `out`, in any order.
// See team_matrix.hpp for what holds for all operations.
namespace kolibri::team {

/// The inverse of the upper triangle of in, here of one with a unit diagonal, as Crout's U.
///
///     |1 b c|   |1 B C|   |1 0 0|
///     |. 1 f| x |. 1 F| = |0 1 0|
///     |. . 1|   |. . 1|   |0 0 1|
template <class Member, class In, class Out>
KOKKOS_INLINE_FUNCTION void invert_upper(const Member& member, const In& in, const Out& out, DiagonalKind diagonal) {
  detail::require_matrix_types<Out, In>();
  KOKKOS_EXPECTS(detail::is_square(in) && detail::same_shape(in, out) && !detail::same_matrix(in, out));
  detail::over_columns(member, out, [&](int k) { detail::invert_upper_column(in, out, k, diagonal); });
}

/// The inverse of the lower triangle of in, here of one with a stored diagonal, as Crout's L. A zero on the diagonal
/// gives Inf and NaN, as IEEE arithmetic does.
///
///     |a . .|   |A . .|   |1 0 0|
///     |d e .| x |D E .| = |0 1 0|
///     |g h i|   |G H I|   |0 0 1|
template <class Member, class In, class Out>
KOKKOS_INLINE_FUNCTION void invert_lower(const Member& member, const In& in, const Out& out, DiagonalKind diagonal) {
  detail::require_matrix_types<Out, In>();
  KOKKOS_EXPECTS(detail::is_square(in) && detail::same_shape(in, out) && !detail::same_matrix(in, out));
  detail::over_columns(member, out, [&](int k) { detail::invert_lower_column(in, out, k, diagonal); });
}

}  // namespace kolibri::team
