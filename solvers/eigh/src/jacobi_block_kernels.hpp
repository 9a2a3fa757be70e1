#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/detail/eigh_output.hpp>
#include <kolibri/detail/eigh_problem.hpp>
#include <kolibri/detail/hermitian_input.hpp>
#include <kolibri/detail/jacobi.hpp>
#include <kolibri/members.hpp>

#include "jacobi_block_shape.hpp"

// The kernels of jacobi_block that work on whole members: reading, deciding, writing.
namespace kolibri::detail {

/// The diagonal of the padding. Padding is coupled to nothing and stays so, as unit vectors; a value above every
/// eigenvalue (these are at most ||A||_F) keeps it recognisable wherever sorting carries it.
template <class Real>
KOKKOS_INLINE_FUNCTION Real padding_value(const JacobiState<Real>& state) {
  return state.norm > 0 ? Real(1.25) * state.norm : Real(1);
}

/// Element (i, j), i <= j, of a member's working matrix, from its lower triangle: neighbours in j are neighbours in
/// memory.
template <class Scalar>
KOKKOS_INLINE_FUNCTION Scalar working_element(const BlockWorkspace<Scalar>& work, const Scalar* a, int i, int j) {
  return conj(a[j + static_cast<std::int64_t>(i) * work.shape.ld]);
}

template <class Member, class Scalar>
KOKKOS_INLINE_FUNCTION void decide_member(const Member& member, const BlockWorkspace<Scalar>& work,
                                          const JacobiControl<real_t<Scalar>>& control, std::int64_t m) {
  const Scalar* const a = work.matrix(m);
  const int n = work.shape.padded();
  decide_all(
      member, control, 1, n, [&](int, int i, int j) { return working_element(work, a, i, j); }, work.states + m,
      work.rows + m * row_scratch(n));
}

/// Reads the members first, first + 1, ... of the batch into the working matrices: scaled, both triangles, padded; V =
/// I.
template <class Exec, class Scalar>
struct LoadMembers {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;

  EighProblem<Scalar> problem;
  JacobiControl<real_t<Scalar>> control;
  BlockWorkspace<Scalar> work;
  std::int64_t first;

  KOKKOS_FUNCTION void operator()(const Member& member) const {
    const std::int64_t m = member.league_rank();
    auto& state = work.states[m];
    Scalar* const a = work.matrix(m);
    const auto upper = [&](int, int i, int j) -> Scalar& {
      return a[j + static_cast<std::int64_t>(i) * work.shape.ld];
    };
    load_upper(member, problem.a, control.triangle, first + m, 1,
               [&](int, int i, int j, const Scalar& value) { upper(0, i, j) = value; });
    member.team_barrier();
    start_states(member, problem.a, control, first + m, 1, upper, work.states + m,
                 work.rows + m * row_scratch(work.shape.padded()));
    complete(member, a, state);
    if (work.v) make_identity(member, work.v + m * work.shape.matrix_size());
    member.team_barrier();
    if (state.active) decide_member(member, work, control, m);
  }

  /// Fills the upper triangle and the padding.
  KOKKOS_FUNCTION void complete(const Member& member, Scalar* a, const JacobiState<real_t<Scalar>>& state) const {
    const int n = work.shape.n, padded = work.shape.padded();
    for_each(member, padded * padded, [&](int item) {
      const std::int64_t i = item / padded, j = item % padded, ld = work.shape.ld;
      if (i > j) return;
      Scalar element = i == j ? Scalar(padding_value(state)) : Scalar(0);
      if (j < n) element = a[j + i * ld];  // what load_upper left
      a[i + j * ld] = element;
      a[j + i * ld] = conj(element);
    });
  }

  KOKKOS_FUNCTION void make_identity(const Member& member, Scalar* v) const {
    const int padded = work.shape.padded();
    for_each(member, padded * padded, [&](int item) {
      const std::int64_t i = item % padded, j = item / padded;
      v[i + j * work.shape.ld] = Scalar(i == j ? 1 : 0);
    });
  }
};

/// After a sweep: which of the active members go on?
template <class Exec, class Scalar>
struct DecideMembers {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;

  JacobiControl<real_t<Scalar>> control;
  BlockWorkspace<Scalar> work;

  KOKKOS_FUNCTION void operator()(const Member& member) const {
    decide_member(member, work, control, work.active[member.league_rank()]);
  }
};

/// Lists the members that go on, as the body of a scan over all of them.
template <class Scalar>
struct ListActive {
  BlockWorkspace<Scalar> work;

  KOKKOS_FUNCTION void operator()(int m, int& count, bool final) const {
    if (!work.states[m].active) return;
    if (final) work.active[count] = m;
    ++count;
  }
};

/// Writes the results of the members, in the order asked for and without the padding.
template <class Exec, class Scalar>
struct WriteMembers {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  using Real = real_t<Scalar>;

  EighProblem<Scalar> problem;
  Order order;
  BlockWorkspace<Scalar> work;
  std::int64_t first;

  KOKKOS_FUNCTION void operator()(const Member& member) const {
    const std::int64_t m = member.league_rank(), ld = work.shape.ld;
    const int n = work.shape.n;
    const auto& state = work.states[m];
    Real* const values = work.values + m * work.shape.padded();
    int* const columns = work.columns + m * n;
    find_columns(member, work.matrix(m), state, values, columns);
    const Scalar* const v = work.v ? work.v + m * work.shape.matrix_size() : nullptr;
    write_results(
        member, problem, order, first + m, 1, [&](int) -> const auto& { return state; },
        [&](int, int i) { return values[i]; }, [&](int, int i, int j) { return v[i + columns[j] * ld]; },
        work.ranks + m * n);
  }

  /// Column columns[i] of the working matrix holds values[i].
  KOKKOS_FUNCTION void find_columns(const Member& member, const Scalar* a, const JacobiState<Real>& state, Real* values,
                                    int* columns) const {
    const std::int64_t stride = work.shape.ld + 1;
    const Real padding = padding_value(state);
    for_each(member, work.shape.padded(), [&](int c) {
      const Real value = real(a[c * stride]);
      if (value == padding) return;
      int place = 0;
      for (int k = 0; k < c; ++k) place += real(a[k * stride]) != padding;
      values[place] = value;
      columns[place] = c;
    });
    member.team_barrier();
  }
};

}  // namespace kolibri::detail
