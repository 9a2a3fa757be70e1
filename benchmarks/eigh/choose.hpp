#pragma once

#include <string>
#include <vector>

#include "cases.hpp"

namespace kolibri::bench {

/// Writes the rows of a solvers/eigh/src/measured_choice_*.inc to settings.choose: for each scalar, with vectors and
/// values only, the fastest algorithm by n, its seconds summed over the kinds of data. One that was the fastest stays
/// until another one is worthwhile times faster or it does not take n. Throws Error when the file cannot be written.
void write_choices(const Settings& settings, const std::string& device, const std::vector<Row>& rows);

}  // namespace kolibri::bench
