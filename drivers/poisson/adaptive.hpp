#pragma once

#include "poisson/problem.hpp"
#include "poisson/trainer.hpp"

namespace kolibri::drivers {

/// How many of the interior points there are before the first adaptive round: half of them, and enough for the weights.
int points_before_adapting(const PointOptions& options, std::size_t neurons);

/// `count` more points: of ten times as many random ones, drawn without replacement with probabilities that grow with
/// the squared residual of the equation, 1 + r^2 / mean r^2 (RAR-D of Wu, Zhu, Tan, Kartha and Lu, Comput. Methods
/// Appl. Mech. Eng. 403, 2023). Candidates at which a formula has no value come last. The same for a seed and a round
/// on every backend, as far as the residual is.
std::vector<Point> points_by_residual(const PoissonProblem& problem, const Trainer& trainer, int count,
                                      std::uint64_t seed, std::uint64_t round);

}  // namespace kolibri::drivers
