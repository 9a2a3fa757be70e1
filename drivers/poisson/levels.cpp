#include "poisson/levels.hpp"

#include <algorithm>
#include <cmath>

#include "poisson/key_error.hpp"
#include "poisson/points.hpp"

namespace kolibri::drivers {
namespace {

constexpr int fewest_along = 5;
constexpr double default_width = 5;
constexpr std::int64_t most_on_level = 1 << 25;  // 2^24 points inside and as many on the boundary are the most rows

double distance_to_box(const Domain& domain, const Point& x) {
  double square = 0;
  for (std::size_t j = 0; j < static_cast<std::size_t>(domain.dimension()); ++j) {
    const double outside = std::max({domain.lower()[j] - x[j], x[j] - domain.upper()[j], 0.0});
    square += outside * outside;
  }
  return std::sqrt(square);
}

/// The part of a grid with all points nearer to the bounding box than `width`: of a grid that reaches far beyond it,
/// the rest may be too many to look at.
Grid near_box(Grid grid, const Domain& domain, double width) {
  for (std::size_t j = 0; j < static_cast<std::size_t>(domain.dimension()); ++j) {
    const double first = std::floor((domain.lower()[j] - width - grid.origin[j]) / grid.spacing);
    const double last = std::ceil((domain.upper()[j] + width - grid.origin[j]) / grid.spacing);
    const double skipped = std::max(first, 0.0);
    grid.count[j] = static_cast<int>(std::min(last, grid.count[j] - 1.0) - skipped) + 1;
    grid.origin[j] += skipped * grid.spacing;
  }
  return grid;
}

/// body(centre, width) for all centres of a level.
template <class Body>
void for_each_centre(const Domain& domain, const PoissonConfig& config, int along, const Body& body) {
  const Grid whole = grid_over(domain, along, config.network.extension);
  const double width = width_of_levels(config.network) * whole.spacing;
  const Grid grid = near_box(whole, domain, width);
  for (std::int64_t k = 0; k < grid.size(); ++k) {
    const Point c = grid.at(k);
    if (distance_to_box(domain, c) < width) body(c, width);
  }
}

}  // namespace

std::vector<int> level_grids(int finest, int levels) {
  std::vector<int> grids{finest};
  for (;;) {
    const int coarser = (grids.back() + 1) / 2;
    const bool enough = levels == 0 ? coarser < fewest_along : static_cast<int>(grids.size()) == levels;
    if (enough) break;
    grids.push_back(coarser);
  }
  std::reverse(grids.begin(), grids.end());
  return grids;
}

double width_of_levels(const NetworkOptions& options) {
  return options.relative_width > 0 ? options.relative_width : default_width;
}

std::vector<std::int64_t> level_sizes(const Domain& domain, const PoissonConfig& config) {
  std::vector<std::int64_t> sizes;
  for (const int along : level_grids(config.network.grid, config.training.levels)) {
    std::int64_t& size = sizes.emplace_back(0);
    for_each_centre(domain, config, along, [&](const Point&, double) {
      if (++size <= most_on_level) return;
      throw KeyError("network.grid", concat("'network.grid' makes more than ", most_on_level, " neurons on a level of ",
                                            along, " along a side"));
    });
  }
  return sizes;
}

std::int64_t unseen_inside(const Domain& domain, const NetworkState& network, const std::vector<RbfLevelFit>& fits) {
  std::int64_t unseen = 0;
  for (std::size_t i = 0; i < std::min(fits.size(), network.levels.size()); ++i) unseen += fits[i].unseen;
  const auto d = static_cast<std::size_t>(network.dimension);
  for (std::size_t k = 0; unseen > 0 && k < network.neurons(); ++k) {
    Point c{};
    std::copy_n(network.centres.begin() + static_cast<std::ptrdiff_t>(k * d), d, c.begin());
    if (!domain.contains(c)) --unseen;
  }
  return unseen;
}

NetworkState multilevel_network(const Domain& domain, const PoissonConfig& config) {
  NetworkState state;
  state.dimension = domain.dimension();
  for (const int along : level_grids(config.network.grid, config.training.levels)) {
    const std::size_t before = state.neurons();
    for_each_centre(domain, config, along, [&](const Point& c, double width) {
      state.centres.insert(state.centres.end(), c.begin(), c.begin() + state.dimension);
      state.log_widths.push_back(std::log(width));
    });
    state.levels.push_back(static_cast<int>(state.neurons() - before));
  }
  state.weights.assign(state.neurons(), 0.0);
  return state;
}

}  // namespace kolibri::drivers
