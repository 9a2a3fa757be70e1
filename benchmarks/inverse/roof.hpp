#pragma once

#include <kolibri/roofline.hpp>

#include "routine.hpp"

namespace kolibri::bench {

/// What the device does at best for a scalar; in a dry run the figures mean nothing.
Ceilings measure_roof(const Space& exec, char scalar, bool dry_run);

/// Seconds that a case takes at least: the larger of the time to read A and write X and of the time for 2 n^3 flops a
/// matrix (n^3 for Hermitian positive definite ones; complex arithmetic counts four times).
double roof_seconds(const Ceilings& roof, const Case& c);

}  // namespace kolibri::bench
