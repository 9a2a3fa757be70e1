#pragma once

#include "cases.hpp"
#include "routine.hpp"

namespace kolibri::bench {

/// Solves the case with our routines and their peers: a call each to warm up, whose answers are checked, then
/// settings.repeats rounds in which every routine is timed once, fenced. The median counts; for a choice the fastest,
/// and those that are ten times slower than another one are left out.
std::vector<Row> measure(const Space& exec, const Case& c, const Settings& settings);

}  // namespace kolibri::bench
