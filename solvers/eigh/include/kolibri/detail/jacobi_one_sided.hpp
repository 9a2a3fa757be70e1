#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <kolibri/detail/eigh_output.hpp>
#include <kolibri/detail/hermitian_input.hpp>
#include <kolibri/detail/jacobi.hpp>
#include <kolibri/detail/members.hpp>
#include <kolibri/fast_math.hpp>
#include <kolibri/team_policy.hpp>

// One-sided (Hestenes) Jacobi on B = I + A / c with c = 1.25 ||A||_F, which is positive definite: rotations from the
// right make the columns of B orthogonal, and then they are the eigenvectors, scaled. No V is stored. The columns
// lie in team scratch, a pair belongs to one thread and its vector lanes, round-robin pairs, one barrier a round.
// M. R. Hestenes, J. SIAM 6(1), 1958; the shift keeps every column norm >= 0.2, at the price of an accuracy that is
// absolute, ulp ||A||_F. Column norms would give the eigenvalues to about n ulp c; Rayleigh quotients do better.
namespace kolibri::detail {

/// Rows of a column that lie together, a lane's share: on a device it holds them in registers between the inner product
/// and the rotation.
inline constexpr int chunk_rows = 8;

/// The rows of a chunk; copied as a whole they move in 16-byte pieces.
template <class Scalar>
struct alignas(16) ChunkRows {
  Scalar values[chunk_rows];

  KOKKOS_FUNCTION Scalar& operator[](int r) { return values[r]; }
  KOKKOS_FUNCTION const Scalar& operator[](int r) const { return values[r]; }
};

/// A chunk of a column. The 16 bytes behind it keep the chunks of neighbouring lanes on different banks.
template <class Scalar>
struct Chunk {
  ChunkRows<Scalar> rows;
  std::byte gap[16];
};

/// Largest squared cosine and squared tangent that a pair of threads has seen in a sweep, in float: they decide only
/// when to stop.
struct SweepPeak {
  float cosine;
  float tangent;
};

template <class Scalar>
struct OneSidedScratch {
  using Real = real_t<Scalar>;

  int n, slots;
  int chunks;        ///< of a column; rows from n on are zero
  Chunk<Scalar>* x;  ///< columns of B, column j of a slot contiguous
  Real* squares;     ///< squared column norms; the eigenvalues at the end
  Real* rows;
  SweepPeak* peaks;
  JacobiState<Real>* states;
  int* ranks;

  KOKKOS_FUNCTION static constexpr int chunks_of(int n) { return (n + chunk_rows - 1) / chunk_rows; }
  KOKKOS_FUNCTION static constexpr int pairs_of(int n) { return (n + 1) / 2; }

  KOKKOS_FUNCTION static constexpr std::size_t bytes(int n, int slots) {
    const std::size_t columns = static_cast<std::size_t>(slots) * n;
    return aligned(columns * chunks_of(n) * sizeof(Chunk<Scalar>)) + aligned(columns * sizeof(Real)) +
           aligned(slots * row_scratch(n) * sizeof(Real)) + aligned(slots * pairs_of(n) * sizeof(SweepPeak)) +
           aligned(slots * sizeof(JacobiState<Real>)) + aligned(columns * sizeof(int));
  }

  KOKKOS_FUNCTION OneSidedScratch(std::byte* block, int n_, int slots_) : n(n_), slots(slots_), chunks(chunks_of(n_)) {
    const std::size_t columns = static_cast<std::size_t>(slots) * n;
    const auto take = [&block](std::size_t size) {
      std::byte* const start = block;
      block += aligned(size);
      return start;
    };
    x = reinterpret_cast<Chunk<Scalar>*>(take(columns * chunks * sizeof(Chunk<Scalar>)));
    squares = reinterpret_cast<Real*>(take(columns * sizeof(Real)));
    rows = reinterpret_cast<Real*>(take(slots * row_scratch(n) * sizeof(Real)));
    peaks = reinterpret_cast<SweepPeak*>(take(slots * pairs_of(n) * sizeof(SweepPeak)));
    states = reinterpret_cast<JacobiState<Real>*>(take(slots * sizeof(JacobiState<Real>)));
    ranks = reinterpret_cast<int*>(take(columns * sizeof(int)));
  }

  KOKKOS_FUNCTION Chunk<Scalar>* column(int slot, int j) const { return x + (slot * n + j) * chunks; }
  KOKKOS_FUNCTION Scalar& element(int slot, int i, int j) const {
    return column(slot, j)[i / chunk_rows].rows[i % chunk_rows];
  }
  KOKKOS_FUNCTION Real& square(int slot, int j) const { return squares[slot * n + j]; }
  KOKKOS_FUNCTION SweepPeak& peak(int slot, int k) const { return peaks[slot * pairs_of(n) + k]; }
};

/// The shift c of a matrix; 1 for the zero matrix.
template <class Real>
KOKKOS_INLINE_FUNCTION Real shift_of(const JacobiState<Real>& state) {
  return state.norm > 0 ? Real(1.25) * state.norm : Real(1);
}

/// Cosines below this count as orthogonal. A tolerance of the user's, on off(A) / ||A||_F, is translated: a pair's
/// share of it, and off(A) is about c times the cosine.
template <class Real>
KOKKOS_INLINE_FUNCTION Real cosine_tolerance(const JacobiControl<Real>& control, int n) {
  const Real attainable = ulp<Real> * Kokkos::fmax(Real(2), Real(0.5) * Kokkos::sqrt(Real(n)));
  return Kokkos::fmax(attainable, control.tolerance / n);
}

/// Pair k of `round` in the round-robin of an even number of columns: column size - 1 stays, the others turn.
KOKKOS_INLINE_FUNCTION void round_robin_pair(int size, int round, int k, int& p, int& q) {
  const int others = size - 1, ahead = round + k, behind = round - k;
  const int i = k == 0 ? others : ahead < others ? ahead : ahead - others;
  const int j = behind >= 0 ? behind : behind + others;
  p = i < j ? i : j;
  q = i < j ? j : i;
}

/// Squared norms of the columns, afresh in every sweep: updated ones drift.
template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void measure_columns(const Member& member, const OneSidedScratch<Scalar>& s) {
  using Real = real_t<Scalar>;
  for_each_thread(member, s.slots * s.n, [&](int item) {
    const Chunk<Scalar>* const column = s.x + item * s.chunks;
    const Real square = sum_over_lanes<Real>(member, s.chunks, [&](int lane, Real& sum) {
      for (int r = 0; r < chunk_rows; ++r) sum += abs_squared(column[lane].rows[r]);
    });
    once_per_thread(member, [&]() { s.squares[item] = square; });
  });
  for_each(member, s.slots * s.pairs_of(s.n), [&](int item) { s.peaks[item] = {0, 0}; });
  barrier(member);
}

/// The rotation that makes two columns with squared norms p and q and inner product g orthogonal. The tangent need not
/// be exact (norms are measured afresh in every sweep), the cosine must fit it to rounding.
template <class Scalar>
KOKKOS_INLINE_FUNCTION Rotation<Scalar> gram_rotation(real_t<Scalar> p, real_t<Scalar> q, const Scalar& g,
                                                      real_t<Scalar> g2, float& tangent_squared) {
  using Real = real_t<Scalar>;
  const Real delta = q - p, hypotenuse = delta * delta + 4 * g2;
  const Real root = hypotenuse * seeded_rsqrt(hypotenuse);
  const Real slope = Kokkos::copysign(2 * seeded_reciprocal(Kokkos::fabs(delta) + root), delta);
  const Real tangent = slope * slope * g2;
  const Real c = seeded_rsqrt(1 + tangent);
  tangent_squared = static_cast<float>(tangent);
  return {g * (c * slope), c, slope * g2};
}

/// Two columns whose chunks the lanes of one thread hold in registers, a chunk a lane.
template <class Scalar>
struct ColumnsInRegisters {
  Chunk<Scalar>* x;
  Chunk<Scalar>* y;
  int chunks;
  ChunkRows<Scalar> x_rows, y_rows;

  KOKKOS_FUNCTION ColumnsInRegisters(Chunk<Scalar>* x_, Chunk<Scalar>* y_, int chunks_)
      : x(x_), y(y_), chunks(chunks_) {}

  template <class Member>
  KOKKOS_FUNCTION Scalar inner_product(const Member& member) {
    return sum_over_lanes<Scalar>(member, chunks, [&](int lane, Scalar& sum) {
      x_rows = x[lane].rows;
      y_rows = y[lane].rows;
      for (int r = 0; r < chunk_rows; ++r) sum += conj(x_rows[r]) * y_rows[r];
    });
  }

  template <class Member>
  KOKKOS_FUNCTION void rotate(const Member& member, const Rotation<Scalar>& q) const {
    for_each_lane(member, chunks, [&](int lane) {
      ChunkRows<Scalar> x_turned, y_turned;
      for (int r = 0; r < chunk_rows; ++r) {
        x_turned[r] = q.c * x_rows[r] - conj(q.w) * y_rows[r];
        y_turned[r] = q.w * x_rows[r] + q.c * y_rows[r];
      }
      x[lane].rows = x_turned;
      y[lane].rows = y_turned;
    });
  }
};

/// Two columns that stay in memory, for a host thread, whose one lane has all chunks.
template <class Scalar>
struct ColumnsInMemory {
  Chunk<Scalar>* x;
  Chunk<Scalar>* y;
  int chunks;

  KOKKOS_FUNCTION ColumnsInMemory(Chunk<Scalar>* x_, Chunk<Scalar>* y_, int chunks_) : x(x_), y(y_), chunks(chunks_) {}

  template <class Member>
  KOKKOS_FUNCTION Scalar inner_product(const Member&) const {
    Scalar sums[chunk_rows] = {};  // independent, so that they become vector registers
    for (int k = 0; k < chunks; ++k) {
      for (int r = 0; r < chunk_rows; ++r) sums[r] += conj(x[k].rows[r]) * y[k].rows[r];
    }
    Scalar sum(0);
    for (int r = 0; r < chunk_rows; ++r) sum += sums[r];
    return sum;
  }

  template <class Member>
  KOKKOS_FUNCTION void rotate(const Member&, const Rotation<Scalar>& q) const {
    for (int k = 0; k < chunks; ++k) {
      for (int r = 0; r < chunk_rows; ++r) {
        const Scalar x_r = x[k].rows[r], y_r = y[k].rows[r];
        x[k].rows[r] = q.c * x_r - conj(q.w) * y_r;
        y[k].rows[r] = q.w * x_r + q.c * y_r;
      }
    }
  }
};

/// Makes columns p and q of a slot orthogonal, by one thread and its lanes.
template <class Columns, class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void rotate_columns(const Member& member, const OneSidedScratch<Scalar>& s,
                                           real_t<Scalar> tolerance, int slot, int k, int p, int q) {
  using Real = real_t<Scalar>;
  Columns columns(s.column(slot, p), s.column(slot, q), s.chunks);
  const Scalar g = columns.inner_product(member);
  const Real square_p = s.square(slot, p), square_q = s.square(slot, q), g2 = abs_squared(g);
  Rotation<Scalar> rotation{Scalar(0), 1, 0};
  float tangent = 0;
  if (4 * g2 > tolerance * tolerance * square_p * square_q) {
    rotation = gram_rotation(square_p, square_q, g, g2, tangent);
    columns.rotate(member, rotation);
  }
  once_per_thread(member, [&]() {
    s.square(slot, p) = square_p - rotation.shift;
    s.square(slot, q) = square_q + rotation.shift;
    auto& peak = s.peak(slot, k);
    const float cosine = static_cast<float>(g2) / static_cast<float>(square_p * square_q);
    peak = {Kokkos::fmax(peak.cosine, cosine), Kokkos::fmax(peak.tangent, tangent)};
  });
}

/// What is left after a sweep is at most (largest cosine) x (largest tangent) x n: a sweep whose product is below
/// the tolerance needs no further one to verify it.
template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void one_sided_decide(const Member& member, const OneSidedScratch<Scalar>& s,
                                             const JacobiControl<real_t<Scalar>>& control) {
  using Real = real_t<Scalar>;
  const int n = s.n, pairs = s.pairs_of(n);
  const Real tolerance = cosine_tolerance(control, n);
  for_each_thread(member, s.slots, [&](int slot) {
    auto& state = s.states[slot];
    if (!state.active) return;
    const float cosine = max_over_lanes<float>(
        member, pairs, [&](int k, float& most) { most = Kokkos::fmax(most, s.peak(slot, k).cosine); });
    const float tangent = max_over_lanes<float>(
        member, pairs, [&](int k, float& most) { most = Kokkos::fmax(most, s.peak(slot, k).tangent); });
    const int too_large = sum_over_lanes<int>(member, pairs, [&](int k, int& count) {
      if (s.peak(slot, k).cosine > tolerance * tolerance) ++count;
    });
    const Real left = Kokkos::sqrt(Real(cosine)) * Kokkos::sqrt(Kokkos::fmin(Real(1), n * Real(tangent)));
    once_per_thread(member, [&]() {
      state.off_norm = left * shift_of(state);
      if (left <= tolerance) {
        state.active = 0;
      } else if (state.sweeps >= control.max_sweeps) {
        state.active = 0;
        state.info = too_large > 0 ? too_large : 1;
      } else {
        ++state.sweeps;
      }
    });
  });
  barrier(member);
}

template <class Scalar>
KOKKOS_INLINE_FUNCTION bool any_active(const OneSidedScratch<Scalar>& s) {
  for (int slot = 0; slot < s.slots; ++slot) {
    if (s.states[slot].active) return true;
  }
  return false;
}

template <class Columns, class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void one_sided_sweep(const Member& member, const OneSidedScratch<Scalar>& s,
                                            const JacobiControl<real_t<Scalar>>& control) {
  const int pairs = s.pairs_of(s.n), size = 2 * pairs;
  const auto tolerance = cosine_tolerance(control, s.n);
  for (int round = 0; round < size - 1; ++round) {
    for_each_thread(member, s.slots * pairs, [&](int item) {
      const int slot = s.slots == 1 ? 0 : item / pairs, k = item - slot * pairs;
      int p, q;
      round_robin_pair(size, round, k, p, q);
      if (q < s.n && s.states[slot].active) rotate_columns<Columns>(member, s, tolerance, slot, k, p, q);
    });
    barrier(member);
  }
}

/// B = I + A / c from the upper triangle in place, and the first state of each slot.
template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void one_sided_start(const Member& member, const EighProblem<Scalar>& problem,
                                            const JacobiControl<real_t<Scalar>>& control, std::int64_t first,
                                            const OneSidedScratch<Scalar>& s) {
  using Real = real_t<Scalar>;
  const int n = s.n, chunk_reals = s.slots * n * s.chunks * chunk_rows;
  for_each(member, chunk_reals, [&](int item) { s.x[item / chunk_rows].rows[item % chunk_rows] = Scalar(0); });
  barrier(member);
  load_upper(member, problem.a, control.triangle, first, s.slots,
             [&](int slot, int i, int j, const Scalar& value) { s.element(slot, i, j) = value; });
  barrier(member);
  start_states(
      member, problem.a, control, first, s.slots,
      [&](int slot, int i, int j) -> Scalar& { return s.element(slot, i, j); }, s.states, s.rows);
  for_each_thread(member, s.slots * n, [&](int item) {
    const int slot = item / n, j = item % n;
    const Real factor = 1 / shift_of(s.states[slot]);
    for_each_lane(member, j + 1, [&](int i) {
      const Scalar element = s.element(slot, i, j) * factor;
      s.element(slot, i, j) = i == j ? element + Scalar(Real(1)) : element;
      if (i < j) s.element(slot, j, i) = conj(element);
    });
  });
  barrier(member);
}

/// Normalises the columns and replaces their squared norms by the Rayleigh quotients v^H A v (A scaled, read anew).
template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void rayleigh_quotients(const Member& member, const EighProblem<Scalar>& problem,
                                               const JacobiControl<real_t<Scalar>>& control, std::int64_t first,
                                               const OneSidedScratch<Scalar>& s) {
  using Real = real_t<Scalar>;
  const int n = s.n;
  for_each_thread(member, s.slots * n, [&](int item) {
    const int slot = item / n;
    const auto& state = s.states[slot];
    if (state.info < 0) return;
    const auto v = [&](int i) -> Scalar& { return s.element(slot, i, item % n); };
    const Real factor = 1 / Kokkos::sqrt(s.squares[item]);
    for_each_lane(member, n, [&](int i) { v(i) *= factor; });
    const Real quotient = sum_over_lanes<Real>(member, n, [&](int k, Real& sum) {
      Scalar below(0);
      for (int i = k + 1; i < n; ++i) {
        below += conj(v(i)) * (hermitian_element(problem.a, control.triangle, first + slot, i, k) * state.scale);
      }
      sum += 2 * real(below * v(k)) + real(problem.a(first + slot, k, k)) * state.scale * abs_squared(v(k));
    });
    once_per_thread(member, [&]() { s.squares[item] = quotient; });
  });
  barrier(member);
}

/// Solves members first, ..., first + s.slots - 1. Ends with a barrier.
template <class Columns, class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void one_sided_solve(const Member& member, const EighProblem<Scalar>& problem,
                                            const JacobiControl<real_t<Scalar>>& control, std::int64_t first,
                                            const OneSidedScratch<Scalar>& s) {
  one_sided_start(member, problem, control, first, s);
  measure_columns(member, s);
  for_each(member, s.slots, [&](int slot) {
    auto& state = s.states[slot];
    state.active = state.active && state.off_norm > control.tolerance * state.norm;
    state.sweeps = state.active;
  });
  barrier(member);
  while (any_active(s)) {
    one_sided_sweep<Columns>(member, s, control);
    one_sided_decide(member, s, control);
    measure_columns(member, s);
  }
  rayleigh_quotients(member, problem, control, first, s);
  write_results(
      member, problem, control.order, first, s.slots, [&](int slot) -> const auto& { return s.states[slot]; },
      [&](int slot, int i) { return s.square(slot, i); }, [&](int slot, int i, int j) { return s.element(slot, i, j); },
      s.ranks);
  barrier(member);
}

}  // namespace kolibri::detail
