#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <kolibri/detail/gauss_jordan.hpp>
#include <kolibri/detail/inverse_problem.hpp>

#include "matrix_storage.hpp"

// What the kernels that keep matrices in registers do about members that are singular, not finite, or have a pivot
// without a normal reciprocal: they leave them to the elimination that serves all others, in the memory of X. So there
// is one place that says what info means, and these members pay for it alone.
namespace kolibri::detail {

/// X(b,:,:) = A(b,:,:)^-1 by the whole team.
template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void invert_in_result(const Member& member, const InverseProblem<Scalar>& problem,
                                             std::int64_t b, std::byte* block) {
  const int n = problem.n();
  const MatrixStorage<Scalar> s(block, n, 0, false);
  const Strided<Scalar> m(problem.x, b);
  int info = load(member, problem.a, b, m, s.bad) ? 0 : info_not_finite;
  if (info == 0) info = gauss_jordan(member, Pivoting::partial, n, m, s.pivots, s.vector);
  for_each(member, 1, [&](int) { problem.report(b, info); });
  if (info == 0) {
    exchange_columns_back(member, n, m, s.pivots);
  } else {
    store(member, problem.x, b, [](int, int) { return quiet_nan<Scalar>(); });
  }
  barrier(member);
}

/// The same for `first` and the members after it that have a bit in `mask`, an array of `words` words in scratch. Not
/// inlined: the registers that it takes would be taken from the kernels, and it would be compiled with each of them.
template <class Member, class Scalar>
[[gnu::noinline]] KOKKOS_FUNCTION void invert_failed(const Member& member, const InverseProblem<Scalar>& problem,
                                                     std::int64_t first, int words, const std::uint32_t* mask,
                                                     std::byte* block) {
  barrier(member);  // X may still be written
  for (int i = 0; i < 32 * words; ++i) {
    if (mask[i / 32] >> i % 32 & 1u) invert_in_result(member, problem, first + i, block);
  }
}

/// The members that a team could not invert, in team scratch.
template <class Scalar, int members>
struct FailedMembers {
  static constexpr int words = (members + 31) / 32;

  std::uint32_t* mask;
  std::byte* block;

  template <class Take>
  KOKKOS_FUNCTION constexpr void lay_out(Take& take, int n) {
    take(mask, words);
    take(block, bytes_of(MatrixStorage<Scalar>(n, 0, false)));
  }

  /// By one thread or lane, with a barrier before the first add().
  KOKKOS_FUNCTION void clear() const {
    for (int word = 0; word < words; ++word) mask[word] = 0;
  }

  /// By one thread or lane for its member.
  KOKKOS_FUNCTION void add(int member) const { Kokkos::atomic_or(&mask[member / 32], 1u << member % 32); }

  KOKKOS_FUNCTION bool has(int member) const { return mask[member / 32] >> member % 32 & 1u; }

  /// Inverts them, in a batch whose member `first` is the team's first; by all threads after a barrier.
  template <class Member>
  KOKKOS_FUNCTION void invert(const Member& member, const InverseProblem<Scalar>& problem, std::int64_t first) const {
    std::uint32_t any = 0;
    for (int word = 0; word < words; ++word) any |= mask[word];
    if (any == 0) return;
    const Member copy = member;  // in memory for the call; `member` stays in registers
    invert_failed(copy, problem, first, words, mask, block);
  }
};

}  // namespace kolibri::detail
