#pragma once

#include <vector>

#include "poisson/collocation.hpp"
#include "poisson/trainer.hpp"

namespace kolibri::drivers {

/// The rows' operators on functions, a column for each.
using Columns = std::vector<std::vector<double>>;

/// Columns of the functions that join the network; their derivatives are taken by differences.
Columns enrichment_columns(const PoissonProblem& problem, const RowSet& rows);

/// `targets` minus the rows' operators on the network.
std::vector<double> row_residuals(const PoissonConfig& config, const RowSet& rows, const std::vector<double>& targets,
                                  const NetworkState& state);

/// Coefficients of the functions, and the 2-norm of the residual that they and the network leave.
struct EnrichmentFit {
  std::vector<double> coefficients;
  double residual = 0;
};

/// Least squares for the network's weights and the coefficients together, by elimination of the weights: the network is
/// fitted to f and to every column, in one batch, and the coefficients to what those fits leave.
EnrichmentFit fit_enrichment(const PoissonConfig& config, const RowSet& rows, const Columns& columns,
                             const NetworkState& state);

/// Takes the functions, with their coefficients, off the targets.
void subtract_columns(RowSet& rows, const Columns& columns, const std::vector<double>& coefficients);

}  // namespace kolibri::drivers
