#pragma once

#include <cstdint>
#include <kolibri/io/result.hpp>
#include <string>
#include <vector>

#include "common/kokkos_session.hpp"
#include "common/outcome.hpp"
#include "common/scalars.hpp"
#include "common/stopwatch.hpp"
#include "eigh/batch_solver.hpp"
#include "eigh/config.hpp"

namespace kolibri::drivers {

/// Smallest, median and largest number of sweeps, and their sum, from a histogram.
class SweepCounts {
 public:
  void append(const int* sweeps, std::int64_t count);
  std::int64_t total() const;
  int quantile(double q) const;  ///< 0 smallest, 0.5 median, 1 largest; 0 without members

 private:
  std::vector<std::int64_t> m_members;  // that took so many sweeps
  std::int64_t m_count = 0;
};

/// All that is known at the end of a run.
struct EighSummary {
  EighConfig config;
  std::int64_t batch = 0;
  int n = 0;
  ScalarType scalar = ScalarType::float64;
  EighAlgorithm algorithm = EighAlgorithm::automatic;
  Outcome outcome;
  SweepCounts sweeps;
  EighRatios ratios;
  Times times;
  Machine machine;

  /// Whether the checked members are as accurate as LAPACK's tests ask for.
  bool accurate() const;
  const char* status() const;
};

/// What result.yaml says.
io::Result result_of(const EighSummary& summary);

/// The few lines that end a run.
std::string summary_text(const EighSummary& summary);

}  // namespace kolibri::drivers
