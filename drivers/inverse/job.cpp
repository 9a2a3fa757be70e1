#include "inverse/job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <kolibri/io/config_dump.hpp>
#include <kolibri/io/progress.hpp>
#include <kolibri/version.hpp>

#include "common/chunk.hpp"
#include "inverse/output.hpp"

namespace kolibri::drivers {
namespace {

void keep_largest(InverseRatios& all, const InverseRatios& chunk) {
  all.left = std::max(all.left, chunk.left);
  all.right = std::max(all.right, chunk.right);
  all.residual = std::max(all.residual, chunk.residual);
  all.members += chunk.members;
}

double round_off(ScalarType scalar) { return real_dtype_of(scalar) == io::Dtype::float64 ? 0x1p-53 : 0x1p-24; }

InverseSummary summary_of(const InverseConfig& config, const InverseInput& input, InverseMethod method) {
  return {.config = config,
          .batch = input.matrices.batch(),
          .n = input.matrices.n(),
          .columns = input.right_hand_side ? input.right_hand_side->columns() : 0,
          .scalar = input.matrices.scalar(),
          .method = method,
          .outcome = {},
          .condition = ConditionSummary(round_off(input.matrices.scalar())),
          .singular = 0,
          .determinant = {},
          .ratios = {},
          .times = {},
          .machine = machine()};
}

}  // namespace

InverseJob::InverseJob(const InverseConfig& config, const RunRequest& request)
    : m_request(request),
      m_input(open_input(config.problem)),
      m_solver(make_batch_solver(m_input, config)),
      m_summary(summary_of(config, m_input, m_solver->plan().method)) {}

std::string InverseJob::needs() const {
  const InversePlan& plan = m_solver->plan();
  const std::string scratch = plan.scratch_bytes > 0
                                  ? fmt::format("{:.1f} KiB a matrix", static_cast<double>(plan.scratch_bytes) / 1024)
                                  : "none, the matrices are worked on in memory";
  return fmt::format(
      "valid: {} of {} {} matrices of order {}, {} on {}\n"
      "  chunk      {} members at once\n"
      "  memory     {:.1f} MiB for a chunk, {:.1f} MiB of workspace\n"
      "  scratch    {}\n",
      name_of(m_summary.config.task), m_summary.batch, name_of(m_summary.scalar), m_summary.n,
      name_of(m_summary.method), m_summary.machine.backend, plan.chunk, mebibytes(plan.batch_bytes),
      mebibytes(plan.workspace_bytes), scratch);
}

void InverseJob::count(const InverseChunk& chunk, std::int64_t members) {
  m_summary.condition.append(chunk.rcond, chunk.info);
  if (m_summary.batch == 1) m_summary.determinant = chunk.determinant;
  if (m_summary.config.task != InverseJobTask::determinant) return m_summary.outcome.append(chunk.info, members);
  // A determinant of 0 is an answer; only members that are not finite have none.
  std::vector<int> failures(chunk.info, chunk.info + members);
  m_summary.singular += std::count_if(failures.begin(), failures.end(), [](int info) { return info > 0; });
  for (int& info : failures) info = std::min(info, 0);
  m_summary.outcome.append(failures.data(), members);
}

void InverseJob::check_chunk(std::int64_t members) {
  const InverseCheckOptions& options = m_summary.config.check;
  if (!options.enabled || members == 0) return;
  const TimedPart part(m_summary.times.check);
  // The sample is spread over the chunks by their sizes; at least one member of each is looked at.
  const double share = static_cast<double>(members) / static_cast<double>(m_summary.batch);
  const auto sample = static_cast<std::int64_t>(static_cast<double>(options.sample) * share);
  keep_largest(m_summary.ratios, m_solver->check(std::max<std::int64_t>(1, sample)));
}

void InverseJob::solve_chunks(InverseOutput& output) {
  const std::int64_t batch = m_summary.batch, chunk = m_solver->plan().chunk;
  Times& times = m_summary.times;
  io::Progress progress("solve", batch, io::progress_style(m_request.quiet));
  for (std::int64_t first = 0; first < batch; first += chunk) {
    const std::int64_t members = std::min(chunk, batch - first);
    m_solver->load(first, members, times);
    const InverseChunk results = m_solver->solve(times);
    count(results, members);
    check_chunk(members);
    const TimedPart part(times.write);
    output.append(results, members);
    progress.advance(members);
  }
}

std::string InverseJob::configuration() const {
  InverseConfig config = m_summary.config;
  return fmt::format("# kolibri-inverse {}\n{}", version, io::dump_config(io::fields_of(config)));
}

void InverseJob::tell() const {
  const Outcome& outcome = m_summary.outcome;
  const ConditionSummary& condition = m_summary.condition;
  if (outcome.bad() > 0) fmt::print(stderr, "kolibri-inverse: {}\n", outcome.text());
  if (!m_summary.accurate()) fmt::print(stderr, "kolibri-inverse: the accuracy check failed, see result.yaml\n");
  if (condition.nearly_singular() > 0) fmt::print(stderr, "kolibri-inverse: warning: {}\n", condition.text());
  if (!m_request.quiet) fmt::print("{}", summary_text(m_summary));
}

ExitCode InverseJob::run() {
  m_summary.times.setup += m_request.start_seconds;
  InverseOutput output(m_summary.config.output.directory, m_solver->plan(),
                       {m_summary.batch, m_input.matrices.single()});
  {
    const TimedPart part(m_summary.times.setup);
    m_solver->allocate();
  }
  solve_chunks(output);
  io::Result result = result_of(m_summary);
  report_machine(result, m_summary.machine, version);
  output.commit(configuration(), result.text());
  tell();
  return m_summary.accurate() ? m_summary.outcome.exit_code() : ExitCode::partial;
}

}  // namespace kolibri::drivers
