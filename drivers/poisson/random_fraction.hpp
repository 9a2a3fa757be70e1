#pragma once

#include <cstdint>

#include "poisson/point.hpp"

namespace kolibri::drivers {

/// Three uniform numbers in (0, 1) that depend on the arguments alone, the same on every backend: number `index` of
/// the set `generation`.
Point random_fraction(std::uint64_t seed, std::uint64_t generation, std::uint64_t index);

}  // namespace kolibri::drivers
