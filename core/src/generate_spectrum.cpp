#include <kolibri/generate_spectrum.hpp>

#include "generate_member.hpp"

namespace kolibri {

namespace detail {

namespace {

double magnitude_of_value(const GeneratorOptions& options, int i, MemberRandom& random) {
  const double c = options.condition;
  const double t = options.n > 1 ? static_cast<double>(i) / (options.n - 1) : 0;
  switch (options.mode) {
    case 1:
      return i == 0 ? 1 : 1 / c;
    case 2:
      return i < options.n - 1 || options.n == 1 ? 1 : 1 / c;
    case 3:
      return std::pow(c, -t);
    case 4:
      return 1 - t * (1 - 1 / c);
    default:
      return std::exp(-std::log(c) * uniform<double>(random.bits(), 0));
  }
}

/// A <- H A H on rows and columns from `from` on, H = I - 2 u u^H, for a unit vector u that is zero before `first`.
template <class Work>
void reflect(HostMatrix<Work>& a, const std::vector<Work>& u, int from, int first) {
  const int n = a.n;
  std::vector<Work> q(n, Work(0));
  Work s = 0;
  for (int i = from; i < n; ++i) {
    for (int j = first; j < n; ++j) q[i] += a[i][j] * u[j];
    q[i] *= 2.0;
    if (i >= first) s += conj(u[i]) * q[i];
  }
  for (int i = first; i < n; ++i) q[i] -= real(s) * u[i];
  for (int i = from; i < n; ++i) {
    for (int j = from; j < n; ++j) a[i][j] -= u[i] * conj(q[j]) + q[i] * conj(u[j]);
  }
}

/// Divides u(first:) by its norm; false if it is zero.
template <class Work>
bool normalize(std::vector<Work>& u, int first) {
  double square = 0;
  for (std::size_t i = first; i < u.size(); ++i) square += abs_squared(u[i]);
  if (square == 0) return false;
  for (std::size_t i = first; i < u.size(); ++i) u[i] = u[i] * (1 / std::sqrt(square));
  return true;
}

}  // namespace

std::vector<double> draw_spectrum(const GeneratorOptions& options, MemberRandom& random) {
  std::vector<double> values(options.n);
  for (int i = 0; i < options.n; ++i) {
    if (options.mode == 0) {
      values[i] = options.eigenvalues[i % options.eigenvalues.size()];
    } else if (options.mode == 6) {
      values[i] = symmetric_uniform<double>(random.bits());
    } else {
      values[i] = magnitude_of_value(options, i, random);
      if (!options.positive && uniform_integer(random.bits(), 2) == 1) values[i] = -values[i];
    }
  }
  return values;
}

template <class Work>
HostMatrix<Work> with_spectrum(const std::vector<double>& values, MemberRandom& random) {
  HostMatrix<Work> a(static_cast<int>(values.size()));
  for (int i = 0; i < a.n; ++i) a[i][i] = values[i];
  std::vector<Work> u(a.n, Work(0));
  for (int first = a.n - 2; first >= 0; --first) {
    for (int i = first; i < a.n; ++i) u[i] = random.normal<Work>();
    if (normalize(u, first)) reflect(a, u, first, first);
  }
  make_hermitian(a);
  return a;
}

template <class Work>
void reduce_to_band(HostMatrix<Work>& a, int half_bandwidth) {
  for (int column = 0; column + half_bandwidth + 1 < a.n; ++column) {
    const int first = column + half_bandwidth;
    std::vector<Work> u(a.n, Work(0));
    double square = 0;
    for (int i = first; i < a.n; ++i) square += abs_squared(u[i] = a[i][column]);
    // The sign that does not cancel in Householder's vector.
    const double norm = std::sqrt(square), head = std::sqrt(abs_squared(u[first]));
    u[first] = head == 0 ? Work(norm) : u[first] * (1 + norm / head);
    if (!normalize(u, first)) continue;
    reflect(a, u, column, first);
    for (int i = first + 1; i < a.n; ++i) a[i][column] = a[column][i] = Work(0);
  }
  make_hermitian(a);
}

template <class Work>
HostMatrix<Work> spectrum_member(const GeneratorOptions& options, std::int64_t member) {
  MemberRandom random(options.seed, member);
  const std::vector<double> values = draw_spectrum(options, random);
  HostMatrix<Work> a = with_spectrum<Work>(values, random);
  if (options.scaling == 1) return a;
  std::vector<double> d(a.n);
  for (double& d_i : d) d_i = std::exp(-std::log(options.scaling) * uniform<double>(random.bits(), 0));
  for (int i = 0; i < a.n; ++i) {
    for (int j = 0; j < a.n; ++j) a[i][j] = a[i][j] * (d[i] * d[j]);
  }
  return a;
}

template HostMatrix<double> with_spectrum(const std::vector<double>&, MemberRandom&);
template HostMatrix<Kokkos::complex<double>> with_spectrum(const std::vector<double>&, MemberRandom&);
template void reduce_to_band(HostMatrix<double>&, int);
template void reduce_to_band(HostMatrix<Kokkos::complex<double>>&, int);
template HostMatrix<double> spectrum_member(const GeneratorOptions&, std::int64_t);
template HostMatrix<Kokkos::complex<double>> spectrum_member(const GeneratorOptions&, std::int64_t);

}  // namespace detail

std::vector<double> spectrum_values(const GeneratorOptions& options, std::int64_t member) {
  detail::MemberRandom random(options.seed, member);
  return detail::draw_spectrum(options, random);
}

}  // namespace kolibri
