#include "poisson/smooth.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include "poisson/accuracy.hpp"

namespace kolibri::drivers {
namespace {

double largest(const Point& x) { return std::max({std::abs(x[0]), std::abs(x[1]), std::abs(x[2])}); }

/// Nothing where the formula has no value at a point of the stencil.
std::optional<Point> gradient_if_defined(const Expression& formula, int dimension, const Point& x, double h) {
  try {
    return derivatives_of(std::cref(formula), dimension, x, h).gradient;
  } catch (const KeyError&) {
    return std::nullopt;
  }
}

/// Two neighbours and the values there; comparisons with NaN end a search.
struct Segment {
  Point a, b;
  double at_a, at_b;

  double difference() const { return std::abs(at_a - at_b); }

  /// The half with the larger difference.
  Segment steeper_half(const Expression& formula) const {
    const Point middle{(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2};
    const double value = value_or_nan(formula, middle);
    const Segment first{a, middle, at_a, value}, second{middle, b, value, at_b};
    return first.difference() > second.difference() ? first : second;
  }
};

void require_no_jump(const Expression& formula, int dimension, Segment segment, double tolerance) {
  constexpr int halvings = 40;
  for (int i = 0; i < halvings; ++i) {
    if (!(segment.difference() > tolerance)) return;
    segment = segment.steeper_half(formula);
  }
  if (!(segment.difference() > tolerance)) return;
  throw KeyError(formula.key(), concat("'", formula.key(), "' jumps from ", segment.at_a, " to ", segment.at_b, " at ",
                                       point_text(segment.a, dimension),
                                       ", but it has to be smooth to be differenced: ", formula.text()));
}

}  // namespace

Point smooth_gradient(const Expression& formula, int dimension, const Point& x, double size) {
  constexpr int halvings = 20;
  constexpr double ulp = std::numeric_limits<double>::epsilon(), close = 1e-10, good_enough = 1e-4;
  const double scale = std::abs(formula(x));
  std::optional<Point> before;
  Point best{};
  double least = std::numeric_limits<double>::infinity();
  for (double h = 1e-3 * size; h > 1e-3 * size * std::ldexp(1.0, -halvings); h /= 2) {
    const std::optional<Point> now = gradient_if_defined(formula, dimension, x, h);
    if (now && before) {
      const double apart = largest(difference(*now, *before)), slope = largest(*now);
      if (apart <= close * slope + 64 * ulp * scale / h) return *now;
      const double relative = apart / (slope + scale / size);
      if (relative < least) best = *now;
      least = std::min(least, relative);
    }
    before = now;
  }
  if (least <= good_enough) return best;
  throw KeyError(formula.key(), concat("'", formula.key(), "' is not smooth at ", point_text(x, dimension),
                                       ": its differences depend on their step: ", formula.text()));
}

void require_continuous(const Expression& formula, const Domain& domain) {
  constexpr std::array along{257, 65, 17};
  const Grid grid = grid_over(domain, along[static_cast<std::size_t>(domain.dimension() - 1)]);
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(grid.size()));
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (std::int64_t i = 0; i < grid.size(); ++i) {
    const Point x = grid.at(i);
    values.push_back(covers(domain, x) ? value_or_nan(formula, x) : std::nan(""));
    low = std::fmin(low, values.back());
    high = std::fmax(high, values.back());
  }
  const std::array<std::int64_t, 3> steps{1, grid.count[0], std::int64_t{grid.count[0]} * grid.count[1]};
  for (std::int64_t i = 0; i < grid.size(); ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const std::int64_t next = i + steps[j];
      if (i / steps[j] % grid.count[j] + 1 == grid.count[j]) continue;
      const Segment segment{grid.at(i), grid.at(next), values[static_cast<std::size_t>(i)],
                            values[static_cast<std::size_t>(next)]};
      require_no_jump(formula, domain.dimension(), segment, 1e-3 * (high - low));
    }
  }
}

}  // namespace kolibri::drivers
