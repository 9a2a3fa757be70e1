#include "poisson/config.hpp"

#include <charconv>
#include <cmath>
#include <kolibri/error.hpp>
#include <kolibri/rbf_fields.hpp>

#include "common/scalars.hpp"
#include "poisson/levels.hpp"

namespace kolibri::drivers {
namespace {

/// 0 for `auto`, NaN for what is no number > 0.
double parsed_lambda(const std::string& text) {
  if (text == "auto") return 0;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool good = error == std::errc{} && end == text.data() + text.size() && std::isfinite(value) && value > 0;
  return good ? value : std::nan("");
}

void validate_training(const PoissonConfig& config, const io::GivenKeys& given) {
  const TrainingOptions& training = config.training;
  if (std::isnan(parsed_lambda(training.lambda))) {
    fail_at(given, "training.lambda",
            concat("'training.lambda' must be auto or a number > 0; got '", training.lambda, "'"));
  }
  const bool shape = config.domain.shape == DomainShape::box || config.domain.shape == DomainShape::disc;
  const bool enriched = !config.problem.enrichment.empty(), dense = has_dense_weights(training.method);
  if (enriched && (training.boundary == BoundaryMethod::hard || !dense)) {
    fail_at(given, "problem.enrichment",
            "'problem.enrichment' needs 'training.method' varpro or linear, and no 'training.boundary' hard");
  }
  if (training.boundary != BoundaryMethod::hard) return;
  if (!shape) {
    fail_at(
        given, "training.boundary",
        concat("'training.boundary' hard needs a box or a disc, not a 'domain.shape' ", name_of(config.domain.shape)));
  }
  if (!config.problem.conditions.empty()) {
    fail_at(given, "training.boundary",
            "'training.boundary' hard needs u = p on the whole boundary, without 'problem.conditions'");
  }
}

void validate_conditions(const PoissonConfig& config, const io::GivenKeys& given) {
  const auto& conditions = config.problem.conditions;
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    const std::string key = concat("problem.conditions.", i + 1);
    if (conditions[i].on.empty()) fail_at(given, key, concat("'", key, ".on' names no part of the boundary"));
  }
}

void validate_network(const PoissonConfig& config, const io::GivenKeys& given) {
  constexpr double least = 1e-6;
  const double width = config.network.relative_width;
  if (width == 0 || width >= least) return;
  fail_at(given, "network.relative_width",
          concat("'network.relative_width' must be 0, for the best one, or at least ", least, "; got ", width));
}

void validate_choices(const PoissonConfig& config, const io::GivenKeys& given) {
  const bool dense = has_dense_weights(config.training.method);
  const bool many = config.sweep.has_value() || config.estimate.has_value();
  if (config.points.layout == PointLayout::adaptive && (!dense || many)) {
    fail_at(given, "points.layout",
            "'points.layout' adaptive needs 'training.method' varpro or linear, and no 'sweep' or 'estimate'");
  }
  if (config.points.layout == PointLayout::adaptive && !config.domain.interior_file.empty()) {
    fail_at(given, "points.layout",
            "'points.layout' adaptive has no points to choose: 'domain.interior_file' gives them");
  }
  const bool chosen = config.network.start == NetworkStart::grid && config.network.relative_width == 0;
  if (config.network.width_choice == WidthChoice::leave_one_out && !chosen) {
    fail_at(given, "network.width_choice",
            "'network.width_choice' leave_one_out needs 'network.start' grid and 'network.relative_width' 0");
  }
  if (config.network.width_choice == WidthChoice::leave_one_out && (!dense || !config.problem.enrichment.empty())) {
    fail_at(given, "network.width_choice",
            "'network.width_choice' leave_one_out needs 'training.method' varpro or linear, and no "
            "'problem.enrichment'");
  }
}

void validate_sparse(const PoissonConfig& config, const io::GivenKeys& given) {
  if (config.training.method != TrainingMethod::sparse) return;
  if (config.network.basis != RbfBasis::wendland_c4) {
    fail_at(given, "training.method",
            concat("'training.method' sparse needs 'network.basis' wendland_c4, which is zero beyond its width, not ",
                   name_of(config.network.basis)));
  }
  if (config.network.start != NetworkStart::grid || config.sweep || config.estimate) {
    fail_at(given, "training.method",
            "'training.method' sparse needs 'network.start' grid, and no 'sweep' or 'estimate'");
  }
  if (level_grids(config.network.grid, config.training.levels).front() < 2) {
    fail_at(given, "training.levels",
            concat("'training.levels' are too many: halved ", config.training.levels - 1, " times, 'network.grid' ",
                   config.network.grid, " has less than 2 centres along the longest side"));
  }
}

void validate_many(const PoissonConfig& config, const io::GivenKeys& given) {
  if (config.sweep && config.estimate)
    fail_at(given, "estimate", "'sweep' and 'estimate' are both given; keep one of them");
  const bool greedy = config.network.start == NetworkStart::greedy, enriched = !config.problem.enrichment.empty();
  if ((config.sweep || config.estimate) && (greedy || enriched)) {
    fail_at(given, config.sweep ? "sweep" : "estimate",
            "'sweep' and 'estimate' need 'network.start' grid, and no 'problem.enrichment'");
  }
  if (!config.estimate) return;
  if (config.estimate->sensors.empty()) fail_at(given, "estimate", "'estimate' needs 'sensors'");
  if (!(config.estimate->lower < config.estimate->upper)) {
    fail_at(given, "estimate",
            concat("'estimate.lower' must be below 'estimate.upper', got ", config.estimate->lower, " and ",
                   config.estimate->upper));
  }
}

}  // namespace

double lambda_of(const TrainingOptions& options) { return parsed_lambda(options.lambda); }

void validate(const PoissonConfig& config, const io::GivenKeys& given) {
  const auto components = static_cast<std::size_t>(config.problem.dimension);
  if (!config.problem.b.empty() && config.problem.b.size() != components) {
    fail_at(given, "problem.b",
            concat("'problem.b' must have ", components, " components, got ", config.problem.b.size()));
  }
  validate_conditions(config, given);
  validate_network(config, given);
  validate_training(config, given);
  validate_choices(config, given);
  validate_sparse(config, given);
  validate_many(config, given);
}

}  // namespace kolibri::drivers
