#pragma once

#include <cstdint>
#include <vector>

#include "poisson/domain.hpp"
#include "poisson/trainer.hpp"

namespace kolibri::drivers {

/// Centres along the longest side on each level, the coarsest first: every level has about half of those of the next.
/// `levels` 0: as long as there are 5 left.
std::vector<int> level_grids(int finest, int levels);

/// a / distance of centres, the same on every level.
double width_of_levels(const NetworkOptions& options);

/// How many centres multilevel_network() has on each level, without making them. Throws KeyError for more on a level
/// than there can be rows.
std::vector<std::int64_t> level_sizes(const Domain& domain, const PoissonConfig& config);

/// So many neurons inside the domain, or more, have no weight since no row is in their support. Those outside of it,
/// which may have none anyway, are left out of the count.
std::int64_t unseen_inside(const Domain& domain, const NetworkState& network, const std::vector<RbfLevelFit>& fits);

/// The centres of all levels, without those whose support does not reach the bounding box, weights zero.
NetworkState multilevel_network(const Domain& domain, const PoissonConfig& config);

}  // namespace kolibri::drivers
