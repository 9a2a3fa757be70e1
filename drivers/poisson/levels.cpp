#include "poisson/levels.hpp"

#include <algorithm>
#include <cmath>

#include "poisson/points.hpp"

namespace kolibri::drivers {
namespace {

constexpr int fewest_along = 5;
constexpr double default_width = 5;

double distance_to_box(const Domain& domain, const Point& x) {
  double square = 0;
  for (std::size_t j = 0; j < static_cast<std::size_t>(domain.dimension()); ++j) {
    const double outside = std::max({domain.lower()[j] - x[j], x[j] - domain.upper()[j], 0.0});
    square += outside * outside;
  }
  return std::sqrt(square);
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

NetworkState multilevel_network(const Domain& domain, const PoissonConfig& config) {
  NetworkState state;
  state.dimension = domain.dimension();
  for (const int along : level_grids(config.network.grid, config.training.levels)) {
    const Grid grid = grid_over(domain, along, config.network.extension);
    const double width = width_of_levels(config.network) * grid.spacing;
    const std::size_t before = state.neurons();
    for (std::int64_t k = 0; k < grid.size(); ++k) {
      const Point c = grid.at(k);
      if (distance_to_box(domain, c) >= width) continue;
      state.centres.insert(state.centres.end(), c.begin(), c.begin() + state.dimension);
      state.log_widths.push_back(std::log(width));
    }
    state.levels.push_back(static_cast<int>(state.neurons() - before));
  }
  state.weights.assign(state.neurons(), 0.0);
  return state;
}

}  // namespace kolibri::drivers
