#include "problem.hpp"

#include <cmath>
#include <kolibri/halton.hpp>
#include <numbers>

namespace kolibri::bench {
RbfBatch::RbfBatch(int networks, int side, int interior, int boundary, double relative_width, double lambda)
    : points("points", 1, interior + boundary, 2),
      operators("operators", 1, interior + boundary, 4),
      centres("centres", networks, side * side, 2),
      targets("targets", networks, interior + boundary),
      log_widths("log_widths", networks, side * side),
      weights("weights", networks, side * side),
      damping("damping", networks),
      rates("rates", networks) {
  status.info = Kokkos::View<int*, Memory>("info", static_cast<std::size_t>(networks));
  status.residual = Kokkos::View<double*, Memory>("residual", static_cast<std::size_t>(networks));
  fill_rows(interior, boundary, lambda);
  fill_networks(side, relative_width);
}

void RbfBatch::fill_rows(int interior, int boundary, double lambda) {
  const auto x = Kokkos::create_mirror_view(points), row = Kokkos::create_mirror_view(operators);
  const auto f = Kokkos::create_mirror_view(targets);
  for (int i = 0; i < interior; ++i) {
    x(0, i, 0) = radical_inverse(static_cast<std::uint64_t>(i) + 1, 2);
    x(0, i, 1) = radical_inverse(static_cast<std::uint64_t>(i) + 1, 3);
    row(0, i, 0) = 1;
    for (std::size_t b = 0; b < f.extent(0); ++b) {
      const double scale = 1 + 1e-3 * static_cast<double>(b % 1000);
      f(b, i) = scale * std::sin(std::numbers::pi * x(0, i, 0)) * std::sin(std::numbers::pi * x(0, i, 1));
    }
  }
  for (int i = 0; i < boundary; ++i) {
    const double s = 4.0 * i / boundary, t = s - std::floor(s);
    const int edge = static_cast<int>(s);
    x(0, interior + i, 0) = edge == 0 ? t : edge == 1 ? 1 : edge == 2 ? 1 - t : 0;
    x(0, interior + i, 1) = edge == 0 ? 0 : edge == 1 ? t : edge == 2 ? 1 : 1 - t;
    row(0, interior + i, 3) = std::sqrt(lambda);
  }
  Kokkos::deep_copy(points, x);
  Kokkos::deep_copy(operators, row);
  Kokkos::deep_copy(targets, f);
}

void RbfBatch::fill_networks(int side, double relative_width) {
  constexpr double extension = 0.15;
  const double h = (1 + 2 * extension) / (side - 1);
  const auto c = Kokkos::create_mirror_view(centres);
  for (std::size_t b = 0; b < c.extent(0); ++b) {
    for (int k = 0; k < side * side; ++k) {
      c(b, k, 0) = -extension + h * (k % side);
      c(b, k, 1) = -extension + h * (k / side);
    }
  }
  Kokkos::deep_copy(centres, c);
  Kokkos::deep_copy(log_widths, std::log(relative_width * h));
}

int RbfBatch::failures() const {
  const auto info = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), status.info);
  const auto residual = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), status.residual);
  const auto f = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), targets);
  int failures = 0;
  for (std::size_t b = 0; b < info.extent(0); ++b) {
    double square = 0;
    for (std::size_t i = 0; i < f.extent(1); ++i) square += f(b, i) * f(b, i);
    if (info(b) < 0 || !(residual(b) < std::sqrt(square))) ++failures;
  }
  return failures;
}

}  // namespace kolibri::bench
