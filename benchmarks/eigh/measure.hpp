#pragma once

#include "cases.hpp"
#include "routine.hpp"

namespace kolibri::bench {

/// Solves the case with our routines and their peers: a call each to warm up, whose answers are checked, then
/// settings.repeats rounds in which every routine is timed once, fenced.
std::vector<Row> measure(const Space& exec, const Case& c, const Settings& settings);

}  // namespace kolibri::bench
