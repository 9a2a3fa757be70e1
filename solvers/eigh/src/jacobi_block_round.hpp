#pragma once

#include <Kokkos_Core.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <kolibri/blas.hpp>
#include <kolibri/detail/eigh_problem.hpp>
#include <kolibri/detail/jacobi_cyclic.hpp>
#include <kolibri/detail/jacobi_two_sided.hpp>
#include <kolibri/team_policy.hpp>
#include <type_traits>
#include <utility>

#include "jacobi_block_shape.hpp"

// One round of jacobi_block: the inner problems of all pairs of blocks, then A := U^H A U and V := V U.
namespace kolibri::detail {

/// How an inner problem is solved: by a team in scratch, on the host by one thread.
template <class Exec, class Scalar>
struct InnerSolver {
  using Storage = std::conditional_t<runs_on_host<Exec>, CyclicStorage<Scalar>, TwoSidedScratch<Scalar>>;

  static std::size_t scratch_bytes(int n) {
    if constexpr (runs_on_host<Exec>) return bytes_of(Storage(n, true));
    if constexpr (!runs_on_host<Exec>) return bytes_of(Storage(n, 1, true));
  }

  static TeamShape team_shape(int n) {
    TeamShape shape;
    if (!runs_on_host<Exec>) shape = {.team_size = n <= 32 ? 4 : 8, .vector_length = 32};
    shape.scratch_bytes = scratch_bytes(n) + 16;  // the handle may have to align it
    return shape;
  }

  template <class Member>
  KOKKOS_FUNCTION static void solve(const Member& member, const EighProblem<Scalar>& problem,
                                    const JacobiControl<real_t<Scalar>>& control, std::byte* scratch) {
    if constexpr (runs_on_host<Exec>) {
      cyclic_solve(problem, control, 0, Storage(scratch, problem.n(), true));
    } else {
      two_sided_solve(member, problem, control, 0, Storage(scratch, problem.n(), 1, true));
    }
  }
};

/// A team a pair of blocks: eigenvalues and vectors of the diagonal block of both, and the operands of the products.
template <class Exec, class Scalar>
struct SolvePairs {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;

  BlockWorkspace<Scalar> work;
  JacobiControl<real_t<Scalar>> control;
  int parity;
  std::int64_t slots;
  std::size_t scratch_bytes;

  KOKKOS_FUNCTION void operator()(const Member& member) const {
    constexpr int level = scratch_level<Exec>;
    auto* const scratch = static_cast<std::byte*>(member.team_scratch(level).get_shmem_aligned(scratch_bytes, 16));
    for (std::int64_t slot = member.league_rank(); slot < slots; slot += member.league_size()) {
      const std::int64_t m = work.active[slot / work.shape.pairs(parity)];
      const int row = work.shape.first_row(static_cast<int>(slot % work.shape.pairs(parity)), parity);
      InnerSolver<Exec, Scalar>::solve(member, inner_problem(slot, m, row), control, scratch);
      normalize(member, work.u + slot * work.shape.block_size());
      Kokkos::single(Kokkos::PerTeam(member), [&]() { set_pointers(slot, m, row); });
    }
  }

  KOKKOS_FUNCTION EighProblem<Scalar> inner_problem(std::int64_t slot, std::int64_t m, int row) const {
    const int size = work.shape.pair_width();
    const std::int64_t ld = work.shape.ld;
    EighProblem<Scalar> inner;
    inner.a = {work.matrix(m) + row * (ld + 1), 1, size, size, 0, 1, ld};
    inner.w = {work.values + slot * size, 0, 1};
    inner.v = {work.u + slot * work.shape.block_size(), 1, size, size, 0, 1, size};
    inner.info = work.inner_info + slot;
    return inner;
  }

  /// Rotations leave norms a little off 1, always to the same side, which thousands of products would add up in V:
  /// one step of Newton's method for x / |x|.
  KOKKOS_FUNCTION void normalize(const Member& member, Scalar* u) const {
    const int size = work.shape.pair_width();
    for_each(member, size, [&](int j) {
      Scalar* const x = u + j * size;
      real_t<Scalar> square = 0;
      for (int i = 0; i < size; ++i) square += abs_squared(x[i]);
      for (int i = 0; i < size; ++i) x[i] *= real_t<Scalar>(0.5) * (3 - square);
    });
  }

  KOKKOS_FUNCTION void set_pointers(std::int64_t slot, std::int64_t m, int row) const {
    const std::int64_t matrix = m * work.shape.matrix_size(), columns = matrix + row * std::int64_t(work.shape.ld);
    const auto& p = work.pointers;
    p.a_columns[slot] = work.a + columns;
    p.b_columns[slot] = work.b + columns;
    p.a_rows[slot] = work.a + matrix + row;
    p.b_rows[slot] = work.b + matrix + row;
    if (work.v) p.v_columns[slot] = work.v + columns;
    p.u[slot] = work.u + slot * work.shape.block_size();
  }
};

/// Row or column `k` of the two blocks without a partner in an odd round, the first and the last.
KOKKOS_INLINE_FUNCTION int lone_row(const BlockShape& shape, int k) {
  return k < shape.width ? k : shape.padded() - shape.pair_width() + k;
}

/// Copies the columns (or rows) of the blocks without a partner from one buffer to the other.
template <class Scalar, bool columns>
struct CarryLoneBlocks {
  BlockWorkspace<Scalar> work;
  const Scalar* from;
  Scalar* to;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const auto& shape = work.shape;
    const int fast = columns ? shape.padded() : shape.pair_width();
    const int i = static_cast<int>(item % fast);
    const int j = static_cast<int>(item / fast % (columns ? shape.pair_width() : shape.padded()));
    const std::int64_t row = columns ? i : lone_row(shape, i), column = columns ? lone_row(shape, j) : j;
    const std::int64_t m = work.active[item / (static_cast<std::int64_t>(shape.padded()) * shape.pair_width())];
    const std::int64_t at = m * shape.matrix_size() + column * shape.ld + row;
    to[at] = from[at];
  }
};

/// Makes the diagonal blocks of solved pairs exactly diagonal: what products leave of the annihilated elements is
/// rounding error, and would keep off(A) above the tolerance.
template <class Scalar>
struct SetDiagonalBlocks {
  BlockWorkspace<Scalar> work;
  int parity;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const auto& shape = work.shape;
    const std::int64_t slot = item / shape.block_size(), ld = shape.ld;
    if (work.inner_info[slot] != 0) return;
    const int i = static_cast<int>(item % shape.pair_width());
    const int j = static_cast<int>(item / shape.pair_width() % shape.pair_width());
    const std::int64_t m = work.active[slot / shape.pairs(parity)];
    const int row = shape.first_row(static_cast<int>(slot % shape.pairs(parity)), parity);
    work.matrix(m)[row + i + (row + j) * ld] = i == j ? Scalar(work.values[slot * shape.pair_width() + i]) : Scalar(0);
  }
};

template <class Exec, class Kernel>
void for_items(const char* label, const Exec& exec, std::int64_t count, const Kernel& kernel) {
  Kokkos::parallel_for(label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, count), kernel);
}

template <class Exec, class Scalar, bool columns>
void carry_lone_blocks(const Exec& exec, const BlockWorkspace<Scalar>& work, int active, const Scalar* from,
                       Scalar* to) {
  const std::int64_t size = static_cast<std::int64_t>(work.shape.padded()) * work.shape.pair_width();
  for_items("kolibri::eigh jacobi_block carry", exec, active * size, CarryLoneBlocks<Scalar, columns>{work, from, to});
}

/// What the inner problems are solved to. Padding adds up to 1.25^2 ||A||_F^2 a column to the square of their norm,
/// which must not loosen the tolerance: what is left of the off-diagonal is set to zero, an error in A.
template <class Scalar>
JacobiControl<real_t<Scalar>> inner_control(const BlockShape& shape, Order order) {
  const int padding = shape.padded() - shape.n;
  return JacobiControl<real_t<Scalar>>(
      EighOptions{.order = order, .tolerance = ulp<real_t<Scalar>> / std::sqrt(1 + 2.0 * padding)});
}

/// One round of the `active` first members of the active list, odd-even order: pairs of neighbouring blocks, whose
/// eigenvalues come out sorted as `order` says. V moves from work.v to work.b, and these two trade places.
template <class Exec, class Scalar>
void block_round(const Exec& exec, BlockWorkspace<Scalar>& work, int active, int parity, Order order) {
  const BlockShape& shape = work.shape;
  const int size = shape.pair_width();
  const std::int64_t slots = static_cast<std::int64_t>(active) * shape.pairs(parity);
  const TeamShape team = InnerSolver<Exec, Scalar>::team_shape(size);
  const JacobiControl<real_t<Scalar>> control = inner_control<Scalar>(shape, order);
  launch_teams("kolibri::eigh jacobi_block pairs", exec, slots, team,
               SolvePairs<Exec, Scalar>{work, control, parity, slots, team.scratch_bytes - 16});

  const auto& p = work.pointers;
  const blas::PointerOperand<const Scalar> u{p.u, size};
  const auto product = [&](const blas::GemmShape& gemm, blas::PointerOperand<const Scalar> x,
                           blas::PointerOperand<const Scalar> y, Scalar* const* z) {
    blas::gemm_batched(exec, gemm, Scalar(1), x, y, Scalar(0), blas::PointerOperand<Scalar>{z, shape.ld}, slots);
  };
  const blas::GemmShape from_right{.m = shape.padded(), .n = size, .k = size};
  const blas::GemmShape from_left{.op_a = blas::Op::conjugate_transpose, .m = size, .n = shape.padded(), .k = size};
  if (parity) carry_lone_blocks<Exec, Scalar, true>(exec, work, active, work.a, work.b);
  product(from_right, {p.a_columns, shape.ld}, u, p.b_columns);
  product(from_left, u, {p.b_rows, shape.ld}, p.a_rows);
  if (parity) carry_lone_blocks<Exec, Scalar, false>(exec, work, active, work.b, work.a);
  for_items("kolibri::eigh jacobi_block diagonal", exec, slots * shape.block_size(),
            SetDiagonalBlocks<Scalar>{work, parity});
  if (!work.v) return;
  if (parity) carry_lone_blocks<Exec, Scalar, true>(exec, work, active, work.v, work.b);
  product(from_right, {p.v_columns, shape.ld}, u, p.b_columns);
  std::swap(work.v, work.b);
}

}  // namespace kolibri::detail
