#include "data.hpp"

#include <algorithm>
#include <cmath>
#include <kolibri/generate.hpp>

namespace kolibri::bench {
namespace {

// The entries are uniform for `random`, and for `drd` before it is scaled; the others are spectra: see all_data.
template <class Real>
GeneratorOptions generator_options(const Case& c) {
  GeneratorOptions options{.n = c.n, .batch = c.batch};
  if (c.data == "random" || c.data == "drd") return options;
  options.kind = GeneratorKind::spectrum;
  options.mode = c.data == "three_values" ? 0 : c.data == "clustered" ? 2 : 3;
  options.condition = c.data == "graded" ? std::pow(10, 14 * (1 - 1.0 / c.n)) : 1 / static_cast<double>(ulp<Real>);
  options.eigenvalues = {1, -1, 0.5};
  return options;
}

// Each of the three values as five, 1e-11 apart.
std::vector<double> split_values(const std::vector<double>& three) {
  std::vector<double> values(15);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = three[i % 3] + 1e-11 * static_cast<double>(i % 5);
  return values;
}

// So many that making them takes a second or two at most, and that neighbours on the device differ.
std::int64_t different_members(const Case& c) {
  if (c.data == "random" || c.data == "drd") return c.batch;
  const std::int64_t affordable = 500'000'000 / (std::int64_t{c.n} * c.n * c.n);
  return std::min(c.batch, std::clamp<std::int64_t>(affordable, 2, 256));
}

// Members from `first` to `last`.
template <class Scalar>
void make_members(const Batch<Scalar>& batch, const GeneratorOptions& options, std::int64_t first, std::int64_t last) {
  const auto count = static_cast<std::size_t>(last - first), n = static_cast<std::size_t>(options.n);
  Scalar* const data = batch.a.data() + first * options.n * options.n;
  generate(batch.exec, GeneratedBatch<Scalar, Memory>(data, count, n, n), options, first);
}

// A <- D A D, D = diag(10^(-12 i / n)).
template <class Scalar>
void scale_members(const Batch<Scalar>& batch) {
  const auto a = batch.a;
  const std::int64_t n = batch.n();
  Kokkos::parallel_for(
      "kolibri::bench::scale_members",
      Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>(batch.exec, 0, static_cast<std::int64_t>(a.size())),
      KOKKOS_LAMBDA(std::int64_t index) {
        const auto i_plus_j = static_cast<double>(index / n % n + index % n);
        a.data()[index] *= static_cast<real_t<Scalar>>(Kokkos::pow(10.0, -12 * i_plus_j / static_cast<double>(n)));
      });
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
  GeneratorOptions options = generator_options<real_t<Scalar>>(c);
  const std::int64_t different = different_members(c);
  make_members(batch, options, 0, different);
  if (c.data == "three_values") {
    options.eigenvalues = split_values(options.eigenvalues);
    make_members(batch, options, different / 2, different);
  }
  const std::int64_t elements = std::int64_t{c.n} * c.n;
  repeat_members(exec, batch.a.data(), different * elements, c.batch * elements);
  if (c.data == "drd") scale_members(batch);
  exec.fence("kolibri::bench: the data are ready");
  return batch;
}

#define KOLIBRI_BENCH_MAKE_BATCH(SCALAR) template Batch<SCALAR> make_batch(const Space&, const Case&);
KOLIBRI_FOR_EACH_SCALAR(KOLIBRI_BENCH_MAKE_BATCH)

}  // namespace kolibri::bench
