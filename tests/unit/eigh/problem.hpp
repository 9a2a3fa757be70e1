#pragma once

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <functional>
#include <kolibri/eigh.hpp>
#include <limits>
#include <random>
#include <string>

#include "../scalars.hpp"

// Small problems on the host and their solution in the tested space, for the tests of the interface. What is
// accurate enough is the business of the accuracy tests: here ratios (see residual_ratio) are below 30 as there.
namespace kolibri::testing {

using Space = KOLIBRI_TEST_SPACE;
template <class Scalar>
using HostMatrices = Kokkos::View<Scalar***, Kokkos::LayoutRight, Kokkos::HostSpace>;

template <class Scalar>
Scalar random_scalar(std::mt19937& engine) {
  std::uniform_real_distribution<real_t<Scalar>> uniform(-1, 1);
  if constexpr (is_complex<Scalar>) {
    const auto re = uniform(engine);
    return Scalar(re, uniform(engine));
  } else {
    return uniform(engine);
  }
}

template <class Scalar>
HostMatrices<Scalar> random_hermitian(int batch, int n, unsigned seed = 1) {
  std::mt19937 engine(seed);
  HostMatrices<Scalar> a("kolibri::test A", batch, n, n);
  for (int b = 0; b < batch; ++b) {
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < i; ++j) a(b, j, i) = conj(a(b, i, j) = random_scalar<Scalar>(engine));
      a(b, i, i) = real(random_scalar<Scalar>(engine));
    }
  }
  return a;
}

/// A batch on the device in the layout asked for, with what eigh() writes.
template <class Scalar, class Layout = Kokkos::LayoutRight>
struct Problem {
  using Real = real_t<Scalar>;
  using Matrices = Kokkos::View<Scalar***, Layout, Space>;
  using Values = Kokkos::View<Real**, Layout, Space>;

  Matrices a, v;
  Values w;
  EighStatus<Scalar, Space::memory_space> status;

  explicit Problem(const HostMatrices<Scalar>& host)
      : a("kolibri::test A", host.extent(0), host.extent(1), host.extent(1)),
        v("kolibri::test V", host.extent(0), host.extent(1), host.extent(1)),
        w("kolibri::test W", host.extent(0), host.extent(1)) {
    const auto b = host.extent(0);
    status = {Kokkos::View<int*, Space>("kolibri::test info", b), Kokkos::View<int*, Space>("kolibri::test sweeps", b),
              Kokkos::View<Real*, Space>("kolibri::test off norm", b)};
    Kokkos::deep_copy(status.info, 77);
    auto mirror = Kokkos::create_mirror_view(a);
    copy(host, mirror);
    Kokkos::deep_copy(a, mirror);
  }

  void solve(const EighOptions& options = {}) {
    eigh(Space(), a, w, options.vectors ? v : Matrices(), status, options);
    Kokkos::fence();
  }

  HostMatrices<Scalar> vectors() const { return host_copy(v); }
  HostMatrices<Scalar> matrices() const { return host_copy(a); }

  auto values() const {
    Kokkos::View<Real**, Kokkos::LayoutRight, Kokkos::HostSpace> host("kolibri::test W", w.extent(0), w.extent(1));
    const auto mirror = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), w);
    for (std::size_t b = 0; b < w.extent(0); ++b) {
      for (std::size_t i = 0; i < w.extent(1); ++i) host(b, i) = mirror(b, i);
    }
    return host;
  }

  auto info() const { return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), status.info); }
  auto sweeps() const { return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), status.sweeps); }

 private:
  template <class From, class To>
  static void copy(const From& from, const To& to) {
    for (std::size_t b = 0; b < from.extent(0); ++b) {
      for (std::size_t i = 0; i < from.extent(1); ++i) {
        for (std::size_t j = 0; j < from.extent(2); ++j) to(b, i, j) = from(b, i, j);
      }
    }
  }

  static HostMatrices<Scalar> host_copy(const Matrices& view) {
    HostMatrices<Scalar> host("kolibri::test copy", view.extent(0), view.extent(1), view.extent(2));
    copy(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view), host);
    return host;
  }
};

/// max |A V - V diag(W)| / (n ulp max|A|) and max |V^H V - I| / (n ulp) over the elements, the larger one, of member b.
template <class Scalar, class Values>
double residual_ratio(const HostMatrices<Scalar>& a, const HostMatrices<Scalar>& v, const Values& w, int b) {
  const int n = static_cast<int>(a.extent(1));
  double size = 0, residual = 0, defect = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      Scalar product = v(b, i, j) * -w(b, j), inner(i == j ? -1 : 0);
      for (int k = 0; k < n; ++k) {
        product += a(b, i, k) * v(b, k, j);
        inner += conj(v(b, k, i)) * v(b, k, j);
      }
      if (!is_finite(product) || !is_finite(inner)) return std::numeric_limits<double>::infinity();
      size = std::max<double>(size, Kokkos::abs(a(b, i, j)));
      residual = std::max<double>(residual, Kokkos::abs(product));
      defect = std::max<double>(defect, Kokkos::abs(inner));
    }
  }
  return std::max(residual / size, defect) / (n * ulp<real_t<Scalar>>);
}

inline std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace kolibri::testing
