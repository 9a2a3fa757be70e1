#include "poisson/job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <kolibri/error.hpp>
#include <kolibri/io/config_dump.hpp>
#include <kolibri/io/progress.hpp>
#include <kolibri/version.hpp>
#include <numeric>

#include "common/scalars.hpp"
#include "poisson/adaptive.hpp"
#include "poisson/config_fields.hpp"
#include "poisson/fingerprint.hpp"
#include "poisson/levels.hpp"
#include "poisson/needs.hpp"
#include "poisson/output.hpp"
#include "poisson/start.hpp"

namespace kolibri::drivers {
namespace {

constexpr double gradient_cg_width = 2.5;

/// Of each fit: of levels, one after the other, or of all neurons at once.
std::vector<std::int64_t> fitted_neurons(const Domain& domain, const PoissonConfig& config) {
  if (config.training.method == TrainingMethod::sparse) return level_sizes(domain, config);
  return {neurons_of(domain, config.network)};
}

}  // namespace

PoissonJob::PoissonJob(const PoissonConfig& config, const RunRequest& request, const io::GivenKeys& given,
                       const std::vector<Sensor>& sensors)
    : m_request(request), m_problem(config, given) {
  m_points.sensors = sensors;
  m_summary.config = config;
  m_summary.machine = machine();
  m_summary.hard = m_problem.hard();
  m_summary.fell_back = m_problem.fell_back();
  const std::vector<std::int64_t> fitted = fitted_neurons(m_problem.domain(), config);
  m_summary.neurons = static_cast<std::size_t>(std::accumulate(fitted.begin(), fitted.end(), std::int64_t{0}));
  m_summary.unknowns = static_cast<std::size_t>(*std::max_element(fitted.begin(), fitted.end()));
  set_points(config.points, 0);
  require_points(m_problem, m_points);
  m_fingerprint = fingerprint_of(config, m_points);
  if (request.resume) m_resumed = CheckpointFile(config.output.directory, m_fingerprint).read();
  require_trainable(m_summary, given);
}

bool PoissonJob::regenerates() const {
  const PoissonConfig& config = m_summary.config;
  return config.training.method == TrainingMethod::gradient_cg && config.training.regenerate &&
         config.points.layout == PointLayout::random;
}

void PoissonJob::set_points(const PointOptions& options, std::uint64_t generation) {
  std::vector<Sensor> sensors = std::move(m_points.sensors);
  m_points = make_points(m_problem.domain(), options, generation);
  m_points.sensors = std::move(sensors);
  set_rows();
}

void PoissonJob::set_rows() {
  const RowWeights weights = row_weights(m_problem, m_points, lambda_of(m_summary.config.training));
  m_rows = make_rows(m_problem, m_points, weights);
  m_summary.lambda = weights.lambda;
  m_summary.automatic_lambda = weights.automatic_lambda;
  m_summary.interior = m_points.interior.size();
  m_summary.boundary = m_points.boundary.size();
}

std::string PoissonJob::needs() const { return needs_of(m_summary); }

void PoissonJob::keep(const IterationReport& report) {
  m_summary.last = report;
  const NetworkState state = m_trainer->state();
  m_history.push_back({static_cast<double>(m_summary.iterations), report.residual, {state.steps[0], state.steps[1]}});
}

NetworkState PoissonJob::first_network(const Columns& columns) {
  const PoissonConfig& config = m_summary.config;
  if (config.network.start == NetworkStart::greedy) return greedy_network(config, m_problem.domain(), m_rows);
  if (config.training.method == TrainingMethod::sparse) {
    m_summary.relative_width = width_of_levels(config.network);
    return multilevel_network(m_problem.domain(), config);
  }
  double& width = m_summary.relative_width;
  width = config.network.relative_width;
  if (width == 0) {
    const bool gradient_cg = config.training.method == TrainingMethod::gradient_cg;
    width = gradient_cg ? gradient_cg_width : best_width(config, m_problem.domain(), m_rows, columns);
  }
  return grid_network(m_problem.domain(), config.network, width);
}

// A resumed run goes through the same rounds, so that it has the same points.
void PoissonJob::adapt_points() {
  const PointOptions& options = m_summary.config.points;
  if (options.layout != PointLayout::adaptive || !m_problem.domain().given_interior().empty()) return;
  PointOptions fewer = options;
  fewer.interior = points_before_adapting(options, m_summary.neurons);
  set_points(fewer, 0);
  int left = options.interior - fewer.interior;
  for (int round = 0; round < options.rounds && left > 0; ++round) {
    prepare({});
    const int count = (left + options.rounds - round - 1) / (options.rounds - round);
    const auto more = points_by_residual(m_problem, *m_trainer, count, options.seed, static_cast<std::uint64_t>(round));
    m_points.interior.insert(m_points.interior.end(), more.begin(), more.end());
    left -= count;
    set_rows();
  }
  m_history.clear();
}

// The state before the first iteration, or that of the checkpoint.
void PoissonJob::prepare(const std::optional<Checkpoint>& resumed) {
  const PoissonConfig& config = m_summary.config;
  const Columns columns = enrichment_columns(m_problem, m_rows);
  NetworkState start = resumed ? resumed->network : first_network(columns);
  if (!columns.empty()) {
    if (!resumed) start.enrichment = fit_enrichment(config, m_rows, columns, start).coefficients;
    subtract_columns(m_rows, columns, start.enrichment);
  }
  m_trainer = std::make_unique<Trainer>(config, start);
  m_trainer->set_rows(m_rows);
  if (resumed) {
    m_summary.iterations = resumed->iteration;
    m_history = resumed->history;
    m_summary.last.residual = m_history.empty() ? 0 : m_history.back().residual;
  } else if (config.training.method != TrainingMethod::gradient_cg) {
    keep(m_trainer->solve_weights());
    m_summary.fits = m_trainer->fits();
    m_summary.unseen = unseen_inside(m_problem.domain(), start, m_summary.fits);
  }
}

void PoissonJob::train() {
  const PoissonConfig& config = m_summary.config;
  const bool steps =
      config.training.method == TrainingMethod::varpro || config.training.method == TrainingMethod::gradient_cg;
  const std::int64_t iterations = steps ? config.training.iterations : 0;
  const CheckpointFile checkpoints(config.output.directory, m_fingerprint);
  io::Progress progress("train", iterations, io::progress_style(m_request.quiet));
  progress.advance(m_summary.iterations);
  Stopwatch since_checkpoint;
  while (m_summary.iterations < iterations) {
    if (regenerates()) {
      set_points(config.points, static_cast<std::uint64_t>(m_summary.iterations));
      m_trainer->set_rows(m_rows);
    }
    const IterationReport report = m_trainer->iterate();
    ++m_summary.iterations;
    ++m_summary.timed_iterations;
    keep(report);
    progress.note(fmt::format("residual {:.3g}", report.residual));
    progress.advance(1);
    if (report.info != 0) break;
    if (since_checkpoint.seconds() >= config.output.checkpoint_seconds && m_summary.iterations < iterations) {
      checkpoints.write({m_summary.iterations, m_trainer->state(), m_history});
      since_checkpoint = Stopwatch();
    }
  }
}

std::string PoissonJob::configuration() const {
  PoissonConfig config = m_summary.config;
  return fmt::format("# kolibri-poisson {}\n{}", version, io::dump_config(io::fields_of(config)));
}

ExitCode PoissonJob::finish() {
  for (const double w : m_trainer->state().weights)
    m_summary.largest_weight = std::max(m_summary.largest_weight, std::abs(w));
  // What was trained is there whatever comes of its accuracy.
  write_files({m_summary.config, m_problem, *m_trainer, m_history, configuration(), ""});
  {
    const TimedPart part(m_summary.times.check);
    m_summary.accuracy = measure(m_problem, *m_trainer, m_points.interior);
  }
  io::Result result = result_of(m_summary);
  for (const auto& [key, value] : m_notes) result.set(key, value);
  report_machine(result, m_summary.machine, version);
  write_files({m_summary.config, m_problem, *m_trainer, m_history, configuration(), result.text()});
  const bool failed = m_summary.last.info == -1;
  if (failed) fmt::print(stderr, "kolibri-poisson: the training met a number that is not finite\n");
  fmt::print(stderr, "{}", warnings_of(m_summary));
  if (!m_request.quiet) fmt::print("{}", summary_text(m_summary));
  return failed ? ExitCode::partial : ExitCode::solved;
}

ExitCode PoissonJob::run() {
  m_summary.times.setup += m_request.start_seconds;
  {
    const TimedPart part(m_summary.times.solve);
    adapt_points();
    prepare(m_resumed);
    train();
  }
  return finish();
}

}  // namespace kolibri::drivers
