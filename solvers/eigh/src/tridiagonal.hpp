#pragma once

#include <kolibri/instantiate.hpp>

#include "algorithms.hpp"
#include "host_packs.hpp"
#include "tridiagonal_chunks.hpp"

// The tridiagonal method, and Jacobi's in vector lanes, which only hosts have: on devices its largest n is 0.
namespace kolibri::detail {

template <class Scalar>
using JacobiLanes = JacobiLanesMethod<real_t<Scalar>, is_complex<Scalar>>;
template <class Scalar>
using TridiagonalHost = TridiagonalMethod<real_t<Scalar>, is_complex<Scalar>>;

template <class ExecutionSpace, class Scalar>
int jacobi_lanes_largest_n() {
  return runs_on_host<ExecutionSpace> ? most_in_jacobi_lanes<is_complex<Scalar>> : 0;
}

template <class ExecutionSpace, class Scalar>
std::size_t jacobi_lanes_scratch(int n, bool vectors) {
  return pack_scratch<JacobiLanes<Scalar>, ExecutionSpace>(n, vectors);
}

template <class ExecutionSpace, class Scalar>
void jacobi_lanes(const ExecutionSpace& exec, const EighProblem<Scalar>& problem, const EighOptions& options) {
  if constexpr (runs_on_host<ExecutionSpace>) {
    launch_packs<JacobiLanes<Scalar>>("kolibri::eigh jacobi_lanes", exec, problem, options);
  }
}

template <class ExecutionSpace, class Scalar>
int tridiagonal_largest_n(bool vectors) {
  if constexpr (runs_on_host<ExecutionSpace>) {
    constexpr int most = 1 << 14;  // beyond any scratch
    return largest_n_of_packs<TridiagonalHost<Scalar>, ExecutionSpace>(vectors, most);
  } else {
    int n = tridiagonal_large_order;
    while (n > 0 && !fits_large<ExecutionSpace, Scalar>(n, vectors) &&
           !fits_tiles<ExecutionSpace, Scalar>(n, vectors)) {
      --n;
    }
    return n;
  }
}

template <class ExecutionSpace, class Scalar>
std::size_t tridiagonal_scratch(int n, bool vectors) {
  if constexpr (runs_on_host<ExecutionSpace>) {
    return pack_scratch<TridiagonalHost<Scalar>, ExecutionSpace>(n, vectors);
  } else {
    const bool large = !fits_tiles<ExecutionSpace, Scalar>(n, vectors);
    return tridiagonal_team_scratch<ExecutionSpace, Scalar>(n, vectors, large);
  }
}

template <class ExecutionSpace, class Scalar>
std::size_t tridiagonal_workspace(std::int64_t batch, int n, bool vectors) {
  if constexpr (runs_on_host<ExecutionSpace>) {
    return 0;
  } else {
    return tridiagonal_workspace_bytes<ExecutionSpace, Scalar>(
        n, tridiagonal_chunk<ExecutionSpace, Scalar>(n, batch, vectors), vectors);
  }
}

template <class ExecutionSpace, class Scalar>
void tridiagonal(const ExecutionSpace& exec, const EighProblem<Scalar>& problem, const EighOptions& options,
                 [[maybe_unused]] std::byte* workspace) {
  if constexpr (runs_on_host<ExecutionSpace>) {
    launch_packs<TridiagonalHost<Scalar>>("kolibri::eigh tridiagonal", exec, problem, options);
  } else {
    const std::int64_t chunk = tridiagonal_chunk<ExecutionSpace, Scalar>(problem.n(), problem.a.batch, options.vectors);
    tridiagonal_in_chunks(exec, problem, options, chunk, workspace);
  }
}

}  // namespace kolibri::detail

#define KOLIBRI_INSTANTIATE_ONE(Space, Scalar)                                                                         \
  template int kolibri::detail::jacobi_lanes_largest_n<Space, Scalar>();                                               \
  template std::size_t kolibri::detail::jacobi_lanes_scratch<Space, Scalar>(int, bool);                                \
  template void kolibri::detail::jacobi_lanes<Space, Scalar>(                                                          \
      const Space&, const kolibri::detail::EighProblem<Scalar>&, const kolibri::EighOptions&);                         \
  template int kolibri::detail::tridiagonal_largest_n<Space, Scalar>(bool);                                            \
  template std::size_t kolibri::detail::tridiagonal_scratch<Space, Scalar>(int, bool);                                 \
  template std::size_t kolibri::detail::tridiagonal_workspace<Space, Scalar>(std::int64_t, int, bool);                 \
  template void kolibri::detail::tridiagonal<Space, Scalar>(const Space&, const kolibri::detail::EighProblem<Scalar>&, \
                                                            const kolibri::EighOptions&, std::byte*);
#define KOLIBRI_INSTANTIATE(Scalar) KOLIBRI_FOR_EACH_SPACE(KOLIBRI_INSTANTIATE_ONE, Scalar)
