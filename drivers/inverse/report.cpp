#include "inverse/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "common/roofline.hpp"

namespace kolibri::drivers {
namespace {

bool has_residual(InverseJobTask task) { return task == InverseJobTask::solve || task == InverseJobTask::lu; }

void report_problem(io::Result& result, const InverseSummary& summary) {
  InverseProblemOptions problem = summary.config.problem;
  result.set("problem.batch", summary.batch);
  result.set("problem.n", summary.n);
  result.set("problem.scalar", name_of(summary.scalar));
  if (summary.columns > 0) result.set("problem.right_hand_sides", summary.columns);
  if (!problem.file.empty()) result.set("problem.file", problem.file.string());
  if (problem.generate) result.set_fields("problem.generate", io::fields_of(*problem.generate));
}

void report_accuracy(io::Result& result, const InverseSummary& summary) {
  const InverseRatios& ratios = summary.ratios;
  const InverseJobTask task = summary.config.task;
  result.set("accuracy.members", ratios.members);
  if (ratios.members > 0 && task == InverseJobTask::inverse) {
    result.set("accuracy.left", ratios.left);
    result.set("accuracy.right", ratios.right);
  }
  if (ratios.members > 0 && has_residual(task)) result.set("accuracy.residual", ratios.residual);
  summary.condition.report(result);
}

// Each array is read or written once: the least traffic with the main memory.
double least_bytes(const InverseSummary& summary) {
  const double n = summary.n;
  double entries = n * n;
  if (summary.config.task == InverseJobTask::solve) entries += 2 * n * summary.columns;
  if (summary.config.task == InverseJobTask::inverse || summary.config.task == InverseJobTask::lu) entries += n * n;
  return static_cast<double>(summary.batch) * entries * static_cast<double>(size_of(summary.scalar));
}

void report_determinant(io::Result& result, const InverseSummary& summary) {
  if (summary.config.task != InverseJobTask::determinant) return;
  result.set("singular", summary.singular);
  if (!summary.determinant) return;
  result.set("determinant.sign", summary.determinant->sign.real());
  if (is_complex_scalar(summary.scalar)) result.set("determinant.sign_imaginary", summary.determinant->sign.imag());
  result.set("determinant.log_abs", summary.determinant->log_abs);
}

std::string determinant_text(const InverseSummary& summary) {
  if (!summary.determinant) return "";
  const auto [sign, log_abs] = *summary.determinant;
  const std::complex<double> value = sign == 0.0 ? sign : sign * std::exp(log_abs);
  const std::string imaginary = is_complex_scalar(summary.scalar) ? fmt::format(" {:+.10g} i", value.imag()) : "";
  return fmt::format("  det       {:.10g}{}, log |det| {:.10g}\n", value.real(), imaginary, log_abs);
}

std::string accuracy_text(const InverseSummary& summary) {
  const InverseRatios& ratios = summary.ratios;
  if (ratios.members == 0) return "";
  const std::string figures = has_residual(summary.config.task)
                                  ? fmt::format("residual {:.2g}", ratios.residual)
                                  : fmt::format("left {:.2g}, right {:.2g}", ratios.left, ratios.right);
  return fmt::format("  accuracy  {} in round-offs, {} checked (good: below 30)\n", figures, ratios.members);
}

}  // namespace

bool InverseSummary::accurate() const {
  constexpr double lapack_threshold = 30;
  return std::max({ratios.left, ratios.right, ratios.residual}) < lapack_threshold;
}

const char* InverseSummary::status() const { return outcome.bad() == 0 && !accurate() ? "partial" : outcome.status(); }

double task_flops(const InverseSummary& summary) {
  const double n = summary.n;
  double flops = 2.0 / 3 * n * n * n;
  const InverseOptions& options = summary.config.solver.options;
  if (summary.config.task == InverseJobTask::inverse) {
    flops = (options.method == InverseMethod::cholesky ? 1 : 2) * n * n * n + 4 * n * n * n * options.refine;
  }
  if (summary.config.task == InverseJobTask::solve) flops += (2 + 4 * options.refine) * n * n * summary.columns;
  return static_cast<double>(summary.batch) * flops * (is_complex_scalar(summary.scalar) ? 4 : 1);
}

io::Result result_of(const InverseSummary& summary) {
  InverseConfig config = summary.config;
  io::Result result;
  result.set("solver", "inverse");
  result.set("task", name_of(config.task));
  result.set("status", summary.status());
  report_problem(result, summary);
  result.set_fields("options", io::fields_of(config.solver));
  result.set("method", name_of(summary.method));
  report_accuracy(result, summary);
  summary.outcome.report(result);
  report_determinant(result, summary);
  report_times(result, summary.times);
  result.set("throughput.matrices_per_second", per_second(static_cast<double>(summary.batch), summary.times.solve));
  report_roofline(result, {task_flops(summary), least_bytes(summary)}, summary.times.solve,
                  device_ceilings(summary.machine, summary.scalar));
  return result;
}

std::string summary_text(const InverseSummary& summary) {
  std::string text = fmt::format(
      "kolibri-inverse: {}: {} of {} of {} {} matrices of order {}, {} on {} ({} host threads)\n", summary.status(),
      name_of(summary.config.task), summary.batch - summary.outcome.bad(), summary.batch, name_of(summary.scalar),
      summary.n, name_of(summary.method), summary.machine.backend, summary.machine.threads);
  text += accuracy_text(summary);
  if (!summary.condition.empty()) text += fmt::format("  rcond     {:.3g} at least\n", summary.condition.smallest());
  text += determinant_text(summary);
  if (summary.singular > 0) text += fmt::format("  singular  {} with determinant 0\n", summary.singular);
  text += fmt::format("  rate      {:.4g} matrices/s, {:.4g} Gflop/s, solved in {:.3g} s\n",
                      per_second(static_cast<double>(summary.batch), summary.times.solve),
                      per_second(task_flops(summary), summary.times.solve) * 1e-9, summary.times.solve);
  return text + fmt::format("  results   {}\n", summary.config.output.directory.string());
}

}  // namespace kolibri::drivers
