#include "poisson/start.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kolibri::drivers {
namespace {

/// The place of the smallest residual; NaN is none.
std::size_t place_of_smallest(const std::vector<IterationReport>& fits) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < fits.size(); ++i) {
    if (fits[i].residual < fits[best].residual || std::isnan(fits[best].residual)) best = i;
  }
  return best;
}

void require_finite(const std::vector<IterationReport>& fits) {
  if (std::any_of(fits.begin(), fits.end(), [](const auto& fit) { return std::isfinite(fit.residual); })) return;
  throw KeyError("network.width_choice",
                 "'network.width_choice' leave_one_out finds no width at which every row can be left out; give more "
                 "points, or choose by the residual");
}

/// The row with the largest residual of those that are no centre yet.
std::size_t worst_row(const std::vector<double>& residuals, const std::vector<bool>& taken) {
  std::size_t worst = 0;
  double largest = -1;
  for (std::size_t i = 0; i < residuals.size(); ++i) {
    if (taken[i] || std::abs(residuals[i]) <= largest) continue;
    largest = std::abs(residuals[i]);
    worst = i;
  }
  return worst;
}

/// The state with one more neuron at a point, in all widths that are tried.
std::vector<NetworkState> candidates(const NetworkState& state, const Point& centre, double size) {
  constexpr int tried = 14;
  std::vector<NetworkState> all(tried, state);
  for (std::size_t i = 0; i < tried; ++i) {
    all[i].centres.insert(all[i].centres.end(), centre.begin(), centre.begin() + state.dimension);
    all[i].log_widths.push_back(std::log(2 * size) - 0.5 * static_cast<double>(i) * std::log(2.0));
    all[i].weights.push_back(0);
  }
  return all;
}

}  // namespace

std::int64_t neurons_of(const Domain& domain, const NetworkOptions& options) {
  return options.start == NetworkStart::greedy ? options.neurons
                                               : grid_over(domain, options.grid, options.extension).size();
}

NetworkState grid_network(const Domain& domain, const NetworkOptions& options, double relative_width) {
  const Grid grid = grid_over(domain, options.grid, options.extension);
  NetworkState state;
  state.dimension = domain.dimension();
  for (std::int64_t k = 0; k < grid.size(); ++k) {
    const Point c = grid.at(k);
    state.centres.insert(state.centres.end(), c.begin(), c.begin() + state.dimension);
  }
  state.log_widths.assign(static_cast<std::size_t>(grid.size()), std::log(relative_width * grid.spacing));
  state.weights.assign(static_cast<std::size_t>(grid.size()), 0.0);
  return state;
}

double best_width(const PoissonConfig& config, const Domain& domain, const RowSet& rows, const Columns& columns) {
  constexpr int tried = 14;
  const auto width_of = [](std::size_t i) { return 1.5 + 0.5 * static_cast<double>(i); };
  std::vector<NetworkState> states;
  states.reserve(tried);
  for (std::size_t i = 0; i < tried; ++i) states.push_back(grid_network(domain, config.network, width_of(i)));
  if (columns.empty()) {
    std::vector<IterationReport> fits = train_all(config, rows, states, 0);
    if (config.network.width_choice == WidthChoice::leave_one_out) {
      for (IterationReport& fit : fits) fit.residual = fit.leave_one_out;
      require_finite(fits);
    }
    return width_of(place_of_smallest(fits));
  }
  std::vector<IterationReport> fits(tried);
  for (std::size_t i = 0; i < tried; ++i) fits[i].residual = fit_enrichment(config, rows, columns, states[i]).residual;
  return width_of(place_of_smallest(fits));
}

NetworkState greedy_network(const PoissonConfig& config, const Domain& domain, const RowSet& rows) {
  NetworkState state;
  state.dimension = domain.dimension();
  std::vector<bool> taken(rows.targets.size(), false);
  for (int k = 0; k < config.network.neurons; ++k) {
    const std::size_t row = worst_row(row_residuals(config, rows, rows.targets, state), taken);
    taken[row] = true;
    std::vector<NetworkState> all = candidates(state, point_of_row(rows, row), domain.size());
    const std::size_t best = place_of_smallest(train_all(config, rows, all, 0));
    state = std::move(all[best]);
  }
  return state;
}

}  // namespace kolibri::drivers
