#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <kolibri/blas.hpp>
#include <kolibri/ceilings.hpp>
#include <kolibri/team_policy.hpp>
#include <limits>

#include "host_chains.hpp"

namespace kolibri {

namespace detail {

/// The least time of several calls after one to warm up: a ceiling is what is possible.
template <class Exec, class Call>
double least_seconds(const Exec& exec, const Call& call) {
  double least = std::numeric_limits<double>::max();
  for (int repeat = 0; repeat < 4; ++repeat) {
    exec.fence("kolibri::measure_ceilings");
    const Kokkos::Timer timer;
    call();
    exec.fence("kolibri::measure_ceilings");
    if (repeat > 0) least = std::min(least, timer.seconds());
  }
  return least;
}

template <class Exec>
double copy_ceiling(const Exec& exec, bool tiny) {
  using Doubles = Kokkos::View<double*, typename Exec::memory_space>;
  const std::size_t size = tiny ? 1'000 : runs_on_host<Exec> ? 16'000'000 : 128'000'000;  // beyond any cache
  const Doubles from("kolibri::ceilings from", size), to("kolibri::ceilings to", size);
  return 2.0 * sizeof(double) * static_cast<double>(size) /
         least_seconds(exec, [&] { Kokkos::deep_copy(exec, to, from); });
}

/// Chains of multiply-adds of one thread, all of them in registers; `sink` keeps them from being optimised away.
template <class Exec, class Real>
struct MultiplyAdds {
  static constexpr int chains = 16;

  long steps;
  Real factor;
  Kokkos::View<Real*, typename Exec::memory_space> sink;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    Real x[chains];
    for (int c = 0; c < chains; ++c) x[c] = static_cast<Real>(c + item);
    for (long step = 0; step < steps; ++step) {
      for (int c = 0; c < chains; ++c) x[c] = x[c] * factor + (1 - factor);
    }
    Real sum = 0;
    for (int c = 0; c < chains; ++c) sum += x[c];
    if (sum == factor) sink(0) = sum;
  }
};

template <class Exec, class Real>
double fma_ceiling(const Exec& exec, bool tiny) {
  using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  const Kokkos::View<Real*, typename Exec::memory_space> sink("kolibri::ceilings sink", 1);
  const Real factor = static_cast<Real>(0.999);
  const std::int64_t items = runs_on_host<Exec> ? exec.concurrency() : 4LL * exec.concurrency();
  const long steps = tiny ? 2 : runs_on_host<Exec> ? 2'000'000 : 20'000;
  double chains = MultiplyAdds<Exec, Real>::chains, seconds = 0;
  if constexpr (runs_on_host<Exec>) {
    chains = host_chains<Real>();
    seconds = least_seconds(exec, [&] {
      Kokkos::parallel_for("kolibri::measure_ceilings", Policy(exec, 0, items), [=](std::int64_t) {
        if (run_host_chains(steps, factor) == factor) sink(0) = factor;
      });
    });
  } else {
    seconds = least_seconds(exec, [&] {
      Kokkos::parallel_for("kolibri::measure_ceilings", Policy(exec, 0, items),
                           MultiplyAdds<Exec, Real>{steps, factor, sink});
    });
  }
  return 2 * chains * static_cast<double>(steps) * static_cast<double>(items) / seconds;
}

template <class Exec, class Scalar>
double gemm_ceiling(const Exec& exec, bool tiny) {
  using Matrices = Kokkos::View<Scalar***, Kokkos::LayoutRight, typename Exec::memory_space>;
  const int n = tiny ? 8 : runs_on_host<Exec> ? 1024 : 8192;
  const Matrices x("kolibri::ceilings gemm", 3, n, n);
  Kokkos::deep_copy(exec, x, Scalar(1));
  const std::size_t size = static_cast<std::size_t>(n) * n;
  const double flops = (is_complex<Scalar> ? 8.0 : 2.0) * n * static_cast<double>(size);
  return flops / least_seconds(exec, [&] {
           blas::gemm<Exec, Scalar>(exec, {.m = n, .n = n, .k = n}, Scalar(1), {x.data(), n}, {x.data() + size, n},
                                    Scalar(0), {x.data() + 2 * size, n});
         });
}

}  // namespace detail

template <class Exec, SupportedScalar Scalar>
Ceilings measure_ceilings(const Exec& exec, bool tiny) {
  return {detail::copy_ceiling(exec, tiny), detail::fma_ceiling<Exec, real_t<Scalar>>(exec, tiny),
          detail::gemm_ceiling<Exec, Scalar>(exec, tiny)};
}

}  // namespace kolibri

#define KOLIBRI_INSTANTIATE_ONE(SPACE, SCALAR) KOLIBRI_CEILINGS_TEMPLATE(, SPACE, SCALAR)
#define KOLIBRI_INSTANTIATE(SCALAR)                       \
  namespace kolibri {                                     \
  KOLIBRI_FOR_EACH_SPACE(KOLIBRI_INSTANTIATE_ONE, SCALAR) \
  }
