#include "poisson/needs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <kolibri/error.hpp>
#include <numbers>

#include "common/driver.hpp"
#include "common/scalars.hpp"
#include "poisson/adaptive.hpp"
#include "poisson/config_fields.hpp"
#include "poisson/levels.hpp"

namespace kolibri::drivers {
namespace {

/// What the matrices of a fit take.
double matrix_bytes(const PoissonSummary& summary) {
  const double m = static_cast<double>(summary.unknowns), rows = static_cast<double>(summary.rows());
  const int d = summary.config.problem.dimension;
  const double columns = m * (d + 2) + 1;
  switch (summary.config.training.method) {
    case TrainingMethod::varpro:
      return columns * columns * 2 * sizeof(double);
    case TrainingMethod::linear:
      return m * m * sizeof(double);
    case TrainingMethod::gradient_cg:
      return rows * m * sizeof(double);
    case TrainingMethod::sparse:
      break;
  }
  const double a = width_of_levels(summary.config.network);
  const double in_support = std::pow(a, d) * (d == 1 ? 2 : d == 2 ? std::numbers::pi : 4 * std::numbers::pi / 3);
  return 2 * rows * std::min(in_support, m) * (sizeof(double) + sizeof(int));  // A and its transpose
}

}  // namespace

void require_trainable(const PoissonSummary& summary, const io::GivenKeys& given) {
  const PoissonConfig& config = summary.config;
  const std::size_t neurons = summary.neurons;
  if (config.training.method != TrainingMethod::gradient_cg && summary.rows() < summary.unknowns) {
    fail_at(given, "points",
            concat(summary.rows(), " rows do not determine ", summary.unknowns,
                   " weights; give more 'points.interior' or a smaller 'network.grid'"));
  }
  if (config.points.layout == PointLayout::adaptive &&
      points_before_adapting(config.points, neurons) >= config.points.interior) {
    fail_at(given, "points.interior",
            concat("'points.layout' adaptive needs more than ", config.points.interior, " 'points.interior' for ",
                   neurons, " neurons: none would be left to place"));
  }
  if (config.network.width_choice == WidthChoice::leave_one_out && 5 * summary.rows() < 6 * neurons) {
    fail_at(given, "network.width_choice",
            concat("'network.width_choice' leave_one_out needs 1.2 rows a neuron: with ", summary.rows(), " rows for ",
                   neurons, " neurons a row left out is what round-off makes of it"));
  }
  if (config.training.method != TrainingMethod::sparse && neurons > 4096) {
    fail_at(given, "network.grid", concat("'network.grid' makes ", neurons, " neurons; 4096 are supported"));
  }
}

std::string needs_of(const PoissonSummary& summary) {
  const double m = static_cast<double>(summary.unknowns), rows = static_cast<double>(summary.rows());
  return fmt::format(
      "valid: {} neurons, {} points inside and {} on the boundary, {} boundary, {} on {}\n"
      "  memory     {:.1f} MiB\n"
      "  rows       {:.2f} a neuron (1.5 or more are advisable)\n"
      "  rule       m ~ (points)^(1/3) of the article asks for {:.3g} points\n",
      summary.neurons, summary.interior, summary.boundary, summary.hard ? "hard" : "penalty",
      name_of(summary.config.training.method), summary.machine.backend, matrix_bytes(summary) / (1 << 20), rows / m,
      m * m * m);
}

}  // namespace kolibri::drivers
