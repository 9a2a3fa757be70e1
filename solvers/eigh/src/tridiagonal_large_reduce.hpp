#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/detail/eigh_problem.hpp>
#include <kolibri/registers.hpp>
#include <kolibri/team_blocks.hpp>
#include <kolibri/team_lanes.hpp>
#include <kolibri/team_policy.hpp>

#include "reflector.hpp"
#include "register_rotation.hpp"
#include "tridiagonal_large_input.hpp"
#include "tridiagonal_workspace.hpp"

// Householder's reduction of Hermitian matrices that no team has the registers for: a team a matrix, in device memory.
namespace kolibri::detail {

/// A to T, as LAPACK's zhetd2, with the update of a step, A -= u w^H + w u^H, left to the pass over A that multiplies
/// it with the next u: an element is read and written once a step. Row k of A becomes u_k behind the diagonal.
template <class Exec, class Scalar>
struct LargeReduceKernel {
  using Real = real_t<Scalar>;
  using Team = LargeTeam<Scalar>;
  using Properties = Kokkos::LaunchBounds<Team::size, 1>;
  static constexpr TeamShape shape{.team_size = Team::threads, .vector_length = Team::lanes};
  static constexpr int members = 1;
  static constexpr int abreast = 2;  ///< rows of A that a thread multiplies at once
  static constexpr int columns = 4;  ///< and how many of their elements a lane reads at once
  static constexpr const char* label = "kolibri::eigh tridiagonal reduce large";

  struct Storage {
    int n;
    int order;                 ///< of what fits in scratch
    Scalar* rest = nullptr;    ///< of A, by rows
    Scalar* u = nullptr;       ///< of the step before
    Scalar* w = nullptr;       ///< likewise
    Scalar* next_u = nullptr;  ///< of this step
    Scalar* product = nullptr;
    Real* parts = nullptr;  ///< of two sums in turn
    SweepReport* report = nullptr;

    template <class Take>
    KOKKOS_FUNCTION void lay_out(Take& take) {
      take(rest, order * order);
      take(u, n);
      take(w, n);
      take(next_u, n);
      take(product, n);
      take(parts, 2 * Team::threads);
      take(report, 1);
    }
  };

  EighProblem<Scalar> problem;
  Triangle triangle;
  TridiagonalWorkspace<Scalar> work;
  std::int64_t begin;  ///< of the chunk

  int in_scratch;  ///< order of what a team has in scratch

  static std::size_t scratch_bytes(int n, int order) { return bytes_of(Storage{n, order}); }
  /// The largest order of which a team's scratch of so many bytes holds a matrix, whose rows then begin on different
  /// banks; 0: none.
  static int order_in_scratch(int n, std::size_t most_bytes) {
    constexpr int banks = 128 / sizeof(Scalar), step = banks > 8 ? banks : 1, least = banks > 8 ? 8 : 1;
    int order = 0;
    for (int next = least; order < n && scratch_bytes(n, next) <= most_bytes; next += step) order = next;
    return order;
  }

  /// Rows and columns `begin` and on of A.
  struct InMemory {
    Scalar* data;
    int leading, begin;

    KOKKOS_FORCEINLINE_FUNCTION Scalar* at(int i, int j) const { return data + (i - begin) * leading + j - begin; }
  };

  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    Storage s = arrays_in_scratch<Exec>(member, Storage{problem.n(), in_scratch});
    const std::int64_t m = member.league_rank();
    const int place = Team::place(member);
    const auto state = load_large(member, problem, triangle, begin + m, work.q_of(m), *s.report);
    if (place == 0) work.states[m] = state;
    for (int i = place; i < s.n; i += Team::size) s.u[i] = s.w[i] = Scalar(0);
    member.team_barrier();
    const InMemory a{work.q_of(m), s.n, 0}, rest{s.rest, s.order, Kokkos::max(1, s.n - s.order)};
    for (int k = 0; k < s.n; ++k) step(member, m, k, place, a, rest, s);
  }

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void step(const Member& member, std::int64_t m, int k, int place, const InMemory& a,
                                        const InMemory& rest_of_a, Storage& s) const {
    const InMemory& here = k < rest_of_a.begin ? a : rest_of_a;
    Real rest = 0;
    for (int i = k + place; i < s.n; i += Team::size) {
      const Scalar x = conj(updated(*here.at(k, i), s.u[k], s.w[k], i, s));
      if (i == k) {
        work.diagonal[k * work.members + m] = real(x);
      } else {
        s.next_u[i] = x;
        if (i > k + 1) rest = add_square(x, rest);
      }
    }
    rest = Team::sum(member, rest, s.parts);
    if (k + 1 == s.n) return;
    const Reflector<Scalar> h(s.next_u[k + 1], rest);
    member.team_barrier();
    if (place == 0) {
      s.next_u[k + 1] = h.head;
      work.factors[m * s.n + k] = h.tau;
      work.off_diagonal[k * work.members + m] = h.beta;
    }
    member.team_barrier();
    if (k + 1 < rest_of_a.begin) {
      multiply(member, a, a, k, s);
    } else if (k + 1 == rest_of_a.begin) {
      multiply(member, a, rest_of_a, k, s);
    } else {
      multiply(member, rest_of_a, rest_of_a, k, s);
    }
    member.team_barrier();
    Real dot = 0;
    for (int i = k + 1 + place; i < s.n; i += Team::size) dot += real(conj(s.next_u[i]) * s.product[i]);
    const Real half = Real(0.5) * abs_squared(h.tau) * Team::sum(member, dot, s.parts + Team::threads);
    for (int i = k + 1 + place; i < s.n; i += Team::size) {
      s.w[i] = multiply_add(h.tau, s.product[i], s.next_u[i] * -half);
      *a.at(k, i) = s.next_u[i];
    }
    Kokkos::kokkos_swap(s.u, s.next_u);
    member.team_barrier();
  }

  /// Element i of a row, whose elements of u and w are given, after the step before.
  KOKKOS_FORCEINLINE_FUNCTION static Scalar updated(const Scalar& a, const Scalar& u, const Scalar& w, int i,
                                                    const Storage& s) {
    return multiply_add(-u, conj(s.w[i]), multiply_add(-w, conj(s.u[i]), a));
  }

  /// to := A - u w^H - w u^H, product := to next_u, behind row and column k.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION void multiply(const Member& member, const InMemory& a, const InMemory& to, int k,
                                            const Storage& s) const {
    const int n = s.n, lane = rank_of_lane<Team::lanes>(member);
    for (int begin_row = k + 1; begin_row < n; begin_row += abreast * Team::threads) {
      const int first = begin_row + member.team_rank();
      Scalar sums[abreast], u[abreast], w[abreast];
      KOLIBRI_UNROLL
      for (int r = 0; r < abreast; ++r) {
        const int i = Kokkos::min(first + r * Team::threads, n - 1);
        sums[r] = Scalar(0);
        u[r] = s.u[i];
        w[r] = s.w[i];
      }
      KOLIBRI_KEEP_LOOP
      for (int begin_column = k + 1 + lane; begin_column < n; begin_column += columns * Team::lanes) {
        const auto inside = [&](int r, int c) {
          return first + r * Team::threads < n && begin_column + c * Team::lanes < n;
        };
        const Scalar* const from_at = a.at(first, begin_column);
        Scalar* const to_at = to.at(first, begin_column);
        Scalar elements[abreast][columns];
        KOLIBRI_UNROLL
        for (int r = 0; r < abreast; ++r) {
          KOLIBRI_UNROLL
          for (int c = 0; c < columns; ++c) {
            elements[r][c] = inside(r, c) ? from_at[r * Team::threads * a.leading + c * Team::lanes] : Scalar(0);
          }
        }
        KOLIBRI_UNROLL
        for (int c = 0; c < columns; ++c) {
          const int j = Kokkos::min(begin_column + c * Team::lanes, n - 1);
          const Scalar u_j = conj(s.u[j]), w_j = conj(s.w[j]), x = s.next_u[j];
          KOLIBRI_UNROLL
          for (int r = 0; r < abreast; ++r) {
            if (!inside(r, c)) continue;
            const Scalar value = multiply_add(-u[r], w_j, multiply_add(-w[r], u_j, elements[r][c]));
            to_at[r * Team::threads * to.leading + c * Team::lanes] = value;
            sums[r] = multiply_add(value, x, sums[r]);
          }
        }
      }
      sum_lanes<Team::lanes, abreast>(member, sums);
      KOLIBRI_UNROLL
      for (int r = 0; r < abreast; ++r) {
        const int i = first + r * Team::threads;
        if (i < n && lane == 0) s.product[i] = sums[r];
      }
    }
  }
};

}  // namespace kolibri::detail
