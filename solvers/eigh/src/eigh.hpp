#pragma once

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <climits>
#include <kolibri/eigh.hpp>
#include <kolibri/eigh_fields.hpp>
#include <kolibri/enum_name.hpp>

#include "algorithms.hpp"
#include "measured_choice.hpp"

namespace kolibri {

namespace detail {

/// The largest n that an algorithm takes on this backend; 0 for one that the backend does not have.
template <class ExecutionSpace, class Scalar>
int largest_n_of(EighAlgorithm algorithm, bool vectors) {
  switch (algorithm) {
    case EighAlgorithm::jacobi_two_sided:
      return jacobi_two_sided_largest_n<ExecutionSpace, Scalar>(vectors);
    case EighAlgorithm::jacobi_one_sided:
      return jacobi_one_sided_largest_n<ExecutionSpace, Scalar>(vectors);
    case EighAlgorithm::jacobi_block:
      return INT_MAX;
    case EighAlgorithm::jacobi_lanes:
      return jacobi_lanes_largest_n<ExecutionSpace, Scalar>();
    case EighAlgorithm::tridiagonal:
      return tridiagonal_largest_n<ExecutionSpace, Scalar>(vectors);
    default:
      throw Error("kolibri::eigh: unknown algorithm");
  }
}

/// The measured choice, or, on a device with less scratch than the measured one, the first that takes n.
template <class ExecutionSpace, class Scalar>
EighAlgorithm automatic_algorithm(std::int64_t batch, int n, bool vectors) {
  using enum EighAlgorithm;
  for (const EighAlgorithm algorithm :
       {measured_choice<ExecutionSpace, Scalar>(batch, n, vectors), jacobi_lanes, tridiagonal, jacobi_one_sided}) {
    if (n <= largest_n_of<ExecutionSpace, Scalar>(algorithm, vectors)) return algorithm;
  }
  return jacobi_block;
}

}  // namespace detail

template <class ExecutionSpace, SupportedScalar Scalar>
EighAlgorithm eigh_algorithm(const ExecutionSpace&, std::int64_t batch, int n, const EighOptions& options) {
  EighAlgorithm wanted = options.algorithm;
  if (options.criterion == Criterion::relative) {
    require(wanted == EighAlgorithm::automatic || wanted == EighAlgorithm::jacobi_two_sided,
            "kolibri::eigh: criterion 'relative' is jacobi_two_sided's, got another algorithm by name");
    wanted = EighAlgorithm::jacobi_two_sided;
  }
  if (wanted == EighAlgorithm::automatic) {
    return detail::automatic_algorithm<ExecutionSpace, Scalar>(batch, n, options.vectors);
  }
  const int largest_n = detail::largest_n_of<ExecutionSpace, Scalar>(wanted, options.vectors);
  require(largest_n > 0, "kolibri::eigh: ", name_of(wanted), " runs on hosts only so far, not on ",
          ExecutionSpace::name(), "; use auto");
  require(n <= largest_n, "kolibri::eigh: ", name_of(wanted), " takes n <= ", largest_n, " of this scalar on ",
          ExecutionSpace::name(), ", got ", n, "; use jacobi_block or auto");
  return wanted;
}

template <class ExecutionSpace, SupportedScalar Scalar>
std::size_t eigh_workspace(const ExecutionSpace& exec, std::int64_t batch, int n, const EighOptions& options) {
  detail::require_options(options);
  if (batch == 0 || n == 0) return 0;
  switch (eigh_algorithm<ExecutionSpace, Scalar>(exec, batch, n, options)) {
    case EighAlgorithm::jacobi_block:
      return detail::jacobi_block_workspace<ExecutionSpace, Scalar>(exec, batch, n, options);
    case EighAlgorithm::tridiagonal:
      return detail::tridiagonal_workspace<ExecutionSpace, Scalar>(batch, n, options.vectors);
    default:
      return 0;
  }
}

template <class ExecutionSpace, SupportedScalar Scalar>
std::size_t eigh_scratch(const ExecutionSpace& exec, int n, const EighOptions& options) {
  detail::require_options(options);
  if (n == 0) return 0;
  switch (eigh_algorithm<ExecutionSpace, Scalar>(exec, detail::measured_batches.back(), n, options)) {
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
      return tridiagonal(exec, problem, options, workspace.data());
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
