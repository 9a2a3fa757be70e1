#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/rbf.hpp>

#include "common/routine.hpp"

namespace kolibri::bench {

/// A batch of networks on Lap u = s_b sin(pi x) sin(pi y) in the unit square, u = 0 on its boundary: common points, a
/// right-hand side of its own for each.
struct RbfBatch {
  Kokkos::View<double***, Kokkos::LayoutRight, Memory> points, operators, centres;
  Kokkos::View<double**, Kokkos::LayoutRight, Memory> targets, log_widths, weights;
  Kokkos::View<double*, Memory> damping;
  Kokkos::View<double* [2], Memory> rates;
  RbfStatus<double, Memory> status;

  /// side x side centres of the relative width; `interior` points by Halton's sequence and `boundary` ones, whose rows
  /// have the weight sqrt(lambda).
  RbfBatch(int networks, int side, int interior, int boundary, double relative_width, double lambda);

  auto rows() const { return rbf_rows(points, operators, targets); }
  auto networks() const { return rbf_networks(RbfBasis::gaussian, centres, log_widths, weights); }

  /// How many networks have info != 0 or a residual that is not below that of weights zero.
  int failures() const;

 private:
  void fill_rows(int interior, int boundary, double lambda);
  void fill_networks(int side, double relative_width);
};

}  // namespace kolibri::bench
