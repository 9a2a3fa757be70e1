#pragma once

#include <memory>
#include <string>

#include "common/driver.hpp"
#include "common/matrix_input.hpp"
#include "common/stopwatch.hpp"
#include "eigh/batch_solver.hpp"
#include "eigh/config.hpp"
#include "eigh/report.hpp"

namespace kolibri::drivers {

/// One run of kolibri-eigh: input to output folder, chunk by chunk.
class EighJob final : public Job {
 public:
  EighJob(const EighConfig& config, const RunRequest& request);

  std::string needs() const override;
  ExitCode run() override;

 private:
  void solve_chunks(class EighOutput& output);
  void check_chunk(std::int64_t count);
  std::string configuration() const;

  RunRequest m_request;
  MatrixInput m_input;
  std::unique_ptr<EighBatchSolver> m_solver;
  EighSummary m_summary;
};

}  // namespace kolibri::drivers
