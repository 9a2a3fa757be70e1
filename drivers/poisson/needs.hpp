#pragma once

#include <string>

#include "poisson/report.hpp"

namespace kolibri::drivers {

/// Throws InputError, at the key, unless the points determine the network and it is of a size that its method takes.
void require_trainable(const PoissonSummary& summary, const io::GivenKeys& given);

/// What --check prints: neurons, points, memory, rows a neuron.
std::string needs_of(const PoissonSummary& summary);

}  // namespace kolibri::drivers
