#pragma once

#include "host_methods.hpp"
#include "tridiagonal_lanes.hpp"
#include "tridiagonal_rows.hpp"

namespace kolibri::detail {

/// The largest n whose matrices are solved one a lane, which is faster, by measurement, to n = 112 with vectors and 192
/// without; but a batch of fewer members than lanes takes the time of so many.
constexpr int most_in_lanes(bool vectors) { return vectors ? 64 : 128; }

/// A problem of this size, for asking how much memory a method takes.
template <class Real>
HostProblem<Real> sized_problem(int n, bool vectors) {
  static Real some;
  HostProblem<Real> problem{};
  problem.n = n;
  problem.v.data = vectors ? &some : nullptr;
  return problem;
}

template <class Real, bool is_complex>
PackShape TridiagonalMethod<Real, is_complex>::shape(int n, bool vectors, std::size_t most_bytes) {
  const auto problem = sized_problem<Real>(n, vectors);
  int members = Lanes<Real>::count;
  if (n <= most_in_lanes(vectors)) {
    return {members, TridiagonalLanes<Real, is_complex>(problem, nullptr).block.bytes()};
  }
  const auto bytes = [&] { return TridiagonalRows<Real, is_complex>(problem, members, nullptr).block.bytes(); };
  while (members > 1 && bytes() > most_bytes) members /= 2;
  return {members, bytes()};
}

template <class Real, bool is_complex>
void TridiagonalMethod<Real, is_complex>::solve(const HostProblem<Real>& problem, std::int64_t first, int members,
                                                std::byte* memory) {
  if (problem.n <= most_in_lanes(problem.vectors())) {
    TridiagonalLanes<Real, is_complex>(problem, memory).solve({first, members});
  } else {
    TridiagonalRows<Real, is_complex>(problem, members, memory).solve({first, members});
  }
}

}  // namespace kolibri::detail
