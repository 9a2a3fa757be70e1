#pragma once

#include <type_traits>

#include "register_kernels.hpp"
#include "register_threads.hpp"

// The kernels with a matrix a thread, one for every n.
namespace kolibri::detail {

/// then(kernel type) with the kernel for n x n matrices, in a std::type_identity.
template <class Exec, class Scalar, int N = 1, class Then>
void with_thread_kernel(int n, const Then& then) {
  if (n == N) return then(std::type_identity<ThreadEighKernel<Exec, Scalar, N>>());
  if constexpr (N < thread_eigh_order<Scalar>) with_thread_kernel<Exec, Scalar, N + 1>(n, then);
}

template <class Exec, class Scalar>
void eigh_in_threads(const Exec& exec, const EighProblem<Scalar>& problem, const EighOptions& options) {
  with_thread_kernel<Exec, Scalar>(
      problem.n(), [&](auto kernel) { launch_registers<typename decltype(kernel)::type>(exec, problem, options); });
}

template <class Exec, class Scalar>
std::size_t thread_eigh_scratch(int n) {
  std::size_t bytes = 0;
  with_thread_kernel<Exec, Scalar>(n,
                                   [&](auto kernel) { bytes = scratch_for(decltype(kernel)::type::scratch_bytes()); });
  return bytes;
}

}  // namespace kolibri::detail

#define KOLIBRI_INSTANTIATE_ONE(SPACE, SCALAR) KOLIBRI_THREAD_EIGH(, SPACE, SCALAR)
#define KOLIBRI_INSTANTIATE(SCALAR)                   \
  namespace kolibri::detail {                         \
  KOLIBRI_FOR_DEVICE(KOLIBRI_INSTANTIATE_ONE, SCALAR) \
  }
