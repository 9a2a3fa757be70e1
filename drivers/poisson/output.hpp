#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "poisson/history.hpp"
#include "poisson/problem.hpp"
#include "poisson/trainer.hpp"

namespace kolibri::drivers {

/// All that a training leaves in its folder: network.npy (m, d + 2) with c, a, w, network.yaml, which explains it,
/// history.csv, for sparse levels.csv, field.vti, config.yaml and result.yaml.
struct PoissonFiles {
  const PoissonConfig& config;
  const PoissonProblem& problem;
  const Trainer& trainer;
  const std::vector<HistoryEntry>& history;
  std::string configuration, result;  ///< without a result, what is known before the accuracy is measured
};

void write_files(const PoissonFiles& files);

/// Appends the rows c, a, w of a network to `rows`.
void append_network(std::vector<double>& rows, const NetworkState& state);

/// u on a grid, NaN outside of the domain, with the error where the solution is known, as VTK's image data.
std::string field_vti(const PoissonProblem& problem, const Trainer& trainer, int along);

/// The value of the unknown constant that an estimate left in a folder of results; nothing when there is none.
std::optional<double> read_parameter(const std::filesystem::path& folder);

/// The network that network.npy in a folder of results holds. Throws Error when there is none that fits.
NetworkState read_network(const std::filesystem::path& folder, int dimension);

}  // namespace kolibri::drivers
