#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <kolibri/detail/eigh_problem.hpp>
#include <kolibri/eigh_options.hpp>
#include <kolibri/instantiate.hpp>
#include <kolibri/team_policy.hpp>
#include <limits>
#include <type_traits>

#include "tridiagonal_workspace.hpp"

// The tridiagonal method of devices, for whole matrices in a team's registers: Householder's reduction and Q, QL, and
// the product of Q and QL's rotations, a kernel each. Compiled in units of their own, for devices alone.
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

template <class... Shapes>
struct TridiagonalShapes {};

/// then(kernel type), in a std::type_identity, with the first shape whose N holds n and whose scratch the device has.
template <template <class, class, class> class Kernel, class Exec, class Scalar, class Then>
void with_shape(TridiagonalShapes<>, int, const Then&) {}
template <template <class, class, class> class Kernel, class Exec, class Scalar, class Shape, class... Larger,
          class Then>
void with_shape(TridiagonalShapes<Shape, Larger...>, int n, const Then& then) {
  using One = Kernel<Exec, Scalar, Shape>;
  if (n <= Shape::N && One::scratch_bytes() <= scratch_limit<Exec>()) return then(std::type_identity<One>());
  with_shape<Kernel, Exec, Scalar>(TridiagonalShapes<Larger...>(), n, then);
}

/// Scratch of the kernel for n.
template <template <class, class, class> class Kernel, class Exec, class Scalar, class Shapes>
std::size_t scratch_of_shape(Shapes shapes, int n) {
  std::size_t bytes = std::numeric_limits<std::size_t>::max();
  with_shape<Kernel, Exec, Scalar>(shapes, n, [&](auto type) { bytes = decltype(type)::type::scratch_bytes(); });
  return bytes;
}

/// Runs a kernel on a chunk, Kernel::members of it a team.
template <class Kernel, class Exec>
void launch_chunk(const Exec& exec, std::int64_t chunk, std::size_t scratch_bytes, const Kernel& kernel) {
  TeamShape shape = Kernel::shape;
  shape.scratch_bytes = scratch_bytes;
  const std::int64_t teams = (chunk + Kernel::members - 1) / Kernel::members;
  Kokkos::parallel_for(Kernel::label, team_policy<typename Kernel::Properties>(exec, teams, shape), kernel);
}

#define KOLIBRI_REDUCE_TILES(EXTERN, SPACE, SCALAR)                                                              \
  EXTERN template void reduce_tiles<SPACE, SCALAR>(const SPACE&, const EighProblem<SCALAR>&, const EighOptions&, \
                                                   const TridiagonalWorkspace<SCALAR>&, std::int64_t);           \
  EXTERN template std::size_t reduce_tiles_scratch<SPACE, SCALAR>(int);
#define KOLIBRI_ROTATE_ROWS(EXTERN, SPACE, SCALAR)                                                    \
  EXTERN template void rotate_rows<SPACE, SCALAR>(const SPACE&, const EighProblem<SCALAR>&,           \
                                                  const TridiagonalWorkspace<SCALAR>&, std::int64_t); \
  EXTERN template std::size_t rotate_rows_scratch<SPACE, SCALAR>(int);
#define KOLIBRI_DECLARE_TRIDIAGONAL(SPACE, SCALAR) \
  KOLIBRI_REDUCE_TILES(extern, SPACE, SCALAR)      \
  KOLIBRI_ROTATE_ROWS(extern, SPACE, SCALAR)
#define KOLIBRI_DECLARE_ON_DEVICE(SCALAR) KOLIBRI_FOR_DEVICE(KOLIBRI_DECLARE_TRIDIAGONAL, SCALAR)
KOLIBRI_FOR_EACH_SCALAR(KOLIBRI_DECLARE_ON_DEVICE)
#undef KOLIBRI_DECLARE_ON_DEVICE
#undef KOLIBRI_DECLARE_TRIDIAGONAL

}  // namespace kolibri::detail
