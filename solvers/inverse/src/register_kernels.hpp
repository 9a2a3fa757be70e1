#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <kolibri/detail/inverse_problem.hpp>
#include <kolibri/instantiate.hpp>
#include <kolibri/team_policy.hpp>

// Inversion of small matrices in the registers of a device's threads, by Gauss-Jordan elimination with partial
// pivoting. Defined in register_inverse.hpp and compiled in units of their own, for devices alone.
namespace kolibri::detail {

/// The largest n for which a thread has a matrix, as far as its registers go.
template <class Scalar>
inline constexpr int thread_kernel_order = sizeof(Scalar) == 4   ? 10
                                           : sizeof(Scalar) == 8 ? 8
                                                                 : 6;

/// The largest n for which the lanes of a thread have the rows of a matrix.
inline constexpr int rows_kernel_order = 32;

/// The largest n for which the threads of a team have the columns of a matrix, their lanes the rows.
inline constexpr int columns_kernel_order = 128;

/// Whether matrices of n x n are inverted in registers.
template <class Exec>
bool inverts_in_registers(int n) {
  return !runs_on_host<Exec> && n > 0 && n <= columns_kernel_order;
}

/// Whether these are: kernels number their teams, and mostly the elements of a member, by an int.
template <class Exec, class Scalar>
bool inverts_in_registers(const InverseProblem<Scalar>& problem) {
  const auto spans_int = [](const auto& batch) {
    return (batch.rows - 1) * (batch.row_stride + batch.column_stride) < std::int64_t(1) << 31;
  };
  const bool small = problem.n() <= thread_kernel_order<Scalar> || (spans_int(problem.a) && spans_int(problem.x));
  return inverts_in_registers<Exec>(problem.n()) && small && problem.a.batch <= 1 << 30;
}

template <class Exec, class Scalar>
void invert_in_registers(const Exec& exec, const InverseProblem<Scalar>& problem);

/// Bytes of scratch of one of its teams.
template <class Exec, class Scalar>
std::size_t register_scratch(int n);

#define KOLIBRI_REGISTER_TEMPLATES(EXTERN, SPACE, SCALAR)                                               \
  EXTERN template void invert_in_registers<SPACE, SCALAR>(const SPACE&, const InverseProblem<SCALAR>&); \
  EXTERN template std::size_t register_scratch<SPACE, SCALAR>(int);
#define KOLIBRI_DECLARE_REGISTERS(SPACE, SCALAR) KOLIBRI_REGISTER_TEMPLATES(extern, SPACE, SCALAR)
#define KOLIBRI_DECLARE_ON_DEVICE(SCALAR) KOLIBRI_FOR_DEVICE(KOLIBRI_DECLARE_REGISTERS, SCALAR)
KOLIBRI_FOR_EACH_SCALAR(KOLIBRI_DECLARE_ON_DEVICE)
#undef KOLIBRI_DECLARE_ON_DEVICE
#undef KOLIBRI_DECLARE_REGISTERS

}  // namespace kolibri::detail
