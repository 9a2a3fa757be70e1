#pragma once

#include "register_kernels.hpp"
#include "register_team.hpp"

// Which shape serves which n: the first whose N holds it and that fits. Measured on an H200.
namespace kolibri::detail {

/// Two blocks of two columns a thread, and two columns a thread.
template <int N, int parts, int members, int teams = 1>
using Blocks = RegisterShape<N, 4, parts, members, teams>;
template <int N, int parts, int members, int teams = 1>
using Pairs = RegisterShape<N, 2, parts, members, teams>;

template <class Scalar>
struct ShapeTable;

template <>
struct ShapeTable<float> {
  using Shapes = ShapeList<Pairs<12, 1, 5, 16>, Blocks<16, 1, 8>, Blocks<20, 1, 6>, Pairs<24, 1, 5>, Blocks<28, 1, 4>,
                           Blocks<32, 2, 2>, Pairs<36, 1, 3>, Pairs<40, 1, 3>, Pairs<44, 1, 2>, Pairs<48, 1, 4>,
                           Pairs<52, 1, 2>, Blocks<56, 2, 2>, Blocks<64, 2, 2>, Pairs<72, 2, 1>, Pairs<80, 2, 1>,
                           Pairs<88, 2, 1>, Pairs<96, 2, 1>, Pairs<104, 2, 1>, Blocks<112, 4, 1>, Blocks<128, 4, 1>>;
};

template <>
struct ShapeTable<double> {
  using Shapes = ShapeList<Pairs<10, 1, 12>, Blocks<12, 1, 10>, Pairs<14, 1, 4>, Blocks<16, 1, 8>, Pairs<18, 1, 7>,
                           Blocks<20, 1, 5>, Blocks<24, 2, 5>, Blocks<28, 2, 2>, Blocks<32, 2, 2>, Pairs<36, 1, 3>,
                           Blocks<40, 2, 2>, Pairs<44, 2, 2>, Pairs<48, 2, 2>, Pairs<56, 2, 1>, Blocks<64, 4, 1>,
                           Pairs<72, 3, 1>, Blocks<80, 5, 1>, Pairs<88, 4, 1>, Pairs<96, 4, 1>, Pairs<104, 4, 1>,
                           Pairs<112, 4, 1>, Blocks<128, 8, 1>>;
};

template <>
struct ShapeTable<Kokkos::complex<float>> {
  using Shapes = ShapeList<Pairs<8, 1, 8, 16>, Pairs<10, 1, 6, 16>, Pairs<12, 1, 5, 16>, Pairs<14, 1, 4>,
                           Pairs<16, 1, 4>, Pairs<18, 1, 7>, Pairs<20, 1, 3>, Pairs<24, 1, 5>, Pairs<28, 1, 2>,
                           Pairs<32, 1, 2>, Pairs<36, 1, 3>, Blocks<40, 2, 3>, Pairs<44, 2, 2>, Pairs<48, 2, 2>,
                           Pairs<56, 2, 1>, Pairs<64, 2, 1>, Pairs<72, 4, 1>, Blocks<80, 5, 1>, Pairs<88, 4, 1>,
                           Pairs<96, 4, 1>, Pairs<104, 4, 1>, Pairs<112, 4, 1>, Pairs<128, 4, 1>>;
};

template <>
struct ShapeTable<Kokkos::complex<double>> {
  using Shapes =
      ShapeList<Pairs<8, 1, 8>, Pairs<10, 1, 6>, Pairs<12, 1, 5>, Pairs<14, 1, 4>, Pairs<16, 1, 4>, Pairs<18, 1, 3>,
                Pairs<20, 1, 3>, Pairs<24, 2, 5>, Pairs<28, 2, 1>, Pairs<32, 2, 1>, Pairs<36, 3, 1>, Pairs<40, 2, 2>,
                Pairs<44, 4, 1>, Pairs<48, 4, 1>, Pairs<52, 4, 1>, Pairs<56, 4, 1>, Pairs<64, 4, 1>, Pairs<72, 6, 1>,
                Pairs<80, 5, 1>, Pairs<88, 8, 1>, Pairs<96, 8, 1>>;
};

template <class Exec, class Scalar>
void eigh_in_teams(const Exec& exec, const EighProblem<Scalar>& problem, const EighOptions& options) {
  with_kernel<RegisterKernel, Exec, Scalar>(typename ShapeTable<Scalar>::Shapes(), problem.n(), [&](auto kernel) {
    launch_registers<typename decltype(kernel)::type>(exec, problem, options);
  });
}

template <class Exec, class Scalar>
std::size_t team_eigh_scratch(int n) {
  return scratch_of_kernel<RegisterKernel, Exec, Scalar>(typename ShapeTable<Scalar>::Shapes(), n);
}

}  // namespace kolibri::detail

#define KOLIBRI_INSTANTIATE_ONE(SPACE, SCALAR) KOLIBRI_TEAM_EIGH(, SPACE, SCALAR)
#define KOLIBRI_INSTANTIATE(SCALAR)                   \
  namespace kolibri::detail {                         \
  KOLIBRI_FOR_DEVICE(KOLIBRI_INSTANTIATE_ONE, SCALAR) \
  }
