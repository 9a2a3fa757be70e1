#pragma once

#include "lane_rotations.hpp"

// The rotations of QL in lanes, applied to one matrix after the other: rows of Z are the vectors to be, in chunks.
namespace kolibri::detail {

template <class Real>
class RowRotations {
 public:
  static constexpr int count = Lanes<Real>::count;

  /// Z of member `lane` has n rows of `chunks` Lanes, `ld` apart, and begins at z + lane n ld.
  RowRotations(int n, int chunks, int ld, int members, Lanes<Real>* z, ScaledRotation<Real>* kept, Real* mine)
      : m_n(n), m_chunks(chunks), m_ld(ld), m_members(members), m_z(z), m_kept(kept), m_mine(mine) {}

  static std::size_t kept_size(int n) { return std::size_t(kept_sweeps) * n; }
  static std::size_t mine_size(int n) { return std::size_t(3) * kept_sweeps * n; }

  void begin(const typename LaneMask<Real>::Bits& first, int lowest) {
    if (m_sweeps == kept_sweeps) apply();
    m_scale[m_sweeps] = Real(1);
    m_lowest[m_sweeps] = lowest;
    m_first[m_sweeps++] = first;
  }

  void add(int i, Lanes<Real> c, Lanes<Real> s) {
    m_kept[(m_sweeps - 1) * m_n + i] = ScaledRotation<Real>(c, s, m_scale[m_sweeps - 1]);
  }

  void apply() {
    for (int lane = 0; lane < m_members; ++lane) {
      take(lane);
      Lanes<Real>* const z = m_z + std::size_t(lane) * m_n * m_ld;
      int chunk = 0;
      for (; chunk + 4 <= m_chunks; chunk += 4) apply_to<4>(z + chunk, lane);
      for (; chunk + 2 <= m_chunks; chunk += 2) apply_to<2>(z + chunk, lane);
      for (; chunk < m_chunks; ++chunk) apply_to<1>(z + chunk, lane);
    }
    m_sweeps = 0;
  }

 private:
  /// The rotations of a lane, one after another.
  void take(int lane) {
    for (int s = 0; s < m_sweeps; ++s) {
      for (int k = s * m_n + m_first[s][lane]; k < s * m_n + m_n - 1; ++k) {
        const ScaledRotation<Real>& kept = m_kept[k];
        m_mine[3 * k] = kept.tangent[lane];
        m_mine[3 * k + 1] = kept.sine[lane];
        m_mine[3 * k + 2] = kept.cosine[lane];
      }
    }
  }

  /// All sweeps, on `width` chunks; the row that a sweep carries up stays in registers.
  template <int width>
  void apply_to(Lanes<Real>* z, int lane) const {
    for (int s = 0; s < m_sweeps; ++s) {
      const auto first = static_cast<int>(m_first[s][lane]);
      if (first >= m_n - 1) continue;
      const Real* const mine = m_mine + 3 * s * m_n;
      Lanes<Real> carried[width];
      for (int c = 0; c < width; ++c) carried[c] = z[(m_n - 1) * m_ld + c];
      for (int i = m_n - 2; i >= first; --i) {
        const Lanes<Real> tangent = mine[3 * i], sine = mine[3 * i + 1], cosine = mine[3 * i + 2];
        Lanes<Real>* const row = z + i * m_ld;
        for (int c = 0; c < width; ++c) {
          const Lanes<Real> x = row[c];
          row[m_ld + c] = sine * x + cosine * carried[c];
          carried[c] = x - tangent * carried[c];
        }
      }
      // that of the lane's last rotation: the identity after it has taken it over
      const Lanes<Real> scale = first > m_lowest[s] ? m_kept[s * m_n + first - 1].cosine[lane] : m_scale[s][lane];
      for (int c = 0; c < width; ++c) z[first * m_ld + c] = scale * carried[c];
    }
  }

  int m_n;
  int m_chunks;
  int m_ld;
  int m_members;
  Lanes<Real>* m_z;
  ScaledRotation<Real>* m_kept;
  Real* m_mine;
  int m_sweeps = 0;
  typename LaneMask<Real>::Bits m_first[kept_sweeps];
  int m_lowest[kept_sweeps];
  Lanes<Real> m_scale[kept_sweeps];  ///< of the carried rows
};

}  // namespace kolibri::detail
