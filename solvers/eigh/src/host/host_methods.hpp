#pragma once

#include <cstddef>
#include <cstdint>

#include "host_problem.hpp"

// What the host's own units offer to the units that know Kokkos: methods that solve a pack of members at a time.
namespace kolibri::detail {

/// How many members a method takes at once, and the memory, 64-byte aligned, that it does so in.
struct PackShape {
  int members;
  std::size_t bytes;
};

/// The largest n of Jacobi in lanes.
template <bool is_complex>
inline constexpr int most_in_jacobi_lanes = is_complex ? 4 : 6;

/// Two-sided Jacobi in vector lanes, n <= most_in_jacobi_lanes: above, the tridiagonal method is faster.
template <class Real, bool is_complex>
struct JacobiLanesMethod {
  static PackShape shape(int n, bool vectors, std::size_t most_bytes);
  static void solve(const HostProblem<Real>& problem, std::int64_t first, int members, std::byte* memory);
};

/// Householder's reduction and QL, any n; fewer members at once where memory is short.
template <class Real, bool is_complex>
struct TridiagonalMethod {
  static PackShape shape(int n, bool vectors, std::size_t most_bytes);
  static void solve(const HostProblem<Real>& problem, std::int64_t first, int members, std::byte* memory);
};

}  // namespace kolibri::detail
