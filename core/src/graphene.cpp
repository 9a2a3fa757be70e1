#include <algorithm>
#include <cmath>
#include <complex>
#include <kolibri/generate_graphene.hpp>
#include <numbers>

namespace kolibri {

namespace detail {

namespace {

/// A Hermitian matrix on the host, filled bond by bond.
class Bonds {
 public:
  explicit Bonds(int n) : m_n(n), m_data(2 * static_cast<std::size_t>(n) * n) {}

  void add(int i, int j, std::complex<double> energy) {
    put(i, j, energy);
    put(j, i, std::conj(energy));
  }

  std::vector<double> take() && { return std::move(m_data); }

 private:
  void put(int i, int j, std::complex<double> energy) {
    const std::size_t entry = 2 * (static_cast<std::size_t>(i) * m_n + j);
    m_data[entry] = energy.real();
    m_data[entry + 1] = energy.imag();
  }

  int m_n;
  std::vector<double> m_data;
};

// Atom 2 m is the A atom and 2 m + 1 the B atom of zigzag chain (or dimer line) m. Phases belong to bonds that leave
// the unit cell, e^{-ik} for those of an A atom with a B atom of the cell before.

/// Along a chain every A has two B neighbours, one of them in the cell before; B of chain m bonds to A of m + 1.
void add_zigzag_bonds(Bonds& bonds, int width, double hopping, std::complex<double> phase) {
  for (int m = 0; m < width; ++m) {
    bonds.add(2 * m, 2 * m + 1, hopping * (1.0 + phase));
    if (m + 1 < width) bonds.add(2 * m + 1, 2 * (m + 1), hopping);
  }
}

/// A dimer is a bond along the ribbon; every second line is shifted by half a period, so that of two neighbouring
/// lines the even one's B bonds to the odd one's A within the cell and its A to the odd one's B of the cell before.
void add_armchair_bonds(Bonds& bonds, int width, double hopping, std::complex<double> phase) {
  for (int line = 0; line < width; ++line) {
    bonds.add(2 * line, 2 * line + 1, hopping);
    if (line + 1 == width) continue;
    const int even = line % 2 == 0 ? line : line + 1;
    const int odd = line % 2 == 0 ? line + 1 : line;
    bonds.add(2 * even + 1, 2 * odd, hopping);
    bonds.add(2 * even, 2 * odd + 1, hopping * phase);
  }
}

}  // namespace

std::vector<double> ribbon_hamiltonian(const GeneratorOptions& options, double k) {
  Bonds bonds(2 * options.width);
  const std::complex<double> phase = std::polar(1.0, -k);
  const auto add = options.edge == RibbonEdge::zigzag ? add_zigzag_bonds : add_armchair_bonds;
  add(bonds, options.width, options.hopping, phase);
  return std::move(bonds).take();
}

}  // namespace detail

double ribbon_wave_number(const GeneratorOptions& options, std::int64_t member) {
  const double intervals = options.k_points - 1;
  return intervals == 0 ? 0 : std::numbers::pi * (2.0 * static_cast<double>(member) - intervals) / intervals;
}

std::vector<double> ribbon_wave_numbers(const GeneratorOptions& options) {
  std::vector<double> k(options.k_points);
  for (int i = 0; i < options.k_points; ++i) k[i] = ribbon_wave_number(options, i);
  return k;
}

std::vector<double> armchair_energies(const GeneratorOptions& options, double k) {
  std::vector<double> energies;
  for (int p = 1; p <= options.width; ++p) {
    // 1 + 4 c cos(k/2) + 4 c^2 = (1 + 2 c cos(k/2))^2 + (2 c sin(k/2))^2, without cancellation near a gap that closes
    const double c = std::cos(std::numbers::pi * p / (options.width + 1));
    const double energy = std::abs(options.hopping) * std::hypot(1 + 2 * c * std::cos(k / 2), 2 * c * std::sin(k / 2));
    energies.insert(energies.end(), {-energy, energy});
  }
  std::sort(energies.begin(), energies.end());
  return energies;
}

}  // namespace kolibri
