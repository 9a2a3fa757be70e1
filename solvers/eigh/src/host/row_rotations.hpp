#pragma once

#include "lane_rotations.hpp"

// The rotations of QL in lanes, applied to one matrix after the other: rows of Z are the vectors to be, in chunks.
namespace kolibri::detail {

template <class Real>
class RowRotations {
 public:
  static constexpr int count = Lanes<Real>::count;

  /// Z of member `lane` has n rows of `chunks` Lanes, `ld` apart, and begins at z + lane n ld.
  RowRotations(int n, int chunks, int ld, int members, Lanes<Real>* z, Lanes<Real>* kept, Real* mine)
      : m_n(n), m_chunks(chunks), m_ld(ld), m_members(members), m_z(z), m_kept(kept), m_mine(mine) {}

  static std::size_t kept_size(int n) { return std::size_t(2) * kept_sweeps * n; }
  static std::size_t mine_size(int n) { return std::size_t(2) * kept_sweeps * n; }

  void begin(const int* first, int) {
    if (m_sweeps == kept_sweeps) apply();
    std::copy_n(first, count, m_first[m_sweeps++]);
  }

  void add(int i, Lanes<Real> c, Lanes<Real> s) {
    Lanes<Real>* const kept = m_kept + 2 * ((m_sweeps - 1) * m_n + i);
    kept[0] = c;
    kept[1] = s;
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
      for (int k = 2 * (s * m_n + m_first[s][lane]); k < 2 * (s * m_n + m_n - 1); ++k) m_mine[k] = m_kept[k][lane];
    }
  }

  /// All sweeps, on `width` chunks; the row that a sweep carries up stays in registers.
  template <int width>
  void apply_to(Lanes<Real>* z, int lane) const {
    for (int s = 0; s < m_sweeps; ++s) {
      const int first = m_first[s][lane];
      if (first >= m_n - 1) continue;
      const Real* const mine = m_mine + 2 * s * m_n;
      Lanes<Real> carried[width];
      for (int c = 0; c < width; ++c) carried[c] = z[(m_n - 1) * m_ld + c];
      for (int i = m_n - 2; i >= first; --i) {
        const Lanes<Real> cosine = mine[2 * i], sine = mine[2 * i + 1];
        Lanes<Real>* const row = z + i * m_ld;
        for (int c = 0; c < width; ++c) {
          const Lanes<Real> x = row[c];
          row[m_ld + c] = sine * x + cosine * carried[c];
          carried[c] = cosine * x - sine * carried[c];
        }
      }
      for (int c = 0; c < width; ++c) z[first * m_ld + c] = carried[c];
    }
  }

  int m_n;
  int m_chunks;
  int m_ld;
  int m_members;
  Lanes<Real>* m_z;
  Lanes<Real>* m_kept;
  Real* m_mine;
  int m_sweeps = 0;
  int m_first[kept_sweeps][count];
};

}  // namespace kolibri::detail
