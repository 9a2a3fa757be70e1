#pragma once

#include <vector>

#include "poisson/points.hpp"
#include "poisson/problem.hpp"

namespace kolibri::drivers {

/// The rows of a least-squares problem, weighted, as rbf_rows() takes them; those of several problems of one size
/// behind one another.
struct RowSet {
  int rows = 0;
  int dimension = 0;
  std::vector<double> points;     ///< (rows, d)
  std::vector<double> operators;  ///< (rows, d + 2)
  std::vector<double> targets;    ///< (rows)
};

/// Factors of the rows. Those of the equation are scaled as if the longest side of the domain and the largest
/// coefficient of the equation's leading term were 1, so that lambda needs no hand.
struct RowWeights {
  double equation = 1;
  double lambda = 1;
  double automatic_lambda = 1;
};

/// `lambda` 0 is 1e4 interior points / boundary points.
RowWeights row_weights(const PoissonProblem& problem, const PointSet& points, double lambda);

/// Throws KeyError where there is no point inside, or none for a condition that is not hard.
void require_points(const PoissonProblem& problem, const PointSet& points);

/// The equation at the interior points; its boundary conditions, unless they are hard, at those of the boundary; the
/// values at the sensors, with the weight of a boundary value.
RowSet make_rows(const PoissonProblem& problem, const PointSet& points, const RowWeights& weights);

/// Puts the rows of another problem behind those of this one. Throws Error unless there are as many.
void append_set(RowSet& rows, const RowSet& other);

/// u and its derivatives from those of the network.
Derivatives compose(const Composition& composition, const Derivatives& network);

/// The operator of row i on a function: kappa Lap u + b . grad u + q u, weighted.
double row_value(const RowSet& rows, std::size_t i, const Derivatives& u);
Point point_of_row(const RowSet& rows, std::size_t i);

/// kappa Lap u + b . grad u + q u - f.
double residual_at(const OperatorAt& at, const Derivatives& u);

}  // namespace kolibri::drivers
