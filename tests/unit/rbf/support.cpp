#include "support.hpp"

#include <cmath>

namespace kolibri::test {
namespace {

constexpr double pi = 3.14159265358979323846;

detail::RbfRow<double> row_of(const HostRows& rows, int i) {
  detail::RbfRow<double> row{};
  const auto at = static_cast<std::size_t>(i);
  const auto d = static_cast<std::size_t>(rows.d);
  row.kappa = rows.operators[at * (d + 2)];
  row.q = rows.operators[at * (d + 2) + d + 1];
  for (std::size_t j = 0; j < d; ++j) {
    row.x[j] = rows.points[at * d + j];
    row.b[j] = rows.operators[at * (d + 2) + 1 + j];
  }
  return row;
}

detail::RbfNeuron<double> neuron_of(const HostNetwork& network, int k) {
  detail::RbfNeuron<double> neuron{};
  const auto at = static_cast<std::size_t>(k);
  for (int j = 0; j < network.d; ++j) neuron.c[j] = network.centres[at * network.d + j];
  neuron.inverse_square = std::exp(-2 * network.log_widths[at]);
  return neuron;
}

template <class View, class Member>
void fill(const View& view, std::size_t batch, const Member& values_of) {
  const auto host = Kokkos::create_mirror_view(view);
  const std::size_t size = view.size() / batch;
  for (std::size_t b = 0; b < batch; ++b) {
    for (std::size_t i = 0; i < size; ++i) {
      host.data()[b * size + i] = static_cast<typename View::value_type>(values_of(b)[i]);
    }
  }
  Kokkos::deep_copy(view, host);
}

template <class View>
std::vector<double> member_of(const View& view, std::size_t b) {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  const std::size_t size = view.size() / view.extent(0);
  return {host.data() + b * size, host.data() + (b + 1) * size};
}

}  // namespace

void HostRows::add(const std::vector<double>& x, double kappa, const std::vector<double>& b, double q, double f,
                   double weight) {
  points.insert(points.end(), x.begin(), x.end());
  operators.push_back(weight * kappa);
  for (const double component : b) operators.push_back(weight * component);
  operators.push_back(weight * q);
  targets.push_back(weight * f);
}

std::vector<double> scattered_point(int d, int i) {
  std::vector<double> x;
  for (int j = 0; j < d; ++j) x.push_back(std::fmod(0.137 + i * (0.618 + 0.137 * j), 1.0));
  return x;
}

HostNetwork grid_network(int d, int side, double extension, double widths) {
  HostNetwork network{d, {}, {}, {}};
  const double h = (1 + 2 * extension) / (side - 1);
  const int m = static_cast<int>(std::lround(std::pow(side, d)));
  for (int k = 0; k < m; ++k) {
    for (int j = 0, rest = k; j < d; ++j, rest /= side) network.centres.push_back(-extension + h * (rest % side));
  }
  network.log_widths.assign(static_cast<std::size_t>(m), std::log(widths * h));
  network.weights.assign(static_cast<std::size_t>(m), 0.0);
  return network;
}

HostRows article_penalty_rows(int side, int boundary, double lambda) {
  HostRows rows;
  for (int i = 0; i < side * side; ++i) {
    const double x = (i % side + 0.5) / side, y = (i / side + 0.5) / side;
    rows.add({x, y}, 1, {0, 0}, 0, std::sin(pi * x) * std::sin(pi * y));
  }
  for (int i = 0; i < boundary; ++i) {
    const double s = 4.0 * i / boundary, t = s - std::floor(s);
    const int edge = static_cast<int>(s);
    const std::vector<double> x = edge == 0   ? std::vector{t, 0.0}
                                  : edge == 1 ? std::vector{1.0, t}
                                  : edge == 2 ? std::vector{1 - t, 1.0}
                                              : std::vector{0.0, 1 - t};
    rows.add(x, 0, {0, 0}, 1, 0, std::sqrt(lambda));
  }
  return rows;
}

HostRows article_hard_rows(int side) {
  HostRows rows;
  for (int i = 0; i < side * side; ++i) {
    const double x = (i % side + 0.5) / side, y = (i / side + 0.5) / side;
    const double d = 16 * x * (1 - x) * y * (1 - y);
    rows.add({x, y}, d, {32 * (1 - 2 * x) * y * (1 - y), 32 * x * (1 - x) * (1 - 2 * y)},
             -32 * (y * (1 - y) + x * (1 - x)), std::sin(pi * x) * std::sin(pi * y));
  }
  return rows;
}

double article_error(RbfBasis basis, const HostNetwork& network, bool hard) {
  double error = 0, size = 0;
  for (int i = 0; i < 41 * 41; ++i) {
    const double x = (i % 41) / 40.0, y = (i / 41) / 40.0;
    const double factor = hard ? 16 * x * (1 - x) * y * (1 - y) : 1;
    HostRows point;
    point.add({x, y}, 0, {0, 0}, 1, 0);
    const double u = factor * residuals(basis, point, network)[0];
    const double exact = -std::sin(pi * x) * std::sin(pi * y) / (2 * pi * pi);
    error += (u - exact) * (u - exact);
    size += exact * exact;
  }
  return std::sqrt(error / size);
}

std::vector<double> residuals(RbfBasis basis, const HostRows& rows, const HostNetwork& network) {
  std::vector<double> all;
  for (int i = 0; i < rows.count(); ++i) {
    double sum = -rows.targets[static_cast<std::size_t>(i)];
    for (int k = 0; k < network.neurons(); ++k) {
      sum += network.weights[static_cast<std::size_t>(k)] *
             detail::rbf_element(basis, rows.d, row_of(rows, i), neuron_of(network, k));
    }
    all.push_back(sum);
  }
  return all;
}

double norm(const std::vector<double>& x) {
  double square = 0;
  for (const double element : x) square += element * element;
  return std::sqrt(square);
}

template <class Real>
DeviceProblem<Real>::DeviceProblem(const std::vector<HostRows>& rows, const std::vector<HostNetwork>& networks)
    : points("points", rows.size(), rows[0].targets.size(), rows[0].d),
      operators("operators", rows.size(), rows[0].targets.size(), rows[0].d + 2),
      centres("centres", networks.size(), networks[0].neurons(), networks[0].d),
      targets("targets", rows.size(), rows[0].targets.size()),
      log_widths("log_widths", networks.size(), networks[0].neurons()),
      weights("weights", networks.size(), networks[0].neurons()) {
  fill(
      points, rows.size(), [&](std::size_t b) -> auto& { return rows[b].points; });
  fill(
      operators, rows.size(), [&](std::size_t b) -> auto& { return rows[b].operators; });
  fill(
      targets, rows.size(), [&](std::size_t b) -> auto& { return rows[b].targets; });
  fill(
      centres, networks.size(), [&](std::size_t b) -> auto& { return networks[b].centres; });
  fill(
      log_widths, networks.size(), [&](std::size_t b) -> auto& { return networks[b].log_widths; });
  fill(
      weights, networks.size(), [&](std::size_t b) -> auto& { return networks[b].weights; });
  status.info = Kokkos::View<int*, Memory>("info", networks.size());
  status.rank = Kokkos::View<int*, Memory>("rank", networks.size());
  status.residual = Kokkos::View<Real*, Memory>("residual", networks.size());
  status.condition = Kokkos::View<Real*, Memory>("condition", networks.size());
  status.leave_one_out = Kokkos::View<Real*, Memory>("leave_one_out", networks.size());
}

template <class Real>
HostNetwork DeviceProblem<Real>::network(std::size_t b) const {
  return {static_cast<int>(centres.extent(2)), member_of(centres, b), member_of(log_widths, b), member_of(weights, b)};
}

template struct DeviceProblem<float>;
template struct DeviceProblem<double>;

}  // namespace kolibri::test
