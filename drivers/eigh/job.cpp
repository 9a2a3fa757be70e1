#include "eigh/job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <kolibri/io/config_dump.hpp>
#include <kolibri/io/progress.hpp>
#include <kolibri/version.hpp>

#include "common/chunk.hpp"
#include "eigh/output.hpp"

namespace kolibri::drivers {
namespace {

MatrixInput open(const EighInputOptions& options) {
  return options.generate ? MatrixInput(*options.generate) : MatrixInput(ArraySource(options.file));
}

void keep_largest(EighRatios& all, const EighRatios& chunk) {
  all.residual = std::max(all.residual, chunk.residual);
  all.orthogonality = std::max(all.orthogonality, chunk.orthogonality);
  all.moments = std::max(all.moments, chunk.moments);
  all.members += chunk.members;
}

}  // namespace

EighJob::EighJob(const EighConfig& config, const RunRequest& request)
    : m_request(request), m_input(open(config.problem)), m_solver(make_batch_solver(m_input, config.solver)) {
  m_summary.config = config;
  m_summary.batch = m_input.batch();
  m_summary.n = m_input.n();
  m_summary.scalar = m_input.scalar();
  m_summary.algorithm = m_solver->plan().algorithm;
  m_summary.machine = machine();
}

std::string EighJob::needs() const {
  const EighPlan& plan = m_solver->plan();
  const std::string scratch = plan.scratch_bytes > 0
                                  ? fmt::format("{:.1f} KiB a team", static_cast<double>(plan.scratch_bytes) / 1024)
                                  : "as much as the device has, for pairs of blocks";
  return fmt::format(
      "valid: {} {} matrices of order {}, {} on {}\n"
      "  chunk      {} members at once\n"
      "  memory     {:.1f} MiB for a chunk, {:.1f} MiB of workspace\n"
      "  scratch    {}\n",
      m_summary.batch, name_of(m_summary.scalar), m_summary.n, name_of(plan.algorithm), m_summary.machine.backend,
      plan.chunk, mebibytes(plan.batch_bytes), mebibytes(plan.workspace_bytes), scratch);
}

void EighJob::check_chunk(std::int64_t count) {
  const EighCheckOptions& options = m_summary.config.check;
  if (!options.enabled || count == 0) return;
  const TimedPart part(m_summary.times.check);
  // The sample is spread over the chunks by their sizes; at least one member of each is looked at.
  const double share = static_cast<double>(count) / static_cast<double>(m_summary.batch);
  const auto sample = static_cast<std::int64_t>(static_cast<double>(options.sample) * share);
  keep_largest(m_summary.ratios, m_solver->check(std::max<std::int64_t>(1, sample)));
}

void EighJob::solve_chunks(EighOutput& output) {
  const std::int64_t batch = m_summary.batch, chunk = m_solver->plan().chunk;
  Times& times = m_summary.times;
  io::Progress progress("solve", batch, io::progress_style(m_request.quiet));
  for (std::int64_t first = 0; first < batch; first += chunk) {
    const std::int64_t count = std::min(chunk, batch - first);
    m_solver->load(m_input, first, count, times);
    const EighChunk results = m_solver->solve(times);
    m_summary.outcome.append(results.info, count);
    m_summary.sweeps.append(results.sweeps, count);
    check_chunk(count);
    const TimedPart part(times.write);
    output.append(results, count);
    progress.advance(count);
  }
}

std::string EighJob::configuration() const {
  EighConfig config = m_summary.config;
  return fmt::format("# kolibri-eigh {}\n{}", version, io::dump_config(io::fields_of(config)));
}

ExitCode EighJob::run() {
  m_summary.times.setup += m_request.start_seconds;
  EighOutput output(m_summary.config, m_input);
  {
    const TimedPart part(m_summary.times.setup);
    m_solver->allocate();
  }
  solve_chunks(output);
  io::Result result = result_of(m_summary);
  report_machine(result, m_summary.machine, version);
  output.commit(configuration(), result.text());
  const Outcome& outcome = m_summary.outcome;
  if (outcome.bad() > 0) fmt::print(stderr, "kolibri-eigh: {}\n", outcome.text());
  if (!m_summary.accurate()) fmt::print(stderr, "kolibri-eigh: the accuracy check failed, see result.yaml\n");
  if (!m_request.quiet) fmt::print("{}", summary_text(m_summary));
  return m_summary.accurate() ? outcome.exit_code() : ExitCode::partial;
}

}  // namespace kolibri::drivers
