#include <lapacke.h>

#include <kolibri/error.hpp>

#include "steps_peers.hpp"

namespace kolibri::bench {

Steps lapack_steps(const System& system) {
  using Doubles = Kokkos::View<double*, Kokkos::HostSpace>;
  using Constant = Kokkos::View<const double*, Kokkos::HostSpace>;
  const std::size_t n = system.n, r = system.r;
  const Doubles f("factors", n * n), x("x", n * r);
  const Constant a(system.a, n * n), b(system.b, n * r);
  const Kokkos::View<lapack_int*, Kokkos::HostSpace> pivots("pivots", n);
  const auto factor = [=] {
    Kokkos::deep_copy(f, a);
    const int info = LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, system.n, system.n, f.data(), system.n, pivots.data());
    require(info == 0, "kolibri::bench: getrf: info ", info);
  };
  const auto solve = [=] {
    factor();
    Kokkos::deep_copy(x, b);
    LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'N', system.n, system.r, f.data(), system.n, pivots.data(), x.data(),
                        system.n);
  };
  return {{"LAPACK: getrf", factor}, {"LAPACK: getrf and getrs", solve}};
}

}  // namespace kolibri::bench
