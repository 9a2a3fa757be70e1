#pragma once

#include <string>
#include <vector>

#include "common/driver.hpp"
#include "poisson/member.hpp"

namespace kolibri::drivers {

/// Many networks as one batch, a value of the swept key each: sweep.csv, network.npy (values, m, d + 2), config.yaml
/// and result.yaml.
class SweepJob final : public Job {
 public:
  SweepJob(const PoissonConfig& config, const RunRequest& request, const io::GivenKeys& given);

  std::string needs() const override;
  ExitCode run() override;

 private:
  double value(std::size_t i) const;

  PoissonConfig m_config;
  RunRequest m_request;
  std::vector<PoissonMember> m_members;
  RowSet m_rows;
};

}  // namespace kolibri::drivers
