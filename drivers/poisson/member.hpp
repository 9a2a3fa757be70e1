#pragma once

#include <string>
#include <vector>

#include "poisson/collocation.hpp"
#include "poisson/config.hpp"
#include "poisson/problem.hpp"

namespace kolibri::drivers {

/// One problem of many: the configuration with a value in its place, and what follows from it.
struct PoissonMember {
  PoissonConfig config;
  PoissonProblem problem;
  PointSet points;
  RowSet rows;

  /// The value of `key`, or of the name s in formulas when there is no key. Throws Error for a value that does not do.
  PoissonMember(const PoissonConfig& config, const io::GivenKeys& given, const std::string& key, double value,
                const std::vector<Sensor>& sensors);
};

}  // namespace kolibri::drivers
