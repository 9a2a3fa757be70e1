#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "lane_element.hpp"

// Implicit QL on as many symmetric tridiagonal matrices as there are lanes, each at its own pace: A. Dubrulle,
// R. S. Martin, J. H. Wilkinson, Numer. Math. 12, 1968 (EISPACK imtql2). All lanes step down the same rows together; a
// lane acts from its own first unfinished row on. Where an off-diagonal element on the way is negligible, its block
// ends and the next begins, with the same shift: an orthogonal similarity as good as any, which saves a search.
namespace kolibri::detail {

/// What became of each lane.
template <class Real>
struct QlOutcome {
  int steps[Lanes<Real>::count];  ///< QL steps taken
  int left[Lanes<Real>::count];   ///< off-diagonal elements that did not become negligible
  Lanes<Real> off_squared;        ///< the sum of the squares of what was neglected or is left
};

/// Tridiagonal matrices, d[i] and e[i] below it, i = 0, ..., n - 1; diagonal in the end.
template <class Real>
struct Tridiagonal {
  int n;
  Lanes<Real>* d;
  Lanes<Real>* e;
  Lanes<Real> negligible;  ///< off-diagonal elements of this size are zero, and those of round-off of their neighbours

  static constexpr Real half_ulp = std::numeric_limits<Real>::epsilon() / 2;

  /// The first row from `row` on whose e counts, in one lane; those on the way become zero and add to `neglected`.
  int first_row(int row, int lane, Real& neglected) const {
    for (; row < n - 1; ++row) {
      Real& x = e[row][lane];
      const Real size = std::abs(x);
      if (!(size <= half_ulp * (std::abs(d[row][lane]) + std::abs(d[row + 1][lane])) || size <= negligible[lane]))
        break;
      neglected += x * x;
      x = 0;
    }
    return row;
  }
};

/// A chain of rotations on its way up the rows.
template <class Real>
struct Chain {
  using Mask = LaneMask<Real>;

  Lanes<Real> c = Real(1), s = Real(1), p = Real(0), g, shift;
  Mask fresh = ~Mask::none();  ///< no rotation of this block yet

  /// Row i of the lanes in `active`; the others rotate by the identity.
  template <class Log>
  void step(const Tridiagonal<Real>& t, int i, Mask active, QlOutcome<Real>& outcome, Log& log) {
    const Lanes<Real> zero(Real(0)), one(Real(1)), d_i = t.d[i], e_i = t.e[i], below = t.d[i + 1], e_below = t.e[i + 1];
    const Mask ends = active & ((abs(e_i) <= t.half_ulp * (abs(d_i) + abs(below))) | (abs(e_i) <= t.negligible));
    const Mask turns = active & ~ends;
    const Lanes<Real> f = s * e_i, b = c * e_i, square = f * f + g * g;
    const Mask is_zero = square == zero;
    const Lanes<Real> inverse = one / sqrt(select(is_zero, one, square));
    const Lanes<Real> cosine = select(is_zero, one, g * inverse), sine = f * inverse;
    const Lanes<Real> d_below = below - p, slope = (d_i - d_below) * sine + (b + b) * cosine, moved = sine * slope;
    t.d[i + 1] = select(turns, d_below + moved, select(ends, d_below, below));
    t.e[i + 1] = select(fresh, e_below, select(turns, square * inverse, select(ends, g, e_below)));
    if (any(ends)) {
      outcome.off_squared += select(ends, e_i * e_i, zero);
      t.e[i] = select(ends, zero, e_i);
    }
    log.add(i, select(turns, cosine, one), select(turns, sine, zero));
    g = select(turns, cosine * slope - b, select(ends, d_i - shift, g));
    p = select(turns, moved, select(ends, zero, p));
    c = select(turns, cosine, select(ends, one, c));
    s = select(turns, sine, select(ends, one, s));
    fresh = ends | (fresh & ~turns);
  }
};

/// Wilkinson's shift of every lane, from its rows first[lane] and the next.
template <class Real>
Lanes<Real> wilkinson_shift(const Tridiagonal<Real>& t, const int* first) {
  Lanes<Real> top, next, e;
  for (int lane = 0; lane < Lanes<Real>::count; ++lane) {
    const int row = std::min(first[lane], t.n - 2);
    top[lane] = t.d[row][lane];
    next[lane] = t.d[row + 1][lane];
    e[lane] = first[lane] < t.n - 1 ? t.e[row][lane] : Real(1);
  }
  const Lanes<Real> g = (next - top) / (e + e), r = sqrt(g * g + Lanes<Real>(Real(1)));
  return top - e / (g + copysign(r, g));
}

/// Diagonalises, in at most `most_steps` QL steps a lane. The log gets every sweep, log.begin(first rows), and its
/// rotations, log.add(i, c, s) from high to low i: columns x, y = i, i + 1 of the vectors become c x - s y, s x + c y.
template <class Real, class Log>
void ql(const Tridiagonal<Real>& t, int most_steps, QlOutcome<Real>& outcome, Log& log) {
  using Mask = LaneMask<Real>;
  constexpr int count = Lanes<Real>::count;
  int first[count] = {};
  outcome.off_squared = Real(0);
  std::fill_n(outcome.steps, count, 0);
  for (int step = 0; step <= most_steps; ++step) {
    int lowest = t.n;
    typename Mask::Bits first_rows;
    for (int lane = 0; lane < count; ++lane) {
      first[lane] = t.first_row(first[lane], lane, outcome.off_squared[lane]);
      first_rows[lane] = first[lane];
      outcome.steps[lane] += step < most_steps && first[lane] < t.n - 1;
      lowest = std::min(lowest, first[lane]);
    }
    if (lowest >= t.n - 1 || step == most_steps) break;
    log.begin(first, lowest);
    Chain<Real> chain;
    chain.shift = wilkinson_shift(t, first);
    chain.g = t.d[t.n - 1] - chain.shift;
    for (int i = t.n - 2; i >= lowest; --i) {
      chain.step(t, i, Mask{(typename Mask::Bits{} + i) >= first_rows}, outcome, log);
    }
    for (int lane = 0; lane < count; ++lane) {
      if (first[lane] >= t.n - 1) continue;
      t.d[first[lane]][lane] -= chain.p[lane];
      if (!chain.fresh[lane]) t.e[first[lane]][lane] = chain.g[lane];
    }
  }
  for (int lane = 0; lane < count; ++lane) {
    outcome.left[lane] = 0;
    for (int row = first[lane]; row < t.n - 1; ++row) {
      outcome.left[lane] += t.e[row][lane] != 0;
      outcome.off_squared[lane] += t.e[row][lane] * t.e[row][lane];
    }
  }
}

}  // namespace kolibri::detail
