#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <kolibri/detail/jacobi.hpp>
#include <kolibri/scratch.hpp>
#include <kolibri/team_policy.hpp>

#include "algorithms.hpp"
#include "tridiagonal_kernels.hpp"
#include "tridiagonal_ql.hpp"

// The tridiagonal method of devices: the batch in chunks, three kernels each.
namespace kolibri::detail {

/// Memory that a chunk may take, in bytes, or one member: for so many members that a lane each keeps a device busy.
inline constexpr std::size_t tridiagonal_chunk_bytes = std::size_t(1) << 32;
template <class Scalar>
std::size_t tridiagonal_workspace_bytes(int n, std::int64_t members, bool vectors) {
  ByteCounter<workspace_alignment> counter;
  TridiagonalWorkspace<Scalar>(n, members, vectors).lay_out(counter);
  return counter.bytes;
}

template <class Scalar>
std::int64_t tridiagonal_chunk(int n, std::int64_t batch, bool vectors) {
  const auto bytes = tridiagonal_workspace_bytes<Scalar>(n, 1 << 10, vectors) >> 10;
  return std::clamp<std::int64_t>(static_cast<std::int64_t>(tridiagonal_chunk_bytes / bytes), 1, batch);
}

/// Bytes of scratch of the largest team.
template <class Exec, class Scalar>
std::size_t tiles_scratch(int n, bool vectors) {
  return std::max({reduce_tiles_scratch<Exec, Scalar>(n), scratch_for(QlKernel<Exec, Scalar>::scratch_bytes(n)),
                   vectors ? rotate_rows_scratch<Exec, Scalar>(n) : 0});
}

template <class Exec, class Scalar>
bool fits_tiles(int n, bool vectors) {
  return n > 0 && n <= tridiagonal_tile_order<Scalar> &&
         tiles_scratch<Exec, Scalar>(n, vectors) <= scratch_limit<Exec>();
}

/// Any n that fits_tiles() takes, in a workspace for `chunk` members.
template <class Exec, class Scalar>
void tridiagonal_in_chunks(const Exec& exec, const EighProblem<Scalar>& problem, const EighOptions& options,
                           std::int64_t chunk, std::byte* workspace) {
  const int n = problem.n();
  const std::int64_t batch = problem.a.batch;
  for (std::int64_t begin = 0; begin < batch; begin += chunk) {
    TridiagonalWorkspace<Scalar> work(n, std::min(chunk, batch - begin), options.vectors);
    Carver<workspace_alignment> carver{workspace};
    work.lay_out(carver);
    reduce_tiles(exec, problem, options, work, begin);
    using Ql = QlKernel<Exec, Scalar>;
    launch_on_members(exec, work.members, Ql{problem, JacobiControl<real_t<Scalar>>(options), work, begin},
                      Ql::scratch_bytes(n));
    if (options.vectors) rotate_rows(exec, problem, work, begin);
  }
}

}  // namespace kolibri::detail
