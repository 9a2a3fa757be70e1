#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <kolibri/detail/jacobi_two_sided.hpp>
#include <kolibri/eigh_options.hpp>
#include <kolibri/matrix_batch.hpp>
#include <kolibri/scalar.hpp>

namespace kolibri::team {

/// What became of one matrix; the meanings are those of kolibri::EighStatus.
template <class Scalar>
struct EighResult {
  int info;
  int sweeps;
  real_t<Scalar> off_norm;
};

/// Bytes of team scratch that team::eigh() takes for an n x n matrix.
template <class Scalar>
KOKKOS_INLINE_FUNCTION constexpr std::size_t eigh_scratch_size(int n, bool vectors = true) {
  return bytes_of(detail::TwoSidedScratch<Scalar>(n, 1, vectors)) + 16;  // the handle may have to align it
}

/// Eigendecomposition A V = V diag(W) of one Hermitian matrix by the whole team, inside the caller's kernel, with
/// two-sided Jacobi in scratch (R. Huang, S. Liu, Y. Zhao, Computer Science 50(4), 2023, section 3.1).
///
/// A (n, n), W (n) and real, V (n, n) are Views of any layout that the team can reach; V is ignored unless
/// options.vectors and may be A. `scratch` is the team's handle, such as member.team_scratch(0), with
/// eigh_scratch_size<Scalar>(n, options.vectors) bytes left. All threads of the team call it with the same arguments
/// and all get the result; barriers at the beginning and end make A readable and W, V final. options.algorithm is
/// not looked at.
template <class Member, class A, class W, class V, class Scratch>
KOKKOS_INLINE_FUNCTION EighResult<typename A::non_const_value_type> eigh(const Member& member, const A& a, const W& w,
                                                                         const V& v, const Scratch& scratch,
                                                                         const EighOptions& options) {
  using Scalar = typename A::non_const_value_type;
  using Real = real_t<Scalar>;
  static_assert(A::rank() == 2 && W::rank() == 1 && V::rank() == 2,
                "kolibri::team::eigh: A and V are Views of rank 2, W is one of rank 1");
  KOKKOS_EXPECTS(a.extent(0) == a.extent(1) && w.extent(0) == a.extent(0));
  KOKKOS_EXPECTS(!options.vectors || (v.extent(0) == a.extent(0) && v.extent(1) == a.extent(1)));
  const int n = static_cast<int>(a.extent(0));
  if (n == 0) return {0, 0, 0};
  const auto problem = detail::single_problem(a, w, v, options.vectors);
  using Workspace = detail::TwoSidedScratch<Scalar>;
  auto* const block =
      static_cast<std::byte*>(scratch.get_shmem_aligned(bytes_of(Workspace(n, 1, options.vectors)), 16));
  KOKKOS_EXPECTS(block != nullptr);
  const Workspace workspace(block, n, 1, options.vectors);
  member.team_barrier();
  detail::two_sided_solve(member, problem, detail::JacobiControl<Real>(options), 0, workspace);
  const auto& state = workspace.states[0];
  return {state.info, state.sweeps, state.relative_off_norm()};
}

}  // namespace kolibri::team
