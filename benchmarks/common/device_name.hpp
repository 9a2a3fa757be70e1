#pragma once

#include "common/routine.hpp"

namespace kolibri::bench {

/// True where the host cannot reach the memory of Space.
inline constexpr bool runs_on_device = !Kokkos::SpaceAccessibility<Kokkos::HostSpace, Memory>::accessible;

/// The GPU, or the processor and its threads. Without commas: it is a field of the table.
std::string device_name(const Space& exec);

}  // namespace kolibri::bench
