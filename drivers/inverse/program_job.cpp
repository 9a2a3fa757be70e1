#include "inverse/program_job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <kolibri/io/config_dump.hpp>
#include <kolibri/io/progress.hpp>
#include <kolibri/version.hpp>

#include "common/chunk.hpp"
#include "common/roofline.hpp"
#include "common/scalars.hpp"
#include "inverse/output.hpp"
#include "inverse/program_report.hpp"
#include "inverse/program_solver.hpp"

namespace kolibri::drivers {

ProgramJob::ProgramJob(const InverseConfig& config, const RunRequest& request, const io::GivenKeys& given)
    : m_config(config),
      m_request(request),
      m_input(*m_config.program, given),
      m_solver(make_program_solver(m_input)),
      m_machine(machine()) {}

std::string ProgramJob::needs() const {
  const InversePlan& plan = m_solver->plan();
  const std::string scratch = plan.scratch_bytes > 0
                                  ? fmt::format("{:.1f} KiB a member", static_cast<double>(plan.scratch_bytes) / 1024)
                                  : "none, the matrices are in workspace";
  return fmt::format(
      "valid: program of {} steps on {} matrices, {} {} members on {}\n"
      "  chunk      {} members at once\n"
      "  memory     {:.1f} MiB for a chunk, {:.1f} MiB of workspace\n"
      "  scratch    {}\n",
      m_input.program().code().steps, m_input.program().code().matrices, m_input.batch(), name_of(m_input.scalar()),
      m_machine.backend, plan.chunk, mebibytes(plan.batch_bytes), mebibytes(plan.workspace_bytes), scratch);
}

void ProgramJob::solve_chunks(InverseOutput& output) {
  const std::int64_t batch = m_input.batch(), chunk = m_solver->plan().chunk;
  io::Progress progress("solve", batch, io::progress_style(m_request.quiet));
  for (std::int64_t first = 0; first < batch; first += chunk) {
    const std::int64_t members = std::min(chunk, batch - first);
    m_solver->load(first, members, m_times);
    const InverseChunk results = m_solver->solve(m_times);
    m_outcome.append(results.info, members);
    const TimedPart part(m_times.write);
    output.append(results, members);
    progress.advance(members);
  }
}

std::string ProgramJob::configuration() const {
  InverseConfig config = m_config;
  return fmt::format("# kolibri-inverse {}\n{}", version, io::dump_config(io::fields_of(config)));
}

std::string ProgramJob::result() const {
  ProgramOptions options = *m_config.program;
  io::Result result;
  result.set("solver", "inverse");
  result.set("task", "program");
  result.set("status", m_outcome.status());
  result.set("problem.batch", m_input.batch());
  result.set("problem.scalar", name_of(m_input.scalar()));
  result.set_fields("options", io::fields_of(options));
  result.set("accuracy.members", 0);
  m_outcome.report(result);
  report_times(result, m_times);
  result.set("throughput.matrices_per_second", per_second(static_cast<double>(m_input.batch()), m_times.solve));
  report_roofline(result, program_work(m_input), m_times.solve, device_ceilings(m_machine, m_input.scalar()));
  report_machine(result, m_machine, version);
  return result.text();
}

std::string ProgramJob::summary() const {
  return fmt::format(
      "kolibri-inverse: {}: program of {} steps, {} of {} {} members on {} ({} host threads)\n"
      "  rate      {:.4g} members/s, solved in {:.3g} s\n"
      "  results   {}\n",
      m_outcome.status(), m_input.program().code().steps, m_input.batch() - m_outcome.bad(), m_input.batch(),
      name_of(m_input.scalar()), m_machine.backend, m_machine.threads,
      per_second(static_cast<double>(m_input.batch()), m_times.solve), m_times.solve,
      m_config.output.directory.string());
}

ExitCode ProgramJob::run() {
  m_times.setup += m_request.start_seconds;
  InverseOutput output(m_config.output.directory, m_solver->plan(), {m_input.batch(), m_input.single()});
  {
    const TimedPart part(m_times.setup);
    m_solver->allocate();
  }
  solve_chunks(output);
  output.commit(configuration(), result());
  if (m_outcome.bad() > 0) fmt::print(stderr, "kolibri-inverse: {}\n", m_outcome.text());
  if (!m_request.quiet) fmt::print("{}", summary());
  return m_outcome.exit_code();
}

std::string program_notes(const InverseConfig& config, const io::GivenKeys& given) {
  if (!config.program) return "";
  const ProgramInput input(*config.program, given);
  return fmt::format(
      "# A team needs {} bytes for the matrices of a member: of its scratch, or of workspace where scratch is "
      "smaller;\n"
      "# --check tells which on this machine.\n",
      program_block_bytes(input));
}

}  // namespace kolibri::drivers
