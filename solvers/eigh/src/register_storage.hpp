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
  static constexpr int leading = N | 1;  ///< odd: banks are not hit twice
  /// Of A at a time, for Rayleigh quotients; 4 KiB, for scratch may decide how many teams there are.
  static constexpr int panel_rows = 8 * N * members * sizeof(Scalar) <= 4096 ? 8 : 4;
  static constexpr int panel_size = panel_rows * N + 16 / sizeof(Scalar);  ///< neighbours' on other banks
  static constexpr int numbers = Shape::parts > 1 ? Shape::columns : 2;    ///< of a thread, to be added up

  std::byte* shared = nullptr;  ///< by turns for the sweep's exchange, and for `matrices` and `panels`
  Real* sums = nullptr;
  Real* values = nullptr;
  Real* keys = nullptr;  ///< of values: they ascend in the order asked for
  int* ranks = nullptr;
  JacobiState<Real>* states = nullptr;
  SweepReport* reports = nullptr;
  int* going = nullptr;  ///< whether a matrix needs a further sweep; two, in turn

  static constexpr std::size_t matrix_bytes = aligned(sizeof(Scalar) * members * N * leading);
  static constexpr std::size_t panel_bytes = sizeof(Scalar) * members * panel_size;

  template <class Take>
  KOKKOS_FUNCTION constexpr void lay_out(Take& take) {
    const std::size_t exchange_bytes = bytes_of(Sweep{});
    take(shared, Kokkos::max(exchange_bytes, matrix_bytes + panel_bytes));
    take(sums, numbers * team_size);
    take(values, members * N);
    take(keys, members * N);
    take(ranks, members * N);
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
  KOKKOS_FUNCTION Scalar* panel(int slot) const {
    return reinterpret_cast<Scalar*>(shared + matrix_bytes) + slot * panel_size;
  }
};

}  // namespace kolibri::detail
