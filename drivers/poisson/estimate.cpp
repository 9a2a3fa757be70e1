#include "poisson/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "poisson/point_table.hpp"
#include "poisson/start.hpp"

namespace kolibri::drivers {
namespace {

std::vector<Sensor> read_sensors(const std::filesystem::path& path, int dimension) {
  std::vector<Sensor> sensors;
  for (const std::vector<double>& row : read_table(path, "sensors", dimension + 1)) {
    Sensor& sensor = sensors.emplace_back();
    std::copy(row.begin(), row.end() - 1, sensor.x.begin());
    sensor.u = row.back();
  }
  return sensors;
}

}  // namespace

EstimateJob::EstimateJob(const PoissonConfig& config, const RunRequest& request, const io::GivenKeys& given)
    : m_config(config),
      m_request(request),
      m_given(given),
      m_sensors(read_sensors(config.estimate->sensors, config.problem.dimension)) {
  const PoissonMember middle = member((config.estimate->lower + config.estimate->upper) / 2, m_sensors);
  NetworkOptions& network = m_config.network;
  m_rows = static_cast<std::size_t>(middle.rows.rows);
  m_neurons = static_cast<std::size_t>(neurons_of(middle.problem.domain(), network));
  if (m_rows <= m_neurons)
    fail_at(given, "points", concat(m_rows, " rows do not determine ", m_neurons, " weights and s"));
  if (network.relative_width == 0) {
    network.relative_width = best_width(m_config, middle.problem.domain(), middle.rows, {});
  }
}

PoissonMember EstimateJob::member(double value, const std::vector<Sensor>& sensors) const {
  return {m_config, m_given, "", value, sensors};
}

std::string EstimateJob::needs() const {
  return fmt::format("valid: s from {} sensors, {} neurons, {} rows\n", m_sensors.size(), m_neurons, m_rows);
}

std::vector<double> EstimateJob::residuals(const std::vector<double>& values,
                                           const std::vector<Sensor>& sensors) const {
  RowSet rows;
  std::vector<NetworkState> states;
  states.reserve(values.size());
  for (const double value : values) {
    const PoissonMember one = member(value, sensors);
    append_set(rows, one.rows);
    states.push_back(grid_network(one.problem.domain(), m_config.network, m_config.network.relative_width));
  }
  std::vector<double> residuals;
  residuals.reserve(values.size());
  for (const IterationReport& report : train_all(m_config, rows, states, 0)) residuals.push_back(report.residual);
  return residuals;
}

// All values of a round are one batch; the next round looks between the neighbours of the best one.
Estimate EstimateJob::search() const {
  constexpr int first_round = 33, later_rounds = 9, rounds = 14;
  double lower = m_config.estimate->lower, upper = m_config.estimate->upper, best = lower;
  for (int round = 0; round < rounds; ++round) {
    const int count = round == 0 ? first_round : later_rounds;
    const double distance = (upper - lower) / (count - 1);
    std::vector<double> values;
    for (int i = 0; i < count; ++i) values.push_back(lower + distance * i);
    const std::vector<double> found = residuals(values, m_sensors);
    best = values[static_cast<std::size_t>(std::min_element(found.begin(), found.end()) - found.begin())];
    lower = std::max(best - distance, m_config.estimate->lower);
    upper = std::min(best + distance, m_config.estimate->upper);
  }
  return {best, standard_error(best)};
}

// What the equation alone prefers, since the network resolves it unequally well, is no information: only the sensors'
// part of the squared residual counts.
double EstimateJob::standard_error(double value) const {
  const double step = 1e-2 * (m_config.estimate->upper - m_config.estimate->lower);
  const std::vector<double> values{value - step, value, value + step};
  const std::vector<double> with = residuals(values, m_sensors), without = residuals(values, {});
  const auto part = [&](std::size_t i) { return with[i] * with[i] - without[i] * without[i]; };
  const double curvature = (part(0) - 2 * part(1) + part(2)) / (step * step);
  const double variance = with[1] * with[1] / static_cast<double>(m_rows - m_neurons);
  return curvature > 0 ? std::sqrt(2 * variance / curvature) : std::numeric_limits<double>::infinity();
}

ExitCode EstimateJob::run() {
  const Estimate estimate = search();
  PoissonConfig config = m_config;
  config.problem.parameter = estimate.value;
  PoissonJob job(config, m_request, m_given, m_sensors);
  job.note("estimate.value", estimate.value);
  job.note("estimate.standard_error", estimate.standard_error);
  job.note("estimate.sensors", static_cast<double>(m_sensors.size()));
  if (!m_request.quiet) fmt::print("kolibri-poisson: s = {:.9g} +- {:.2g}\n", estimate.value, estimate.standard_error);
  if (estimate.standard_error > 0.1 * (config.estimate->upper - config.estimate->lower)) {
    fmt::print(stderr, "kolibri-poisson: warning: the sensors hardly determine s\n");
  }
  return job.run();
}

}  // namespace kolibri::drivers
