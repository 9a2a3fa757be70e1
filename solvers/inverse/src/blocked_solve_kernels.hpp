#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/detail/compensated_sum.hpp>
#include <kolibri/detail/inverse_problem.hpp>
#include <kolibri/scalar.hpp>

#include "blocked_lu.hpp"

// What solving with the factors of one large matrix needs beside triangular solves: columns of right-hand sides on
// their way into a buffer by columns and back.
namespace kolibri::detail {

/// Some columns of the right-hand sides of a member. Systems with A^H are solved for conjugates, with A^T.
template <class Scalar>
struct SomeSides {
  InverseProblem<Scalar> problem;
  std::int64_t b;
  Operation operation;
  int first;  ///< column
  const int* order;
  const int* info;
  Scalar* buffer;  ///< n x columns, by columns

  KOKKOS_FUNCTION Scalar conjugated(const Scalar& x) const {
    return operation == Operation::conjugate_transpose ? conj(x) : x;
  }
  /// The row of B that is row i of the buffer.
  KOKKOS_FUNCTION int row_of_b(int i) const { return operation == Operation::none ? order[i] : i; }
  KOKKOS_FUNCTION int row_of_x(int i) const { return operation == Operation::none ? i : order[i]; }

  KOKKOS_FUNCTION Scalar residual(int i, int c) const {
    CompensatedSum<Scalar> sum(problem.b(b, i, c));
    for (int k = 0; k < problem.n(); ++k) sum.add_product(-element(i, k), problem.x(b, k, c));
    return sum.value();
  }

 private:
  /// Of op(A).
  KOKKOS_FUNCTION Scalar element(int i, int k) const {
    return operation == Operation::none ? problem.a(b, i, k) : conjugated(problem.a(b, k, i));
  }
};

/// An item is an element of the buffer.
template <class Scalar>
struct TakeSides {
  SomeSides<Scalar> sides;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const int n = sides.problem.n(), c = static_cast<int>(item / n), i = static_cast<int>(item - std::int64_t(c) * n);
    sides.buffer[item] = sides.conjugated(sides.problem.b(sides.b, sides.row_of_b(i), sides.first + c));
  }
};

template <class Scalar>
struct TakeResiduals {
  SomeSides<Scalar> sides;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const int n = sides.problem.n(), c = static_cast<int>(item / n), i = static_cast<int>(item - std::int64_t(c) * n);
    sides.buffer[item] = sides.conjugated(sides.residual(sides.row_of_b(i), sides.first + c));
  }
};

template <class Scalar>
struct StoreSolutions {
  SomeSides<Scalar> sides;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const int n = sides.problem.n(), c = static_cast<int>(item / n), i = static_cast<int>(item - std::int64_t(c) * n);
    sides.problem.x(sides.b, sides.row_of_x(i), sides.first + c) =
        *sides.info == 0 ? sides.conjugated(sides.buffer[item]) : quiet_nan<Scalar>();
  }
};

/// Adds corrections to a column of X if they are at most half of those before, as `sizes` says. An item is a column.
template <class Scalar>
struct AddCorrections {
  SomeSides<Scalar> sides;
  real_t<Scalar>* sizes;
  bool is_first;  ///< in the buffer is X itself

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const auto c = static_cast<int>(item);
    const int n = sides.problem.n();
    const Scalar* const column = sides.buffer + item * n;
    real_t<Scalar> size = 0;
    for (int i = 0; i < n; ++i) {
      const real_t<Scalar> mine = pivot_size(column[i]);
      if (!(mine <= size)) size = mine;  // NaN too
    }
    if (is_first) {
      sizes[c] = size;
      return;
    }
    if (!(size <= sizes[c] / 2)) sizes[c] = 0;  // no correction but zero passes any more
    if (sizes[c] == 0) return;
    sizes[c] = size;
    for (int i = 0; i < n; ++i) {
      sides.problem.x(sides.b, sides.row_of_x(i), sides.first + c) += sides.conjugated(column[i]);
    }
  }
};

/// The order of rows that LAPACK's exchanges make. One item.
struct OrderOfPivots {
  VectorBatch<int> pivots;
  std::int64_t b;
  int n;
  int* order;

  KOKKOS_FUNCTION void operator()(std::int64_t) const {
    for (int k = 0; k < n; ++k) order[k] = k;
    for (int k = 0; k < n; ++k) Kokkos::kokkos_swap(order[k], order[pivots(b, k) - 1]);
  }
};

}  // namespace kolibri::detail
