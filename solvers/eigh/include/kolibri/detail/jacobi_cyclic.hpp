#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <kolibri/detail/eigh_output.hpp>
#include <kolibri/detail/hermitian_input.hpp>
#include <kolibri/detail/jacobi.hpp>
#include <kolibri/members.hpp>
#include <kolibri/scratch.hpp>

// Two-sided row-cyclic Jacobi by one thread: the readable reference, what host backends run for jacobi_two_sided
// (a matrix a thread), and the thread level. Golub and Van Loan, Matrix Computations, section 8.5.
namespace kolibri::detail {

/// Storage for one matrix and its vectors: both by rows, the rows of `v` are the vectors.
template <class Scalar>
struct CyclicStorage {
  using Real = real_t<Scalar>;

  int n;
  bool vectors;
  Scalar* a = nullptr;
  Scalar* v = nullptr;  ///< null: values only
  Real* rows = nullptr;
  int* ranks = nullptr;

  KOKKOS_FUNCTION constexpr CyclicStorage(int n_, bool vectors_) : n(n_), vectors(vectors_) {}
  KOKKOS_FUNCTION CyclicStorage(std::byte* block, int n_, bool vectors_) : CyclicStorage(n_, vectors_) {
    Carver<> carver{block};
    lay_out(carver);
  }

  template <class Take>
  KOKKOS_FUNCTION constexpr void lay_out(Take& take) {
    const std::size_t size = static_cast<std::size_t>(n) * n;
    take(a, size);
    if (vectors) take(v, size);
    take(rows, row_scratch(n));
    take(ranks, n);
  }

  KOKKOS_FUNCTION Scalar& element(int i, int j) const { return a[i * n + j]; }
};

/// A := J^H A J on rows and columns p < q, of the whole matrix.
template <class Scalar>
KOKKOS_INLINE_FUNCTION void cyclic_update(const CyclicStorage<Scalar>& s, const Rotation<Scalar>& r, int p, int q) {
  Scalar* const row_p = &s.element(p, 0);
  Scalar* const row_q = &s.element(q, 0);
  const Scalar a_pp = row_p[p] - r.shift, a_qq = row_q[q] + r.shift;
  for (int k = 0; k < s.n; ++k) {
    const Scalar x = row_p[k], y = row_q[k];
    row_p[k] = r.c * x - r.w * y;
    row_q[k] = conj(r.w) * x + r.c * y;
  }
  for (int k = 0; k < s.n; ++k) {
    s.element(k, p) = conj(row_p[k]);
    s.element(k, q) = conj(row_q[k]);
  }
  row_p[p] = a_pp;
  row_q[q] = a_qq;
  row_p[q] = row_q[p] = Scalar(0);
}

template <class Scalar>
KOKKOS_INLINE_FUNCTION void cyclic_rotate(const CyclicStorage<Scalar>& s, const JacobiControl<real_t<Scalar>>& control,
                                          const JacobiState<real_t<Scalar>>& state, int p, int q) {
  const Scalar b = s.element(p, q);
  const auto a_pp = real(s.element(p, p)), a_qq = real(s.element(q, q)), abs_b = Kokkos::abs(b);
  if (abs_b <= rotation_threshold(control, state, s.n, a_pp, a_qq)) return;
  const auto r = jacobi_rotation(a_pp, a_qq, b, abs_b);
  cyclic_update(s, r, p, q);
  if (s.v == nullptr) return;
  Scalar* const v_p = s.v + p * s.n;
  Scalar* const v_q = s.v + q * s.n;
  for (int k = 0; k < s.n; ++k) {
    const Scalar x = v_p[k], y = v_q[k];
    v_p[k] = r.c * x - conj(r.w) * y;
    v_q[k] = r.w * x + r.c * y;
  }
}

/// Solves member b.
template <class Scalar>
KOKKOS_INLINE_FUNCTION JacobiState<real_t<Scalar>> cyclic_solve(const EighProblem<Scalar>& problem,
                                                                const JacobiControl<real_t<Scalar>>& control,
                                                                std::int64_t b, const CyclicStorage<Scalar>& s) {
  const int n = s.n;
  const SerialMember alone;
  JacobiState<real_t<Scalar>> state;
  load_upper(alone, problem.a, control.triangle, b, 1,
             [&](int, int i, int j, const Scalar& value) { s.element(i, j) = value; });
  const auto element = [&](int, int i, int j) -> Scalar& { return s.element(i, j); };
  start_states(alone, problem.a, control, b, 1, element, &state, s.rows);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) s.element(i, j) = conj(s.element(j, i));
    for (int j = 0; s.v != nullptr && j < n; ++j) s.v[i * n + j] = Scalar(i == j ? 1 : 0);
  }
  decide_all(alone, control, 1, n, element, &state, s.rows);
  while (state.active) {
    for (int p = 0; p < n; ++p) {
      for (int q = p + 1; q < n; ++q) cyclic_rotate(s, control, state, p, q);
    }
    decide_all(alone, control, 1, n, element, &state, s.rows);
  }
  write_results(
      alone, problem, control.order, b, 1, [&](int) -> const auto& { return state; },
      [&](int, int i) { return real(s.element(i, i)); }, [&](int, int i, int j) { return s.v[j * n + i]; }, s.ranks);
  return state;
}

}  // namespace kolibri::detail
