#pragma once

#include <kolibri/detail/team_matrix_elementwise.hpp>
#include <kolibri/detail/team_matrix_factors.hpp>
#include <kolibri/detail/team_matrix_moves.hpp>
#include <kolibri/detail/team_matrix_products.hpp>
#include <kolibri/detail/team_matrix_triangular.hpp>

/// Matrix operations by a whole team, inside the caller's own TeamPolicy kernel: what chains of small products,
/// factorisations and inverses are written with, intermediate matrices in team scratch.
///
///     kolibri::team::add, subtract, hadamard   (member, a, b, out)      element by element
///     kolibri::team::relu, relu_derivative     (member, in, out)
///     kolibri::team::copy, transpose           (member, in, out)
///     kolibri::team::permute_rows, _columns    (member, in, order, out)  out[order[i]] = in[i]
///     kolibri::team::pivots_to_order           (member, pivots, order)
///     kolibri::team::multiply                  (member, a, b, out)
///     kolibri::team::multiply_lu, multiply_ul  (member, in, out, unit)   L and U combined in one matrix
///     kolibri::team::invert_upper, _lower      (member, in, out, diagonal)
///     kolibri::team::lu                        (member, a, pivots, options)      in place; returns info
///     kolibri::team::inverse                   (member, a, x, scratch, options)  returns info
///
/// Matrices are Views of rank 2, (row, column), of any layout, in memory that the team reaches: float, double,
/// Kokkos::complex of these; inputs may be const. All threads of the team call an operation with the same arguments.
/// It begins and ends with a barrier of the team: what any thread wrote before is read, and `out` is final for all
/// threads after. Shapes that do not fit are programmer errors (KOKKOS_EXPECTS). A kolibri::detail::SerialMember in
/// place of the team is one thread alone.
