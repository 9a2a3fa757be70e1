#include "poisson/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <kolibri/error.hpp>
#include <kolibri/io/config_dump.hpp>
#include <kolibri/io/npy.hpp>
#include <kolibri/io/output_folder.hpp>
#include <kolibri/version.hpp>

#include "poisson/config_fields.hpp"
#include "poisson/output.hpp"
#include "poisson/report.hpp"
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

void SweepJob::train() {
  const TimedPart part(m_times.solve);
  m_states = starts_of(m_members);
  const bool linear = m_config.training.method == TrainingMethod::linear;
  m_reports = train_all(m_config, m_rows, m_states, linear ? 0 : m_config.training.iterations);
}

// A step that finds nothing better is no failure.
void SweepJob::check() {
  const TimedPart part(m_times.check);
  for (std::size_t i = 0; i < m_states.size(); ++i) {
    const int info = std::min(m_reports[i].info, 0);
    m_outcome.append(&info, 1);
    if (!m_members[i].problem.exact()) continue;
    constexpr int along = 21;
    try {
      m_errors.push_back(errors_of(m_members[i].problem, Trainer(m_members[i].config, m_states[i]), along));
    } catch (const KeyError& error) {
      m_errors.push_back({std::nan(""), std::nan(""), {}});
      fmt::print(stderr, "kolibri-poisson: warning: left out the error at {}: {}\n", value(i), error.what());
    }
  }
}

double SweepJob::largest_error() const {
  double largest = 0;
  for (const SolutionErrors& errors : m_errors) largest = std::max(largest, errors.relative_l2);
  return largest;
}

std::string SweepJob::table() const {
  std::string table = "value,info,residual,relative_l2,maximum\n";
  for (std::size_t i = 0; i < m_states.size(); ++i) {
    table += fmt::format("{},{},{},", value(i), std::min(m_reports[i].info, 0), m_reports[i].residual);
    table += m_errors.empty() ? ",\n" : fmt::format("{},{}\n", m_errors[i].relative_l2, m_errors[i].maximum);
  }
  return table;
}

io::Result SweepJob::result() {
  io::Result result;
  result.set("solver", "rbf");
  result.set("status", m_outcome.status());
  result.set("problem.networks", static_cast<std::int64_t>(m_states.size()));
  result.set("problem.rows", m_rows.rows);
  result.set_fields("options.sweep", io::fields_of(*m_config.sweep));
  result.set_fields("options.training", io::fields_of(m_config.training));
  if (!m_errors.empty()) result.set("accuracy.relative_l2", largest_error());
  m_outcome.report(result);
  report_times(result, m_times);
  result.set("throughput.networks_per_second", per_second(static_cast<double>(m_states.size()), m_times.solve));
  report_machine(result, machine(), version);
  return result;
}

void SweepJob::write() {
  std::vector<double> networks;
  for (const NetworkState& state : m_states) append_network(networks, state);
  io::OutputFolder folder(m_config.output.directory);
  folder.write_text("sweep.csv", table());
  io::write_npy(folder.file("network.npy"), io::Dtype::float64,
                {static_cast<std::int64_t>(m_states.size()), static_cast<std::int64_t>(m_states[0].neurons()),
                 m_states[0].dimension + 2},
                networks.data());
  folder.write_text("config.yaml",
                    fmt::format("# kolibri-poisson {}\n{}", version, io::dump_config(io::fields_of(m_config))));
  folder.write_text("result.yaml", result().text());
  folder.commit();
}

std::string SweepJob::text() const {
  std::string text = fmt::format("kolibri-poisson: {}: {} networks of {} neurons, {} rows each\n", m_outcome.status(),
                                 m_states.size(), m_states[0].neurons(), m_rows.rows);
  if (!m_errors.empty()) text += fmt::format("  error     relative L2 {:.3g} at most\n", largest_error());
  text += fmt::format("  rate      {:.4g} networks/s, solved in {:.3g} s\n",
                      per_second(static_cast<double>(m_states.size()), m_times.solve), m_times.solve);
  return text + fmt::format("  results   {}\n", m_config.output.directory.string());
}

ExitCode SweepJob::run() {
  m_times.setup = m_request.start_seconds;
  train();
  check();
  write();
  const bool fell_back =
      std::any_of(m_members.begin(), m_members.end(), [](const auto& member) { return member.problem.fell_back(); });
  if (fell_back) fmt::print(stderr, "{}", fallback_warning());
  if (m_outcome.bad() > 0) fmt::print(stderr, "kolibri-poisson: {}\n", m_outcome.text());
  if (!m_request.quiet) fmt::print("{}", text());
  return m_outcome.exit_code();
}

}  // namespace kolibri::drivers
