#pragma once

#include <array>
#include <kolibri/rbf_sparse_report.hpp>
#include <memory>
#include <vector>

#include "poisson/collocation.hpp"
#include "poisson/config.hpp"

namespace kolibri::drivers {

/// All that training carries from one iteration to the next.
struct NetworkState {
  int dimension = 2;
  std::vector<double> centres;     ///< (m, d)
  std::vector<double> log_widths;  ///< (m)
  std::vector<double> weights;     ///< (m)
  std::array<double, 2> steps{};   ///< damping of varpro; the rates of gradient_cg
  std::vector<double> enrichment;  ///< coefficients of the functions that join the network
  std::vector<int> levels;         ///< sparse: neurons of each level

  std::size_t neurons() const { return log_widths.size(); }
};

/// What an iteration says of itself.
struct IterationReport {
  int info = 0;  ///< that of RbfStatus
  double residual = 0;
  double condition = 0;
  int rank = 0;
  double leave_one_out = 0;  ///< where network.width_choice asks for it
};

/// Trains one network on the default execution space: the part of the driver that knows Kokkos.
class Trainer {
 public:
  Trainer(const PoissonConfig& config, const NetworkState& start);
  ~Trainer();
  Trainer(const Trainer&) = delete;
  Trainer& operator=(const Trainer&) = delete;

  void set_rows(const RowSet& rows);

  /// Weights alone; an iteration of the method. Both wait for the device.
  IterationReport solve_weights();
  IterationReport iterate();

  NetworkState state() const;

  const std::vector<double>& enrichment() const { return m_enrichment; }

  /// What sparse says of its levels.
  const std::vector<RbfLevelFit>& fits() const { return m_fits; }

  /// The network and its derivatives at points, without what joins it.
  std::vector<Derivatives> evaluate(const std::vector<Point>& points) const;

 private:
  struct Device;

  IterationReport solve_sparse();

  std::vector<double> m_enrichment;
  std::vector<int> m_levels;
  std::vector<RbfLevelFit> m_fits;
  std::unique_ptr<Device> m_device;
};

/// Trains networks of one shape as one batch, all on the same rows or each on its own set: weights first, then so many
/// iterations of the method. Writes the states.
std::vector<IterationReport> train_all(const PoissonConfig& config, const RowSet& rows,
                                       std::vector<NetworkState>& states, int iterations);

}  // namespace kolibri::drivers
