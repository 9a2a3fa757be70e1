#pragma once

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <climits>
#include <kolibri/eigh.hpp>

#include "algorithms.hpp"

namespace kolibri {

namespace detail {

/// What the dispatch knows of an algorithm.
struct AlgorithmEntry {
  EighAlgorithm algorithm;
  const char* name;
  int largest_n;
};

/// The algorithms in the order in which `automatic` tries them: the first whose range holds n.
template <class ExecutionSpace, class Scalar>
std::array<AlgorithmEntry, 5> algorithm_table(const EighOptions& options) {
  return {{{EighAlgorithm::jacobi_lanes, "jacobi_lanes", jacobi_lanes_largest_n<ExecutionSpace, Scalar>()},
           {EighAlgorithm::tridiagonal, "tridiagonal", tridiagonal_largest_n<ExecutionSpace, Scalar>(options.vectors)},
           {EighAlgorithm::jacobi_one_sided, "jacobi_one_sided",
            jacobi_one_sided_largest_n<ExecutionSpace, Scalar>(options.vectors)},
           {EighAlgorithm::jacobi_two_sided, "jacobi_two_sided",
            jacobi_two_sided_largest_n<ExecutionSpace, Scalar>(options.vectors)},
           {EighAlgorithm::jacobi_block, "jacobi_block", INT_MAX}}};
}

}  // namespace detail

template <class ExecutionSpace, SupportedScalar Scalar>
EighAlgorithm eigh_algorithm(const ExecutionSpace&, std::int64_t, int n, const EighOptions& options) {
  EighAlgorithm wanted = options.algorithm;
  if (options.criterion == Criterion::relative) {
    require(wanted == EighAlgorithm::automatic || wanted == EighAlgorithm::jacobi_two_sided,
            "kolibri::eigh: criterion 'relative' is jacobi_two_sided's, got another algorithm by name");
    wanted = EighAlgorithm::jacobi_two_sided;
  }
  for (const auto& entry : detail::algorithm_table<ExecutionSpace, Scalar>(options)) {
    if (wanted == EighAlgorithm::automatic && n <= entry.largest_n) return entry.algorithm;
    if (wanted != entry.algorithm) continue;
    require(entry.largest_n > 0, "kolibri::eigh: ", entry.name, " runs on hosts only so far, not on ",
            ExecutionSpace::name(), "; use auto");
    require(n <= entry.largest_n, "kolibri::eigh: ", entry.name, " takes n <= ", entry.largest_n, " of this scalar on ",
            ExecutionSpace::name(), ", got ", n, "; use jacobi_block or auto");
    return entry.algorithm;
  }
  throw Error("kolibri::eigh: unknown algorithm");
}

template <class ExecutionSpace, SupportedScalar Scalar>
std::size_t eigh_workspace(const ExecutionSpace& exec, std::int64_t batch, int n, const EighOptions& options) {
  detail::require_options(options);
  if (batch == 0 || n == 0) return 0;
  return eigh_algorithm<ExecutionSpace, Scalar>(exec, batch, n, options) == EighAlgorithm::jacobi_block
             ? detail::jacobi_block_workspace<ExecutionSpace, Scalar>(exec, batch, n, options)
             : 0;
}

template <class ExecutionSpace, SupportedScalar Scalar>
std::size_t eigh_scratch(const ExecutionSpace& exec, int n, const EighOptions& options) {
  detail::require_options(options);
  if (n == 0) return 0;
  switch (eigh_algorithm<ExecutionSpace, Scalar>(exec, 1, n, options)) {
    case EighAlgorithm::jacobi_two_sided:
      return detail::jacobi_two_sided_scratch<ExecutionSpace, Scalar>(n, options.vectors);
    case EighAlgorithm::jacobi_one_sided:
      return detail::jacobi_one_sided_scratch<ExecutionSpace, Scalar>(n, options.vectors);
    case EighAlgorithm::jacobi_lanes:
      return detail::jacobi_lanes_scratch<ExecutionSpace, Scalar>(n, options.vectors);
    case EighAlgorithm::tridiagonal:
      return detail::tridiagonal_scratch<ExecutionSpace, Scalar>(n, options.vectors);
    default:
      return detail::jacobi_block_scratch<ExecutionSpace, Scalar>(n);
  }
}

namespace detail {

template <class ExecutionSpace, class Scalar>
void eigh(const ExecutionSpace& exec, const EighProblem<Scalar>& problem, const EighOptions& options,
          const Kokkos::View<std::byte*, typename ExecutionSpace::memory_space>& workspace) {
  if (problem.a.batch == 0 || problem.n() == 0) return;
  const std::size_t needed = eigh_workspace<ExecutionSpace, Scalar>(exec, problem.a.batch, problem.n(), options);
  require(workspace.extent(0) >= needed, "kolibri::eigh: the workspace has ", workspace.extent(0), " bytes, ", needed,
          " are needed; ask eigh_workspace()");
  Kokkos::Profiling::ScopedRegion region("kolibri::eigh");
  switch (eigh_algorithm<ExecutionSpace, Scalar>(exec, problem.a.batch, problem.n(), options)) {
    case EighAlgorithm::jacobi_two_sided:
      return jacobi_two_sided(exec, problem, options);
    case EighAlgorithm::jacobi_one_sided:
      return jacobi_one_sided(exec, problem, options);
    case EighAlgorithm::jacobi_lanes:
      return jacobi_lanes(exec, problem, options);
    case EighAlgorithm::tridiagonal:
      return tridiagonal(exec, problem, options);
    default:
      return jacobi_block(exec, problem, options, workspace.data());
  }
}

}  // namespace detail

}  // namespace kolibri

#define KOLIBRI_INSTANTIATE_ONE(Space, Scalar)                                                                  \
  template kolibri::EighAlgorithm kolibri::eigh_algorithm<Space, Scalar>(const Space&, std::int64_t, int,       \
                                                                         const kolibri::EighOptions&);          \
  template std::size_t kolibri::eigh_workspace<Space, Scalar>(const Space&, std::int64_t, int,                  \
                                                              const kolibri::EighOptions&);                     \
  template std::size_t kolibri::eigh_scratch<Space, Scalar>(const Space&, int, const kolibri::EighOptions&);    \
  template void kolibri::detail::eigh<Space, Scalar>(const Space&, const kolibri::detail::EighProblem<Scalar>&, \
                                                     const kolibri::EighOptions&,                               \
                                                     const Kokkos::View<std::byte*, Space::memory_space>&);
#define KOLIBRI_INSTANTIATE(Scalar) KOLIBRI_FOR_EACH_SPACE(KOLIBRI_INSTANTIATE_ONE, Scalar)
