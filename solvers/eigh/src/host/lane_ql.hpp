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

  /// Where e[row] is so small; it becomes zero there and adds to `neglected`.
  LaneMask<Real> neglect(int row, LaneMask<Real> where, Lanes<Real>& neglected) const {
    const Lanes<Real> zero(Real(0)), x = e[row], size = abs(x);
    const auto small = where & ((size <= half_ulp * (abs(d[row]) + abs(d[row + 1]))) | (size <= negligible));
    neglected += select(small, x * x, zero);
    e[row] = select(small, zero, x);
    return small;
  }
};

/// The first row of each lane whose e counts; n - 1 for those that are finished.
template <class Real>
struct Front {
  using Mask = LaneMask<Real>;

  typename Mask::Bits rows{};
  int lowest = 0;   ///< of all lanes
  int highest = 0;  ///< of those that are not finished

  Mask at(int row) const { return {rows == row}; }
  Mask below(int row) const { return {rows < row}; }

  /// Moves on over what is negligible.
  void advance(const Tridiagonal<Real>& t, Lanes<Real>& neglected) {
    for (int row = lowest; row < t.n - 1; ++row) {
      const Mask moves = t.neglect(row, at(row), neglected);
      rows -= moves.bits;  // -1 where so
      if (row >= highest && !any(moves)) break;
    }
    lowest = t.n;
    highest = 0;
    for (int lane = 0; lane < Lanes<Real>::count; ++lane) {
      const int row = static_cast<int>(rows[lane]);
      lowest = std::min(lowest, row);
      highest = std::max(highest, row < t.n - 1 ? row : 0);
    }
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

/// Wilkinson's shift of every lane that is not finished, from its first row and the next.
template <class Real>
Lanes<Real> wilkinson_shift(const Tridiagonal<Real>& t, const Front<Real>& front) {
  Lanes<Real> top(Real(0)), next(Real(0)), e(Real(1));
  for (int row = front.lowest; row <= front.highest; ++row) {
    const auto here = front.at(row);
    top = select(here, t.d[row], top);
    next = select(here, t.d[row + 1], next);
    e = select(here, t.e[row], e);
  }
  const Lanes<Real> g = (next - top) / (e + e), r = sqrt(g * g + Lanes<Real>(Real(1)));
  return top - e / (g + copysign(r, g));
}

/// What a chain leaves in the first rows.
template <class Real>
void end_chain(const Tridiagonal<Real>& t, const Front<Real>& front, const Chain<Real>& chain) {
  for (int row = front.lowest; row <= front.highest; ++row) {
    const auto here = front.at(row);
    t.d[row] = select(here, t.d[row] - chain.p, t.d[row]);
    t.e[row] = select(here & ~chain.fresh, chain.g, t.e[row]);
  }
}

/// Diagonalises, in at most `most_steps` QL steps a lane. The log gets every sweep, log.begin(first rows, the lowest),
/// and its rotations, log.add(i, c, s) from high to low i: columns x, y = i, i + 1 of the vectors become c x - s y,
/// s x + c y.
template <class Real, class Log>
void ql(const Tridiagonal<Real>& t, int most_steps, QlOutcome<Real>& outcome, Log& log) {
  using Mask = LaneMask<Real>;
  Front<Real> front;
  typename Mask::Bits steps{};
  outcome.off_squared = Real(0);
  for (int step = 0; step <= most_steps; ++step) {
    front.advance(t, outcome.off_squared);
    if (front.lowest >= t.n - 1 || step == most_steps) break;
    steps -= front.below(t.n - 1).bits;
    log.begin(front.rows, front.lowest);
    Chain<Real> chain;
    chain.shift = wilkinson_shift(t, front);
    chain.g = t.d[t.n - 1] - chain.shift;
    for (int i = t.n - 2; i >= front.lowest; --i) chain.step(t, i, front.below(i + 1), outcome, log);
    end_chain(t, front, chain);
  }
  for (int lane = 0; lane < Lanes<Real>::count; ++lane) {
    outcome.steps[lane] = static_cast<int>(steps[lane]);
    outcome.left[lane] = 0;
    for (int row = static_cast<int>(front.rows[lane]); row < t.n - 1; ++row) {
      outcome.left[lane] += t.e[row][lane] != 0;
      outcome.off_squared[lane] += t.e[row][lane] * t.e[row][lane];
    }
  }
}

}  // namespace kolibri::detail
