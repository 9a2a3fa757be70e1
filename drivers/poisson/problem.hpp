#pragma once

#include <kolibri/io/yaml_reader.hpp>
#include <memory>
#include <optional>
#include <vector>

#include "poisson/config.hpp"
#include "poisson/domain.hpp"
#include "poisson/expression.hpp"
#include "poisson/lift.hpp"

namespace kolibri::drivers {

/// A condition with its formulas: du/dn + alpha u = value, or u = value.
struct Condition {
  ConditionKind kind;
  Expression value, alpha;
};

/// An operator's coefficients and right-hand side at a point.
struct OperatorAt {
  double kappa = 0;
  Point b{};
  double q = 0;
  double f = 0;
};

/// u = lift + factor * network at a point, the derivatives of both; penalty: lift 0 and factor 1.
struct Composition {
  Derivatives lift, factor;
};

/// The boundary-value problem with its formulas parsed and its conditions assigned to the parts of the boundary.
class PoissonProblem {
 public:
  /// Throws Error, with the place of the key, for formulas and domains that are none, and for problems without a unique
  /// solution.
  PoissonProblem(const PoissonConfig& config, const io::GivenKeys& given);

  const Domain& domain() const { return *m_domain; }
  int dimension() const { return m_domain->dimension(); }

  /// Whether the boundary values are built into the solution.
  bool hard() const { return m_lift != nullptr; }

  /// Whether they would be, had p values a little outside of the domain too.
  bool fell_back() const { return m_fell_back; }

  OperatorAt operator_at(const Point& x) const;
  Composition composition_at(const Point& x) const;
  const Condition& condition_of(int part) const;

  /// Functions that join the network.
  const std::vector<Expression>& enrichment() const { return m_enrichment; }

  /// The solution, where it is known.
  const std::optional<Expression>& exact() const { return m_exact; }

  /// The step of differences of formulas.
  double difference_step() const { return 0.01 * m_domain->size(); }

  /// The same for functions with a singularity, near which it has to be small.
  double singular_step() const { return 0.1 * difference_step(); }

 private:
  bool can_be_hard(const PoissonConfig& config) const;
  void assign_conditions(const PoissonConfig& config, const io::GivenKeys& given);
  void require_unique(const io::GivenKeys& given) const;
  bool only_neumann() const;
  void set_lift(const PoissonConfig& config);

  std::unique_ptr<Domain> m_domain;
  bool m_divergence = false;  // div(kappa grad u)
  std::optional<Expression> m_kappa, m_q, m_f, m_exact;
  std::vector<Expression> m_b, m_enrichment;
  std::vector<Condition> m_conditions;  // the first one is u = p
  std::vector<std::size_t> m_of_part;
  std::unique_ptr<Lift> m_lift;  // where the boundary is hard
  bool m_fell_back = false;
};

}  // namespace kolibri::drivers
