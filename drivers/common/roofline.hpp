#pragma once

#include <kolibri/io/result.hpp>
#include <kolibri/roofline.hpp>
#include <kolibri/scalar_type.hpp>
#include <optional>

#include "common/kokkos_session.hpp"

namespace kolibri::drivers {

/// The ceilings of the machine for a scalar, from the user's cache ($XDG_CACHE_HOME/kolibri, else ~/.cache/kolibri) or
/// measured now and kept there for later runs; nothing when they cannot be measured.
std::optional<Ceilings> device_ceilings(const Machine& machine, ScalarType scalar);

/// Sets `roofline`: the work, its rates, the ceilings, and the fraction that was reached of the one that limits it.
void report_roofline(io::Result& result, const Work& work, double seconds, const std::optional<Ceilings>& ceilings);

}  // namespace kolibri::drivers
