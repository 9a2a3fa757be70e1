#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <kolibri/detail/inverse_problem.hpp>
#include <kolibri/member_slabs.hpp>
#include <kolibri/scratch.hpp>
#include <kolibri/team_blocks.hpp>
#include <kolibri/team_policy.hpp>

#include "register_arithmetic.hpp"
#include "register_failed.hpp"

// The smallest matrices: one in the registers of each thread. Threads read and write them through team scratch, so that
// neighbouring threads reach neighbouring elements; of interleaved batches they do so anyway.
namespace kolibri::detail {

template <class Scalar>
KOKKOS_INLINE_FUNCTION void exchange_if(bool wanted, Scalar& x, Scalar& y) {
  const Scalar old = x;
  x = wanted ? y : x;
  y = wanted ? old : y;
}

/// A matrix of which all indices are known when compiling.
template <class Scalar, int n>
struct ThreadMatrix {
  Scalar a[n][n];
  int pivots[n];
  int info = 0;      ///< k > 0: the k-th pivot is zero
  bool safe = true;  ///< all elements are finite, and all pivots up to that one are safe

  /// Of the rows from row k on, the first with the largest |Re| + |Im| in column k.
  KOKKOS_INLINE_FUNCTION void choose_pivot(int k) {
    real_t<Scalar> largest = pivot_size(a[k][k]);
    pivots[k] = k;
    KOLIBRI_UNROLL
    for (int i = k + 1; i < n; ++i) {
      const real_t<Scalar> size = pivot_size(a[i][k]);
      pivots[k] = size > largest ? i : pivots[k];
      largest = size > largest ? size : largest;
    }
    info = info == 0 && largest == 0 ? k + 1 : info;
    safe = safe && (info != 0 || has_safe_size<real_t<Scalar>>(upper_bits(largest)));
  }

  /// Step k of elimination; the pivot row's place is chosen at run time, so that a move would put the array in memory.
  KOKKOS_INLINE_FUNCTION void eliminate_column(int k) {
    KOLIBRI_UNROLL
    for (int i = k + 1; i < n; ++i) {
      KOLIBRI_UNROLL
      for (int j = 0; j < n; ++j) exchange_if(pivots[k] == i, a[k][j], a[i][j]);
    }
    const Scalar inverse = reciprocal(a[k][k]);
    KOLIBRI_UNROLL
    for (int j = 0; j < n; ++j) a[k][j] = j == k ? inverse : a[k][j] * inverse;
    KOLIBRI_UNROLL
    for (int i = 0; i < n; ++i) {
      if (i == k) continue;
      const Scalar factor = -a[i][k];
      KOLIBRI_UNROLL
      for (int j = 0; j < n; ++j) a[i][j] = multiply_add(factor, a[k][j], j == k ? Scalar(0) : a[i][j]);
    }
  }

  KOKKOS_INLINE_FUNCTION void exchange_columns_back() {
    KOLIBRI_UNROLL
    for (int k = n - 2; k >= 0; --k) {
      KOLIBRI_UNROLL
      for (int j = k + 1; j < n; ++j) {
        KOLIBRI_UNROLL
        for (int i = 0; i < n; ++i) exchange_if(pivots[k] == j, a[i][k], a[i][j]);
      }
    }
  }

  /// A zero pivot would hide what is not finite in the columns after it.
  KOKKOS_INLINE_FUNCTION bool is_finite() const {
    real_t<Scalar> sum = 0;  // 0 x is 0, or NaN
    KOLIBRI_UNROLL
    for (int e = 0; e < n * n; ++e) {
      sum = Kokkos::fma(real(a[e / n][e % n]), real_t<Scalar>(0), sum);
      if constexpr (is_complex<Scalar>) sum = Kokkos::fma(imag(a[e / n][e % n]), real_t<Scalar>(0), sum);
    }
    return sum == 0;
  }

  /// a := a^-1, NaN if a pivot was zero, and of no use if not all is safe.
  KOKKOS_INLINE_FUNCTION void invert() {
    safe = is_finite();
    KOLIBRI_UNROLL
    for (int k = 0; k < n; ++k) {
      choose_pivot(k);
      eliminate_column(k);
    }
    exchange_columns_back();
    KOLIBRI_UNROLL
    for (int e = 0; e < n * n; ++e) a[e / n][e % n] = info == 0 ? a[e / n][e % n] : quiet_nan<Scalar>();
  }
};

/// How many teams of 64 threads have to share a multiprocessor's 65,536 registers when a thread has a matrix of so many
/// bytes and needs 40 registers besides.
constexpr int teams_of_threads(std::size_t bytes) {
  const std::size_t registers = bytes / 4 + 40;
  constexpr int limits[][2] = {{50, 24}, {60, 20}, {72, 14}, {96, 10}, {128, 8}, {168, 6}};
  for (const auto& [most, teams] : limits) {
    if (registers <= std::size_t(most)) return teams;
  }
  return 4;
}

template <class Exec, class Scalar, int n>
struct ThreadKernel {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  using Matrix = ThreadMatrix<Scalar, n>;

  static constexpr TeamShape shape{.team_size = 64, .vector_length = 1};
  using Properties = Kokkos::LaunchBounds<shape.team_size, teams_of_threads(n* n * sizeof(Scalar))>;
  static constexpr int members = shape.team_size;  ///< of the batch, a team
  static constexpr int elements = n * n;

  template <class Value>
  using Slabs = MemberSlabs<Value, n, members>;

  struct Storage {
    Scalar* staged;
    FailedMembers<Scalar, members> failed;

    template <class Take>
    KOKKOS_FUNCTION constexpr void lay_out(Take& take) {
      take(staged, members * Slabs<Scalar>::leading);
      failed.lay_out(take, n);
    }
  };

  InverseProblem<Scalar> problem;
  Slabs<const Scalar> a{problem.a};
  Slabs<Scalar> x{problem.x};

  static std::size_t scratch_bytes(int) { return bytes_of(Storage{}); }

  KOKKOS_FUNCTION void operator()(const Member& member) const {
    const auto storage = arrays_in_scratch<Exec, Storage>(member);
    const std::int64_t first = std::int64_t(member.league_rank()) * members, rest = problem.a.batch - first;
    const int count = rest < members ? static_cast<int>(rest) : members;
    const int mine = member.team_rank();
    if (mine == 0) storage.failed.clear();
    Matrix matrix;
    read(member, first, count, storage.staged, matrix);
    matrix.invert();
    if (mine < count && matrix.safe) problem.report(first + mine, matrix.info);
    if (mine < count && !matrix.safe) storage.failed.add(mine);
    write(member, first, count, storage.staged, matrix);
    storage.failed.invert(member, problem, first);
  }

  /// What threads without a member get does not matter. There is a barrier in it, after all reads of the batch.
  KOKKOS_INLINE_FUNCTION void read(const Member& member, std::int64_t first, int count, Scalar* staged,
                                   Matrix& matrix) const {
    const int mine = member.team_rank();
    if (a.storage == BatchStorage::interleaved) {
      const std::int64_t b = first + Kokkos::min(mine, count - 1);
      KOLIBRI_UNROLL
      for (int e = 0; e < elements; ++e) matrix.a[e / n][e % n] = a.batch(b, e / n, e % n);
      member.team_barrier();
      return;
    }
    if (a.storage == BatchStorage::dense && count == members) {
      KOLIBRI_UNROLL  // all on their way before the first is waited for
          for (int e = 0; e < elements; ++e) matrix.a[e / n][e % n] = a.item(first, e, mine);
      KOLIBRI_UNROLL
      for (int e = 0; e < elements; ++e) staged[a.place_of_item(e, mine)] = matrix.a[e / n][e % n];
    } else {
      a.for_each(first, count, mine, [&](const Scalar& element, int place) { staged[place] = element; });
    }
    member.team_barrier();
    a.for_mine(mine, [&](int i, int j, int place) { matrix.a[i][j] = staged[place]; });
  }

  /// In scratch a member that is not safe is still A, which goes to X and is overwritten later; X that is A does not
  /// change by it. There is a barrier in it, after which the failed members are known.
  KOKKOS_INLINE_FUNCTION void write(const Member& member, std::int64_t first, int count, Scalar* staged,
                                    const Matrix& matrix) const {
    const int mine = member.team_rank();
    if (x.storage == BatchStorage::interleaved) {
      if (matrix.safe && mine < count) {
        KOLIBRI_UNROLL
        for (int e = 0; e < elements; ++e) x.batch(first + mine, e / n, e % n) = matrix.a[e / n][e % n];
      }
      member.team_barrier();
      return;
    }
    if (matrix.safe) x.for_mine(mine, [&](int i, int j, int place) { staged[place] = matrix.a[i][j]; });
    member.team_barrier();
    if (x.storage == BatchStorage::dense && count == members) {
      KOLIBRI_UNROLL
      for (int e = 0; e < elements; ++e) x.item(first, e, mine) = staged[x.place_of_item(e, mine)];
    } else {
      x.for_each(first, count, mine, [&](Scalar& element, int place) { element = staged[place]; });
    }
  }
};

}  // namespace kolibri::detail
