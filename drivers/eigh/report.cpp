#include "eigh/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/roofline.hpp"
#include "eigh/work.hpp"

namespace kolibri::drivers {
namespace {

void report_problem(io::Result& result, const EighSummary& summary) {
  const auto& problem = summary.config.problem;
  result.set("problem.batch", summary.batch);
  result.set("problem.n", summary.n);
  result.set("problem.scalar", name_of(summary.scalar));
  if (!problem.file.empty()) result.set("problem.file", problem.file.string());
  if (auto generate = problem.generate) result.set_fields("problem.generate", io::fields_of(*generate));
}

void report_accuracy(io::Result& result, const EighSummary& summary) {
  result.set("accuracy.members", summary.ratios.members);
  if (summary.ratios.members == 0) return;
  if (summary.config.solver.vectors) {
    result.set("accuracy.residual", summary.ratios.residual);
    result.set("accuracy.orthogonality", summary.ratios.orthogonality);
  }
  result.set("accuracy.moments", summary.ratios.moments);
}

}  // namespace

void SweepCounts::append(const int* sweeps, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    const auto taken = static_cast<std::size_t>(sweeps[i]);
    if (taken >= m_members.size()) m_members.resize(taken + 1);
    ++m_members[taken];
  }
  m_count += count;
}

std::int64_t SweepCounts::total() const {
  std::int64_t total = 0;
  for (std::size_t taken = 0; taken < m_members.size(); ++taken)
    total += static_cast<std::int64_t>(taken) * m_members[taken];
  return total;
}

int SweepCounts::quantile(double q) const {
  const auto rank = static_cast<std::int64_t>(q * static_cast<double>(std::max<std::int64_t>(m_count - 1, 0)));
  std::int64_t below = 0;
  for (std::size_t taken = 0; taken < m_members.size(); ++taken) {
    below += m_members[taken];
    if (below > rank) return static_cast<int>(taken);
  }
  return 0;
}

bool EighSummary::accurate() const {
  constexpr double lapack_threshold = 30;
  return std::max({ratios.residual, ratios.orthogonality, ratios.moments}) < lapack_threshold;
}

const char* EighSummary::status() const { return outcome.bad() == 0 && !accurate() ? "partial" : outcome.status(); }

io::Result result_of(const EighSummary& summary) {
  EighOptions options = summary.config.solver;
  io::Result result;
  result.set("solver", "eigh");
  result.set("status", summary.status());
  report_problem(result, summary);
  result.set_fields("options", io::fields_of(options));
  result.set("algorithm", name_of(summary.algorithm));
  report_accuracy(result, summary);
  summary.outcome.report(result);
  result.set("sweeps.min", summary.sweeps.quantile(0));
  result.set("sweeps.median", summary.sweeps.quantile(0.5));
  result.set("sweeps.max", summary.sweeps.quantile(1));
  report_times(result, summary.times);
  result.set("throughput.matrices_per_second", per_second(static_cast<double>(summary.batch), summary.times.solve));
  report_roofline(result, work_of(summary), summary.times.solve, device_ceilings(summary.machine, summary.scalar));
  return result;
}

std::string summary_text(const EighSummary& summary) {
  const auto& ratios = summary.ratios;
  std::string text =
      fmt::format("kolibri-eigh: {}: {} of {} {} matrices of order {}, {} on {} ({} host threads)\n", summary.status(),
                  summary.batch - summary.outcome.bad(), summary.batch, name_of(summary.scalar), summary.n,
                  name_of(summary.algorithm), summary.machine.backend, summary.machine.threads);
  text += fmt::format("  sweeps    min {}, median {}, max {}\n", summary.sweeps.quantile(0),
                      summary.sweeps.quantile(0.5), summary.sweeps.quantile(1));
  if (ratios.members > 0 && summary.config.solver.vectors) {
    text +=
        fmt::format("  accuracy  residual {:.2g}, orthogonality {:.2g} in round-offs, {} checked (good: below 30)\n",
                    ratios.residual, ratios.orthogonality, ratios.members);
  } else if (ratios.members > 0) {
    text += fmt::format("  accuracy  moments {:.2g} in round-offs, {} checked (good: below 30)\n", ratios.moments,
                        ratios.members);
  }
  text += fmt::format("  rate      {:.4g} matrices/s, solved in {:.3g} s\n",
                      per_second(static_cast<double>(summary.batch), summary.times.solve), summary.times.solve);
  return text + fmt::format("  results   {}\n", summary.config.output.directory.string());
}

}  // namespace kolibri::drivers
