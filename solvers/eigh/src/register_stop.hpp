#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/jacobi.hpp>
#include <kolibri/detail/jacobi_one_sided.hpp>
#include <kolibri/detail/one_sided_shift.hpp>
#include <kolibri/registers.hpp>

#include "register_storage.hpp"

// When sweeps over columns in registers end.
namespace kolibri::detail {

/// Decides, by one thread after a sweep, whether its matrix goes on. What is left is at most (largest inner product) x
/// (largest tangent) x n, and what tangents of 20 bits leave: a sweep of which this is small needs no other to verify
/// it. Leaves the square of this in state.measure.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION void judge_sweep(const JacobiControl<Real>& control, int n, Real tolerance,
                                             const SweepReport& report, JacobiState<Real>& state) {
  constexpr Real rough = 4e-12f;
  const Real product = from_upper_bits<Real>(report.product), tangent = from_upper_bits<Real>(report.tangent);
  state.measure = product * Kokkos::fmin(Real(1), n * tangent + rough);
  finish_sweep(control, state.measure <= tolerance * tolerance, report.too_large, state);
}

/// The off-norm of A that the last sweep leaves.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION void settle_off_norm(JacobiState<Real>& state) {
  if (state.sweeps > 0) state.off_norm = Kokkos::sqrt(state.measure) * frobenius_shift(state);
}

}  // namespace kolibri::detail
