#include "poisson/history.hpp"

#include <fmt/format.h>

namespace kolibri::drivers {

std::string history_csv(const std::vector<HistoryEntry>& history, bool rates) {
  std::string text = rates ? "iteration,residual,centre_rate,width_rate\n" : "iteration,residual,damping\n";
  for (const HistoryEntry& entry : history) {
    text += fmt::format("{},{},{}", entry.iteration, entry.residual, entry.steps[0]);
    text += rates ? fmt::format(",{}\n", entry.steps[1]) : "\n";
  }
  return text;
}

std::string levels_csv(const std::vector<RbfLevelFit>& fits) {
  std::string text = "level,neurons,nonzeros,lsqr_iterations,residual\n";
  for (const RbfLevelFit& fit : fits) {
    text += fmt::format("{},{},{},{},{}\n", fit.level, fit.neurons, fit.nonzeros, fit.iterations, fit.residual);
  }
  return text;
}

}  // namespace kolibri::drivers
