#include "poisson/trainer.hpp"

#include <Kokkos_Core.hpp>
#include <cmath>
#include <kolibri/rbf.hpp>
#include <kolibri/rbf_sparse.hpp>
#include <utility>

namespace kolibri::drivers {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Memory = Exec::memory_space;
template <class Data>
using View = Kokkos::View<Data, Kokkos::LayoutRight, Memory>;

/// Copies `from`, in C order, into all of a View.
template <class Data>
void copy_in(const Exec& exec, const View<Data>& to, const std::vector<double>& from) {
  if (from.empty()) return;
  const Kokkos::View<const double*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> host(from.data(),
                                                                                                     from.size());
  const Kokkos::View<double*, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>> device(to.data(), to.size());
  Kokkos::deep_copy(exec, device, host);
  exec.fence("kolibri::poisson copy");
}

template <class Data>
std::vector<double> copy_out(const Exec& exec, const View<Data>& from) {
  std::vector<double> to(from.size());
  if (to.empty()) return to;
  const Kokkos::View<double*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> host(to.data(), to.size());
  const Kokkos::View<const double*, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>> device(from.data(), from.size());
  Kokkos::deep_copy(exec, host, device);
  exec.fence("kolibri::poisson copy");
  return to;
}

struct DeviceRows {
  View<double***> points, operators;
  View<double**> targets;

  DeviceRows() = default;
  DeviceRows(const Exec& exec, const RowSet& rows)
      : points("kolibri::poisson points", sets(rows.points, rows, rows.dimension), rows.rows, rows.dimension),
        operators("kolibri::poisson operators", sets(rows.operators, rows, rows.dimension + 2), rows.rows,
                  rows.dimension + 2),
        targets("kolibri::poisson targets", sets(rows.targets, rows, 1), rows.rows) {
    copy_in(exec, points, rows.points);
    copy_in(exec, operators, rows.operators);
    copy_in(exec, targets, rows.targets);
  }
  auto rows() const { return rbf_rows(points, operators, targets); }

  static std::size_t sets(const std::vector<double>& numbers, const RowSet& rows, int columns) {
    return numbers.size() / (static_cast<std::size_t>(rows.rows) * static_cast<std::size_t>(columns));
  }
};

/// Networks of one shape, a state for each.
struct DeviceNetworks {
  View<double***> centres;
  View<double**> log_widths, weights;
  RbfStatus<double, Memory> status;

  DeviceNetworks(const Exec& exec, const std::vector<NetworkState>& states, bool leave_one_out)
      : centres("kolibri::poisson centres", states.size(), states[0].neurons(), states[0].dimension),
        log_widths("kolibri::poisson log_widths", states.size(), states[0].neurons()),
        weights("kolibri::poisson weights", states.size(), states[0].neurons()) {
    std::vector<double> c, a, w;
    for (const NetworkState& state : states) {
      c.insert(c.end(), state.centres.begin(), state.centres.end());
      a.insert(a.end(), state.log_widths.begin(), state.log_widths.end());
      w.insert(w.end(), state.weights.begin(), state.weights.end());
    }
    copy_in(exec, centres, c);
    copy_in(exec, log_widths, a);
    copy_in(exec, weights, w);
    status.info = Kokkos::View<int*, Memory>("kolibri::poisson info", states.size());
    status.rank = Kokkos::View<int*, Memory>("kolibri::poisson rank", states.size());
    status.residual = Kokkos::View<double*, Memory>("kolibri::poisson residual", states.size());
    status.condition = Kokkos::View<double*, Memory>("kolibri::poisson condition", states.size());
    if (leave_one_out) {
      status.leave_one_out = Kokkos::View<double*, Memory>("kolibri::poisson leave_one_out", states.size());
    }
  }
  auto networks(RbfBasis basis) const { return rbf_networks(basis, centres, log_widths, weights); }

  std::vector<IterationReport> reports(const Exec& exec) const {
    exec.fence("kolibri::poisson iteration");
    const auto on_host = [](const auto& view) {
      return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
    };
    const auto info = on_host(status.info), rank = on_host(status.rank);
    const auto residual = on_host(status.residual), condition = on_host(status.condition);
    const auto left_out = on_host(status.leave_one_out);
    std::vector<IterationReport> all;
    all.reserve(info.size());
    for (std::size_t b = 0; b < info.size(); ++b) {
      all.push_back({info(b), residual(b), condition(b), rank(b), left_out.size() > 0 ? left_out(b) : 0});
    }
    return all;
  }

  /// Writes the parameters of every network to its state.
  void store(const Exec& exec, std::vector<NetworkState>& states) const {
    const std::vector<double> c = copy_out(exec, centres), a = copy_out(exec, log_widths), w = copy_out(exec, weights);
    const auto part = [&](const std::vector<double>& all, std::size_t b) {
      const std::size_t size = all.size() / states.size();
      const auto first = all.begin() + static_cast<std::ptrdiff_t>(b * size);
      return std::vector<double>(first, first + static_cast<std::ptrdiff_t>(size));
    };
    for (std::size_t b = 0; b < states.size(); ++b) {
      states[b].centres = part(c, b);
      states[b].log_widths = part(a, b);
      states[b].weights = part(w, b);
    }
  }
};

/// Networks in training, on the device, with what their method remembers from one iteration to the next.
struct DeviceTraining {
  Exec exec;
  RbfBasis basis;
  TrainingOptions options;
  DeviceRows rows;
  DeviceNetworks network;
  Kokkos::View<double*, Memory> damping;
  Kokkos::View<double* [2], Memory> rates;

  DeviceTraining(const PoissonConfig& config, const std::vector<NetworkState>& states)
      : basis(config.network.basis),
        options(config.training),
        network(exec, states, config.network.width_choice == WidthChoice::leave_one_out),
        damping("kolibri::poisson damping", states.size()),
        rates("kolibri::poisson rates", states.size()) {}

  void solve_weights() const {
    rbf_linear(exec, rows.rows(), network.networks(basis), network.status, {.regularisation = options.regularisation});
  }

  /// One iteration of the method.
  void iterate() const {
    if (options.method == TrainingMethod::linear) return solve_weights();
    const auto networks = network.networks(basis);
    if (options.method == TrainingMethod::gradient_cg) {
      return rbf_gradient_cg(exec, rows.rows(), networks, rates, network.status, options.descent);
    }
    RbfVarproOptions varpro;
    varpro.regularisation = options.regularisation;
    rbf_varpro(exec, rows.rows(), networks, damping, network.status, varpro);
  }
};

}  // namespace

struct Trainer::Device : DeviceTraining {
  using DeviceTraining::DeviceTraining;
};

Trainer::Trainer(const PoissonConfig& config, const NetworkState& start)
    : m_enrichment(start.enrichment),
      m_levels(start.levels),
      m_device(std::make_unique<Device>(config, std::vector<NetworkState>{start})) {
  Kokkos::deep_copy(m_device->damping, start.steps[0]);
  const auto rates = Kokkos::create_mirror_view(m_device->rates);
  for (std::size_t i = 0; i < 2; ++i) rates(0, i) = start.steps[i];
  Kokkos::deep_copy(m_device->rates, rates);
}

Trainer::~Trainer() = default;

void Trainer::set_rows(const RowSet& rows) { m_device->rows = DeviceRows(m_device->exec, rows); }

IterationReport Trainer::solve_sparse() {
  const Device& d = *m_device;
  RbfSparseReport report = rbf_sparse(d.exec, d.rows.rows(), d.network.networks(d.basis), m_levels, d.options.lsqr);
  m_fits = std::move(report.fits);
  return {report.info, m_fits.empty() ? std::nan("") : m_fits.back().residual, 0, 0, 0};
}

IterationReport Trainer::solve_weights() {
  if (m_device->options.method == TrainingMethod::sparse) return solve_sparse();
  m_device->solve_weights();
  return m_device->network.reports(m_device->exec).front();
}

IterationReport Trainer::iterate() {
  m_device->iterate();
  return m_device->network.reports(m_device->exec).front();
}

NetworkState Trainer::state() const {
  const Device& d = *m_device;
  std::vector<NetworkState> states(1);
  d.network.store(d.exec, states);
  NetworkState& state = states.front();
  state.dimension = static_cast<int>(d.network.centres.extent(2));
  state.enrichment = m_enrichment;
  if (d.options.method == TrainingMethod::gradient_cg) {
    const auto rates = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), d.rates);
    state.steps = {rates(0, 0), rates(0, 1)};
  } else {
    state.steps[0] = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), d.damping)(0);
  }
  return std::move(state);
}

std::vector<Derivatives> Trainer::evaluate(const std::vector<Point>& points) const {
  const Device& device = *m_device;
  const std::size_t n = points.size(), d = device.network.centres.extent(2);
  std::vector<double> coordinates;
  coordinates.reserve(n * d);
  for (const Point& x : points)
    coordinates.insert(coordinates.end(), x.begin(), x.begin() + static_cast<std::ptrdiff_t>(d));
  const View<double***> at("kolibri::poisson points", 1, n, d), gradients("kolibri::poisson gradients", 1, n, d);
  const View<double**> values("kolibri::poisson values", 1, n), laplacians("kolibri::poisson laplacians", 1, n);
  copy_in(device.exec, at, coordinates);
  rbf_evaluate(device.exec, device.network.networks(device.basis), at, values, gradients, laplacians);
  const std::vector<double> u = copy_out(device.exec, values), g = copy_out(device.exec, gradients),
                            l = copy_out(device.exec, laplacians);
  std::vector<Derivatives> results(n);
  for (std::size_t i = 0; i < n; ++i) {
    results[i].value = u[i];
    results[i].laplacian = l[i];
    for (std::size_t j = 0; j < d; ++j) results[i].gradient[j] = g[i * d + j];
  }
  return results;
}

std::vector<IterationReport> train_all(const PoissonConfig& config, const RowSet& rows,
                                       std::vector<NetworkState>& states, int iterations) {
  DeviceTraining training(config, states);
  training.rows = DeviceRows(training.exec, rows);
  if (config.training.method != TrainingMethod::gradient_cg || iterations == 0) training.solve_weights();
  for (int iteration = 0; iteration < iterations; ++iteration) training.iterate();
  training.network.store(training.exec, states);
  return training.network.reports(training.exec);
}

}  // namespace kolibri::drivers
