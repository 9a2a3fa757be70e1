#pragma once

#include "tridiagonal_kernels.hpp"
#include "tridiagonal_rotate.hpp"

// Which rows serve which n. Measured on an H200.
namespace kolibri::detail {

template <class Scalar>
struct RowTable;

template <>
struct RowTable<float> {
  using Shapes =
      ShapeList<RowShape<16, 4, 8, 16>, RowShape<24, 2, 8, 8>, RowShape<32, 2, 2, 16>, RowShape<48, 1, 2, 8>,
                RowShape<64, 1, 1, 8>, RowShape<96, 1, 1, 5>, RowShape<128, 1, 1, 4>, RowShape<160, 1, 1, 2>>;
};
template <>
struct RowTable<double> {
  using Shapes =
      ShapeList<RowShape<16, 2, 4, 16>, RowShape<24, 2, 8, 5>, RowShape<32, 2, 2, 12>, RowShape<40, 1, 4, 3>,
                RowShape<48, 1, 2, 4>, RowShape<64, 1, 1, 4>, RowShape<80, 1, 2, 2>, RowShape<96, 1, 1, 4>,
                RowShape<112, 1, 1, 3>, RowShape<128, 1, 1, 2>, RowShape<144, 1, 1, 2>, RowShape<160, 1, 1, 1>>;
};
template <>
struct RowTable<Kokkos::complex<float>> {
  using Shapes =
      ShapeList<RowShape<16, 4, 4, 16>, RowShape<24, 2, 4, 8>, RowShape<32, 2, 1, 16>, RowShape<48, 1, 1, 6>,
                RowShape<64, 2, 1, 5>, RowShape<96, 1, 1, 2>, RowShape<128, 1, 1, 2>, RowShape<160, 1, 1, 1>>;
};
template <>
struct RowTable<Kokkos::complex<double>> {
  using Shapes = ShapeList<RowShape<16, 2, 2, 16>, RowShape<20, 2, 8, 3>, RowShape<24, 2, 4, 5>, RowShape<32, 2, 1, 12>,
                           RowShape<40, 1, 2, 4>, RowShape<48, 1, 1, 4>, RowShape<64, 1, 1, 2>, RowShape<80, 1, 1, 2>,
                           RowShape<96, 1, 1, 2>, RowShape<112, 1, 1, 1>>;
};

template <class Exec, class Scalar>
void rotate_rows(const Exec& exec, const EighProblem<Scalar>& problem, const TridiagonalWorkspace<Scalar>& work,
                 std::int64_t begin) {
  with_kernel<RotateKernel, Exec, Scalar>(typename RowTable<Scalar>::Shapes(), problem.n(), [&](auto type) {
    using Kernel = typename decltype(type)::type;
    launch_on_members(exec, work.members, Kernel{problem, work, begin});
  });
}

template <class Exec, class Scalar>
std::size_t rotate_rows_scratch(int n) {
  return scratch_of_kernel<RotateKernel, Exec, Scalar>(typename RowTable<Scalar>::Shapes(), n);
}

}  // namespace kolibri::detail

#define KOLIBRI_INSTANTIATE_ONE(SPACE, SCALAR) KOLIBRI_ROTATE_ROWS(, SPACE, SCALAR)
#define KOLIBRI_INSTANTIATE(SCALAR)                   \
  namespace kolibri::detail {                         \
  KOLIBRI_FOR_DEVICE(KOLIBRI_INSTANTIATE_ONE, SCALAR) \
  }
