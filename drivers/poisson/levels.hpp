#pragma once

#include <vector>

#include "poisson/domain.hpp"
#include "poisson/trainer.hpp"

namespace kolibri::drivers {

/// Centres along the longest side on each level, the coarsest first: every level has about half of those of the next.
/// `levels` 0: as long as there are 5 left.
std::vector<int> level_grids(int finest, int levels);

/// a / distance of centres, the same on every level.
double width_of_levels(const NetworkOptions& options);

/// The centres of all levels, without those whose support does not reach the bounding box, weights zero.
NetworkState multilevel_network(const Domain& domain, const PoissonConfig& config);

}  // namespace kolibri::drivers
