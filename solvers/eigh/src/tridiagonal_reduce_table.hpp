#pragma once

#include "tridiagonal_kernels.hpp"
#include "tridiagonal_reduce.hpp"

// Which tiles serve which n. Measured on an H200.
namespace kolibri::detail {

template <class Scalar>
struct TileTable;

template <>
struct TileTable<float> {
  using Shapes = ShapeList<TileShape<16, 1, 8, 4, 20>, TileShape<24, 1, 8, 4, 12>, TileShape<32, 1, 16, 2, 12>,
                           TileShape<48, 8, 8, 1, 10>, TileShape<64, 8, 8, 1, 8>, TileShape<96, 16, 8, 1, 3>,
                           TileShape<128, 16, 16, 1, 2>, TileShape<160, 16, 16, 1, 1>>;
};
template <>
struct TileTable<double> {
  using Shapes = ShapeList<TileShape<16, 1, 8, 4, 12>, TileShape<24, 1, 8, 4, 8>, TileShape<32, 1, 16, 2, 8>,
                           TileShape<40, 8, 8, 1, 8>, TileShape<48, 8, 8, 1, 6>, TileShape<64, 8, 8, 1, 4>,
                           TileShape<80, 16, 8, 1, 3>, TileShape<96, 16, 8, 1, 2>, TileShape<112, 16, 8, 1, 2>,
                           TileShape<128, 16, 16, 1, 1>, TileShape<144, 16, 16, 1, 1>, TileShape<160, 16, 16, 1, 1>>;
};
template <>
struct TileTable<Kokkos::complex<float>> {
  using Shapes = ShapeList<TileShape<16, 1, 8, 4, 10>, TileShape<24, 1, 8, 4, 8>, TileShape<32, 1, 16, 2, 8>,
                           TileShape<48, 8, 8, 1, 6>, TileShape<64, 16, 8, 1, 3>, TileShape<96, 16, 16, 1, 2>,
                           TileShape<128, 16, 16, 1, 1>, TileShape<160, 32, 16, 1, 1>>;
};
template <>
struct TileTable<Kokkos::complex<double>> {
  using Shapes = ShapeList<TileShape<16, 1, 8, 4, 8>, TileShape<20, 4, 4, 2, 10>, TileShape<24, 8, 4, 1, 12>,
                           TileShape<32, 8, 4, 1, 8>, TileShape<40, 8, 8, 1, 5>, TileShape<48, 8, 8, 1, 4>,
                           TileShape<64, 16, 8, 1, 2>, TileShape<80, 16, 16, 1, 1>, TileShape<96, 16, 16, 1, 1>,
                           TileShape<112, 16, 16, 1, 1>>;
};

template <class Exec, class Scalar>
void reduce_tiles(const Exec& exec, const EighProblem<Scalar>& problem, const EighOptions& options,
                  const TridiagonalWorkspace<Scalar>& work, std::int64_t begin) {
  with_kernel<ReduceKernel, Exec, Scalar>(typename TileTable<Scalar>::Shapes(), problem.n(), [&](auto type) {
    using Kernel = typename decltype(type)::type;
    launch_on_members(exec, work.members, Kernel{problem, options.triangle, work, begin});
  });
}

template <class Exec, class Scalar>
std::size_t reduce_tiles_scratch(int n) {
  return scratch_of_kernel<ReduceKernel, Exec, Scalar>(typename TileTable<Scalar>::Shapes(), n);
}

}  // namespace kolibri::detail

#define KOLIBRI_INSTANTIATE_ONE(SPACE, SCALAR) KOLIBRI_REDUCE_TILES(, SPACE, SCALAR)
#define KOLIBRI_INSTANTIATE(SCALAR)                   \
  namespace kolibri::detail {                         \
  KOLIBRI_FOR_DEVICE(KOLIBRI_INSTANTIATE_ONE, SCALAR) \
  }
