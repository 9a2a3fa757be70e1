#include <bit>

#include "generate_member.hpp"

namespace kolibri::detail {

namespace {

enum class Form { zero, identity, diagonal, full, random, band };
enum class Magnitude { one, near_overflow, near_underflow };

struct LapackType {
  Form form;
  int mode;  // dlatms mode of the spectrum
  Magnitude magnitude;
};

using enum Form;
using enum Magnitude;
constexpr LapackType types[18] = {{zero, 0, one},
                                  {identity, 0, one},
                                  {diagonal, 4, one},
                                  {diagonal, 3, one},
                                  {diagonal, 1, one},
                                  {diagonal, 3, near_overflow},
                                  {diagonal, 3, near_underflow},
                                  {full, 4, one},
                                  {full, 3, one},
                                  {full, 1, one},
                                  {full, 4, near_overflow},
                                  {full, 4, near_underflow},
                                  {Form::random, 0, one},
                                  {Form::random, 0, near_overflow},
                                  {Form::random, 0, near_underflow},
                                  {band, 4, one},
                                  {band, 4, near_overflow},
                                  {band, 4, near_underflow}};

template <class Work>
HostMatrix<Work> diagonal_matrix(const std::vector<double>& values) {
  HostMatrix<Work> a(static_cast<int>(values.size()));
  for (int i = 0; i < a.n; ++i) a[i][i] = values[i];
  return a;
}

template <class Work>
HostMatrix<Work> random_matrix(int n, MemberRandom& random) {
  HostMatrix<Work> a(n);
  for (Work& entry : a.data) entry = symmetric_uniform<Work>(random.bits());
  make_hermitian(a);
  return a;
}

template <class Work>
HostMatrix<Work> band_matrix(const std::vector<double>& values, MemberRandom& random) {
  const auto half_bandwidth = static_cast<int>(uniform_integer(random.bits(), std::int64_t(values.size())));
  if (half_bandwidth == 0) return diagonal_matrix<Work>(values);
  HostMatrix<Work> a = with_spectrum<Work>(values, random);
  reduce_to_band(a, half_bandwidth);
  return a;
}

template <class Work>
HostMatrix<Work> matrix_of_form(Form form, const GeneratorOptions& spectrum, MemberRandom& random) {
  const int n = spectrum.n;
  switch (form) {
    case zero:
      return HostMatrix<Work>(n);
    case identity:
      return diagonal_matrix<Work>(std::vector<double>(n, 1.0));
    case diagonal:
      return diagonal_matrix<Work>(draw_spectrum(spectrum, random));
    case full:
      return with_spectrum<Work>(draw_spectrum(spectrum, random), random);
    case Form::random:
      return random_matrix<Work>(n, random);
    default:
      return band_matrix<Work>(draw_spectrum(spectrum, random), random);
  }
}

double scale_of(Magnitude magnitude, int n, const RealLimits& limits) {
  if (magnitude == one) return 1;
  if (magnitude == near_underflow) return std::ldexp(1.0, limits.min_exponent);
  // ||A||_F <= sqrt(2) n times the scale stays below the overflow threshold.
  return std::ldexp(1.0, limits.max_exponent - 1 - std::bit_width(static_cast<unsigned>(n)));
}

}  // namespace

template <class Work>
HostMatrix<Work> lapack_member(const GeneratorOptions& options, const RealLimits& limits, std::int64_t member) {
  const LapackType& type = types[options.type - 1];
  GeneratorOptions spectrum = options;
  spectrum.mode = type.mode;
  spectrum.condition = 1 / limits.ulp;
  spectrum.positive = false;
  MemberRandom random(options.seed, member);
  HostMatrix<Work> a = matrix_of_form<Work>(type.form, spectrum, random);
  const double scale = scale_of(type.magnitude, options.n, limits);
  for (Work& entry : a.data) entry = entry * scale;
  return a;
}

template HostMatrix<double> lapack_member(const GeneratorOptions&, const RealLimits&, std::int64_t);
template HostMatrix<Kokkos::complex<double>> lapack_member(const GeneratorOptions&, const RealLimits&, std::int64_t);

}  // namespace kolibri::detail
