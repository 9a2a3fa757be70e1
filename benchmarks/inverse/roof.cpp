#include "roof.hpp"

#include <algorithm>
#include <kolibri/blas.hpp>
#include <kolibri/generate.hpp>
#include <kolibri/with_scalar.hpp>
#include <limits>

#include "common/device_name.hpp"
#include "common/scalars.hpp"

namespace kolibri::bench {
namespace {

// The least of several calls after one to warm up: a roof is what is possible.
template <class Call>
double least_seconds(const Space& exec, const Call& call) {
  double least = std::numeric_limits<double>::max();
  for (int repeat = 0; repeat < 6; ++repeat) {
    exec.fence("kolibri::bench: before a measure of the roof");
    const Kokkos::Timer timer;
    call();
    exec.fence("kolibri::bench: after a measure of the roof");
    if (repeat > 0) least = std::min(least, timer.seconds());
  }
  return least;
}

double copy_rate(const Space& exec, bool dry_run) {
  const std::size_t bytes = dry_run ? 1'000 : runs_on_device ? 2'000'000'000 : 256'000'000;
  const Kokkos::View<double*, Memory> from("kolibri::bench from", bytes / sizeof(double));
  const Kokkos::View<double*, Memory> to("kolibri::bench to", bytes / sizeof(double));
  return 2.0 * static_cast<double>(bytes) / least_seconds(exec, [&] { Kokkos::deep_copy(exec, to, from); });
}

double flops_of_product(char scalar, double n) { return (scalar == 's' || scalar == 'd' ? 2 : 8) * n * n * n; }

template <class Scalar>
double gemm_rate(const Space& exec, char scalar, bool dry_run) {
  const int n = dry_run ? 8 : runs_on_device ? 8192 : 1536;
  const auto order = static_cast<std::size_t>(n);
  const GeneratedBatch<Scalar, Memory> factors("kolibri::bench factors", 2, order, order);
  const Kokkos::View<Scalar**, Kokkos::LayoutRight, Memory> product("kolibri::bench product", order, order);
  generate_uniform(exec, factors, 1);
  const auto multiply = [&] {
    blas::gemm<Space, Scalar>(exec, {.m = n, .n = n, .k = n}, Scalar(1), {factors.data(), n},
                              {factors.data() + order * order, n}, Scalar(0), {product.data(), n});
  };
  return flops_of_product(scalar, n) / least_seconds(exec, multiply);
}

}  // namespace

Roof measure_roof(const Space& exec, char scalar, bool dry_run) {
  const double copy = copy_rate(exec, dry_run);
  return with_scalar(scalar_type(scalar), [&]<class Scalar>() {
    return Roof{copy, gemm_rate<Scalar>(exec, scalar, dry_run)};
  });
}

double roof_seconds(const Roof& roof, const Case& c) {
  const double n = c.n;
  const double bytes = 2 * n * n * static_cast<double>(element_bytes(c.scalar));
  const double flops = flops_of_product(c.scalar, n) / (c.data == "spd" ? 2 : 1);
  const double matrix = std::max(bytes / roof.bytes_per_second, flops / roof.flops_per_second);
  return matrix * static_cast<double>(c.batch);
}

}  // namespace kolibri::bench
