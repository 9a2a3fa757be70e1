#include <fmt/format.h>

#include <algorithm>
#include <kolibri/error.hpp>
#include <kolibri/io/npy.hpp>
#include <kolibri/io/output_folder.hpp>

#include "poisson/job.hpp"
#include "poisson/output.hpp"
#include "poisson/point_table.hpp"

namespace kolibri::drivers {
namespace {

std::vector<Point> read_points(const std::filesystem::path& path, int dimension) {
  std::vector<Point> points;
  for (const std::vector<double>& row : read_table(path, "points", dimension)) {
    std::copy(row.begin(), row.end(), points.emplace_back().begin());
  }
  return points;
}

/// With the unknown constant, if there is one, that was found when the network was trained.
PoissonConfig with_parameter(PoissonConfig config) {
  config.problem.parameter = read_parameter(config.output.directory);
  return config;
}

}  // namespace

EvaluationJob::EvaluationJob(const PoissonConfig& config, const RunRequest& request, const io::GivenKeys& given)
    : m_config(with_parameter(config)),
      m_request(request),
      m_problem(m_config, given),
      m_network(read_network(config.output.directory, config.problem.dimension)),
      m_points(read_points(*request.evaluate, config.problem.dimension)) {
  require(m_network.enrichment.size() == m_problem.enrichment().size(), "cannot evaluate: the network in '",
          config.output.directory.string(), "' has ", m_network.enrichment.size(),
          " functions of enrichment, the configuration ", m_problem.enrichment().size());
}

std::string EvaluationJob::needs() const {
  return fmt::format("valid: {} neurons at {} points\n", m_network.neurons(), m_points.size());
}

ExitCode EvaluationJob::run() {
  const Trainer trainer(m_config, m_network);
  const auto d = static_cast<std::size_t>(m_problem.dimension());
  std::vector<double> rows;
  rows.reserve(m_points.size() * (d + 2));
  for (const Derivatives& u : solution_at(m_problem, trainer, m_points)) {
    rows.push_back(u.value);
    rows.insert(rows.end(), u.gradient.begin(), u.gradient.begin() + static_cast<std::ptrdiff_t>(d));
    rows.push_back(u.laplacian);
  }
  const std::filesystem::path path = m_config.output.directory / "evaluated.npy";
  std::filesystem::path temporary = path;
  temporary += ".part";
  io::write_npy(temporary, io::Dtype::float64,
                {static_cast<std::int64_t>(m_points.size()), static_cast<std::int64_t>(d + 2)}, rows.data());
  std::filesystem::rename(temporary, path);
  if (!m_request.quiet) fmt::print("kolibri-poisson: evaluated at {} points, {}\n", m_points.size(), path.string());
  return ExitCode::solved;
}

}  // namespace kolibri::drivers
