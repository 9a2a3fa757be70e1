#pragma once

#include <kolibri/detail/jacobi_cyclic.hpp>
#include <kolibri/detail/jacobi_two_sided.hpp>

#include "jacobi_kernels.hpp"

namespace kolibri::detail {

/// A team a matrix, or a few small ones: the paper's shared-memory algorithm.
template <class Scalar>
struct TwoSidedMethod {
  static constexpr char label[] = "kolibri::eigh jacobi_two_sided";

  static int slots(int n) { return std::clamp(512 / (n * n), 1, 16); }
  static int lanes(int n) { return n < 16 ? 4 : n < 64 ? 8 : 16; }
  /// Threads as many as a round has rows of blocks and columns of vectors, up to 512 with their lanes.
  static TeamShape shape(int n, int slots) {
    const int items = slots * (n / 2 + n / 4 + 1);
    return {.team_size = std::min(items, 512 / lanes(n)), .vector_length = lanes(n)};
  }
  static std::size_t scratch_bytes(int n, int slots, bool vectors) {
    return bytes_of(TwoSidedScratch<Scalar>(n, slots, vectors));
  }

  template <class Member, class Real>
  KOKKOS_FUNCTION static void solve(const Member& member, const EighProblem<Scalar>& problem,
                                    const JacobiControl<Real>& control, std::int64_t first, int slots,
                                    std::byte* block) {
    two_sided_solve(member, problem, control, first,
                    TwoSidedScratch<Scalar>(block, problem.n(), slots, problem.vectors()));
  }
};

/// A thread a matrix, for the host.
template <class Scalar>
struct CyclicMethod {
  static constexpr char label[] = "kolibri::eigh jacobi_two_sided (serial)";

  static int slots(int) { return 1; }
  static TeamShape shape(int, int) { return {}; }
  static std::size_t scratch_bytes(int n, int, bool vectors) { return bytes_of(CyclicStorage<Scalar>(n, vectors)); }

  template <class Member, class Real>
  KOKKOS_FUNCTION static void solve(const Member&, const EighProblem<Scalar>& problem,
                                    const JacobiControl<Real>& control, std::int64_t first, int, std::byte* block) {
    cyclic_solve(problem, control, first, CyclicStorage<Scalar>(block, problem.n(), problem.vectors()));
  }
};

template <class ExecutionSpace, class Scalar>
using TwoSidedMethodFor =
    std::conditional_t<runs_on_host<ExecutionSpace>, CyclicMethod<Scalar>, TwoSidedMethod<Scalar>>;

template <class ExecutionSpace, class Scalar>
int jacobi_two_sided_largest_n(bool vectors) {
  return largest_n<TwoSidedMethodFor<ExecutionSpace, Scalar>, ExecutionSpace>(vectors);
}

template <class ExecutionSpace, class Scalar>
std::size_t jacobi_two_sided_scratch(int n, bool vectors) {
  return TwoSidedMethodFor<ExecutionSpace, Scalar>::scratch_bytes(n, 1, vectors) + 16;
}

template <class ExecutionSpace, class Scalar>
void jacobi_two_sided(const ExecutionSpace& exec, const EighProblem<Scalar>& problem, const EighOptions& options) {
  launch_batch<TwoSidedMethodFor<ExecutionSpace, Scalar>>(exec, problem, options);
}

}  // namespace kolibri::detail

#define KOLIBRI_INSTANTIATE_ONE(Space, Scalar)                                              \
  template int kolibri::detail::jacobi_two_sided_largest_n<Space, Scalar>(bool);            \
  template std::size_t kolibri::detail::jacobi_two_sided_scratch<Space, Scalar>(int, bool); \
  template void kolibri::detail::jacobi_two_sided<Space, Scalar>(                           \
      const Space&, const kolibri::detail::EighProblem<Scalar>&, const kolibri::EighOptions&);
#define KOLIBRI_INSTANTIATE(Scalar) KOLIBRI_FOR_EACH_SPACE(KOLIBRI_INSTANTIATE_ONE, Scalar)
