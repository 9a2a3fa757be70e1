#include "poisson/collocation.hpp"

#include <algorithm>
#include <cmath>
#include <kolibri/error.hpp>
#include <set>

namespace kolibri::drivers {
namespace {

void append(RowSet& rows, const Point& x, const OperatorAt& row, double weight) {
  const auto d = static_cast<std::size_t>(rows.dimension);
  for (std::size_t j = 0; j < d; ++j) rows.points.push_back(x[j]);
  rows.operators.push_back(weight * row.kappa);
  for (std::size_t j = 0; j < d; ++j) rows.operators.push_back(weight * row.b[j]);
  rows.operators.push_back(weight * row.q);
  rows.targets.push_back(weight * row.f);
  ++rows.rows;
}

/// The operator on the network alone: L(g + D n) = f is L'n = f - L g.
OperatorAt on_network(const OperatorAt& at, const Composition& c) {
  const Derivatives& d = c.factor;
  OperatorAt result{at.kappa * d.value, {}, residual_at({at.kappa, at.b, at.q, 0}, d), -residual_at(at, c.lift)};
  for (std::size_t j = 0; j < 3; ++j) result.b[j] = 2 * at.kappa * d.gradient[j] + d.value * at.b[j];
  return result;
}

OperatorAt of_condition(const Condition& condition, const BoundaryPoint& point) {
  if (condition.kind == ConditionKind::dirichlet) return {0, {}, 1, condition.value(point.x)};
  return {0, point.normal, condition.alpha(point.x), condition.value(point.x)};
}

/// 1 / the equation's largest coefficient, on a domain of the size 1.
double equation_weight(const PoissonProblem& problem, const std::vector<Point>& points) {
  double kappa = 0, b = 0, q = 0;
  for (const Point& x : points) {
    const OperatorAt at = problem.operator_at(x);
    kappa = std::max(kappa, std::abs(at.kappa));
    b = std::max(b, std::sqrt(dot(at.b, at.b)));
    q = std::max(q, std::abs(at.q));
  }
  const double size = problem.domain().size();
  if (kappa > 0) return size * size / kappa;
  if (b > 0) return size / b;
  return q > 0 ? 1 / q : 1;
}

}  // namespace

RowWeights row_weights(const PoissonProblem& problem, const PointSet& points, double lambda) {
  const double automatic = 1e4 * static_cast<double>(points.interior.size()) /
                           static_cast<double>(std::max<std::size_t>(points.boundary.size(), 1));
  return {equation_weight(problem, points.interior), lambda > 0 ? lambda : automatic, automatic};
}

void require_points(const PoissonProblem& problem, const PointSet& points) {
  if (points.interior.empty()) {
    throw KeyError("points.interior", "there is no point inside; give more 'points.interior'");
  }
  if (problem.hard()) return;
  std::set<const Condition*> met;
  for (const BoundaryPoint& point : points.boundary) met.insert(&problem.condition_of(point.part));
  for (std::size_t part = 0; part < problem.domain().parts().size(); ++part) {
    const Condition& condition = problem.condition_of(static_cast<int>(part));
    if (met.contains(&condition)) continue;
    std::string key = condition.value.key();
    if (key.ends_with(".value")) key.resize(key.rfind('.'));
    throw KeyError(key, concat("'", key, "' gets none of the ", points.boundary.size(), " points of the boundary; '",
                               problem.domain().parts()[part], "' needs more 'points.boundary'"));
  }
}

RowSet make_rows(const PoissonProblem& problem, const PointSet& points, const RowWeights& weights) {
  RowSet rows{0, problem.dimension(), {}, {}, {}};
  for (const Point& x : points.interior) {
    const OperatorAt at = problem.operator_at(x);
    append(rows, x, problem.hard() ? on_network(at, problem.composition_at(x)) : at, weights.equation);
  }
  for (const Sensor& sensor : points.sensors) {
    const OperatorAt at{0, {}, 1, sensor.u};
    append(rows, sensor.x, problem.hard() ? on_network(at, problem.composition_at(sensor.x)) : at,
           std::sqrt(weights.lambda));
  }
  if (problem.hard()) return rows;
  const double value = std::sqrt(weights.lambda), derivative = value * problem.domain().size();
  for (const BoundaryPoint& point : points.boundary) {
    const Condition& condition = problem.condition_of(point.part);
    append(rows, point.x, of_condition(condition, point),
           condition.kind == ConditionKind::dirichlet ? value : derivative);
  }
  return rows;
}

void append_set(RowSet& rows, const RowSet& other) {
  require(rows.rows == 0 || (rows.rows == other.rows && rows.dimension == other.dimension),
          "all problems must have as many rows as the first one, ", rows.rows, ", got ", other.rows);
  rows.rows = other.rows;
  rows.dimension = other.dimension;
  rows.points.insert(rows.points.end(), other.points.begin(), other.points.end());
  rows.operators.insert(rows.operators.end(), other.operators.begin(), other.operators.end());
  rows.targets.insert(rows.targets.end(), other.targets.begin(), other.targets.end());
}

Derivatives compose(const Composition& c, const Derivatives& n) {
  Derivatives u{c.lift.value + c.factor.value * n.value,
                {},
                c.lift.laplacian + c.factor.value * n.laplacian + 2 * dot(c.factor.gradient, n.gradient) +
                    n.value * c.factor.laplacian};
  for (std::size_t j = 0; j < 3; ++j) {
    u.gradient[j] = c.lift.gradient[j] + c.factor.value * n.gradient[j] + n.value * c.factor.gradient[j];
  }
  return u;
}

double row_value(const RowSet& rows, std::size_t i, const Derivatives& u) {
  const auto d = static_cast<std::size_t>(rows.dimension);
  const double* const row = rows.operators.data() + i * (d + 2);
  double value = row[0] * u.laplacian + row[d + 1] * u.value;
  for (std::size_t j = 0; j < d; ++j) value += row[1 + j] * u.gradient[j];
  return value;
}

Point point_of_row(const RowSet& rows, std::size_t i) {
  const auto d = static_cast<std::size_t>(rows.dimension);
  Point x{};
  for (std::size_t j = 0; j < d; ++j) x[j] = rows.points[i * d + j];
  return x;
}

double residual_at(const OperatorAt& at, const Derivatives& u) {
  return at.kappa * u.laplacian + dot(at.b, u.gradient) + at.q * u.value - at.f;
}

}  // namespace kolibri::drivers
