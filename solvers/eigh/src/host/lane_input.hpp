#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "host_problem.hpp"
#include "lane_element.hpp"

// From as many members of a batch as there are lanes to one matrix of lane elements: triangle, finiteness, scale.
namespace kolibri::detail {

/// The members first, ..., first + members - 1, one a lane; the lanes after them hold zero matrices.
struct Pack {
  std::int64_t first;
  int members;
};

/// What becomes of a pack.
template <class Real>
struct PackState {
  Lanes<Real> scale;       ///< powers of two that were multiplied in
  Lanes<Real> norm;        ///< ||A||_F, scaled
  Lanes<Real> negligible;  ///< far below rounding of the norm, and its square is a normal number
  Lanes<Real> off_norm;    ///< off(A) at the end, scaled
  int info[Lanes<Real>::count];
  int sweeps[Lanes<Real>::count];
  bool scaled;
  bool flagged;
};

/// One number a member, `stride` apart.
template <class Real>
Lanes<Real> gather(const Real* from, std::int64_t stride, int members) {
  if (members == Lanes<Real>::count) {
    if (stride == 1) return Lanes<Real>::load(from);
    typename Lanes<Real>::Vector all;
#pragma GCC unroll 16
    for (int lane = 0; lane < Lanes<Real>::count; ++lane) all[lane] = from[lane * stride];
    return all;
  }
  Lanes<Real> some(Real(0));
  for (int lane = 0; lane < members; ++lane) some[lane] = from[lane * stride];
  return some;
}

template <class Element, class Real>
Element gather_element(const HostProblem<Real>& problem, const Pack& pack, int i, int j) {
  const Real* const from = problem.a.at(pack.first, i, j);
  const auto part = [&](int k) { return gather(from + k, problem.a.batch_stride, pack.members); };
  if constexpr (std::is_same_v<Element, ComplexLanes<Real>>) {
    return {part(0), i == j ? Lanes<Real>(Real(0)) : part(1)};  // whatever the diagonal's imaginary parts are
  } else {
    return part(0);
  }
}

/// Element (i, j), i >= j, from the triangle that may be read.
template <class Element, class Real>
Element lower_element(const HostProblem<Real>& problem, const Pack& pack, int i, int j) {
  if (problem.triangle == Triangle::lower) return gather_element<Element>(problem, pack, i, j);
  const Element above = conj(gather_element<Element>(problem, pack, j, i));
  if (problem.triangle != Triangle::symmetrize) return above;
  const Lanes<Real> half(Real(0.5));
  return gather_element<Element>(problem, pack, i, j) * half + above * half;
}

/// Keeps the largest part's size and whether all parts are finite.
template <class Real>
struct Extent {
  Lanes<Real> largest = Real(0);
  LaneMask<Real> infinite = LaneMask<Real>::none();

  void operator()(Lanes<Real> x) {
    const Lanes<Real> size = abs(x);
    infinite = infinite | ~(size <= std::numeric_limits<Real>::max());
    largest = max(largest, size);
  }
  void operator()(ComplexLanes<Real> x) {
    (*this)(x.re);
    (*this)(x.im);
  }
};

/// Largest sizes within 2^+-window are left alone: they and ulp^2 of them have normal squares.
template <class Real>
inline constexpr int window = std::is_same_v<Real, float> ? 8 : 400;

/// The power of two that brings `largest` to about 1, where it is out of the window.
template <class Real>
Real scale_for(Real largest) {
  constexpr int range = std::numeric_limits<Real>::max_exponent - 4;
  if (largest == 0 || std::abs(std::ilogb(largest)) < window<Real>) return 1;
  return std::ldexp(Real(1), -std::clamp(std::ilogb(largest), -range, range));
}

/// Whether member b differs from its conjugate transpose by more than rounding, or by NaN.
template <bool is_complex, class Real>
bool is_not_hermitian(const HostProblem<Real>& problem, std::int64_t b, Real largest) {
  const Real rounding = 8 * problem.n * std::numeric_limits<Real>::epsilon() * largest;
  const auto differ = [&](Real x, Real y) { return !(std::abs(x - y) <= rounding); };
  for (int i = 0; i < problem.n; ++i) {
    for (int j = 0; j <= i; ++j) {
      const Real* const x = problem.a.at(b, i, j);
      const Real* const y = problem.a.at(b, j, i);
      if (i != j && differ(x[0], y[0])) return true;
      if (is_complex && differ(x[1], i == j ? Real(0) : -y[1])) return true;
    }
  }
  return false;
}

inline constexpr int host_info_not_finite = -1;
inline constexpr int host_info_not_hermitian = -2;

/// info and scale of a member from its largest element.
template <bool is_complex, class Real>
void judge_member(const HostProblem<Real>& problem, const Pack& pack, int lane, bool infinite, Real largest,
                  PackState<Real>& state) {
  if (infinite) {
    state.info[lane] = host_info_not_finite;
  } else if (problem.triangle == Triangle::full && is_not_hermitian<is_complex>(problem, pack.first + lane, largest)) {
    state.info[lane] = host_info_not_hermitian;
  } else {
    state.scale[lane] = scale_for(largest);
  }
  state.flagged |= state.info[lane] < 0;
  state.scaled |= state.scale[lane] != 1;
}

template <class Real>
PackState<Real> idle_state() {
  PackState<Real> state{};
  state.scale = Real(1);
  return state;
}

template <class Real>
LaneMask<Real> flagged_lanes(const PackState<Real>& state) {
  Lanes<Real> flags(Real(0));
  for (int lane = 0; lane < flags.count; ++lane) flags[lane] = state.info[lane] < 0 ? 1 : 0;
  return flags > Lanes<Real>(Real(0));
}

/// The same for all members, of which most need no look.
template <bool is_complex, class Real>
void judge(const HostProblem<Real>& problem, const Pack& pack, const Extent<Real>& extent, PackState<Real>& state) {
  const auto extreme = (extent.largest > std::ldexp(Real(1), window<Real> - 1)) |
                       (extent.largest < std::ldexp(Real(1), 1 - window<Real>));
  state = idle_state<Real>();
  if (problem.triangle != Triangle::full && !any(extreme | extent.infinite)) return;
  for (int lane = 0; lane < pack.members; ++lane) {
    judge_member<is_complex>(problem, pack, lane, extent.infinite[lane], extent.largest[lane], state);
  }
}

/// Sizes far below rounding of the norm; their squares are normal numbers.
template <class Real>
Real negligible_of(Real norm) {
  constexpr Real tiny = std::numeric_limits<Real>::epsilon() * std::numeric_limits<Real>::epsilon();
  return std::max(norm * tiny, std::ldexp(Real(1), -(std::is_same_v<Real, float> ? 56 : 500)));
}

/// Reads a pack into a[j ld + i], i >= j: A(i, j), or A(j, i) if `upper`. Flagged members become zero.
template <bool is_complex, bool upper, class Real>
void load_pack(const HostProblem<Real>& problem, const Pack& pack, LaneElement<Real, is_complex>* a, int ld,
               PackState<Real>& state) {
  using Element = LaneElement<Real, is_complex>;
  const int n = problem.n;
  Extent<Real> extent;
  const auto load = [&](int i, int j) {
    const auto element = lower_element<Element>(problem, pack, i, j);
    a[j * ld + i] = upper ? conj(element) : element;
    extent(element);
  };
  // along memory: matrices that begin at a power of two from each other share few places of the cache
  if ((problem.triangle == Triangle::lower) == (problem.a.column_stride <= problem.a.row_stride)) {
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j <= i; ++j) load(i, j);
    }
  } else {
    for (int j = 0; j < n; ++j) {
      for (int i = j; i < n; ++i) load(i, j);
    }
  }
  judge<is_complex>(problem, pack, extent, state);
  if (state.scaled || state.flagged) {
    const auto mask = flagged_lanes(state);
    for (int j = 0; j < n; ++j) {
      for (int i = j; i < n; ++i) a[j * ld + i] = select(mask, Element(Real(0)), a[j * ld + i] * state.scale);
    }
  }
  Lanes<Real> diagonal(Real(0)), off(Real(0));
  for (int j = 0; j < n; ++j) {
    diagonal += abs_squared(a[j * ld + j]);
    for (int i = j + 1; i < n; ++i) off += abs_squared(a[j * ld + i]);
  }
  state.norm = sqrt(diagonal + off + off);
  state.negligible = max<Real>(state.norm * Lanes<Real>(negligible_of(Real(1))), negligible_of(Real(0)));
}

}  // namespace kolibri::detail
