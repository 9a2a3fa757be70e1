#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <kolibri/detail/jacobi.hpp>
#include <kolibri/registers.hpp>
#include <kolibri/scalar.hpp>
#include <kolibri/scratch.hpp>

// What a team has in scratch while its matrices are in registers.
namespace kolibri::detail {

/// What the threads of a matrix tell of a sweep; see SweepBits. Before the first one they are the largest element and
/// the largest difference between the triangles.
struct SweepReport {
  std::uint32_t product;
  std::uint32_t tangent;
  int too_large;
};

template <class Scalar, class Shape, class Sweep>
struct RegisterStorage {
  using Real = real_t<Scalar>;
  static constexpr int N = Shape::N, members = Shape::members, team_size = Shape::team_size;
  static constexpr int leading = N | 1;                      ///< odd: banks are not hit twice
  static constexpr int triangle_size = N * (N + 1) / 2 | 1;  ///< odd, too

  std::byte* shared = nullptr;  ///< by turns for input, sums of it, the sweep's exchange, and vectors with their keys
  Scalar* triangles = nullptr;  ///< lower ones of the scaled matrices, by rows, with half of the diagonal
  JacobiState<Real>* states = nullptr;
  SweepReport* reports = nullptr;
  int* going = nullptr;  ///< whether a matrix needs a further sweep; two, in turn

  static constexpr std::size_t matrix_bytes = aligned(sizeof(Scalar) * members * N * leading);
  static constexpr std::size_t sums_bytes =
      aligned(sizeof(Real) * (Shape::columns > 2 ? Shape::columns : 2) * team_size);
  /// Where parts have to be added up, vectors have had their use when there are keys.
  static constexpr std::size_t keys_begin = Shape::parts > 1 ? sums_bytes : matrix_bytes;

  template <class Take>
  KOKKOS_FUNCTION constexpr void lay_out(Take& take) {
    const std::size_t exchange_bytes = bytes_of(Sweep{}), output_bytes = keys_begin + sizeof(Real) * members * N;
    take(shared, Kokkos::max(Kokkos::max(sums_bytes, matrix_bytes), Kokkos::max(exchange_bytes, output_bytes)));
    take(triangles, members * triangle_size);
    take(states, members);
    take(reports, members);
    take(going, 2);
  }

  KOKKOS_FUNCTION Sweep sweep() const {
    Sweep s;
    Carver<> carver{shared};
    s.lay_out(carver);
    return s;
  }
  KOKKOS_FUNCTION Scalar* matrix(int slot) const { return reinterpret_cast<Scalar*>(shared) + slot * (N * leading); }
  KOKKOS_FUNCTION Scalar* triangle(int slot) const { return triangles + slot * triangle_size; }
  /// Numbers of a set that the threads add up.
  KOKKOS_FUNCTION Real* sums(int set) const { return reinterpret_cast<Real*>(shared) + set * team_size; }
  /// What the values' order goes by.
  KOKKOS_FUNCTION Real* keys(int slot) const { return reinterpret_cast<Real*>(shared + keys_begin) + slot * N; }

  /// Where row i of a triangle begins.
  KOKKOS_FUNCTION static constexpr int row(int i) { return i * (i + 1) / 2; }
};

}  // namespace kolibri::detail
