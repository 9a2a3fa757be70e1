#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/detail/inverse_problem.hpp>
#include <kolibri/scalar.hpp>

#include "blocked_lu.hpp"
#include "solution_refinement.hpp"

// What solving with the factors of one large matrix needs beside triangular solves: columns of right-hand sides on
// their way into a buffer by columns and back.
namespace kolibri::detail {

/// Some columns of the right-hand sides of a member. Systems with A^H are solved for conjugates, with A^T.
template <class Scalar>
struct SomeRightHandSides {
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
};

/// An item is an element of the buffer.
template <class Scalar>
struct TakeRightHandSides {
  SomeRightHandSides<Scalar> sides;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const int n = sides.problem.n(), c = static_cast<int>(item / n), i = static_cast<int>(item - std::int64_t(c) * n);
    sides.buffer[item] = sides.conjugated(sides.problem.b(sides.b, sides.row_of_b(i), sides.first + c));
  }
};

template <class Scalar>
struct TakeResiduals {
  SomeRightHandSides<Scalar> sides;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const int n = sides.problem.n(), c = static_cast<int>(item / n), i = static_cast<int>(item - std::int64_t(c) * n);
    sides.buffer[item] =
        sides.conjugated(residual_of(sides.problem, sides.operation, sides.b, sides.row_of_b(i), sides.first + c));
  }
};

template <class Scalar>
struct StoreSolutions {
  SomeRightHandSides<Scalar> sides;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const int n = sides.problem.n(), c = static_cast<int>(item / n), i = static_cast<int>(item - std::int64_t(c) * n);
    sides.problem.x(sides.b, sides.row_of_x(i), sides.first + c) =
        *sides.info == 0 ? sides.conjugated(sides.buffer[item]) : quiet_nan<Scalar>();
  }
};

/// Adds corrections to a column of X if they are at most half of those before, as `sizes` says. An item is a column.
template <class Scalar>
struct AddCorrections {
  SomeRightHandSides<Scalar> sides;
  real_t<Scalar>* sizes;
  bool is_first;  ///< in the buffer is X itself

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const auto c = static_cast<int>(item);
    const int n = sides.problem.n();
    const Scalar* const column = sides.buffer + item * n;
    const real_t<Scalar> size = largest_of_column(n, [&](int i) { return column[i]; });
    if (is_first) sizes[c] = size;
    if (is_first || !takes_correction(sizes[c], size)) return;
    for (int i = 0; i < n; ++i) {
      sides.problem.x(sides.b, sides.row_of_x(i), sides.first + c) += sides.conjugated(column[i]);
    }
  }
};

}  // namespace kolibri::detail
