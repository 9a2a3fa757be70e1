#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/detail/eigh_output.hpp>
#include <kolibri/detail/eigh_problem.hpp>
#include <kolibri/detail/jacobi.hpp>
#include <kolibri/fast_math.hpp>
#include <kolibri/members.hpp>
#include <kolibri/registers.hpp>
#include <kolibri/team_blocks.hpp>
#include <kolibri/team_lanes.hpp>
#include <kolibri/team_policy.hpp>

#include "tridiagonal_workspace.hpp"

// The second kernel of the tridiagonal method: implicit QL (A. Dubrulle, R. S. Martin, J. H. Wilkinson, Numer. Math.
// 12, 1968; EISPACK imtql2), a lane a matrix, each with a block of its own, with its rotations on record. A thread's
// lanes go down the same rows together, so that they write neighbouring places.
namespace kolibri::detail {

/// A symmetric tridiagonal matrix in scratch, the elements of which are ql_lanes apart.
template <class Real>
struct TridiagonalMatrix {
  int n;
  Real* diagonal;
  Real* off_diagonal;  ///< n of them, the last one zero
  Real negligible;     ///< off-diagonal elements of this size are zero, and those of round-off of their neighbours
  Real neglected = 0;  ///< the sum of their squares
  int first = 0;       ///< the block in work: rows and columns first, ..., last
  int last = 0;

  KOKKOS_FORCEINLINE_FUNCTION Real& d(int i) const { return diagonal[i * ql_lanes]; }
  KOKKOS_FORCEINLINE_FUNCTION Real& e(int i) const { return off_diagonal[i * ql_lanes]; }
  KOKKOS_FORCEINLINE_FUNCTION bool done() const { return first >= n - 1; }

  /// e(i) := value, or zero if it is negligible between d_above and d_below; returns whether it is.
  KOKKOS_FORCEINLINE_FUNCTION bool set_or_neglect(int i, Real value, Real d_above, Real d_below) {
    const Real size = Kokkos::fabs(value);
    const bool small = size <= negligible || size <= ulp<Real> / 2 * (Kokkos::fabs(d_above) + Kokkos::fabs(d_below));
    if (small) neglected += size * size;
    e(i) = small ? Real(0) : value;
    return small;
  }
  KOKKOS_FORCEINLINE_FUNCTION bool neglect(int i) { return set_or_neglect(i, e(i), d(i), d(i + 1)); }

  /// The next block.
  KOKKOS_FORCEINLINE_FUNCTION void find_block() {
    while (first < n - 1 && neglect(first)) ++first;
    last = first;
    while (last < n - 1 && !neglect(last)) ++last;
  }

  /// Wilkinson's shift.
  KOKKOS_FORCEINLINE_FUNCTION Real shift() const {
    const Real slope = (d(first + 1) - d(first)) / (2 * e(first));
    const Real root = Kokkos::sqrt(Kokkos::fma(slope, slope, Real(1)));
    return d(first) - e(first) / (slope + Kokkos::copysign(root, slope));
  }
};

/// A step of QL on the block of a matrix.
template <class Real>
struct QlChain {
  Real g, s = 1, c = 1, p = 0;
  Real next_d, next_e;  ///< of the next row, read before this one's are written: that takes its time
  Real below;           ///< d of the row below, before the rotation
  Real finished = 0;    ///< and of the one below that, for good
  int next_last;

  KOKKOS_FORCEINLINE_FUNCTION explicit QlChain(const TridiagonalMatrix<Real>& t)
      : g(t.d(t.last) - t.shift()),
        next_d(t.d(t.last - 1)),
        next_e(t.e(t.last - 1)),
        below(t.d(t.last)),
        next_last(t.last) {}

  /// Rows i and i + 1; returns tan(theta / 2) of the rotation. A sum of squares that is negligible ends the chain: what
  /// it is made of is dropped, and the rotations after it are the identity.
  KOKKOS_FORCEINLINE_FUNCTION Real rotate(TridiagonalMatrix<Real>& t, int i) {
    const Real e_i = next_e, d_i = next_d, f = s * e_i, b = c * e_i, square = Kokkos::fma(f, f, g * g);
    next_e = t.e(i > 0 ? i - 1 : 0);
    next_d = t.d(i > 0 ? i - 1 : 0);
    Real length = 0;
    if (square > t.negligible * t.negligible) {
      const Real inverse = Kokkos::copysign(quick_rsqrt(square), g);  // so that c >= 0
      s = f * inverse;
      c = g * inverse;
      length = square * inverse;
    } else {
      t.neglected += square;
      s = 0;
      c = 1;
    }
    const Real lower = below - p, product = Kokkos::fma(d_i - lower, s, 2 * c * b);
    p = s * product;
    const Real d_below = lower + p;
    if (i + 1 < t.last && t.set_or_neglect(i + 1, length, d_below, finished)) next_last = i + 1;
    t.d(i + 1) = finished = d_below;
    g = Kokkos::fma(c, product, -b);
    below = d_i;
    return s * quick_reciprocal(1 + c);
  }

  KOKKOS_FORCEINLINE_FUNCTION void finish(TridiagonalMatrix<Real>& t) const {
    t.d(t.first) = below - p;
    if (t.set_or_neglect(t.first, g, below - p, finished)) ++t.first;
    t.last = next_last;
    if (t.first >= t.last) t.find_block();
  }
};

/// A lane a member of the chunk: T, W, status and the vectors' ranks.
template <class Exec, class Scalar>
struct QlKernel {
  using Real = real_t<Scalar>;
  using Matrix = TridiagonalMatrix<Real>;
  static constexpr TeamShape shape{.team_size = 1, .vector_length = ql_lanes};
  static constexpr int members = ql_lanes;
  static constexpr const char* label = "kolibri::eigh tridiagonal ql";
  using Properties = Kokkos::LaunchBounds<ql_lanes>;

  EighProblem<Scalar> problem;
  JacobiControl<Real> control;
  TridiagonalWorkspace<Scalar> work;
  std::int64_t begin;  ///< of the chunk

  static std::size_t scratch_bytes(int n) { return scratch_for(sizeof(Real) * 2 * ql_lanes * n); }

  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    const int n = problem.n(), lane = rank_of_lane<ql_lanes>(member);
    constexpr int level = scratch_level<Exec>;
    Real* const scratch =
        static_cast<Real*>(member.team_scratch(level).get_shmem_aligned(sizeof(Real) * 2 * ql_lanes * n, 16));
    const std::int64_t m = std::int64_t(member.league_rank()) * ql_lanes + lane;
    const bool exists = m < work.members;
    Matrix t{exists ? n : 0, scratch + lane, scratch + ql_lanes * n + lane, 0};
    const Real norm = load(m, t);
    // off(A) <= tolerance ||A||_F, as far as round-off lets it be, and not so small that its square is none.
    const Real tolerance = Kokkos::fmax(control.tolerance, ulp<Real> / 4);
    t.negligible = tolerance / Kokkos::sqrt(Real(2 * n)) * Kokkos::fmax(norm, Real(1));
    const int steps = diagonalise(member, m, t);
    if (!exists) return;
    conclude(m, t, norm, steps);
    write(m, t);
  }

  /// Returns how many steps it took.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION int diagonalise(const Member& member, std::int64_t m, Matrix& t) const {
    constexpr int most_sweeps = TridiagonalWorkspace<Scalar>::most_steps(1);
    const int n = problem.n(), most = Kokkos::min(work.most_steps(n), Kokkos::min(control.max_sweeps, most_sweeps) * n);
    Real* const rotations = work.vectors && t.n > 0 ? work.rotations_of(m) : nullptr;
    int steps = 0, used = 0;
    t.find_block();
    while (true) {
      const bool active = !t.done() && steps < most;
      // The rows of all lanes are below `end` and not before n - `rest`.
      const int end = largest_of_lanes<ql_lanes>(member, [&](int) { return unsigned(active ? t.last : 0); });
      const int rest = largest_of_lanes<ql_lanes>(member, [&](int) { return unsigned(active ? n - t.first : 0); });
      const int begin_row = n - rest;
      const bool no_room = work.vectors && used + end - begin_row > work.most_rotations(n);
      if (end == 0 || no_room) break;
      if (active) {
        if (rotations) {
          work.steps_of(m)[steps] = {used + end - t.last, static_cast<short>(t.first), static_cast<short>(t.last)};
        }
        ++steps;
      }
      chase(t, active, begin_row, end, rotations ? rotations + used * ql_lanes : nullptr);
      used += end - begin_row;
    }
    if (rotations) work.step_counts[m] = steps;
    return steps;
  }

  /// A step on rows begin_row, ..., end, as far as they are the matrix's own.
  KOKKOS_FORCEINLINE_FUNCTION void chase(Matrix& t, bool active, int begin_row, int end, Real* rotations) const {
    if (!active) return;
    QlChain<Real> chain(t);
    KOLIBRI_KEEP_LOOP
    for (int i = end - 1; i >= begin_row; --i) {
      if (i < t.last && i >= t.first) {
        const Real half = chain.rotate(t, i);
        if (rotations) rotations[(end - 1 - i) * ql_lanes] = half;
      }
    }
    chain.finish(t);
  }

  /// T into scratch; returns its Frobenius norm.
  KOKKOS_FUNCTION Real load(std::int64_t m, const Matrix& t) const {
    Real squares = 0;
    for (int i = 0; i < t.n; ++i) {
      const Real d = work.diagonal[i * work.members + m];
      const Real e = i + 1 < t.n ? work.off_diagonal[i * work.members + m] : Real(0);
      t.d(i) = d;
      t.e(i) = e;
      squares += d * d + 2 * e * e;
    }
    return Kokkos::sqrt(squares);
  }

  /// Status, n steps of QL as one sweep.
  KOKKOS_FUNCTION void conclude(std::int64_t m, const Matrix& t, Real norm, int steps) const {
    Real squares = t.neglected;
    int left = 0;
    for (int i = 0; i + 1 < t.n; ++i) {
      squares += t.e(i) * t.e(i);
      left += t.e(i) != 0;
    }
    const int info = work.states[m].info < 0 ? work.states[m].info : left;
    problem.report(begin + m, info, (steps + t.n - 1) / t.n, norm > 0 ? Kokkos::sqrt(2 * squares) / norm : Real(0));
  }

  /// W, and where each column of V goes.
  KOKKOS_FUNCTION void write(std::int64_t m, const Matrix& t) const {
    const auto state = work.states[m];
    for (int i = 0; i < t.n; ++i) {
      const int rank = state.info < 0 ? i : rank_of<Real>(control.order, t.n, i, [&](int j) { return t.d(j); });
      problem.w(begin + m, rank) = state.info < 0 ? quiet_nan<Real>() : unscaled<Real>(t.d(i), state.scale, t.n);
      if (work.vectors) work.ranks[m * t.n + i] = static_cast<short>(rank);
    }
  }
};

}  // namespace kolibri::detail
