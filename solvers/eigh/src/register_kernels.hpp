#pragma once

#include <cstddef>
#include <cstdint>
#include <kolibri/detail/eigh_problem.hpp>
#include <kolibri/detail/jacobi.hpp>
#include <kolibri/eigh_options.hpp>
#include <kolibri/instantiate.hpp>

#include "team_kernels.hpp"

// One-sided Jacobi in the registers of a device's threads, for small matrices. Defined in register_thread_table.hpp and
// register_team_table.hpp and compiled in units of their own, for devices alone.
namespace kolibri::detail {

/// The largest n for which a thread has a matrix, as far as its registers go.
template <class Scalar>
inline constexpr int thread_eigh_order = sizeof(Scalar) == 4   ? 10
                                         : sizeof(Scalar) == 8 ? (is_complex<Scalar> ? 7 : 9)
                                                               : 7;

/// The largest n for which a team has matrices in its registers.
template <class Scalar>
inline constexpr int team_eigh_order = sizeof(Scalar) == 16 ? 96 : 128;

/// Matrices of n <= thread_eigh_order, one a thread.
template <class Exec, class Scalar>
void eigh_in_threads(const Exec& exec, const EighProblem<Scalar>& problem, const EighOptions& options);
/// Bytes of scratch of one of its teams.
template <class Exec, class Scalar>
std::size_t thread_eigh_scratch(int n);

/// Matrices of n <= team_eigh_order, in the registers of teams.
template <class Exec, class Scalar>
void eigh_in_teams(const Exec& exec, const EighProblem<Scalar>& problem, const EighOptions& options);
/// Bytes of scratch of one of its teams; the largest number where the device has not enough for any shape.
template <class Exec, class Scalar>
std::size_t team_eigh_scratch(int n);

template <class Exec, class Scalar>
std::size_t register_eigh_scratch(int n) {
  return n <= thread_eigh_order<Scalar> ? thread_eigh_scratch<Exec, Scalar>(n) : team_eigh_scratch<Exec, Scalar>(n);
}

/// Whether there is a kernel for n x n matrices with what scratch the device has.
template <class Exec, class Scalar>
bool fits_registers(int n) {
  return n > 0 && n <= team_eigh_order<Scalar> && register_eigh_scratch<Exec, Scalar>(n) <= scratch_limit<Exec>();
}

/// Runs a kernel on the batch.
template <class Kernel, class Exec, class Scalar>
void launch_registers(const Exec& exec, const EighProblem<Scalar>& problem, const EighOptions& options) {
  launch_on_members(exec, problem.a.batch, Kernel{problem, JacobiControl<real_t<Scalar>>(options)});
}

#define KOLIBRI_THREAD_EIGH(EXTERN, SPACE, SCALAR)                                                                   \
  EXTERN template void eigh_in_threads<SPACE, SCALAR>(const SPACE&, const EighProblem<SCALAR>&, const EighOptions&); \
  EXTERN template std::size_t thread_eigh_scratch<SPACE, SCALAR>(int);
#define KOLIBRI_TEAM_EIGH(EXTERN, SPACE, SCALAR)                                                                   \
  EXTERN template void eigh_in_teams<SPACE, SCALAR>(const SPACE&, const EighProblem<SCALAR>&, const EighOptions&); \
  EXTERN template std::size_t team_eigh_scratch<SPACE, SCALAR>(int);
#define KOLIBRI_DECLARE_REGISTERS(SPACE, SCALAR) \
  KOLIBRI_THREAD_EIGH(extern, SPACE, SCALAR)     \
  KOLIBRI_TEAM_EIGH(extern, SPACE, SCALAR)
#define KOLIBRI_DECLARE_ON_DEVICE(SCALAR) KOLIBRI_FOR_DEVICE(KOLIBRI_DECLARE_REGISTERS, SCALAR)
KOLIBRI_FOR_EACH_SCALAR(KOLIBRI_DECLARE_ON_DEVICE)
#undef KOLIBRI_DECLARE_ON_DEVICE
#undef KOLIBRI_DECLARE_REGISTERS

}  // namespace kolibri::detail
