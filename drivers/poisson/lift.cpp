#include "poisson/lift.hpp"

#include <cmath>
#include <numbers>

namespace kolibri::drivers {

std::unique_ptr<Lift> make_lift(const Domain& domain, const Expression& values) {
  if (values.constant()) return std::make_unique<ConstantLift>(values(domain.lower()));
  const bool disc =
      !domain.contains({domain.lower()[0] + 1e-3 * domain.size(), domain.lower()[1] + 1e-3 * domain.size(),
                        domain.lower()[2] + 1e-3 * domain.size()});
  if (disc && domain.dimension() == 2) return std::make_unique<DiscLift>(domain, values);
  return std::make_unique<BoxLift>(domain, values);
}

// Every coordinate is free, or on its lower or its upper side: all cases but the one where all are free, with the sign
// of the boolean sum.
double BoxLift::value(const Point& x) const {
  const int d = m_domain.dimension(), cases = d == 1 ? 3 : d == 2 ? 9 : 27;
  double sum = 0;
  for (int number = 1; number < cases; ++number) {
    Point place = x;
    double factor = -1;
    for (std::size_t j = 0, rest = static_cast<std::size_t>(number); j < static_cast<std::size_t>(d); ++j, rest /= 3) {
      if (rest % 3 == 0) continue;
      const double lower = m_domain.lower()[j], upper = m_domain.upper()[j], t = (x[j] - lower) / (upper - lower);
      place[j] = rest % 3 == 1 ? lower : upper;
      factor *= rest % 3 == 1 ? t - 1 : -t;
    }
    sum += factor * m_values(place);
  }
  return sum;
}

Derivatives BoxLift::at(const Point& x) const {
  return derivatives_of([this](const Point& at) { return value(at); }, m_domain.dimension(), x, 0.01 * m_domain.size());
}

DiscLift::DiscLift(const Domain& domain, const Expression& values) {
  constexpr std::size_t samples = 256;
  for (std::size_t j = 0; j < 2; ++j) m_centre[j] = (domain.lower()[j] + domain.upper()[j]) / 2;
  m_radius = domain.size() / 2;
  std::vector<double> value(samples);
  for (std::size_t i = 0; i < samples; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / samples;
    value[i] = values({m_centre[0] + m_radius * std::cos(angle), m_centre[1] + m_radius * std::sin(angle), 0});
  }
  m_coefficients.resize(samples / 2);
  for (std::size_t n = 0; n < m_coefficients.size(); ++n) {
    std::complex<double> sum = 0;
    for (std::size_t i = 0; i < samples; ++i) {
      sum += value[i] * std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(n * i % samples) / samples);
    }
    m_coefficients[n] = sum * (n == 0 ? 1.0 : 2.0) / static_cast<double>(samples);
  }
}

// Horner's scheme for the sum and its derivative by z: u_x = Re f', u_y = -Im f'.
Derivatives DiscLift::at(const Point& x) const {
  const std::complex<double> z{(x[0] - m_centre[0]) / m_radius, (x[1] - m_centre[1]) / m_radius};
  std::complex<double> sum = 0, slope = 0;
  for (std::size_t n = m_coefficients.size(); n-- > 0;) {
    slope = slope * z + sum;
    sum = sum * z + m_coefficients[n];
  }
  return {sum.real(), {slope.real() / m_radius, -slope.imag() / m_radius, 0}, 0};
}

}  // namespace kolibri::drivers
