#include "data.hpp"

#include <kolibri/generate.hpp>

namespace kolibri::bench {
namespace {

template <class Scalar>
void add_to_diagonal(const Batch<Scalar>& batch, real_t<Scalar> shift) {
  const auto a = batch.a;
  const std::int64_t n = batch.n();
  Kokkos::parallel_for(
      "kolibri::bench::add_to_diagonal",
      Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>(batch.exec, 0, batch.size() * n),
      KOKKOS_LAMBDA(std::int64_t i) { a.data()[i / n * n * n + i % n * (n + 1)] += shift; });
}

template <class Scalar>
Batch<Scalar> empty_batch(const Space& exec, const Case& c) {
  const auto size = static_cast<std::size_t>(c.batch);
  const auto n = static_cast<std::size_t>(c.n);
  const auto room = [&](const std::string& label) {
    return Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label);
  };
  Batch<Scalar> batch{exec, c.single, c.data == "spd", {}, {}, {}};
  batch.a = decltype(batch.a)(room("kolibri::bench a"), size, n, n);
  batch.x = decltype(batch.x)(room("kolibri::bench x"), size, n, n);
  batch.info = decltype(batch.info)(room("kolibri::bench info"), size);
  return batch;
}

}  // namespace

template <class Scalar>
Batch<Scalar> make_batch(const Space& exec, const Case& c) {
  const Batch<Scalar> batch = empty_batch<Scalar>(exec, c);
  GeneratorOptions options;
  options.kind = batch.positive ? GeneratorKind::random : GeneratorKind::random_general;
  options.n = c.n;
  options.batch = c.batch;
  generate(exec, batch.a, options);
  if (batch.positive) add_to_diagonal(batch, static_cast<real_t<Scalar>>(2 * c.n));
  exec.fence("kolibri::bench: the data are ready");
  return batch;
}

#define KOLIBRI_BENCH_MAKE_BATCH(SCALAR) template Batch<SCALAR> make_batch(const Space&, const Case&);
KOLIBRI_FOR_EACH_SCALAR(KOLIBRI_BENCH_MAKE_BATCH)

}  // namespace kolibri::bench
