#pragma once

#include "poisson/enrichment.hpp"
#include "poisson/trainer.hpp"

namespace kolibri::drivers {

/// How many neurons the options ask for, of one level.
std::int64_t neurons_of(const Domain& domain, const NetworkOptions& options);

/// Centres on a grid over the domain and beyond it, one width for all, weights zero.
NetworkState grid_network(const Domain& domain, const NetworkOptions& options, double relative_width);

/// The relative width, of 1.5, 2, ..., 8, whose linear solve, with the enrichment's columns, leaves the smallest
/// residual.
double best_width(const PoissonConfig& config, const Domain& domain, const RowSet& rows, const Columns& columns);

/// One neuron after another at the point with the largest residual, its width the best of those from twice the domain's
/// size down, the weights of all solved again each time (the plain form of orthogonal matching pursuit).
NetworkState greedy_network(const PoissonConfig& config, const Domain& domain, const RowSet& rows);

}  // namespace kolibri::drivers
