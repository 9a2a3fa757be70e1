#pragma once

#include <memory>
#include <string>

#include "common/driver.hpp"
#include "inverse/batch_solver.hpp"
#include "inverse/config.hpp"
#include "inverse/input.hpp"
#include "inverse/report.hpp"

namespace kolibri::drivers {

/// One run of a task of kolibri-inverse over a batch: input to output folder, chunk by chunk.
class InverseJob final : public Job {
 public:
  InverseJob(const InverseConfig& config, const RunRequest& request);

  std::string needs() const override;
  ExitCode run() override;

 private:
  void solve_chunks(class InverseOutput& output);
  void count(const InverseChunk& chunk, std::int64_t members);
  void check_chunk(std::int64_t members);
  std::string configuration() const;
  void tell() const;

  RunRequest m_request;
  InverseInput m_input;
  std::unique_ptr<InverseBatchSolver> m_solver;
  InverseSummary m_summary;
};

}  // namespace kolibri::drivers
