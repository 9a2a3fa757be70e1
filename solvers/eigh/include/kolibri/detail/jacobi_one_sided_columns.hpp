#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <kolibri/detail/jacobi.hpp>
#include <kolibri/members.hpp>
#include <kolibri/scalar.hpp>
#include <kolibri/scratch.hpp>

// How jacobi_one_sided keeps columns in scratch, and how a thread and its lanes work on two of them.
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

/// Whether the shift of an n x n matrix comes from an estimate of its spectral norm, not from ||A||_F.
KOKKOS_INLINE_FUNCTION constexpr bool estimates_shift(int n) { return n > 64; }

/// The shift c of a matrix, B = I + A / c, and whether the spectrum of B turned out not to be positive.
template <class Real>
struct Shift {
  Real c;
  int failed;
};

template <class Scalar>
struct OneSidedScratch {
  using Real = real_t<Scalar>;

  int n, slots;
  int chunks;                  ///< of a column; rows from n on are zero
  Chunk<Scalar>* x = nullptr;  ///< columns of B, column j of a slot contiguous
  Real* squares = nullptr;     ///< squared column norms; the eigenvalues at the end
  Real* rows = nullptr;
  Scalar* vectors = nullptr;  ///< two a slot, where the shift is estimated
  Shift<Real>* shifts = nullptr;
  SweepPeak* peaks = nullptr;
  JacobiState<Real>* states = nullptr;
  int* ranks = nullptr;

  KOKKOS_FUNCTION static constexpr int pairs_of(int n) { return (n + 1) / 2; }
  KOKKOS_FUNCTION constexpr OneSidedScratch(int n_, int slots_)
      : n(n_), slots(slots_), chunks((n_ + chunk_rows - 1) / chunk_rows) {}
  KOKKOS_FUNCTION OneSidedScratch(std::byte* block, int n_, int slots_) : OneSidedScratch(n_, slots_) {
    Carver<> carver{block};
    lay_out(carver);
  }

  template <class Take>
  KOKKOS_FUNCTION constexpr void lay_out(Take& take) {
    const std::size_t matrices = slots, columns = matrices * n;
    take(x, columns * chunks);
    take(squares, columns);
    take(rows, matrices * row_scratch(n));
    take(vectors, estimates_shift(n) ? 2 * columns : 0);
    take(shifts, matrices);
    take(peaks, matrices * pairs_of(n));
    take(states, matrices);
    take(ranks, columns);
  }

  KOKKOS_FUNCTION Chunk<Scalar>* column(int slot, int j) const { return x + (slot * n + j) * chunks; }
  KOKKOS_FUNCTION Scalar& element(int slot, int i, int j) const {
    return column(slot, j)[i / chunk_rows].rows[i % chunk_rows];
  }
  KOKKOS_FUNCTION Real& square(int slot, int j) const { return squares[slot * n + j]; }
  KOKKOS_FUNCTION SweepPeak& peak(int slot, int k) const { return peaks[slot * pairs_of(n) + k]; }
};

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

}  // namespace kolibri::detail
