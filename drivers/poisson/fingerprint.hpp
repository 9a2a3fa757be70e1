#pragma once

#include <string>

#include "poisson/config.hpp"
#include "poisson/points.hpp"

namespace kolibri::drivers {

/// What two runs have in common of which one may go on where the other one stopped: the keys of the training, the
/// points and the measurements.
std::string fingerprint_of(const PoissonConfig& config, const PointSet& points);

}  // namespace kolibri::drivers
