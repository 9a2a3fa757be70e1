#pragma once

#include "lane_output.hpp"
#include "row_householder.hpp"

// Members of a batch to and from rows of chunks, for the method that has a matrix a thread.
namespace kolibri::detail {

/// Element (i, j), i >= j, of member b, from the triangle that may be read.
template <bool is_complex, class Real>
void read_lower(const HostProblem<Real>& problem, std::int64_t b, int i, int j, Real& re, Real& im) {
  const bool lower = problem.triangle == Triangle::lower;
  const Real* const x = lower ? problem.a.at(b, i, j) : problem.a.at(b, j, i);
  re = x[0];
  if (is_complex) im = i == j ? Real(0) : lower ? x[1] : -x[1];
  if (problem.triangle != Triangle::symmetrize) return;
  const Real* const y = problem.a.at(b, i, j);
  re = re / 2 + y[0] / 2;
  if (is_complex && i != j) im = im / 2 + y[1] / 2;
}

/// Reads member pack.first + lane into both triangles of `a` and starts its lane of the state. Whether there is
/// something to solve: a flagged member is not read on.
template <bool is_complex, class Real>
bool load_member(const HostProblem<Real>& problem, const Pack& pack, int lane, const RowReduction<Real, is_complex>& r,
                 PackState<Real>& state) {
  using Element = LaneElement<Real, is_complex>;
  std::fill_n(r.a, r.n * r.ld, Element(Real(0)));
  for (int i = 0; i < r.n; ++i) {
    for (int j = 0; j <= i; ++j) {
      Real re, im = 0;
      read_lower<is_complex>(problem, pack.first + lane, i, j, re, im);
      r.row(i).set(j, re, im);
      if (i != j) r.row(j).set(i, re, -im);
    }
  }
  Extent<Real> extent;
  for (int c = 0; c < r.n * r.ld; ++c) extent(r.a[c]);
  judge_member<is_complex>(problem, pack, lane, any(extent.infinite), largest_of(extent.largest), state);
  if (state.info[lane] < 0) return false;
  Lanes<Real> squares(Real(0));
  for (int c = 0; c < r.n * r.ld; ++c) {
    if (state.scale[lane] != 1) r.a[c] = r.a[c] * Lanes<Real>(state.scale[lane]);
    squares += abs_squared(r.a[c]);
  }
  state.norm[lane] = std::sqrt(sum(squares));
  return true;
}

/// Writes the vectors of a member from its rows of Z.
template <bool is_complex, class Real>
void write_member(const HostProblem<Real>& problem, const Pack& pack, int lane, int ld, bool flagged,
                  LaneElement<Real, is_complex>* z, const typename LaneMask<Real>::Bits* ranks) {
  constexpr int count = Lanes<Real>::count;
  const int n = problem.n;
  constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();
  for (int first = 0; first < n; first += count) {
    for (int j = 0; j < n; ++j) {
      const ChunkRow<Real, is_complex> row{z + j * ld};
      const int rank = static_cast<int>(ranks[j][lane]);
      for (int i = first; i < std::min(n, first + count); ++i) {
        Real* const to = problem.v.at(pack.first + lane, i, rank);
        to[0] = flagged ? nan : row.re(i);
        if (is_complex) to[1] = flagged ? nan : row.im(i);
      }
    }
  }
}

}  // namespace kolibri::detail
