#include <cusolverDn.h>

#include <memory>

#include "cuda_peers.hpp"
#include "steps_peers.hpp"

namespace kolibri::bench {

Steps cusolver_steps(const Kokkos::Cuda& exec, const System& system) {
  using Doubles = Kokkos::View<double*, Kokkos::CudaSpace>;
  using Constant = Kokkos::View<const double*, Kokkos::CudaSpace>;
  const std::size_t order = system.n, r = system.r;
  const int n = system.n;
  const auto handle = std::shared_ptr<cusolverDnContext>(owned(cusolverDnCreate, cusolverDnDestroy));
  check_call(cusolverDnSetStream(handle.get(), exec.cuda_stream()), "cusolverDnSetStream");
  const Doubles f("factors", order * order), x("x", order * r);
  const Constant a(system.a, order * order), b(system.b, order * r);
  const Kokkos::View<int*, Kokkos::CudaSpace> pivots("pivots", order), info("info", 1);
  int length = 0;
  check_call(cusolverDnDgetrf_bufferSize(handle.get(), n, n, f.data(), n, &length), "Dgetrf_bufferSize");
  const Doubles workspace("workspace", length);
  const auto factor = [=] {
    Kokkos::deep_copy(exec, f, a);
    check_call(cusolverDnDgetrf(handle.get(), n, n, f.data(), n, workspace.data(), pivots.data(), info.data()),
               "Dgetrf");
  };
  const auto solve = [=] {
    factor();
    Kokkos::deep_copy(exec, x, b);
    check_call(
        cusolverDnDgetrs(handle.get(), CUBLAS_OP_N, n, system.r, f.data(), n, pivots.data(), x.data(), n, info.data()),
        "Dgetrs");
  };
  return {{"cuSOLVER: getrf", factor}, {"cuSOLVER: getrf and getrs", solve}};
}

}  // namespace kolibri::bench
