#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <kolibri/scalar.hpp>
#include <kolibri/scratch.hpp>

// What the kernels of the tridiagonal method leave for each other, in device memory.
namespace kolibri::detail {

/// A QL step: rotations of columns i and i + 1, i = last - 1, ..., first.
struct QlStep {
  int rotations;  ///< number of the first one in the member's list
  short first, last;
};

/// Members whose T a thread's lanes have together, and whose rotations lie side by side.
inline constexpr int ql_lanes = 32;

/// What becomes of a member before QL.
template <class Real>
struct ReducedState {
  Real scale;  ///< power of two that was multiplied in
  int info;
};

template <class Scalar>
struct TridiagonalWorkspace {
  using Real = real_t<Scalar>;

  int n;
  std::int64_t members;
  bool vectors;
  bool large;  ///< for the kernels for large matrices
  ReducedState<Real>* states = nullptr;
  Real* diagonal = nullptr;        ///< element i of member m at i * members + m
  Real* off_diagonal = nullptr;    ///< likewise
  Scalar* q = nullptr;             ///< Q by columns; of large matrices A by rows, which becomes the reflectors
  Scalar* factors = nullptr;       ///< of large matrices: tau of each reflector
  Real* z = nullptr;               ///< of large matrices: the eigenvectors of T, by columns
  Real* rotations = nullptr;       ///< tan(theta / 2) of each, see rotations_of()
  QlStep* steps = nullptr;         ///< see steps_of()
  QlStep* common_steps = nullptr;  ///< most_steps(n) for each ql_lanes members: of what rows all of them are in a step
  int* step_counts = nullptr;
  short* ranks = nullptr;  ///< where columns go

  TridiagonalWorkspace(int n_, std::int64_t members_, bool vectors_, bool large_)
      : n(n_), members(members_), vectors(vectors_), large(large_) {}

  /// Somewhat more than two steps an eigenvalue are usual, 1.2 n^2 rotations. LAPACK gives up after 30 n steps.
  /// A list that is full ends QL for all lanes of a thread: only then would a member depend on its company.
  KOKKOS_FUNCTION static constexpr int most_steps(int n) { return 4 * n + 32; }
  KOKKOS_FUNCTION static constexpr int most_rotations(int n) { return 2 * n * (n + 16); }

  template <class Take>
  void lay_out(Take& take) {
    const auto count = static_cast<std::size_t>(members);
    take(states, count);
    take(diagonal, count * n);
    take(off_diagonal, count * n);
    const std::size_t with_vectors = vectors ? count : 0;
    const std::size_t if_large = large ? count : 0;
    take(q, (large ? count : with_vectors) * n * n);
    take(factors, if_large * n);
    take(z, large ? with_vectors * n * n : 0);
    take(rotations, aligned(with_vectors, ql_lanes) * most_rotations(n));
    take(steps, aligned(with_vectors, ql_lanes) * most_steps(n));
    take(common_steps, aligned(with_vectors, ql_lanes) / ql_lanes * most_steps(n));
    take(step_counts, with_vectors);
    take(ranks, with_vectors * n);
  }

  KOKKOS_FUNCTION Scalar* q_of(std::int64_t m) const { return q + m * n * n; }
  KOKKOS_FUNCTION Real* z_of(std::int64_t m) const { return z + m * n * n; }
  /// The list of member m, elements ql_lanes apart.
  KOKKOS_FUNCTION Real* rotations_of(std::int64_t m) const {
    return rotations + m / ql_lanes * (ql_lanes * most_rotations(n)) + m % ql_lanes;
  }
  KOKKOS_FUNCTION QlStep* common_steps_of(std::int64_t m) const { return common_steps + m / ql_lanes * most_steps(n); }
  /// As rotations_of().
  KOKKOS_FUNCTION QlStep* steps_of(std::int64_t m) const {
    return steps + m / ql_lanes * (ql_lanes * most_steps(n)) + m % ql_lanes;
  }
};

}  // namespace kolibri::detail
