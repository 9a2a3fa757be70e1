#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/eigh_options.hpp>
#include <kolibri/matrix_batch.hpp>
#include <kolibri/registers.hpp>

// How the threads of a team read its matrices in memory order, with few instructions an element: a thread's place on
// the axis on which neighbours are neighbours in memory is fixed, and a pointer steps.
namespace kolibri::detail {

/// The largest divisor of `items` that is at most `most`.
constexpr int divisor_up_to(int items, int most) {
  while (items % most != 0) --most;
  return most;
}

/// The first of a team's members, and how many there are.
struct MemberRange {
  std::int64_t first;
  int count;
};

/// What a batch has in memory: elements (row, fast), with neighbours along `fast`.
struct TriangleInMemory {
  bool by_rows;  ///< (row, fast) is A(row, fast), else A(fast, row)
  bool lower;    ///< row >= fast is the triangle that is read, or used where both are

  template <class Batch>
  KOKKOS_FORCEINLINE_FUNCTION TriangleInMemory(const Batch& batch, Triangle triangle)
      : by_rows(batch.row_stride >= batch.column_stride), lower((triangle == Triangle::lower) == by_rows) {}
};

/// The rows, of a thread's place on the fast axis, that it moves.
struct RowRange {
  int begin = 0, end = 0;

  KOKKOS_FORCEINLINE_FUNCTION bool has(int row) const {
    return static_cast<unsigned>(row - begin) < static_cast<unsigned>(end - begin);
  }
};

template <class Shape>
struct MemoryWalk {
  static constexpr int N = Shape::N;
  static constexpr int abreast = Shape::team_size / N;  ///< rows that the team moves at once
  static_assert(abreast > 0);

  int fast, first_row;

  KOKKOS_FORCEINLINE_FUNCTION explicit MemoryWalk(int thread) : fast(thread % N), first_row(thread / N) {}

  /// All rows of an n x n matrix; none for threads that are left over.
  KOKKOS_FORCEINLINE_FUNCTION RowRange all_rows(int n) const { return {0, first_row < abreast && fast < n ? n : 0}; }
  /// Those in the triangle.
  KOKKOS_FORCEINLINE_FUNCTION RowRange rows_of_triangle(int n, bool lower) const {
    const int end = all_rows(n).end;
    return lower ? RowRange{Kokkos::min(fast, end), end} : RowRange{0, Kokkos::min(fast + 1, end)};
  }
};

/// How many of a walk's steps are taken at once, so that their latencies overlap: some of a member's, or all those of
/// some members. Few enough, for code that runs once a team has to come through the instruction cache.
template <class Shape>
struct WalkSteps {
  static constexpr int most = 16;
  static constexpr int abreast = MemoryWalk<Shape>::abreast;
  static constexpr int of_member = (Shape::N + abreast - 1) / abreast;  ///< some of the last one's rows are beyond N
  static constexpr int at_once = divisor_up_to(of_member, most);
  static constexpr int members =
      at_once < of_member ? 1 : divisor_up_to(Shape::members, Kokkos::max(1, most / at_once));
};

/// A pointer into a batch that goes with a walk.
template <class Scalar, class Shape>
struct MemoryCursor {
  using Steps = WalkSteps<Shape>;

  const Scalar* at;
  std::int64_t row_step, slot_step;

  KOKKOS_FORCEINLINE_FUNCTION MemoryCursor(const MatrixBatch<const Scalar>& batch, const MemoryWalk<Shape>& walk,
                                           std::int64_t b) {
    const bool by_rows = batch.row_stride >= batch.column_stride;
    const std::int64_t slow = by_rows ? batch.row_stride : batch.column_stride;
    const std::int64_t fast = by_rows ? batch.column_stride : batch.row_stride;
    at = batch.data + b * batch.batch_stride + walk.first_row * slow + walk.fast * fast;
    row_step = Steps::abreast * slow;
    slot_step = batch.batch_stride - (Steps::of_member - 1) * row_step;
  }

  /// The pointer, which then goes on to the next step, of another member after `last` of one.
  KOKKOS_FORCEINLINE_FUNCTION const Scalar* next(bool last) {
    const Scalar* const here = at;
    at += last ? slot_step : row_step;
    return here;
  }
};

/// get(slot, row, last, value), then put(slot, row, value), for all steps of a walk, some at once; last: of a member.
template <class Scalar, class Shape, class Get, class Put>
KOKKOS_FORCEINLINE_FUNCTION void walk_members(const MemoryWalk<Shape>& walk, const Get& get, const Put& put) {
  using Steps = WalkSteps<Shape>;
  constexpr int at_once = Steps::at_once;
  KOLIBRI_KEEP_LOOP
  for (int slot = 0; slot < Shape::members; slot += Steps::members) {
    KOLIBRI_KEEP_LOOP
    for (int step = 0; step < Steps::of_member; step += at_once) {
      Scalar values[Steps::members * at_once];
      const bool ends = step + at_once == Steps::of_member;
      const auto row = [&](int u) { return walk.first_row + (step + u % at_once) * Steps::abreast; };
      KOLIBRI_UNROLL
      for (int u = 0; u < Steps::members * at_once; ++u) {
        get(slot + u / at_once, row(u), ends && u % at_once == at_once - 1, values[u]);
      }
      KOLIBRI_UNROLL
      for (int u = 0; u < Steps::members * at_once; ++u) put(slot + u / at_once, row(u), values[u]);
    }
  }
}

}  // namespace kolibri::detail
