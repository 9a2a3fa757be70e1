#pragma once

#include "cases.hpp"
#include "routine.hpp"

namespace kolibri::bench {

/// Inverts the matrices of the case with our routines and their peers: calls to warm up, whose answers are
/// checked, then settings.repeats rounds in which every routine is timed once, fenced.
std::vector<Row> measure(const Space& exec, const Case& c, const Settings& settings);

}  // namespace kolibri::bench
