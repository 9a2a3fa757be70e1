#pragma once

#include <cstdint>
#include <kolibri/io/result.hpp>
#include <optional>
#include <string>

#include "common/kokkos_session.hpp"
#include "common/outcome.hpp"
#include "common/scalars.hpp"
#include "common/stopwatch.hpp"
#include "inverse/batch_solver.hpp"
#include "inverse/condition.hpp"
#include "inverse/config.hpp"

namespace kolibri::drivers {

/// All that is known at the end of a run.
struct InverseSummary {
  InverseConfig config;
  std::int64_t batch = 0;
  int n = 0;
  int columns = 0;  ///< right-hand sides of each system
  ScalarType scalar = ScalarType::float64;
  InverseMethod method = InverseMethod::lu;  ///< that computes the task; `auto` resolved
  Outcome outcome;
  ConditionSummary condition;
  std::int64_t singular = 0;                    ///< members with determinant 0: no failures
  std::optional<DeterminantValue> determinant;  ///< of a single matrix
  InverseRatios ratios;
  Times times;
  Machine machine;

  /// Whether the checked members are as accurate as LAPACK's tests ask for.
  bool accurate() const;
  const char* status() const;
};

/// Floating-point operations of a batch, real ones.
double task_flops(const InverseSummary& summary);

/// What result.yaml says.
io::Result result_of(const InverseSummary& summary);

/// The few lines that end a run.
std::string summary_text(const InverseSummary& summary);

}  // namespace kolibri::drivers
