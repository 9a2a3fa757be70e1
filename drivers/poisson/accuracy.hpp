#pragma once

#include <optional>
#include <string>
#include <vector>

#include "poisson/problem.hpp"
#include "poisson/trainer.hpp"

namespace kolibri::drivers {

/// Errors against the known solution, on a grid over the domain.
struct SolutionErrors {
  double relative_l2 = 0;
  double maximum = 0;
  std::optional<double> relative_h1;  ///< nothing where differences of the solution's formula cannot be taken
};

/// How well the network solves its problem; norms are nothing where a formula has no value at one of their points.
struct PoissonAccuracy {
  std::optional<SolutionErrors> errors;
  std::optional<double> training_residual;  ///< root mean square of kappa Lap u + b . grad u + q u - f at the
                                            ///< training's points
  std::optional<double> held_out_residual;  ///< at random points that training has not seen
  std::vector<std::string> left_out;        ///< which norms are nothing, and why
};

/// u and its derivatives at points.
std::vector<Derivatives> solution_at(const PoissonProblem& problem, const Trainer& trainer,
                                     const std::vector<Point>& points);

PoissonAccuracy measure(const PoissonProblem& problem, const Trainer& trainer, const std::vector<Point>& training);

/// Against problem.exact(), on a grid with so many points along the domain's longest side.
SolutionErrors errors_of(const PoissonProblem& problem, const Trainer& trainer, int along);

/// The points of a grid that lie in the domain or on its boundary.
bool covers(const Domain& domain, const Point& x);

}  // namespace kolibri::drivers
