#include "poisson/problem.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <kolibri/error.hpp>

#include "poisson/points.hpp"
#include "poisson/smooth.hpp"

namespace kolibri::drivers {
namespace {

/// Parses the formulas of a configuration.
struct Formulas {
  const io::GivenKeys& given;
  int dimension;
  std::optional<double> parameter;

  Expression operator()(const std::string& key, const std::string& text) const {
    try {
      return {key, text, dimension, parameter};
    } catch (const Error& error) {
      fail_at(given, key, error.what());
    }
  }
};

std::unique_ptr<Domain> located_domain(const PoissonConfig& config, const io::GivenKeys& given) {
  try {
    return make_domain(config.domain, config.problem.dimension, config.problem.parameter);
  } catch (const DomainError& error) {
    fail_at(given, given_part(given, error.key), error.what());
  } catch (const Error& error) {
    fail_at(given, "domain", error.what());
  }
}

/// What keeps a lift from the differences that it takes beyond the corners of the domain.
std::optional<KeyError> fault_at_corners(const Lift& lift, const Domain& domain) {
  const auto d = static_cast<std::size_t>(domain.dimension());
  for (std::size_t corner = 0; corner < std::size_t{1} << d; ++corner) {
    Point x = domain.lower();
    for (std::size_t j = 0; j < d; ++j) {
      if ((corner >> j & 1) != 0) x[j] = domain.upper()[j];
    }
    try {
      lift.at(x);
    } catch (const KeyError& error) {
      return error;
    }
  }
  return {};
}

}  // namespace

PoissonProblem::PoissonProblem(const PoissonConfig& config, const io::GivenKeys& given)
    : m_domain(located_domain(config, given)) {
  const PoissonProblemOptions& problem = config.problem;
  const Formulas parsed{given, dimension(), problem.parameter};
  m_divergence = problem.form == EquationForm::divergence;
  m_kappa = parsed("problem.kappa", problem.kappa);
  for (const std::string& text : problem.b) m_b.push_back(parsed("problem.b", text));
  if (m_divergence) require_continuous(*m_kappa, *m_domain);
  m_q = parsed("problem.q", problem.q);
  m_f = parsed("problem.f", problem.f);
  if (!problem.exact.empty()) m_exact = parsed("problem.exact", problem.exact);
  for (const std::string& text : problem.enrichment) m_enrichment.push_back(parsed("problem.enrichment", text));
  assign_conditions(config, given);
  require_unique(given);
  set_lift(config);
}

void PoissonProblem::set_lift(const PoissonConfig& config) {
  const bool automatic = config.training.boundary == BoundaryMethod::automatic;
  if (automatic ? !can_be_hard(config) : config.training.boundary != BoundaryMethod::hard) return;
  m_lift = make_lift(*m_domain, m_conditions[0].value);
  const std::optional<KeyError> fault = fault_at_corners(*m_lift, *m_domain);
  if (!fault) return;
  if (!automatic) {
    throw KeyError(fault->key, concat(fault->what(),
                                      "; a hard boundary takes 'problem.p' a little outside of the domain too, "
                                      "training.boundary=penalty does not"));
  }
  m_lift.reset();
  m_fell_back = true;
}

// The method of 2010 is one with a penalty.
bool PoissonProblem::can_be_hard(const PoissonConfig& config) const {
  return m_domain->has_distance() && m_conditions.size() == 1 && m_enrichment.empty() &&
         config.training.method != TrainingMethod::gradient_cg;
}

void PoissonProblem::assign_conditions(const PoissonConfig& config, const io::GivenKeys& given) {
  const Formulas parsed{given, dimension(), config.problem.parameter};
  const auto& parts = m_domain->parts();
  m_conditions.push_back({ConditionKind::dirichlet, parsed("problem.p", config.problem.p), parsed("problem.p", "0")});
  m_of_part.assign(parts.size(), 0);
  for (std::size_t i = 0; i < config.problem.conditions.size(); ++i) {
    const ConditionOptions& options = config.problem.conditions[i];
    const std::string key = concat("problem.conditions.", i + 1);
    const std::string alpha = options.kind == ConditionKind::robin ? options.alpha : "0";
    m_conditions.push_back({options.kind, parsed(key + ".value", options.value), parsed(key + ".alpha", alpha)});
    for (const std::string& name : options.on) {
      const auto part = std::find(parts.begin(), parts.end(), name);
      if (part == parts.end()) {
        fail_at(given, key + ".on",
                fmt::format("'{}.on' names no part of the boundary with '{}'; there are {}", key, name,
                            fmt::join(parts, ", ")));
      }
      std::size_t& condition = m_of_part[static_cast<std::size_t>(part - parts.begin())];
      if (condition != 0) {
        fail_at(given, key + ".on",
                concat("'", name, "' has a condition already, 'problem.conditions.", condition, "'"));
      }
      condition = i + 1;
    }
  }
}

// A robin condition is one of neumann's where its alpha is 0.
bool PoissonProblem::only_neumann() const {
  constexpr int samples = 256;
  const auto of_kind = [this](ConditionKind kind) {
    return std::any_of(m_of_part.begin(), m_of_part.end(),
                       [&](std::size_t condition) { return m_conditions[condition].kind == kind; });
  };
  if (of_kind(ConditionKind::dirichlet)) return false;
  if (!of_kind(ConditionKind::robin)) return true;
  const std::vector<BoundaryPoint> points = m_domain->boundary(samples);
  return std::all_of(points.begin(), points.end(), [this](const BoundaryPoint& point) {
    return value_or_nan(condition_of(point.part).alpha, point.x) == 0;
  });
}

void PoissonProblem::require_unique(const io::GivenKeys& given) const {
  if (!only_neumann()) return;
  for (const Point& x : random_points(*m_domain, 32, 1, 0)) {
    if ((*m_q)(x) != 0) return;
  }
  fail_at(given, "problem.conditions",
          "with neumann conditions alone and q = 0 the solution is known up to a constant; give a dirichlet or a robin "
          "condition on some part");
}

OperatorAt PoissonProblem::operator_at(const Point& x) const {
  OperatorAt result{(*m_kappa)(x), {}, (*m_q)(x), (*m_f)(x)};
  for (std::size_t j = 0; j < m_b.size(); ++j) result.b[j] = m_b[j](x);
  if (!m_divergence || m_kappa->constant()) return result;
  const Point slope = smooth_gradient(*m_kappa, dimension(), x, m_domain->size());
  for (std::size_t j = 0; j < 3; ++j) result.b[j] += slope[j];
  return result;
}

Composition PoissonProblem::composition_at(const Point& x) const {
  if (!hard()) return {{}, {1, {}, 0}};
  return {m_lift->at(x), m_domain->distance(x)};
}

const Condition& PoissonProblem::condition_of(int part) const {
  return m_conditions[m_of_part[static_cast<std::size_t>(part)]];
}

}  // namespace kolibri::drivers
