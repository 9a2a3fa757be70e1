#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <kolibri/instantiate.hpp>

#include "algorithms.hpp"
#include "jacobi_block_kernels.hpp"
#include "jacobi_block_round.hpp"

// Two-sided block Jacobi for matrices that do not fit team scratch (R. Huang, S. Liu, Y. Zhao, Computer Science 50(4),
// 2023, section 3.2). A round solves the diagonal blocks of disjoint pairs of block columns fully, in scratch, and
// applies the vectors U of all pairs by batched products: A := U^H A U, V := V U.
//
// Order: pairs are neighbours, (0,1), (2,3), ... in even rounds and (1,2), (3,4), ... in odd ones, as in odd-even
// transposition sort. The eigenvalues of a pair are sorted, descending in even sweeps, ascending in odd ones. Say that
// blocks carry numbers, that smaller eigenvalues go to the smaller number, and that a pair trades places: then this
// is the odd-even order of Jacobi's method, in which `blocks` rounds reverse the sequence of numbers and every two
// blocks meet once; sorting moves the blocks, no permutation is ever copied.
namespace kolibri::detail {

/// The widest block: wider ones take fewer sweeps but more work in the inner problems, which dominate.
inline constexpr int widest_block = 16;

/// Memory that a chunk of the batch may take, in bytes; one member at least.
inline constexpr std::size_t block_chunk_bytes = std::size_t(1) << 30;

template <class Exec, class Scalar>
BlockShape block_shape_for(int n) {
  int widest = widest_block;
  while (widest > 1 && InnerSolver<Exec, Scalar>::team_shape(2 * widest).scratch_bytes > scratch_limit<Exec>())
    widest /= 2;
  return block_shape<Scalar>(n, widest);
}

template <class Scalar>
std::size_t block_workspace_bytes(const BlockShape& shape, std::int64_t members, bool vectors) {
  ByteCounter<workspace_alignment> counter;
  BlockWorkspace<Scalar>(shape, members, vectors).lay_out(counter);
  return counter.bytes;
}

template <class Scalar>
std::int64_t block_chunk(const BlockShape& shape, std::int64_t batch, bool vectors) {
  const auto members = static_cast<std::int64_t>(block_chunk_bytes / block_workspace_bytes<Scalar>(shape, 1, vectors));
  return std::clamp<std::int64_t>(members, 1, batch);
}

/// Bytes of workspace of jacobi_block: 3 n^2 elements a member (2 n^2 without vectors) and a little, in chunks of at
/// most 1 GiB, or one member.
template <class Exec, class Scalar>
std::size_t jacobi_block_workspace(const Exec&, std::int64_t batch, int n, const EighOptions& options) {
  if (batch == 0 || n == 0) return 0;
  const BlockShape shape = block_shape_for<Exec, Scalar>(n);
  return block_workspace_bytes<Scalar>(shape, block_chunk<Scalar>(shape, batch, options.vectors), options.vectors);
}

/// Refreshes the list of active members and returns its length: the one host round trip of a sweep (a scan and a copy
/// of 4 bytes, about 30 us on a GPU).
template <class Exec, class Scalar>
int list_active(const Exec& exec, const BlockWorkspace<Scalar>& work, std::int64_t members) {
  int count = 0;
  Kokkos::parallel_scan("kolibri::eigh jacobi_block active",
                        Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>(exec, 0, members), ListActive<Scalar>{work},
                        count);
  return count;
}

/// A team a member, for the kernels that read or write whole members.
template <class Exec>
TeamShape member_team() {
  return runs_on_host<Exec> ? TeamShape{} : TeamShape{.team_size = 8, .vector_length = 32};
}

/// Solves the members first, ..., first + members - 1 of the batch.
template <class Exec, class Scalar>
void solve_chunk(const Exec& exec, const EighProblem<Scalar>& problem, const JacobiControl<real_t<Scalar>>& control,
                 std::int64_t first, std::int64_t members, BlockWorkspace<Scalar> work) {
  launch_teams("kolibri::eigh jacobi_block load", exec, members, member_team<Exec>(),
               LoadMembers<Exec, Scalar>{problem, control, work, first});
  int active = list_active(exec, work, members);
  for (int sweep = 0; active > 0; ++sweep) {
    const Order order = sweep % 2 == 0 ? Order::descending : Order::ascending;
    for (int round = 0; round < work.shape.blocks; ++round) block_round(exec, work, active, round % 2, order);
    launch_teams("kolibri::eigh jacobi_block decide", exec, active, member_team<Exec>(),
                 DecideMembers<Exec, Scalar>{control, work});
    active = list_active(exec, work, members);
  }
  launch_teams("kolibri::eigh jacobi_block write", exec, members, member_team<Exec>(),
               WriteMembers<Exec, Scalar>{problem, control.order, work, first});
}

/// The batch in chunks of at most `chunk` members, in a workspace for one chunk.
template <class Exec, class Scalar>
void solve_in_chunks(const Exec& exec, const EighProblem<Scalar>& problem, const EighOptions& options,
                     const BlockShape& shape, std::int64_t chunk, std::byte* workspace) {
  using Real = real_t<Scalar>;
  JacobiControl<Real> control(options);
  // Products leave an off-norm of a few sqrt(n) ulp ||A||_F: a tolerance of one ulp would wait for stagnation.
  if (options.tolerance <= 0) control.tolerance = 4 * std::sqrt(static_cast<Real>(shape.n)) * ulp<Real>;
  const BlockWorkspace<Scalar> work(shape, chunk, options.vectors, workspace);
  const std::int64_t batch = problem.a.batch;
  for (std::int64_t first = 0; first < batch; first += chunk) {
    solve_chunk(exec, problem, control, first, std::min(chunk, batch - first), work);
  }
}

template <class Exec, class Scalar>
std::size_t jacobi_block_scratch(int n) {
  return InnerSolver<Exec, Scalar>::team_shape(block_shape_for<Exec, Scalar>(n).pair_width()).scratch_bytes;
}

/// Any n >= 1. Waits for the device once a sweep (see list_active). A member's bits can depend on the batch where the
/// vendor's batched gemm chooses its kernel by the number of products.
template <class Exec, class Scalar>
void jacobi_block(const Exec& exec, const EighProblem<Scalar>& problem, const EighOptions& options,
                  std::byte* workspace) {
  if (problem.a.batch == 0 || problem.n() == 0) return;
  const BlockShape shape = block_shape_for<Exec, Scalar>(problem.n());
  const std::int64_t chunk = block_chunk<Scalar>(shape, problem.a.batch, options.vectors);
  solve_in_chunks(exec, problem, options, shape, chunk, workspace);
}

}  // namespace kolibri::detail

#define KOLIBRI_INSTANTIATE_ONE(Space, Scalar)                                                                 \
  template std::size_t kolibri::detail::jacobi_block_workspace<Space, Scalar>(const Space&, std::int64_t, int, \
                                                                              const kolibri::EighOptions&);    \
  template std::size_t kolibri::detail::jacobi_block_scratch<Space, Scalar>(int);                              \
  template void kolibri::detail::jacobi_block<Space, Scalar>(                                                  \
      const Space&, const kolibri::detail::EighProblem<Scalar>&, const kolibri::EighOptions&, std::byte*);
#define KOLIBRI_INSTANTIATE(Scalar) KOLIBRI_FOR_EACH_SPACE(KOLIBRI_INSTANTIATE_ONE, Scalar)
