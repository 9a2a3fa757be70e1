#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/driver.hpp"
#include "poisson/job.hpp"
#include "poisson/member.hpp"

namespace kolibri::drivers {

/// An unknown constant and how well the sensors determine it.
struct Estimate {
  double value = 0;
  double standard_error = 0;  ///< from the curvature of the squared residual, which counts as noise
};

/// The coefficient inverse problem: the constant s for which the rows of the equation, of the boundary and of the
/// sensors fit best, then the network for it.
class EstimateJob final : public Job {
 public:
  EstimateJob(const PoissonConfig& config, const RunRequest& request, const io::GivenKeys& given);

  std::string needs() const override;
  ExitCode run() override;

 private:
  PoissonMember member(double value, const std::vector<Sensor>& sensors) const;
  std::vector<double> residuals(const std::vector<double>& values, const std::vector<Sensor>& sensors) const;
  Estimate search() const;
  double standard_error(double value) const;

  PoissonConfig m_config;
  RunRequest m_request;
  io::GivenKeys m_given;
  std::vector<Sensor> m_sensors;
  std::size_t m_rows = 0, m_neurons = 0;
};

}  // namespace kolibri::drivers
