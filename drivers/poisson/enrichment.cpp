#include "poisson/enrichment.hpp"

#include <cmath>
#include <functional>
#include <utility>

namespace kolibri::drivers {
namespace {

double dot(const std::vector<double>& x, const std::vector<double>& y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

void subtract(std::vector<double>& x, double factor, const std::vector<double>& y) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] -= factor * y[i];
}

/// Rows of values alone must not look beside their point: it may be the singular one.
bool takes_derivatives(const RowSet& rows, std::size_t i) {
  const auto d = static_cast<std::size_t>(rows.dimension);
  const double* const row = rows.operators.data() + i * (d + 2);
  for (std::size_t j = 0; j <= d; ++j) {
    if (row[j] != 0) return true;
  }
  return false;
}

/// Coefficients that minimise |r - sum of c_e columns_e| by modified Gram and Schmidt; r becomes what is left.
std::vector<double> fit_columns(std::vector<double>& r, Columns columns) {
  const std::size_t count = columns.size();
  std::vector<std::vector<double>> triangle(count, std::vector<double>(count));
  std::vector<double> coefficients(count);
  for (std::size_t e = 0; e < count; ++e) {
    const double square = dot(columns[e], columns[e]);
    for (std::size_t later = e + 1; later < count; ++later) {
      triangle[e][later] = dot(columns[e], columns[later]) / square;
      subtract(columns[later], triangle[e][later], columns[e]);
    }
    coefficients[e] = dot(columns[e], r) / square;
    subtract(r, coefficients[e], columns[e]);
  }
  for (std::size_t e = count; e-- > 0;) {
    for (std::size_t later = e + 1; later < count; ++later) coefficients[e] -= triangle[e][later] * coefficients[later];
  }
  return coefficients;
}

}  // namespace

Columns enrichment_columns(const PoissonProblem& problem, const RowSet& rows) {
  Columns columns;
  columns.reserve(problem.enrichment().size());
  for (const Expression& function : problem.enrichment()) {
    std::vector<double> column(rows.targets.size());
    for (std::size_t i = 0; i < column.size(); ++i) {
      const Point x = point_of_row(rows, i);
      const Derivatives at = takes_derivatives(rows, i)
                                 ? derivatives_of(std::cref(function), problem.dimension(), x, problem.singular_step())
                                 : Derivatives{function(x), {}, 0};
      column[i] = row_value(rows, i, at);
    }
    columns.push_back(std::move(column));
  }
  return columns;
}

std::vector<double> row_residuals(const PoissonConfig& config, const RowSet& rows, const std::vector<double>& targets,
                                  const NetworkState& state) {
  std::vector<double> residuals = targets;
  if (state.neurons() == 0) return residuals;
  std::vector<Point> points(residuals.size());
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = point_of_row(rows, i);
  const std::vector<Derivatives> u = Trainer(config, state).evaluate(points);
  for (std::size_t i = 0; i < points.size(); ++i) residuals[i] -= row_value(rows, i, u[i]);
  return residuals;
}

EnrichmentFit fit_enrichment(const PoissonConfig& config, const RowSet& rows, const Columns& columns,
                             const NetworkState& state) {
  RowSet all = rows;
  for (const std::vector<double>& column : columns) all.targets.insert(all.targets.end(), column.begin(), column.end());
  std::vector<NetworkState> fits(columns.size() + 1, state);
  train_all(config, all, fits, 0);
  std::vector<double> left = row_residuals(config, rows, rows.targets, fits[0]);
  Columns columns_left;
  columns_left.reserve(columns.size());
  for (std::size_t e = 0; e < columns.size(); ++e) {
    columns_left.push_back(row_residuals(config, rows, columns[e], fits[e + 1]));
  }
  EnrichmentFit fit;
  fit.coefficients = fit_columns(left, std::move(columns_left));
  fit.residual = std::sqrt(dot(left, left));
  return fit;
}

void subtract_columns(RowSet& rows, const Columns& columns, const std::vector<double>& coefficients) {
  for (std::size_t e = 0; e < columns.size(); ++e) subtract(rows.targets, coefficients[e], columns[e]);
}

}  // namespace kolibri::drivers
