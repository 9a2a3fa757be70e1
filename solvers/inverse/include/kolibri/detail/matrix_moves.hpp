#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/matrix_arguments.hpp>
#include <kolibri/detail/matrix_kernels.hpp>
#include <kolibri/detail/team_matrix_moves.hpp>

namespace kolibri {

/// out = in^T, for complex scalars without conjugation.
template <class ExecutionSpace, class In, class Out>
requires Kokkos::is_execution_space_v<ExecutionSpace>
void transpose(const ExecutionSpace& exec, const In& in, const Out& out) {
  detail::require_matrix_types<Out, In>();
  detail::MatrixChecker::reaches<ExecutionSpace, In, Out>();
  const detail::MatrixChecker check("kolibri::transpose");
  check.shape("out", out, in.extent(1), in.extent(0));
  check.apart("in", in, out);
  detail::over_elements(
      "kolibri::transpose", exec, out, KOKKOS_LAMBDA(int i, int j) { out(i, j) = in(j, i); });
}

/// Row i of in becomes row order(i) of out; `order` holds each of 0, ..., rows - 1 once.
template <class ExecutionSpace, class In, class Order, class Out>
requires Kokkos::is_execution_space_v<ExecutionSpace>
void permute_rows(const ExecutionSpace& exec, const In& in, const Order& order, const Out& out) {
  detail::require_matrix_types<Out, In>();
  detail::require_order_type<Order>();
  detail::MatrixChecker::reaches<ExecutionSpace, In, Order, Out>();
  const detail::MatrixChecker check("kolibri::permute_rows");
  check.shape_of("out", out, in);
  check.length("order", order, in.extent(0));
  check.apart("in", in, out);
  detail::over_elements(
      "kolibri::permute_rows", exec, out, KOKKOS_LAMBDA(int i, int j) { out(order(i), j) = in(i, j); });
}

/// Column j of in becomes column order(j) of out; `order` holds each of 0, ..., columns - 1 once.
template <class ExecutionSpace, class In, class Order, class Out>
requires Kokkos::is_execution_space_v<ExecutionSpace>
void permute_columns(const ExecutionSpace& exec, const In& in, const Order& order, const Out& out) {
  detail::require_matrix_types<Out, In>();
  detail::require_order_type<Order>();
  detail::MatrixChecker::reaches<ExecutionSpace, In, Order, Out>();
  const detail::MatrixChecker check("kolibri::permute_columns");
  check.shape_of("out", out, in);
  check.length("order", order, in.extent(1));
  check.apart("in", in, out);
  detail::over_elements(
      "kolibri::permute_columns", exec, out, KOKKOS_LAMBDA(int i, int j) { out(i, order(j)) = in(i, j); });
}

/// order(i): the row of A that is row i of P A, from LAPACK's pivots. By one thread, for exchanges come one after the
/// other.
template <class ExecutionSpace, class Pivots, class Order>
requires Kokkos::is_execution_space_v<ExecutionSpace>
void pivots_to_order(const ExecutionSpace& exec, const Pivots& pivots, const Order& order) {
  detail::require_order_type<Pivots>();
  detail::require_order_type<Order>();
  detail::MatrixChecker::reaches<ExecutionSpace, Pivots, Order>();
  detail::MatrixChecker("kolibri::pivots_to_order").length("order", order, pivots.extent(0));
  Kokkos::parallel_for(
      "kolibri::pivots_to_order", Kokkos::RangePolicy<ExecutionSpace>(exec, 0, 1),
      KOKKOS_LAMBDA(int) { team::pivots_to_order(detail::SerialMember(), pivots, order); });
}

}  // namespace kolibri
