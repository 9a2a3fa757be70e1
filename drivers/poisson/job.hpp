#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/driver.hpp"
#include "poisson/checkpoint.hpp"
#include "poisson/config.hpp"
#include "poisson/enrichment.hpp"
#include "poisson/problem.hpp"
#include "poisson/report.hpp"

namespace kolibri::drivers {

/// One run of kolibri-poisson: a problem to a trained network and its folder.
class PoissonJob final : public Job {
 public:
  /// `sensors` are measurements that the network has to fit too.
  PoissonJob(const PoissonConfig& config, const RunRequest& request, const io::GivenKeys& given,
             const std::vector<Sensor>& sensors = {});

  std::string needs() const override;
  ExitCode run() override;

  /// A key of result.yaml beside the usual ones.
  void note(const std::string& key, double value) { m_notes.emplace_back(key, value); }

 private:
  void set_points(const PointOptions& options, std::uint64_t generation);
  void set_rows();
  void adapt_points();
  NetworkState first_network(const Columns& columns);
  void prepare(const std::optional<Checkpoint>& resumed);
  void train();
  void keep(const IterationReport& report);
  bool regenerates() const;
  std::string configuration() const;
  ExitCode finish();

  RunRequest m_request;
  PoissonProblem m_problem;
  PointSet m_points;
  RowSet m_rows;
  std::string m_fingerprint;  // of the training, for checkpoints
  std::optional<Checkpoint> m_resumed;
  std::unique_ptr<Trainer> m_trainer;
  std::vector<HistoryEntry> m_history;
  std::vector<std::pair<std::string, double>> m_notes;
  PoissonSummary m_summary;
};

/// No training: the network of an earlier run at points of a file.
class EvaluationJob final : public Job {
 public:
  EvaluationJob(const PoissonConfig& config, const RunRequest& request, const io::GivenKeys& given);

  std::string needs() const override;
  ExitCode run() override;

 private:
  PoissonConfig m_config;
  RunRequest m_request;
  PoissonProblem m_problem;
  NetworkState m_network;
  std::vector<Point> m_points;
};

}  // namespace kolibri::drivers
