#include "poisson/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "common/scalars.hpp"
#include "poisson/config_fields.hpp"

namespace kolibri::drivers {
namespace {

void report_accuracy(io::Result& result, const PoissonAccuracy& accuracy) {
  if (const auto& errors = accuracy.errors) {
    result.set("accuracy.relative_l2", errors->relative_l2);
    result.set("accuracy.maximum", errors->maximum);
    if (errors->relative_h1) result.set("accuracy.h1", *errors->relative_h1);
  }
  if (accuracy.training_residual) result.set("accuracy.residual_training", *accuracy.training_residual);
  if (accuracy.held_out_residual) result.set("accuracy.residual_held_out", *accuracy.held_out_residual);
}

void report_levels(io::Result& result, const PoissonSummary& summary) {
  std::int64_t steps = 0, nonzeros = 0;
  int levels = 0;
  for (const RbfLevelFit& fit : summary.fits) {
    steps += fit.iterations;
    nonzeros = std::max(nonzeros, fit.nonzeros);
    levels = std::max(levels, fit.level + 1);
  }
  result.set("training.levels", std::int64_t{levels});
  result.set("training.lsqr_iterations", steps);
  result.set("training.nonzeros", nonzeros);
  result.set("training.nonzeros_per_row", static_cast<double>(nonzeros) / static_cast<double>(summary.rows()));
}

void report_network(io::Result& result, const PoissonSummary& summary) {
  result.set("network.neurons", static_cast<std::int64_t>(summary.neurons));
  if (summary.relative_width > 0) result.set("network.relative_width", summary.relative_width);
  result.set("network.largest_weight", summary.largest_weight);
  result.set("training.boundary", summary.hard ? "hard" : "penalty");
  if (!summary.hard) result.set("training.lambda", summary.lambda);
  result.set("training.iterations", summary.iterations);
  result.set("training.residual", summary.last.residual);
  if (summary.config.training.method == TrainingMethod::sparse) return report_levels(result, summary);
  if (summary.config.training.method == TrainingMethod::gradient_cg) return;
  result.set("training.rank", summary.last.rank);
  result.set("training.condition_at_least", summary.last.condition);
}

/// A lower bound: of QR of [A f] for `linear`, for varpro of that and of [A J f] each step; of the products with A and
/// A^T for sparse.
double least_flops(const PoissonSummary& summary) {
  if (summary.config.training.method == TrainingMethod::sparse) {
    double flops = 0;
    for (const RbfLevelFit& fit : summary.fits) {
      flops += 4.0 * static_cast<double>(fit.nonzeros) * (fit.iterations + 1);
    }
    return flops;
  }
  const auto rows = static_cast<double>(summary.rows()), m = static_cast<double>(summary.neurons);
  const double steps = static_cast<double>(summary.timed_iterations), all = m * (summary.config.problem.dimension + 2);
  const double linear = 2 * rows * m * m;
  return summary.config.training.method == TrainingMethod::varpro ? linear + steps * (2 * linear + 2 * rows * all * all)
                                                                  : linear;
}

bool unusual_lambda(const PoissonSummary& summary) {
  constexpr double most = 1e8;
  const double ratio = summary.lambda / summary.automatic_lambda;
  return (!summary.hard || summary.config.estimate) && (ratio > most || ratio < 1 / most);
}

constexpr double wide = 3;  // spacings of the centres

/// Whether some dependent columns are what wide basis functions leave, which fit best, and harmless.
bool has_wide_basis(const PoissonSummary& summary) {
  return summary.relative_width > wide && !unusual_lambda(summary) && summary.interior >= summary.neurons;
}

/// Why the columns may be dependent.
std::string cause_of_dependence(const PoissonSummary& summary) {
  const double given = summary.config.network.relative_width;
  if (unusual_lambda(summary)) return "'training.lambda' may leave too few rows that count";
  if (summary.interior < summary.neurons) return "'points.interior' may be too small";
  if (given > 0 && given < 1) return "widths may be too small";
  if (summary.relative_width > wide) return "widths may be too large";
  return "points may be too few, or centres coincide";
}

/// Whether the rank of the last fit is known and too small.
bool lacks_rank(const PoissonSummary& summary) {
  const bool fitted = summary.iterations == 0 || summary.timed_iterations > 0;  // not only read from a checkpoint
  const auto neurons = static_cast<int>(summary.neurons);
  return has_dense_weights(summary.config.training.method) && fitted &&
         summary.last.rank < (has_wide_basis(summary) ? neurons / 2 : neurons);
}

}  // namespace

io::Result result_of(const PoissonSummary& summary) {
  PoissonConfig config = summary.config;
  io::Result result;
  result.set("solver", "rbf");
  result.set("status", summary.status());
  result.set("problem.interior", static_cast<std::int64_t>(summary.interior));
  result.set("problem.boundary", static_cast<std::int64_t>(summary.boundary));
  result.set("problem.rows", static_cast<std::int64_t>(summary.rows()));
  result.set_fields("options.network", io::fields_of(config.network));
  result.set_fields("options.training", io::fields_of(config.training));
  report_network(result, summary);
  report_accuracy(result, summary.accuracy);
  report_times(result, summary.times);
  result.set("throughput.iterations_per_second",
             per_second(static_cast<double>(summary.timed_iterations), summary.times.solve));
  if (config.training.method != TrainingMethod::gradient_cg) {
    result.set("roofline.flops", least_flops(summary));
    result.set("roofline.flops_per_second", per_second(least_flops(summary), summary.times.solve));
  }
  return result;
}

std::string summary_text(const PoissonSummary& summary) {
  const PoissonAccuracy& accuracy = summary.accuracy;
  std::string text =
      fmt::format("kolibri-poisson: {}: {} neurons, {} rows, {} boundary, {} on {} ({} host threads)\n",
                  summary.status(), summary.neurons, summary.rows(), summary.hard ? "hard" : "penalty",
                  name_of(summary.config.training.method), summary.machine.backend, summary.machine.threads);
  if (const auto& errors = accuracy.errors) {
    text += fmt::format("  error     relative L2 {:.3g}, maximum {:.3g}", errors->relative_l2, errors->maximum);
    text += errors->relative_h1 ? fmt::format(", H1 {:.3g}\n", *errors->relative_h1) : "\n";
  }
  const auto residual = [](const std::optional<double>& norm) { return norm ? fmt::format("{:.3g}", *norm) : "-"; };
  text += fmt::format("  residual  {} at the points of training, {} at others\n", residual(accuracy.training_residual),
                      residual(accuracy.held_out_residual));
  text += fmt::format("  rate      {} iterations, solved in {:.3g} s\n", summary.iterations, summary.times.solve);
  return text + fmt::format("  results   {}\n", summary.config.output.directory.string());
}

std::string fallback_warning() {
  return "kolibri-poisson: warning: 'problem.p' has no values a little outside of the domain, which a hard boundary "
         "needs; took training.boundary=penalty\n";
}

std::string warnings_of(const PoissonSummary& summary) {
  std::string text;
  if (summary.fell_back) text += fallback_warning();
  for (const std::string& norm : summary.accuracy.left_out) {
    text += fmt::format("kolibri-poisson: warning: left out {}\n", norm);
  }
  if (2 * summary.rows() < 3 * summary.unknowns) {
    text +=
        fmt::format("kolibri-poisson: warning: {} rows for {} neurons; 1.5 times as many as neurons are advisable\n",
                    summary.rows(), summary.unknowns);
  }
  if (summary.unseen > 0) {
    text += fmt::format(
        "kolibri-poisson: warning: no row is in the support of {} of {} neurons or more, which have no weight; "
        "'network.relative_width' may be too small\n",
        summary.unseen, summary.neurons);
  }
  if (unusual_lambda(summary)) {
    text +=
        fmt::format("kolibri-poisson: warning: 'training.lambda' is {:.3g}, {:.1g} times the automatic one, {:.3g}\n",
                    summary.lambda, summary.lambda / summary.automatic_lambda, summary.automatic_lambda);
  }
  if (lacks_rank(summary)) {
    text += fmt::format(
        "kolibri-poisson: warning: {} of {} basis functions are independent to round-off, the rank for {} weights; "
        "{}\n",
        summary.last.rank, summary.neurons, summary.neurons, cause_of_dependence(summary));
  }
  return text;
}

}  // namespace kolibri::drivers
