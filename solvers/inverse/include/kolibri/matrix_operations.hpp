#pragma once

#include <kolibri/detail/matrix_elementwise.hpp>
#include <kolibri/detail/matrix_moves.hpp>
#include <kolibri/detail/matrix_products.hpp>

/// The operations of team_matrix.hpp on matrices that the whole device works on:
///
///     kolibri::add, subtract, hadamard   (exec, a, b, out)      element by element; out may be a or b
///     kolibri::relu, relu_derivative     (exec, in, out)        real scalars; out may be in
///     kolibri::copy                      (exec, in, out)
///     kolibri::transpose                 (exec, in, out)
///     kolibri::permute_rows, _columns    (exec, in, order, out)  out[order[i]] = in[i]
///     kolibri::pivots_to_order           (exec, pivots, order)
///     kolibri::multiply                  (exec, a, b, out)      by the vendor's gemm where the layouts allow it
///     kolibri::multiply_lu, multiply_ul  (exec, in, out, unit)
///     kolibri::invert_upper, _lower      (exec, in, out, diagonal)
///
/// What each computes is told, and drawn, at the function of the same name in kolibri::team. Matrices are Views of
/// rank 2, (row, column), of any layout, in memory that `exec` reaches: float, double, Kokkos::complex of these. The
/// work is queued on `exec` without a fence. Shapes that do not fit throw Error, as does an output that is an input
/// where it may not be; the order of a permutation is data, which nobody checks. lu, solve and inverse of single
/// matrices are those of inverse.hpp with a batch of one.
