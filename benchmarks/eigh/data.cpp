#include "data.hpp"

#include <algorithm>
#include <kolibri/generate.hpp>

namespace kolibri::bench {
namespace {

// Eigenvalues +-1 repeated for `clustered`; from 1 down to round-off for `geometric`.
template <class Real>
GeneratorOptions generator_options(const Case& c) {
  GeneratorOptions options;
  options.n = c.n;
  options.batch = c.batch;
  if (c.data == "random") return options;
  options.kind = GeneratorKind::spectrum;
  options.mode = c.data == "clustered" ? 2 : 3;
  options.condition = 1 / static_cast<double>(ulp<Real>);
  return options;
}

// So many that making them takes a second or two at most, and that neighbours on the device differ.
std::int64_t different_members(const Case& c) {
  if (c.data == "random") return c.batch;
  const std::int64_t affordable = 500'000'000 / (std::int64_t{c.n} * c.n * c.n);
  return std::min(c.batch, std::clamp<std::int64_t>(affordable, 1, 256));
}

template <class Scalar>
void repeat_members(const Space& exec, Scalar* data, std::int64_t different, std::int64_t all) {
  Kokkos::parallel_for(
      "kolibri::bench::repeat_members",
      Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>(exec, different, all),
      KOKKOS_LAMBDA(std::int64_t i) { data[i] = data[i % different]; });
}

template <class View>
View room(const Space& exec, const std::string& label, const Case& c) {
  const auto size = static_cast<std::size_t>(c.batch);
  const auto n = static_cast<std::size_t>(c.n);
  const auto uninitialised = Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label);
  if constexpr (View::rank() == 3) {
    return View(uninitialised, size, n, n);
  } else if constexpr (View::rank() == 2) {
    return View(uninitialised, size, n);
  } else {
    return View(uninitialised, size);
  }
}

template <class Scalar>
Batch<Scalar> empty_batch(const Space& exec, const Case& c) {
  Batch<Scalar> batch{exec, c.vectors, {}, {}, {}, {}, {}};
  batch.a = room<decltype(batch.a)>(exec, "kolibri::bench a", c);
  batch.v = room<decltype(batch.v)>(exec, "kolibri::bench v", c);
  batch.w = room<decltype(batch.w)>(exec, "kolibri::bench w", c);
  batch.info = room<decltype(batch.info)>(exec, "kolibri::bench info", c);
  batch.sweeps = room<decltype(batch.sweeps)>(exec, "kolibri::bench sweeps", c);
  return batch;
}

}  // namespace

template <class Scalar>
Batch<Scalar> make_batch(const Space& exec, const Case& c) {
  const Batch<Scalar> batch = empty_batch<Scalar>(exec, c);
  const std::int64_t different = different_members(c);
  const auto n = static_cast<std::size_t>(c.n);
  generate(exec, GeneratedBatch<Scalar, Memory>(batch.a.data(), static_cast<std::size_t>(different), n, n),
           generator_options<real_t<Scalar>>(c));
  const std::int64_t elements = std::int64_t{c.n} * c.n;
  repeat_members(exec, batch.a.data(), different * elements, c.batch * elements);
  exec.fence("kolibri::bench: the data are ready");
  return batch;
}

#define KOLIBRI_BENCH_MAKE_BATCH(SCALAR) template Batch<SCALAR> make_batch(const Space&, const Case&);
KOLIBRI_FOR_EACH_SCALAR(KOLIBRI_BENCH_MAKE_BATCH)

}  // namespace kolibri::bench
