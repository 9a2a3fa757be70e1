#pragma once

#include "common/roofline.hpp"
#include "eigh/report.hpp"

namespace kolibri::drivers {

/// Floating-point operations of the run, by its sweeps, and its traffic with the main memory.
Work work_of(const EighSummary& summary);

}  // namespace kolibri::drivers
