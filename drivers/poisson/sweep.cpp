#include "poisson/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <kolibri/error.hpp>
#include <kolibri/io/config_dump.hpp>
#include <kolibri/io/npy.hpp>
#include <kolibri/io/output_folder.hpp>
#include <kolibri/io/result.hpp>
#include <kolibri/version.hpp>

#include "common/outcome.hpp"
#include "poisson/accuracy.hpp"
#include "poisson/output.hpp"
#include "poisson/start.hpp"

namespace kolibri::drivers {
namespace {

std::vector<NetworkState> starts_of(const std::vector<PoissonMember>& members) {
  const PoissonMember& middle = members[members.size() / 2];
  const double asked = middle.config.network.relative_width;
  const double width = asked > 0 ? asked : best_width(middle.config, middle.problem.domain(), middle.rows, {});
  std::vector<NetworkState> states;
  states.reserve(members.size());
  for (const PoissonMember& member : members) {
    const double own = member.config.network.relative_width;
    states.push_back(grid_network(member.problem.domain(), member.config.network, own > 0 ? own : width));
    require(states.back().neurons() == states.front().neurons(),
            "all networks of a sweep must have as many neurons as the first one, ", states.front().neurons(), ", got ",
            states.back().neurons());
  }
  return states;
}

}  // namespace

SweepJob::SweepJob(const PoissonConfig& config, const RunRequest& request, const io::GivenKeys& given)
    : m_config(config), m_request(request) {
  const SweepOptions& sweep = *config.sweep;
  m_members.reserve(static_cast<std::size_t>(sweep.count));
  for (std::size_t i = 0; i < static_cast<std::size_t>(sweep.count); ++i) {
    m_members.emplace_back(config, given, sweep.key, value(i), std::vector<Sensor>{});
    try {
      append_set(m_rows, m_members.back().rows);
    } catch (const Error& error) {
      fail_at(given, "sweep", error.what());
    }
  }
}

double SweepJob::value(std::size_t i) const {
  const SweepOptions& sweep = *m_config.sweep;
  return sweep.from + (sweep.to - sweep.from) * static_cast<double>(i) / (sweep.count - 1);
}

std::string SweepJob::needs() const {
  return fmt::format("valid: {} networks, {} rows each\n", m_members.size(), m_rows.rows);
}

ExitCode SweepJob::run() {
  Times times{.setup = m_request.start_seconds};
  const bool linear = m_config.training.method == TrainingMethod::linear;
  std::vector<NetworkState> states = starts_of(m_members);
  std::vector<IterationReport> reports;
  {
    const TimedPart part(times.solve);
    reports = train_all(m_config, m_rows, states, linear ? 0 : m_config.training.iterations);
  }
  Outcome outcome;
  std::string table = "value,info,residual,relative_l2,maximum\n";
  std::vector<double> networks;
  double worst = 0;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const TimedPart part(times.check);
    const int info = std::min(reports[i].info, 0);
    outcome.append(&info, 1);
    append_network(networks, states[i]);
    table += fmt::format("{},{},{}", value(i), info, reports[i].residual);
    if (m_members[i].problem.exact()) {
      constexpr int along = 21;
      const SolutionErrors errors = errors_of(m_members[i].problem, Trainer(m_members[i].config, states[i]), along);
      worst = std::max(worst, errors.relative_l2);
      table += fmt::format(",{},{}\n", errors.relative_l2, errors.maximum);
    } else {
      table += ",,\n";
    }
  }
  io::Result result;
  result.set("solver", "rbf");
  result.set("status", outcome.status());
  result.set("problem.networks", static_cast<std::int64_t>(states.size()));
  result.set("problem.rows", m_rows.rows);
  result.set_fields("options.sweep", io::fields_of(*m_config.sweep));
  result.set_fields("options.training", io::fields_of(m_config.training));
  if (m_members.front().problem.exact()) result.set("accuracy.relative_l2", worst);
  outcome.report(result);
  report_times(result, times);
  result.set("throughput.networks_per_second", per_second(static_cast<double>(states.size()), times.solve));
  report_machine(result, machine(), version);
  io::OutputFolder folder(m_config.output.directory);
  folder.write_text("sweep.csv", table);
  io::write_npy(folder.file("network.npy"), io::Dtype::float64,
                {static_cast<std::int64_t>(states.size()), static_cast<std::int64_t>(states[0].neurons()),
                 states[0].dimension + 2},
                networks.data());
  folder.write_text("config.yaml",
                    fmt::format("# kolibri-poisson {}\n{}", version, io::dump_config(io::fields_of(m_config))));
  folder.write_text("result.yaml", result.text());
  folder.commit();
  if (outcome.bad() > 0) fmt::print(stderr, "kolibri-poisson: {}\n", outcome.text());
  if (!m_request.quiet) {
    fmt::print("kolibri-poisson: {}: {} networks of {} neurons, {} rows each\n", outcome.status(), states.size(),
               states[0].neurons(), m_rows.rows);
    if (m_members.front().problem.exact()) fmt::print("  error     relative L2 {:.3g} at most\n", worst);
    fmt::print("  rate      {:.4g} networks/s, solved in {:.3g} s\n  results   {}\n",
               per_second(static_cast<double>(states.size()), times.solve), times.solve, folder.path().string());
  }
  return outcome.exit_code();
}

}  // namespace kolibri::drivers
