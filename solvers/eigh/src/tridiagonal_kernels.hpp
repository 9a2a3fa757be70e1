#pragma once

#include <cstddef>
#include <cstdint>
#include <kolibri/detail/eigh_problem.hpp>
#include <kolibri/eigh_options.hpp>
#include <kolibri/instantiate.hpp>

#include "team_kernels.hpp"
#include "tridiagonal_workspace.hpp"

// The tridiagonal method of devices, for whole matrices in a team's registers: Householder's reduction and Q, QL, and
// the product of Q and QL's rotations, a kernel each; and for those that are larger. Compiled in units of their own,
// for devices alone.
namespace kolibri::detail {

/// The largest n of these kernels, as far as scratch goes.
template <class Scalar>
inline constexpr int tridiagonal_tile_order = sizeof(Scalar) == 16 ? 112 : 160;

/// A chunk of the batch, from member `begin` on.
template <class Exec, class Scalar>
void reduce_tiles(const Exec& exec, const EighProblem<Scalar>& problem, const EighOptions& options,
                  const TridiagonalWorkspace<Scalar>& work, std::int64_t begin);
/// Bytes of scratch of one of its teams, as rotate_rows_scratch() of rotate_rows(); the largest number where the device
/// has not enough for any shape.
template <class Exec, class Scalar>
std::size_t reduce_tiles_scratch(int n);

template <class Exec, class Scalar>
void rotate_rows(const Exec& exec, const EighProblem<Scalar>& problem, const TridiagonalWorkspace<Scalar>& work,
                 std::int64_t begin);

template <class Exec, class Scalar>
std::size_t rotate_rows_scratch(int n);

/// The largest n of the kernels for large matrices: beyond, QL takes longer than all else.
inline constexpr int tridiagonal_large_order = 256;

/// As reduce_tiles(), for any n up to there.
template <class Exec, class Scalar>
void reduce_large(const Exec& exec, const EighProblem<Scalar>& problem, const EighOptions& options,
                  const TridiagonalWorkspace<Scalar>& work, std::int64_t begin);
/// V, as rotate_rows().
template <class Exec, class Scalar>
void large_vectors(const Exec& exec, const EighProblem<Scalar>& problem, const TridiagonalWorkspace<Scalar>& work,
                   std::int64_t begin);
/// Bytes of scratch of the largest of their teams; the largest number where the device has not enough.
template <class Exec, class Scalar>
std::size_t large_scratch(int n, bool vectors);

#define KOLIBRI_REDUCE_TILES(EXTERN, SPACE, SCALAR)                                                              \
  EXTERN template void reduce_tiles<SPACE, SCALAR>(const SPACE&, const EighProblem<SCALAR>&, const EighOptions&, \
                                                   const TridiagonalWorkspace<SCALAR>&, std::int64_t);           \
  EXTERN template std::size_t reduce_tiles_scratch<SPACE, SCALAR>(int);
#define KOLIBRI_ROTATE_ROWS(EXTERN, SPACE, SCALAR)                                                    \
  EXTERN template void rotate_rows<SPACE, SCALAR>(const SPACE&, const EighProblem<SCALAR>&,           \
                                                  const TridiagonalWorkspace<SCALAR>&, std::int64_t); \
  EXTERN template std::size_t rotate_rows_scratch<SPACE, SCALAR>(int);
#define KOLIBRI_TRIDIAGONAL_LARGE(EXTERN, SPACE, SCALAR)                                                         \
  EXTERN template void reduce_large<SPACE, SCALAR>(const SPACE&, const EighProblem<SCALAR>&, const EighOptions&, \
                                                   const TridiagonalWorkspace<SCALAR>&, std::int64_t);           \
  EXTERN template void large_vectors<SPACE, SCALAR>(const SPACE&, const EighProblem<SCALAR>&,                    \
                                                    const TridiagonalWorkspace<SCALAR>&, std::int64_t);          \
  EXTERN template std::size_t large_scratch<SPACE, SCALAR>(int, bool);
#define KOLIBRI_DECLARE_TRIDIAGONAL(SPACE, SCALAR) \
  KOLIBRI_TRIDIAGONAL_LARGE(extern, SPACE, SCALAR) \
  KOLIBRI_REDUCE_TILES(extern, SPACE, SCALAR)      \
  KOLIBRI_ROTATE_ROWS(extern, SPACE, SCALAR)
#define KOLIBRI_DECLARE_ON_DEVICE(SCALAR) KOLIBRI_FOR_DEVICE(KOLIBRI_DECLARE_TRIDIAGONAL, SCALAR)
KOLIBRI_FOR_EACH_SCALAR(KOLIBRI_DECLARE_ON_DEVICE)
#undef KOLIBRI_DECLARE_ON_DEVICE
#undef KOLIBRI_DECLARE_TRIDIAGONAL

}  // namespace kolibri::detail
