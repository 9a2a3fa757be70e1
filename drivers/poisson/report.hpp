#pragma once

#include <cstdint>
#include <kolibri/io/result.hpp>
#include <optional>
#include <string>

#include "common/outcome.hpp"
#include "poisson/accuracy.hpp"
#include "poisson/config.hpp"

namespace kolibri::drivers {

/// All that is known at the end of a run.
struct PoissonSummary {
  PoissonConfig config;
  bool hard = false;
  bool fell_back = false;  ///< to a penalty
  std::size_t interior = 0, boundary = 0, neurons = 0;
  std::size_t unknowns = 0;  ///< weights that are fitted at once: sparse fits level by level
  double relative_width = 0;
  double lambda = 0, automatic_lambda = 0;
  std::int64_t iterations = 0;  ///< done, those before a --resume among them
  std::int64_t timed_iterations = 0;
  IterationReport last;
  std::vector<RbfLevelFit> fits;  ///< sparse
  std::int64_t unseen = 0;        ///< sparse: neurons inside the domain that no row sees
  double largest_weight = 0;
  PoissonAccuracy accuracy;
  Times times;
  Machine machine;

  const char* status() const { return last.info == -1 ? "failed" : "solved"; }
  std::size_t rows() const { return interior + (hard ? 0 : boundary); }
};

/// What result.yaml says.
io::Result result_of(const PoissonSummary& summary);

/// The few lines that end a run.
std::string summary_text(const PoissonSummary& summary);

/// Of a boundary that could not be hard, a line.
std::string fallback_warning();

/// What is suspicious, a line each: a boundary that is not hard, norms without a value, a lambda far from the automatic
/// one, rows too few for the neurons, neurons that no row sees, dependent columns.
std::string warnings_of(const PoissonSummary& summary);

}  // namespace kolibri::drivers
