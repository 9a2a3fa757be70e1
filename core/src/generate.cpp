#include <kolibri/error.hpp>
#include <kolibri/generate.hpp>
#include <kolibri/generate_graphene.hpp>
#include <kolibri/random.hpp>

#include "generate_member.hpp"

namespace kolibri {

namespace detail {

namespace {

/// One entry of a random Hermitian matrix per index; entry (i, j) and (j, i) share their random bits.
template <class Exec, class Scalar>
struct FillRandom {
  GeneratedBatch<Scalar, typename Exec::memory_space> a;
  std::uint64_t seed;
  std::int64_t first;

  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    const std::int64_t n = a.extent_int(1);
    const std::int64_t c = index / (n * n), entry = index % (n * n), i = entry / n, j = entry % n;
    const std::int64_t row = i > j ? i : j, column = i > j ? j : i;
    const auto counter = static_cast<std::uint64_t>(row * n + column);
    const auto x = symmetric_uniform<Scalar>(philox(seed, static_cast<std::uint64_t>(first + c), counter));
    a.data()[index] = i == j ? Scalar(real(x)) : (i > j ? x : conj(x));
  }
};

/// One entry of generate_uniform() per index.
template <class Exec, class Scalar>
struct FillUniform {
  GeneratedBatch<Scalar, typename Exec::memory_space> a;
  std::uint64_t seed;
  std::int64_t first, first_row;

  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    const std::int64_t columns = a.extent_int(2), entries = std::int64_t{a.extent_int(1)} * columns;
    const auto member = static_cast<std::uint64_t>(first + index / entries);
    const auto place = static_cast<std::uint64_t>(first_row * columns + index % entries);
    a.data()[index] = symmetric_uniform<Scalar>(philox(seed, member, place));
  }
};

template <class Work>
HostMatrix<Work> ribbon_member(const GeneratorOptions& options, std::int64_t member) {
  HostMatrix<Work> a(2 * options.width);
  if constexpr (is_complex<Work>) {
    const std::vector<double> h = ribbon_hamiltonian(options, ribbon_wave_number(options, member));
    for (std::size_t i = 0; i < a.data.size(); ++i) a.data[i] = Work(h[2 * i], h[2 * i + 1]);
  }
  return a;
}

template <class Work>
HostMatrix<Work> make_member(const GeneratorOptions& options, const RealLimits& limits, std::int64_t member) {
  switch (options.kind) {
    case GeneratorKind::spectrum:
      return spectrum_member<Work>(options, member);
    case GeneratorKind::lapack:
      return lapack_member<Work>(options, limits, member);
    case GeneratorKind::mixed:
      return make_member<Work>(mixed_kind(member, limits.ulp, options), limits, member);
    default:
      return ribbon_member<Work>(options, member);
  }
}

template <class Scalar>
struct FillOnHost {
  using Work = std::conditional_t<is_complex<Scalar>, Kokkos::complex<double>, double>;

  Scalar* a;
  GeneratorOptions options;
  std::int64_t first;

  void operator()(std::int64_t c) const {
    const HostMatrix<Work> made = make_member<Work>(options, real_limits<real_t<Scalar>>(), first + c);
    Scalar* target = a + c * static_cast<std::int64_t>(made.data.size());
    for (std::size_t i = 0; i < made.data.size(); ++i) target[i] = static_cast<Scalar>(made.data[i]);
  }
};

/// Not a template over the backend: the members are made once a scalar, by all threads of the host.
template <class Scalar>
void make_on_host(Scalar* a, std::int64_t count, const GeneratorOptions& options, std::int64_t first) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  const Host host;
  Kokkos::parallel_for(
      "kolibri::generate",
      Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Dynamic>, Kokkos::IndexType<std::int64_t>>(host, 0, count),
      FillOnHost<Scalar>{a, options, first});
  host.fence("kolibri::generate: made on the host");
}

template <class Exec, class Scalar>
void make_and_copy(const Exec& exec, const GeneratedBatch<Scalar, typename Exec::memory_space>& a,
                   const GeneratorOptions& options, std::int64_t first) {
  const auto count = static_cast<std::int64_t>(a.extent(0));
  if constexpr (std::is_same_v<typename Exec::memory_space, Kokkos::HostSpace>) {
    exec.fence("kolibri::generate: earlier work on the matrices");
    make_on_host(a.data(), count, options, first);
  } else {
    using Host = Kokkos::View<Scalar*, Kokkos::HostSpace>;
    const Host host(Kokkos::view_alloc(Kokkos::WithoutInitializing, "kolibri::generate::host"), a.size());
    make_on_host(host.data(), count, options, first);
    const Kokkos::View<Scalar*, typename Exec::memory_space, Kokkos::MemoryUnmanaged> flat(a.data(), a.size());
    Kokkos::deep_copy(exec, flat, host);
    exec.fence("kolibri::generate: copied");
  }
}

}  // namespace

}  // namespace detail

template <class Exec, class Scalar>
void generate(const Exec& exec, const GeneratedBatch<Scalar, typename Exec::memory_space>& a,
              const GeneratorOptions& options, std::int64_t first) {
  const BatchShape shape = generated_shape(options);
  const auto n = static_cast<std::size_t>(shape.n);
  const auto count = static_cast<std::int64_t>(a.extent(0));
  require(a.extent(1) == n && a.extent(2) == n, "kolibri::generate: A must be (batch, ", n, ", ", n, "), got ",
          a.extent(0), " x ", a.extent(1), " x ", a.extent(2));
  require(first >= 0 && first + count <= shape.batch, "kolibri::generate: members ", first, " to ", first + count,
          " are not in a batch of ", shape.batch);
  require(is_complex<Scalar> || options.kind != GeneratorKind::graphene_ribbon,
          "kolibri::generate: graphene_ribbon is complex Hermitian; choose complex64 or complex128");
  if (count == 0 || n == 0) return;
  if (options.kind == GeneratorKind::random_general) {
    generate_uniform<Exec, Scalar>(exec, a, options.seed, first);
    return;
  }
  if (options.kind != GeneratorKind::random) {
    detail::make_and_copy<Exec, Scalar>(exec, a, options, first);
    return;
  }
  Kokkos::parallel_for(
      "kolibri::generate",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, count * static_cast<std::int64_t>(n * n)),
      detail::FillRandom<Exec, Scalar>{a, options.seed, first});
}

template <class Exec, class Scalar>
void generate_uniform(const Exec& exec, const GeneratedBatch<Scalar, typename Exec::memory_space>& a,
                      std::uint64_t seed, std::int64_t first, std::int64_t first_row) {
  if (a.size() == 0) return;
  Kokkos::parallel_for(
      "kolibri::generate_uniform",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, static_cast<std::int64_t>(a.size())),
      detail::FillUniform<Exec, Scalar>{a, seed, first, first_row});
}

#define KOLIBRI_DEFINE_GENERATE(SPACE, SCALAR)                                                                    \
  template void generate<SPACE, SCALAR>(const SPACE&, const GeneratedBatch<SCALAR, SPACE::memory_space>&,         \
                                        const GeneratorOptions&, std::int64_t);                                   \
  template void generate_uniform<SPACE, SCALAR>(const SPACE&, const GeneratedBatch<SCALAR, SPACE::memory_space>&, \
                                                std::uint64_t, std::int64_t, std::int64_t);
KOLIBRI_FOR_EACH_SCALAR_AND_SPACE(KOLIBRI_DEFINE_GENERATE)

}  // namespace kolibri
