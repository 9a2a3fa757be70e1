#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/jacobi_cyclic.hpp>
#include <kolibri/eigh_options.hpp>
#include <kolibri/team_eigh.hpp>

namespace kolibri::thread {

/// The largest n of thread::eigh().
inline constexpr int eigh_max_n = 8;

/// Eigendecomposition A V = V diag(W) of one n x n Hermitian matrix, n <= 8, by the calling thread alone, in any
/// kernel: row-cyclic two-sided Jacobi in local memory (Golub and Van Loan, Matrix Computations, section 8.5).
///
/// A (n, n), W (n) and real, V (n, n) are Views of any layout; V is ignored unless options.vectors and may be A.
/// options.algorithm is not looked at. Returns info, sweeps and off-norm as kolibri::EighStatus explains them.
template <class A, class W, class V>
KOKKOS_INLINE_FUNCTION team::EighResult<typename A::non_const_value_type> eigh(const A& a, const W& w, const V& v,
                                                                               const EighOptions& options) {
  using Scalar = typename A::non_const_value_type;
  using Real = real_t<Scalar>;
  static_assert(A::rank() == 2 && W::rank() == 1 && V::rank() == 2,
                "kolibri::thread::eigh: A and V are Views of rank 2, W is one of rank 1");
  KOKKOS_EXPECTS(a.extent(0) == a.extent(1) && w.extent(0) == a.extent(0) && a.extent(0) <= eigh_max_n);
  KOKKOS_EXPECTS(!options.vectors || (v.extent(0) == a.extent(0) && v.extent(1) == a.extent(1)));
  const auto problem = detail::single_problem(a, w, v, options.vectors);
  alignas(16) std::byte block[bytes_of(detail::CyclicStorage<Scalar>(eigh_max_n, true))];
  const detail::CyclicStorage<Scalar> storage(block, static_cast<int>(a.extent(0)), options.vectors);
  const auto state = detail::cyclic_solve(problem, detail::JacobiControl<Real>(options), 0, storage);
  return {state.info, state.sweeps, state.relative_off_norm()};
}

}  // namespace kolibri::thread
