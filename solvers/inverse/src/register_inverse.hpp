#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <kolibri/team_blocks.hpp>
#include <kolibri/team_policy.hpp>
#include <type_traits>

#include "register_columns.hpp"
#include "register_kernels.hpp"
#include "register_rows.hpp"
#include "register_threads.hpp"

// Which kernel inverts which n in registers.
namespace kolibri::detail {

/// How rows lie in lanes: rows a lane, lanes a matrix, threads of the device a team, teams that have to share a
/// multiprocessor's registers.
template <int rows_, int lanes_, int threads_ = 32, int teams_ = 1>
struct RowsShape {
  static constexpr int rows = rows_, lanes = lanes_, threads = threads_, teams = teams_;
};

/// Measured on an H200. A lane has 255 registers of 32 bits, and its rows should take two thirds at most.
template <class Scalar, int N>
constexpr auto rows_shape() {
  if constexpr (sizeof(Scalar) == 16) {
    if constexpr (N == 8) return RowsShape<1, 8, 32, 16>();
    if constexpr (N == 12) return RowsShape<3, 4, 32, 8>();
    if constexpr (N == 16) return RowsShape<1, 16, 32, 16>();
    if constexpr (N == 20 || N == 24) return RowsShape<2, 16, 32, 8>();
    if constexpr (N == 28) return RowsShape<1, 32, 32, 12>();
    if constexpr (N == 32) return RowsShape<1, 32, 32, 8>();
  } else if constexpr (sizeof(Scalar) == 4) {
    if constexpr (N == 12) return RowsShape<3, 4, 32, 20>();
    if constexpr (N == 16) return RowsShape<2, 8, 32, 20>();
    if constexpr (N == 20 || N == 24) return RowsShape<3, 8, 32, 16>();
    if constexpr (N > 24) return RowsShape<4, 8, 32, 12>();
  } else {
    if constexpr (N == 12) return RowsShape<3, 4, 32, 16>();
    if constexpr (N == 16) return RowsShape<2, 8, 32, 16>();
    if constexpr (N == 20) return RowsShape<3, 8, 32, 12>();
    if constexpr (N == 24) return RowsShape<3, 8, 32, 8>();
    if constexpr (N > 24) return RowsShape<2, 16, 32, 12>();
  }
}

/// How columns lie in threads and their rows in lanes, and teams that have to share a multiprocessor's registers.
template <int threads_, int lanes_, int teams_>
struct ColumnsShape {
  static constexpr int threads = threads_, lanes = lanes_, teams = teams_;
};

template <class Scalar, int N>
constexpr auto columns_shape() {
  if constexpr (sizeof(Scalar) == 16) {
    if constexpr (N == 40) return ColumnsShape<8, 8, 6>();
    if constexpr (N == 48) return ColumnsShape<4, 16, 4>();
    if constexpr (N == 64) return ColumnsShape<8, 16, 3>();
    if constexpr (N == 80) return ColumnsShape<16, 16, 1>();
    if constexpr (N == 96) return ColumnsShape<8, 32, 1>();
    if constexpr (N == 128) return ColumnsShape<16, 32, 1>();
  } else if constexpr (sizeof(Scalar) == 8) {
    if constexpr (N == 40) return ColumnsShape<4, 8, 12>();
    if constexpr (N == 48) return ColumnsShape<4, 16, 8>();
    if constexpr (N == 64) return ColumnsShape<4, 16, 6>();
    if constexpr (N == 80) return ColumnsShape<8, 16, 3>();
    if constexpr (N == 96) return ColumnsShape<4, 32, 2>();
    if constexpr (N == 128) return ColumnsShape<8, 32, 1>();
  } else {
    if constexpr (N == 40) return ColumnsShape<4, 8, 16>();
    if constexpr (N == 48) return ColumnsShape<2, 16, 16>();
    if constexpr (N == 64) return ColumnsShape<2, 16, 12>();
    if constexpr (N == 80) return ColumnsShape<4, 16, 6>();
    if constexpr (N == 96) return ColumnsShape<4, 32, 4>();
    if constexpr (N == 128) return ColumnsShape<4, 32, 3>();
  }
}

/// The kernel for matrices of n x n, in which N is the least there is.
template <class Exec, class Scalar, int N>
auto register_kernel(const InverseProblem<Scalar>& problem) {
  if constexpr (N <= thread_kernel_order<Scalar>) {
    return ThreadKernel<Exec, Scalar, N>{problem};
  } else if constexpr (N <= rows_kernel_order) {
    return RowsKernel<Exec, Scalar, N, decltype(rows_shape<Scalar, N>())>{problem};
  } else {
    return ColumnsKernel<Exec, Scalar, N, decltype(columns_shape<Scalar, N>())>{problem};
  }
}

/// The next N after N for which there is a kernel.
template <class Scalar>
constexpr int next_order(int N) {
  if (N < thread_kernel_order<Scalar>) return N + 1;
  if (N < rows_kernel_order) return N / 4 * 4 + 4;
  if (N == rows_kernel_order) return 40;
  return N == 40 ? 48 : N == 96 ? 128 : N + 16;
}

/// then(kernel) with the kernel for the problem.
template <class Exec, class Scalar, int N = 1, class Then>
void with_register_kernel(const InverseProblem<Scalar>& problem, const Then& then) {
  constexpr int next = next_order<Scalar>(N);
  if (problem.n() <= N) return then(register_kernel<Exec, Scalar, N>(problem));
  if constexpr (next <= columns_kernel_order) with_register_kernel<Exec, Scalar, next>(problem, then);
}

template <class Exec, class Scalar>
void invert_in_registers(const Exec& exec, const InverseProblem<Scalar>& problem) {
  if (problem.a.batch == 0) return;
  with_register_kernel<Exec>(problem, [&](const auto& kernel) {
    using Kernel = std::decay_t<decltype(kernel)>;
    TeamShape shape = Kernel::shape;
    shape.scratch_bytes = scratch_for(Kernel::scratch_bytes(problem.n()));
    const std::int64_t teams = (problem.a.batch + Kernel::members - 1) / Kernel::members;
    Kokkos::parallel_for("kolibri::inverse", team_policy<typename Kernel::Properties>(exec, teams, shape), kernel);
  });
}

template <class Exec, class Scalar>
std::size_t register_scratch(int n) {
  InverseProblem<Scalar> problem;
  problem.a.rows = n;
  std::size_t bytes = 0;
  with_register_kernel<Exec>(
      problem, [&](const auto& kernel) { bytes = scratch_for(std::decay_t<decltype(kernel)>::scratch_bytes(n)); });
  return bytes;
}

}  // namespace kolibri::detail

#define KOLIBRI_INSTANTIATE_ONE(SPACE, SCALAR) KOLIBRI_REGISTER_TEMPLATES(, SPACE, SCALAR)
#define KOLIBRI_INSTANTIATE(SCALAR)                   \
  namespace kolibri::detail {                         \
  KOLIBRI_FOR_DEVICE(KOLIBRI_INSTANTIATE_ONE, SCALAR) \
  }
