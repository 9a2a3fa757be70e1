#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/generate.hpp>
#include <kolibri/scalar.hpp>

namespace kolibri::test {

using Space = KOLIBRI_TEST_SPACE;

template <class Scalar>
using HostBatch = GeneratedBatch<Scalar, Kokkos::HostSpace>;

/// `count` members from `first` on, made by the tested backend and copied to the host.
template <class Scalar>
HostBatch<Scalar> made(const GeneratorOptions& options, std::int64_t first, std::int64_t count) {
  const int n = generated_shape(options).n;
  const GeneratedBatch<Scalar, Space::memory_space> a("kolibri::test::a", count, n, n);
  generate(Space(), a, options, first);
  HostBatch<Scalar> host("kolibri::test::host", count, n, n);
  Kokkos::deep_copy(host, a);
  return host;
}

template <class Scalar>
HostBatch<Scalar> made(const GeneratorOptions& options) {
  return made<Scalar>(options, 0, generated_shape(options).batch);
}

template <class Scalar>
bool is_hermitian(const HostBatch<Scalar>& a) {
  for (std::size_t b = 0; b < a.extent(0); ++b) {
    for (std::size_t i = 0; i < a.extent(1); ++i) {
      for (std::size_t j = 0; j < a.extent(2); ++j) {
        if (a(b, i, j) != conj(a(b, j, i))) return false;
      }
    }
  }
  return true;
}

/// The trace and the Frobenius norm of a member in double: the first two moments of its spectrum.
struct Moments {
  double trace = 0;
  double square = 0;
};

template <class Scalar>
Moments moments(const HostBatch<Scalar>& a, int b) {
  Moments sums;
  for (std::size_t i = 0; i < a.extent(1); ++i) {
    sums.trace += real(a(b, i, i));
    for (std::size_t j = 0; j < a.extent(2); ++j) {
      const double re = real(a(b, i, j)), im = imag(a(b, i, j));
      sums.square += re * re + im * im;
    }
  }
  return sums;
}

}  // namespace kolibri::test
