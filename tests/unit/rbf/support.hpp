#pragma once

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <functional>
#include <kolibri/rbf.hpp>
#include <vector>

namespace kolibri::test {

using Space = KOLIBRI_TEST_SPACE;
using Memory = Space::memory_space;

/// The rows of one network on the host: what a test writes down.
struct HostRows {
  int d = 2;
  std::vector<double> points, operators, targets;

  int count() const { return static_cast<int>(targets.size()); }
  /// Appends weight * (kappa Lap + b . grad + q) u(x) = weight * f.
  void add(const std::vector<double>& x, double kappa, const std::vector<double>& b, double q, double f,
           double weight = 1);
};

/// The parameters of one network on the host.
struct HostNetwork {
  int d = 2;
  std::vector<double> centres, log_widths, weights;

  int neurons() const { return static_cast<int>(log_widths.size()); }
};

/// Point i of those that fill [0, 1]^d as irrational steps do.
std::vector<double> scattered_point(int d, int i);

/// side^d centres on a grid of [-extension, 1 + extension]^d, widths so many times their distance.
HostNetwork grid_network(int d, int side, double extension, double widths);

/// The problem of Matveeva and Artyukhina, Lap u = sin(pi x) sin(pi y) on the unit square, u = 0 on its boundary: side
/// x side points, and either K boundary rows of weight sqrt(lambda), or none and the operator on D(x) net with D = 16 x
/// (1 - x) y (1 - y).
HostRows article_penalty_rows(int side, int boundary, double lambda);
HostRows article_hard_rows(int side);

/// Relative L2 error of u (hard: of D u) against -sin sin / (2 pi^2), on a grid of 41 x 41 points.
double article_error(RbfBasis basis, const HostNetwork& network, bool hard);

/// A batch of networks of one shape with their rows, on the device.
template <class Real>
struct DeviceProblem {
  Kokkos::View<Real***, Kokkos::LayoutRight, Memory> points, operators, centres;
  Kokkos::View<Real**, Kokkos::LayoutRight, Memory> targets, log_widths, weights;
  RbfStatus<Real, Memory> status;

  DeviceProblem(const std::vector<HostRows>& rows, const std::vector<HostNetwork>& networks);
  auto rows() const { return rbf_rows(points, operators, targets); }
  auto networks(RbfBasis basis) const { return rbf_networks(basis, centres, log_widths, weights); }
  HostNetwork network(std::size_t b = 0) const;
  double residual(std::size_t b = 0) const { return at(status.residual, b); }
  double leave_one_out(std::size_t b = 0) const { return at(status.leave_one_out, b); }
  int info(std::size_t b = 0) const { return at(status.info, b); }
  int rank(std::size_t b = 0) const { return at(status.rank, b); }
  double condition(std::size_t b = 0) const { return at(status.condition, b); }

 private:
  template <class View>
  static auto at(const View& view, std::size_t b) {
    return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view)(b);
  }
};

/// sum_k w_k L phi_k(x) - f of every row, on the host in double.
std::vector<double> residuals(RbfBasis basis, const HostRows& rows, const HostNetwork& network);
double norm(const std::vector<double>& x);

}  // namespace kolibri::test
