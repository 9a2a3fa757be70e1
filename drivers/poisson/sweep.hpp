#pragma once

#include <kolibri/io/result.hpp>
#include <string>
#include <vector>

#include "common/driver.hpp"
#include "common/outcome.hpp"
#include "poisson/accuracy.hpp"
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
  void train();
  void check();
  io::Result result();
  void write();
  double largest_error() const;
  std::string table() const;
  std::string text() const;

  PoissonConfig m_config;
  RunRequest m_request;
  std::vector<PoissonMember> m_members;
  RowSet m_rows;
  std::vector<NetworkState> m_states;
  std::vector<IterationReport> m_reports;
  std::vector<SolutionErrors> m_errors;  // empty when the solution is not known
  Outcome m_outcome;
  Times m_times;
};

}  // namespace kolibri::drivers
