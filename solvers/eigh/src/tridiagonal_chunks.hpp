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

/// Bytes of scratch of the largest team.
template <class Exec, class Scalar>
std::size_t tridiagonal_team_scratch(int n, bool vectors, bool large) {
  const std::size_t ql = scratch_for(QlKernel<Exec, Scalar>::scratch_bytes(n));
  if (large) return std::max(ql, large_scratch<Exec, Scalar>(n, vectors));
  return std::max({ql, reduce_tiles_scratch<Exec, Scalar>(n), vectors ? rotate_rows_scratch<Exec, Scalar>(n) : 0});
}

template <class Exec, class Scalar>
bool fits_tiles(int n, bool vectors) {
  return n > 0 && n <= tridiagonal_tile_order<Scalar> &&
         tridiagonal_team_scratch<Exec, Scalar>(n, vectors, false) <= scratch_limit<Exec>();
}
template <class Exec, class Scalar>
bool fits_large(int n, bool vectors) {
  return n > 0 && n <= tridiagonal_large_order &&
         tridiagonal_team_scratch<Exec, Scalar>(n, vectors, true) <= scratch_limit<Exec>();
}

template <class Exec, class Scalar>
std::size_t tridiagonal_workspace_bytes(int n, std::int64_t members, bool vectors) {
  ByteCounter<workspace_alignment> counter;
  TridiagonalWorkspace<Scalar>(n, members, vectors, !fits_tiles<Exec, Scalar>(n, vectors)).lay_out(counter);
  return counter.bytes;
}

template <class Exec, class Scalar>
std::int64_t tridiagonal_chunk(int n, std::int64_t batch, bool vectors) {
  const auto bytes = tridiagonal_workspace_bytes<Exec, Scalar>(n, 1 << 10, vectors) >> 10;
  std::int64_t members = static_cast<std::int64_t>(tridiagonal_chunk_bytes / bytes);
  if (members > ql_lanes) members -= members % ql_lanes;  // the last lanes' lists are there anyway
  return std::clamp<std::int64_t>(members, 1, batch);
}

/// Any n that fits_tiles() or fits_large() takes, in a workspace for `chunk` members.
template <class Exec, class Scalar>
void tridiagonal_in_chunks(const Exec& exec, const EighProblem<Scalar>& problem, const EighOptions& options,
                           std::int64_t chunk, std::byte* workspace) {
  const int n = problem.n();
  const std::int64_t batch = problem.a.batch;
  const bool large = !fits_tiles<Exec, Scalar>(n, options.vectors);
  for (std::int64_t begin = 0; begin < batch; begin += chunk) {
    TridiagonalWorkspace<Scalar> work(n, std::min(chunk, batch - begin), options.vectors, large);
    Carver<workspace_alignment> carver{workspace};
    work.lay_out(carver);
    if (large) {
      reduce_large(exec, problem, options, work, begin);
    } else {
      reduce_tiles(exec, problem, options, work, begin);
    }
    using Ql = QlKernel<Exec, Scalar>;
    launch_on_members(exec, work.members, Ql{problem, JacobiControl<real_t<Scalar>>(options), work, begin},
                      Ql::scratch_bytes(n));
    if (!options.vectors) continue;
    if (large) {
      large_vectors(exec, problem, work, begin);
    } else {
      rotate_rows(exec, problem, work, begin);
    }
  }
}

}  // namespace kolibri::detail
