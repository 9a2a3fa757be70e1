#pragma once

#include "lane_ql.hpp"

// The rotations of QL, kept for some sweeps and then applied to a few rows of Z at a time, which stay in the first
// cache meanwhile: every element is read and written once a sweep.
namespace kolibri::detail {

/// Sweeps that are kept before they are applied.
inline constexpr int kept_sweeps = 8;

/// For eigenvalues alone.
struct NoRotations {
  template <class Rows>
  void begin(const Rows&, int) {}
  template <class Real>
  void add(int, Lanes<Real>, Lanes<Real>) {}
};

/// A rotation of a sweep in three operations an element instead of four: the column y that the sweep carries is kept as
/// z, y = scale z. Then s x + c y = sine x + cosine z stays behind, and c x - s y = c (x - tangent z) is carried on
/// with the scale c.
template <class Real>
struct ScaledRotation {
  Lanes<Real> tangent, sine, cosine;

  /// Replaces the scale by the next one.
  ScaledRotation(Lanes<Real> c, Lanes<Real> s, Lanes<Real>& scale) {
    // for c = 0; far below rounding, and its square is a normal number
    constexpr Real tiny = std::is_same_v<Real, float> ? 0x1p-50 : 0x1p-500;
    const Lanes<Real> next = copysign(max<Real>(abs(c), tiny), c);
    tangent = s * scale / next;
    sine = s;
    cosine = c * scale;
    scale = next;
  }
};

/// Rotates the n columns of Z = z[j ld + k], `rows` lane rows k a column.
template <class Real>
class LaneRotations {
 public:
  LaneRotations(int n, int rows, int ld, Lanes<Real>* z, ScaledRotation<Real>* memory)
      : m_n(n), m_rows(rows), m_ld(ld), m_z(z), m_kept(memory) {}

  static std::size_t size(int n) { return std::size_t(kept_sweeps) * n; }

  void begin(const typename LaneMask<Real>::Bits&, int lowest) {
    if (m_sweeps == kept_sweeps) apply();
    m_scale[m_sweeps] = Real(1);
    m_lowest[m_sweeps++] = lowest;
  }

  void add(int i, Lanes<Real> c, Lanes<Real> s) {
    sweep(m_sweeps - 1)[i] = ScaledRotation<Real>(c, s, m_scale[m_sweeps - 1]);
  }

  void apply() {
    int row = 0;
    for (; row + 4 <= m_rows; row += 4) apply_to<4>(m_z + row);
    for (; row + 2 <= m_rows; row += 2) apply_to<2>(m_z + row);
    for (; row < m_rows; ++row) apply_to<1>(m_z + row);
    m_sweeps = 0;
  }

 private:
  ScaledRotation<Real>* sweep(int s) const { return m_kept + s * m_n; }

  /// All sweeps, on `width` rows; the column that a sweep carries up stays in registers.
  template <int width>
  void apply_to(Lanes<Real>* z) const {
    for (int s = 0; s < m_sweeps; ++s) {
      const ScaledRotation<Real>* const kept = sweep(s);
      Lanes<Real> carried[width];
      for (int r = 0; r < width; ++r) carried[r] = z[(m_n - 1) * m_ld + r];
      for (int i = m_n - 2; i >= m_lowest[s]; --i) {
        const ScaledRotation<Real> rotation = kept[i];
        Lanes<Real>* const column = z + i * m_ld;
        for (int r = 0; r < width; ++r) {
          const Lanes<Real> x = column[r];
          column[m_ld + r] = rotation.sine * x + rotation.cosine * carried[r];
          carried[r] = x - rotation.tangent * carried[r];
        }
      }
      for (int r = 0; r < width; ++r) z[m_lowest[s] * m_ld + r] = m_scale[s] * carried[r];
    }
  }

  int m_n;
  int m_rows;
  int m_ld;
  Lanes<Real>* m_z;
  ScaledRotation<Real>* m_kept;
  int m_sweeps = 0;
  int m_lowest[kept_sweeps];
  Lanes<Real> m_scale[kept_sweeps];  ///< of the carried column
};

}  // namespace kolibri::detail
