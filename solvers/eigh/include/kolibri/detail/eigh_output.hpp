#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/eigh_problem.hpp>
#include <kolibri/detail/hermitian_input.hpp>
#include <kolibri/detail/jacobi.hpp>
#include <kolibri/members.hpp>

// From a diagonalised matrix in scratch to W and V: order, unscale, NaN for flagged members.
namespace kolibri::detail {

/// Whether value x at place i comes before value y at place j. Ties keep their places, so the order is stable.
template <class Real>
KOKKOS_INLINE_FUNCTION bool comes_before(Order order, Real x, int i, Real y, int j) {
  if (order == Order::none || x == y) return i < j;
  if (order == Order::ascending) return x < y;
  if (order == Order::descending) return x > y;
  const Real size_x = Kokkos::fabs(x), size_y = Kokkos::fabs(y);
  return size_x == size_y ? i < j : size_x > size_y;
}

/// The place of value(i) in the order asked for, among value(0), ..., value(n - 1).
template <class Real, class Value>
KOKKOS_INLINE_FUNCTION int rank_of(Order order, int n, int i, const Value& value) {
  const Real mine = value(i);
  int rank = 0;
  for (int j = 0; j < n; ++j) rank += j != i && comes_before<Real>(order, value(j), j, mine, i);
  return rank;
}

/// What ascends in the order asked for.
template <class Real>
KOKKOS_INLINE_FUNCTION Real sort_key(Order order, Real value) {
  if (order == Order::none) return 0;
  if (order == Order::ascending) return value;
  return order == Order::descending ? -value : -Kokkos::fabs(value);
}

/// value / scale, but the largest finite number where rounding alone carried the quotient beyond it: a matrix whose
/// eigenvalues are finite has finite ones here.
template <class Real>
KOKKOS_INLINE_FUNCTION Real unscaled(Real value, Real scale, int n) {
  constexpr Real largest = Kokkos::Experimental::finite_max_v<Real>;
  const bool only_rounding = Kokkos::fabs(value) <= largest * scale * (1 + 4 * n * ulp<Real>);
  const Real quotient = value / scale;
  return Kokkos::isinf(quotient) && only_rounding ? Kokkos::copysign(largest, value) : quotient;
}

/// Writes status, W and V of `slots` members from value(slot, i) and vector(slot, i, j): element i of the vector of
/// value j. `rank` is scratch of slots * n ints. Ends without a barrier.
template <class Member, class Scalar, class State, class Value, class Vector>
KOKKOS_INLINE_FUNCTION void write_results(const Member& member, const EighProblem<Scalar>& problem, Order order,
                                          std::int64_t first, int slots, const State& state, const Value& value,
                                          const Vector& vector, int* rank) {
  using Real = real_t<Scalar>;
  const int n = problem.n();
  for_each(member, slots * n, [&](int item) {
    const int slot = item / n, i = item % n;
    rank[item] = rank_of<Real>(order, n, i, [&](int j) { return value(slot, j); });
    const auto& s = state(slot);
    problem.w(first + slot, rank[item]) = s.info < 0 ? quiet_nan<Real>() : unscaled<Real>(value(slot, i), s.scale, n);
    if (i == 0) problem.report(first + slot, s.info, s.sweeps, s.relative_off_norm());
  });
  if (!problem.vectors()) return;
  barrier(member);
  for_each(member, slots * n * n, [&](int item) {
    const Element e = element_in_memory_order(problem.v, slots, n, item);
    const bool bad = state(e.slot).info < 0;
    problem.v(first + e.slot, e.i, rank[e.slot * n + e.j]) = bad ? quiet_nan<Scalar>() : vector(e.slot, e.i, e.j);
  });
}

}  // namespace kolibri::detail
