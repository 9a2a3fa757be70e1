#pragma once

#include <Kokkos_Core.hpp>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace kolibri::bench {

using Steps = std::vector<std::pair<std::string, std::function<void()>>>;

/// An n x n matrix and an n x r one, in memory of the space that is timed; which index runs first does not matter.
struct System {
  const double* a;
  const double* b;
  int n;
  int r;
};

/// getrf, and getrf with getrs, by LAPACK on a host, with all threads of its own, and by cuSOLVER on Cuda; the copies
/// that they work on are timed too.
Steps lapack_steps(const System& system);
#if defined(KOKKOS_ENABLE_CUDA)
Steps cusolver_steps(const Kokkos::Cuda& exec, const System& system);
#endif

}  // namespace kolibri::bench
