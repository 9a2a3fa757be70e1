#pragma once

#include <cmath>
#include <kolibri/generate_options.hpp>
#include <kolibri/random.hpp>
#include <kolibri/scalar.hpp>
#include <vector>

namespace kolibri::detail {

/// The random numbers of one member, one after the other.
class MemberRandom {
 public:
  MemberRandom(std::uint64_t seed, std::int64_t member) : m_seed(seed), m_member(static_cast<std::uint64_t>(member)) {}

  RandomBits bits() { return philox(m_seed, m_member, m_counter++); }

  /// Standard normal parts, by Box and Muller's formula.
  template <class Work>
  Work normal() {
    const RandomBits drawn = bits();
    const double radius = std::sqrt(-2 * std::log(uniform<double>(drawn, 0)));
    const double angle = 2 * Kokkos::numbers::pi * uniform<double>(drawn, 1);
    if constexpr (is_complex<Work>) {
      return Work(radius * std::cos(angle), radius * std::sin(angle));
    } else {
      return radius * std::cos(angle);
    }
  }

 private:
  std::uint64_t m_seed;
  std::uint64_t m_member;
  std::uint64_t m_counter = 0;
};

/// What of the target's real type (float or double) the generators need; the matrices are made in double.
struct RealLimits {
  double ulp;
  int min_exponent;  ///< 2^min_exponent is the smallest normal number
  int max_exponent;  ///< 2^max_exponent is the largest power of two
};

template <class Real>
constexpr RealLimits real_limits() {
  return {ulp<Real>, Kokkos::Experimental::min_exponent_v<Real> - 1, Kokkos::Experimental::max_exponent_v<Real> - 1};
}

/// A Hermitian matrix in C order on the host. Work: double or Kokkos::complex<double>.
template <class Work>
struct HostMatrix {
  int n;
  std::vector<Work> data;

  explicit HostMatrix(int order) : n(order), data(static_cast<std::size_t>(order) * order) {}
  Work* operator[](int i) { return data.data() + static_cast<std::size_t>(i) * n; }
  const Work* operator[](int i) const { return data.data() + static_cast<std::size_t>(i) * n; }
};

/// The eigenvalues of spectrum_values(), drawn from `random`.
std::vector<double> draw_spectrum(const GeneratorOptions& options, MemberRandom& random);

/// Q diag(values) Q^H with a Haar-distributed Q (Stewart, SIAM J. Numer. Anal. 17(3), 1980).
template <class Work>
HostMatrix<Work> with_spectrum(const std::vector<double>& values, MemberRandom& random);

/// Makes the matrix banded, of the same spectrum: a_ij = 0 for |i - j| > half_bandwidth >= 1.
template <class Work>
void reduce_to_band(HostMatrix<Work>& a, int half_bandwidth);

/// Member `member` of kind `spectrum`.
template <class Work>
HostMatrix<Work> spectrum_member(const GeneratorOptions& options, std::int64_t member);

/// Member `member` of kind `lapack`. The types are those of LAPACK's ddrvst and zdrvst tests: 1 zero; 2 identity;
/// diagonal with entries between 1 and ulp and random signs: 3 evenly spaced, 4 geometric, 5 clustered at ulp;
/// 6, 7: 4 near overflow, underflow; 8 to 12: 3 to 7 as full matrices, but 11 and 12 evenly spaced; 13 random, 14, 15
/// the same near overflow, underflow; 16 banded, evenly spaced, of random half bandwidth, 17, 18 the same near
/// overflow, underflow. LAPACK scales by the square roots of the thresholds; here the largest entries reach them:
/// 2^max_exponent over about 2 n, so that the norms do not overflow, and 2^min_exponent.
template <class Work>
HostMatrix<Work> lapack_member(const GeneratorOptions& options, const RealLimits& limits, std::int64_t member);

/// The lower triangle's conjugate into the upper one, and real diagonals: Hermitian to the last bit.
template <class Work>
void make_hermitian(HostMatrix<Work>& a) {
  for (int i = 0; i < a.n; ++i) {
    a[i][i] = real(a[i][i]);
    for (int j = 0; j < i; ++j) a[j][i] = conj(a[i][j]);
  }
}

/// H(k) of a graphene nanoribbon; kept free of Kokkos, hence real and imaginary parts in turn, 2 (2 width)^2 numbers.
std::vector<double> ribbon_hamiltonian(const GeneratorOptions& options, double k);

}  // namespace kolibri::detail
