#pragma once

#include <kolibri/detail/jacobi_one_sided.hpp>

#include "jacobi_kernels.hpp"
#include "register_kernels.hpp"

namespace kolibri::detail {

/// A thread and its vector lanes a pair of columns; small matrices share a team.
template <class ExecutionSpace, class Scalar, bool estimates = true>
struct OneSidedMethod {
  static constexpr char label[] = "kolibri::eigh jacobi_one_sided";
  static constexpr bool host = runs_on_host<ExecutionSpace>;
  static constexpr int threads = 128;  // of a team that holds several matrices
  using Columns = std::conditional_t<host, ColumnsInMemory<Scalar>, ColumnsInRegisters<Scalar>>;

  /// A lane a chunk; a power of two, as vector lengths are.
  static int lanes(int n) {
    int count = 1;
    while (count * chunk_rows < n) count *= 2;
    return count;
  }
  static int pairs(int n) { return (n + 1) / 2; }
  static int slots(int n) { return host ? 1 : std::max(1, threads / (lanes(n) * pairs(n))); }
  static TeamShape shape(int n, int slots) {
    return host ? TeamShape{} : TeamShape{.team_size = slots * pairs(n), .vector_length = lanes(n)};
  }
  static std::size_t scratch_bytes(int n, int slots, bool) { return bytes_of(OneSidedScratch<Scalar>(n, slots)); }

  template <class Member, class Real>
  KOKKOS_FUNCTION static void solve(const Member& member, const EighProblem<Scalar>& problem,
                                    const JacobiControl<Real>& control, std::int64_t first, int slots,
                                    std::byte* block) {
    one_sided_solve<Columns, estimates>(member, problem, control, first,
                                        OneSidedScratch<Scalar>(block, problem.n(), slots));
  }
};

template <class ExecutionSpace, class Scalar>
int jacobi_one_sided_largest_n(bool vectors) {
  constexpr int longest_column = 32 * chunk_rows;  // a vector length is at most 32
  const int n = largest_n<OneSidedMethod<ExecutionSpace, Scalar>, ExecutionSpace>(vectors);
  return runs_on_host<ExecutionSpace> ? n : std::min(n, longest_column);
}

template <class ExecutionSpace, class Scalar>
std::size_t jacobi_one_sided_scratch(int n, bool vectors) {
  if constexpr (!runs_on_host<ExecutionSpace>) {
    if (fits_registers<ExecutionSpace, Scalar>(n)) return register_eigh_scratch<ExecutionSpace, Scalar>(n);
  }
  return OneSidedMethod<ExecutionSpace, Scalar>::scratch_bytes(n, 1, vectors) + 16;
}

/// With the columns in scratch.
template <class ExecutionSpace, class Scalar>
void jacobi_in_scratch(const ExecutionSpace& exec, const EighProblem<Scalar>& problem, const EighOptions& options) {
  if (estimates_shift(problem.n())) {
    launch_batch<OneSidedMethod<ExecutionSpace, Scalar, true>>(exec, problem, options);
  } else {
    launch_batch<OneSidedMethod<ExecutionSpace, Scalar, false>>(exec, problem, options);
  }
}

template <class ExecutionSpace, class Scalar>
void jacobi_one_sided(const ExecutionSpace& exec, const EighProblem<Scalar>& problem, const EighOptions& options) {
  if constexpr (!runs_on_host<ExecutionSpace>) {
    if (fits_registers<ExecutionSpace, Scalar>(problem.n())) {
      return problem.n() <= thread_eigh_order<Scalar> ? eigh_in_threads(exec, problem, options)
                                                      : eigh_in_teams(exec, problem, options);
    }
  }
  jacobi_in_scratch(exec, problem, options);
}

}  // namespace kolibri::detail

#define KOLIBRI_INSTANTIATE_ONE(Space, Scalar)                                              \
  template int kolibri::detail::jacobi_one_sided_largest_n<Space, Scalar>(bool);            \
  template std::size_t kolibri::detail::jacobi_one_sided_scratch<Space, Scalar>(int, bool); \
  template void kolibri::detail::jacobi_one_sided<Space, Scalar>(                           \
      const Space&, const kolibri::detail::EighProblem<Scalar>&, const kolibri::EighOptions&);
#define KOLIBRI_INSTANTIATE(Scalar) KOLIBRI_FOR_EACH_SPACE(KOLIBRI_INSTANTIATE_ONE, Scalar)
