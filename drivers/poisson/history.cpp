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

}  // namespace kolibri::drivers
