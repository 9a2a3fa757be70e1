#pragma once

#include <kolibri/io/yaml_reader.hpp>
#include <memory>
#include <string>

#include "common/driver.hpp"
#include "common/kokkos_session.hpp"
#include "common/outcome.hpp"
#include "common/stopwatch.hpp"
#include "inverse/batch_solver.hpp"
#include "inverse/config.hpp"
#include "inverse/program_input.hpp"

namespace kolibri::drivers {

/// One run of the task `program` of kolibri-inverse.
class ProgramJob final : public Job {
 public:
  ProgramJob(const InverseConfig& config, const RunRequest& request, const io::GivenKeys& given);

  std::string needs() const override;
  ExitCode run() override;

 private:
  void solve_chunks(class InverseOutput& output);
  std::string configuration() const;
  std::string result() const;
  std::string summary() const;

  InverseConfig m_config;
  RunRequest m_request;
  ProgramInput m_input;
  std::unique_ptr<InverseBatchSolver> m_solver;
  Outcome m_outcome;
  Times m_times;
  Machine m_machine;
};

/// What --print-config adds for a program: the memory that a team needs for its matrices.
std::string program_notes(const InverseConfig& config, const io::GivenKeys& given);

}  // namespace kolibri::drivers
