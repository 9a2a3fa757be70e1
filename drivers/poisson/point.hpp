#pragma once

#include <array>

namespace kolibri::drivers {

/// A point or a vector; components beyond the dimension are zero.
using Point = std::array<double, 3>;

}  // namespace kolibri::drivers
