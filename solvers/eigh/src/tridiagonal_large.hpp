#pragma once

#include <algorithm>
#include <limits>

#include "tridiagonal_kernels.hpp"
#include "tridiagonal_large_back.hpp"
#include "tridiagonal_large_reduce.hpp"
#include "tridiagonal_large_rotate.hpp"

// The tridiagonal method of devices for matrices that no team has the registers for.
namespace kolibri::detail {

template <class Exec, class Scalar>
void reduce_large(const Exec& exec, const EighProblem<Scalar>& problem, const EighOptions& options,
                  const TridiagonalWorkspace<Scalar>& work, std::int64_t begin) {
  using Kernel = LargeReduceKernel<Exec, Scalar>;
  const int order = Kernel::order_in_scratch(work.n, scratch_limit<Exec>() - scratch_for(0));
  launch_on_members(exec, work.members, Kernel{problem, options.triangle, work, begin, order},
                    Kernel::scratch_bytes(work.n, order));
}

/// Rows of a team of LargeRotateKernel, with as much scratch as the device has.
template <class Exec, class Scalar>
int rows_of_large_team(int n) {
  return LargeRotateKernel<Exec, Scalar>::rows_of_team(n, scratch_limit<Exec>() - scratch_for(0));
}

template <class Kernel, class Exec, class Scalar>
void transform_back(const Exec& exec, const EighProblem<Scalar>& problem, const TridiagonalWorkspace<Scalar>& work,
                    std::int64_t begin) {
  const std::int64_t teams = work.members * Kernel::teams_of_member(work.n);
  Kokkos::parallel_for(Kernel::label, team_policy<typename Kernel::Properties>(exec, teams, Kernel::shape),
                       Kernel{problem, work, begin});
}

template <class Exec, class Scalar>
void large_vectors(const Exec& exec, const EighProblem<Scalar>& problem, const TridiagonalWorkspace<Scalar>& work,
                   std::int64_t begin) {
  using Rotate = LargeRotateKernel<Exec, Scalar>;
  const int rows = rows_of_large_team<Exec, Scalar>(work.n), teams_of_member = (work.n + rows - 1) / rows;
  const TeamShape shape{rows, 1, scratch_for(Rotate::scratch_bytes(work.n, rows))};
  Kokkos::parallel_for(Rotate::label,
                       team_policy<typename Rotate::Properties>(exec, work.members * teams_of_member, shape),
                       Rotate{work, rows, teams_of_member});
  using Small = BackTransformKernel<Exec, Scalar, 4>;
  using Large = BackTransformKernel<Exec, Scalar, 8>;
  static_assert(Large::largest_n == tridiagonal_large_order);
  if (work.n <= Small::largest_n) {
    transform_back<Small>(exec, problem, work, begin);
  } else {
    transform_back<Large>(exec, problem, work, begin);
  }
}

template <class Exec, class Scalar>
std::size_t large_scratch(int n, bool vectors) {
  using Rotate = LargeRotateKernel<Exec, Scalar>;
  const int rows = rows_of_large_team<Exec, Scalar>(n);
  if (vectors && rows * Rotate::each < n) return std::numeric_limits<std::size_t>::max();
  return scratch_for(
      std::max(LargeReduceKernel<Exec, Scalar>::scratch_bytes(n, 0), vectors ? Rotate::scratch_bytes(n, rows) : 0));
}

}  // namespace kolibri::detail

#define KOLIBRI_INSTANTIATE_ONE(SPACE, SCALAR) KOLIBRI_TRIDIAGONAL_LARGE(, SPACE, SCALAR)
#define KOLIBRI_INSTANTIATE(SCALAR)                   \
  namespace kolibri::detail {                         \
  KOLIBRI_FOR_DEVICE(KOLIBRI_INSTANTIATE_ONE, SCALAR) \
  }
