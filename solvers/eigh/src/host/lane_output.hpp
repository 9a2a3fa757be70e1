#pragma once

#include "lane_input.hpp"

// From lanes to W, V and the status of each member: order, scale, NaN for flagged members.
namespace kolibri::detail {

/// value / scale, but the largest finite number where rounding alone carried the quotient beyond it.
template <class Real>
Real host_unscaled(Real value, Real scale, int n) {
  constexpr Real largest = std::numeric_limits<Real>::max();
  const bool only_rounding = std::abs(value) <= largest * scale * (1 + 4 * n * std::numeric_limits<Real>::epsilon());
  const Real quotient = value / scale;
  return std::isinf(quotient) && only_rounding ? std::copysign(largest, value) : quotient;
}

/// ranks[i]: the place of values[i] in the order asked for, lane by lane. Ties keep their places.
template <class Real>
void rank_lanes(Order order, int n, const Lanes<Real>* values, typename LaneMask<Real>::Bits* ranks) {
  const auto key = [&](int i) {
    return order == Order::ascending ? values[i] : order == Order::descending ? -values[i] : -abs(values[i]);
  };
  for (int i = 0; i < n; ++i) ranks[i] = typename LaneMask<Real>::Bits{} + i;
  for (int i = 0; i < n && order != Order::none; ++i) {
    const Lanes<Real> mine = key(i);
    for (int j = i + 1; j < n; ++j) {
      const auto overtakes = (key(j) < mine).bits;  // -1 where so
      ranks[i] -= overtakes;
      ranks[j] += overtakes;
    }
  }
}

/// Writes W and the status; values of flagged members become NaN.
template <class Real>
void write_values(const HostProblem<Real>& problem, const Pack& pack, const PackState<Real>& state,
                  const Lanes<Real>* values, const typename LaneMask<Real>::Bits* ranks) {
  for (int lane = 0; lane < pack.members; ++lane) {
    const std::int64_t b = pack.first + lane;
    Real* const w = problem.w + b * problem.w_batch_stride;
    for (int i = 0; i < problem.n; ++i) {
      const Real value = values[i][lane];
      w[ranks[i][lane] * problem.w_stride] = state.info[lane] < 0 ? std::numeric_limits<Real>::quiet_NaN()
                                             : state.scaled       ? host_unscaled(value, state.scale[lane], problem.n)
                                                                  : value;
    }
    if (problem.info) problem.info[b] = state.info[lane];
    if (problem.sweeps) problem.sweeps[b] = state.sweeps[lane];
    const Real norm = state.norm[lane];
    if (problem.off_norm) problem.off_norm[b] = norm > 0 ? state.off_norm[lane] / norm : Real(0);
  }
}

/// One number to each member.
template <class Real>
void scatter(Lanes<Real> x, const std::int64_t* places, Real* to, int members) {
  if (members == Lanes<Real>::count) {
#pragma GCC unroll 16
    for (int lane = 0; lane < Lanes<Real>::count; ++lane) to[places[lane]] = x.v[lane];
  } else {
    for (int lane = 0; lane < members; ++lane) to[places[lane]] = x[lane];
  }
}

/// Writes V from z[j ld + i], element i of vector j. Zeros lose their sign, which can come from how long other lanes
/// went on. `places` has room for n numbers a lane.
template <bool is_complex, class Real>
void write_vectors(const HostProblem<Real>& problem, const Pack& pack, const PackState<Real>& state,
                   const LaneElement<Real, is_complex>* z, int ld, const typename LaneMask<Real>::Bits* ranks,
                   std::int64_t* places) {
  constexpr int count = Lanes<Real>::count;
  const int n = problem.n;
  const Lanes<Real> zero(Real(0)), nan(std::numeric_limits<Real>::quiet_NaN());
  const auto mask = flagged_lanes(state);
  for (int j = 0; j < n; ++j) {
    for (int lane = 0; lane < count; ++lane) {
      places[j * count + lane] = lane * problem.v.batch_stride + ranks[j][lane] * problem.v.column_stride;
    }
  }
  const auto write = [&](Lanes<Real> x, int i, int j, int part) {
    scatter(state.flagged ? select(mask, nan, x + zero) : x + zero, places + j * count,
            problem.v.at(pack.first, i, 0) + part, pack.members);
  };
  const auto write_element = [&](int i, int j) {
    if constexpr (is_complex) {
      write(z[j * ld + i].re, i, j, 0);
      write(z[j * ld + i].im, i, j, 1);
    } else {
      write(z[j * ld + i], i, j, 0);
    }
  };
  const bool by_rows = problem.v.column_stride <= problem.v.row_stride;
  for (int slow = 0; slow < n; ++slow) {
    for (int fast = 0; fast < n; ++fast) write_element(by_rows ? slow : fast, by_rows ? fast : slow);
  }
}

}  // namespace kolibri::detail
