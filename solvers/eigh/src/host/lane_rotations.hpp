#pragma once

#include "lane_ql.hpp"

// The rotations of QL, kept for some sweeps and then applied to a few rows of Z at a time, which stay in the first
// cache meanwhile: every element is read and written once a sweep.
namespace kolibri::detail {

/// Sweeps that are kept before they are applied.
inline constexpr int kept_sweeps = 8;

/// For eigenvalues alone.
struct NoRotations {
  void begin(const int*, int) {}
  template <class Real>
  void add(int, Lanes<Real>, Lanes<Real>) {}
};

/// Rotates the n columns of Z = z[j ld + k], `rows` lane rows k a column.
template <class Real>
class LaneRotations {
 public:
  LaneRotations(int n, int rows, int ld, Lanes<Real>* z, Lanes<Real>* memory)
      : m_n(n), m_rows(rows), m_ld(ld), m_z(z), m_kept(memory) {}

  static std::size_t size(int n) { return std::size_t(2) * kept_sweeps * n; }

  void begin(const int*, int lowest) {
    if (m_sweeps == kept_sweeps) apply();
    m_lowest[m_sweeps++] = lowest;
  }

  void add(int i, Lanes<Real> c, Lanes<Real> s) {
    Lanes<Real>* const kept = sweep(m_sweeps - 1) + 2 * i;
    kept[0] = c;
    kept[1] = s;
  }

  void apply() {
    int row = 0;
    for (; row + 4 <= m_rows; row += 4) apply_to<4>(m_z + row);
    for (; row + 2 <= m_rows; row += 2) apply_to<2>(m_z + row);
    for (; row < m_rows; ++row) apply_to<1>(m_z + row);
    m_sweeps = 0;
  }

 private:
  Lanes<Real>* sweep(int s) const { return m_kept + 2 * s * m_n; }

  /// All sweeps, on `width` rows; the column that a sweep carries up stays in registers.
  template <int width>
  void apply_to(Lanes<Real>* z) const {
    for (int s = 0; s < m_sweeps; ++s) {
      const Lanes<Real>* const kept = sweep(s);
      Lanes<Real> carried[width];
      for (int r = 0; r < width; ++r) carried[r] = z[(m_n - 1) * m_ld + r];
      for (int i = m_n - 2; i >= m_lowest[s]; --i) {
        const Lanes<Real> cosine = kept[2 * i], sine = kept[2 * i + 1];
        Lanes<Real>* const column = z + i * m_ld;
        for (int r = 0; r < width; ++r) {
          const Lanes<Real> x = column[r];
          column[m_ld + r] = sine * x + cosine * carried[r];
          carried[r] = cosine * x - sine * carried[r];
        }
      }
      for (int r = 0; r < width; ++r) z[m_lowest[s] * m_ld + r] = carried[r];
    }
  }

  int m_n;
  int m_rows;
  int m_ld;
  Lanes<Real>* m_z;
  Lanes<Real>* m_kept;
  int m_sweeps = 0;
  int m_lowest[kept_sweeps];
};

}  // namespace kolibri::detail
