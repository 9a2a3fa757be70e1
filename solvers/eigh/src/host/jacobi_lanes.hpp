#pragma once

#include <array>

#include "lane_output.hpp"

// Two-sided row-cyclic Jacobi (Golub and Van Loan, Matrix Computations, section 8.5) on tiny matrices, one a lane and
// `packs` vectors of them at once, which hides the latency of a rotation's roots and quotients. n is known when
// compiling: the matrices live in registers as far as there are any.
namespace kolibri::detail {

/// The rotation of jacobi_rotation() in every lane, the identity where `turns` is not set: J = [c w; -conj(w) c] makes
/// a_pq zero, a_pp smaller by `shift` and a_qq larger.
template <class Element, class Real>
struct LaneRotation {
  Lanes<Real> c;
  Element w;
  Lanes<Real> shift;

  LaneRotation() = default;
  [[gnu::always_inline]] LaneRotation(Lanes<Real> a_pp, Lanes<Real> a_qq, Element a_pq, Lanes<Real> square,
                                      LaneMask<Real> turns) {
    const Lanes<Real> zero(Real(0)), one(Real(1)), delta = a_qq - a_pp, four = square * Lanes<Real>(Real(4));
    const Lanes<Real> root = sqrt(delta * delta + four), h = select(turns, abs(delta) + root, one);
    const Lanes<Real> inverse_square = one / (h * h + select(turns, four, zero)), inverse = sqrt(inverse_square);
    const Lanes<Real> twice = select(turns, copysign(Lanes<Real>(Real(2)), delta), zero);
    c = h * inverse;
    w = a_pq * (twice * inverse);
    shift = (square * inverse_square) * twice * (root + root);  // 1 / h = 2 root / (h^2 + 4 |a_pq|^2)
  }
};

/// One vector of matrices: A(p, q) = a[p n + q], p <= q; vector j is v[j n + i].
template <class Real, bool is_complex, int n, bool vectors>
struct JacobiLaneMatrices {
  using Element = LaneElement<Real, is_complex>;
  using Mask = LaneMask<Real>;

  Element a[n * n];
  Element v[vectors ? n * n : 1];
  PackState<Real> state;
  Mask active = ~Mask::none();
  Lanes<Real> off = Real(0);  ///< off(A) squared
  Lanes<Real> tolerated;      ///< its tolerance
  typename Mask::Bits sweeps = {};

  void start(const HostProblem<Real>& problem, const Pack& pack) {
    load_pack<is_complex, true>(problem, pack, a, n, state);
    const Lanes<Real> tolerance = state.norm * problem.tolerance;
    tolerated = tolerance * tolerance;
    for (int i = 0; vectors && i < n * n; ++i) v[i] = Element(Real(i % (n + 1) == 0 ? 1 : 0));
  }

  Lanes<Real> off_squared() const {
    Lanes<Real> sum(Real(0));
    for (int p = 0; p < n; ++p) {
      for (int q = p + 1; q < n; ++q) sum += abs_squared(a[p * n + q]);
    }
    return sum + sum;
  }

  /// Ends the lanes that have converged, as decide() does: small, or no longer falling at rounding level; all of them
  /// after the last sweep. Whether any lane goes on.
  bool goes_on(int sweep, int max_sweeps) {
    constexpr Real rounding = 2 * n * std::numeric_limits<Real>::epsilon();
    const Lanes<Real> now = off_squared(), norm = state.norm * rounding;
    const Mask stagnates = (now <= norm * norm) & (now * Lanes<Real>(Real(4)) > off);
    const Mask converged = (now <= tolerated) | (sweep > 0 ? stagnates : Mask::none());
    off = select(active, now, off);
    active = active & ~converged;
    if (any(active) && sweep >= max_sweeps) {
      for (int lane = 0; lane < Lanes<Real>::count; ++lane)
        state.info[lane] = active[lane] ? too_large(lane) : state.info[lane];
      active = Mask::none();
    }
    sweeps -= active.bits;
    return any(active);
  }

  int too_large(int lane) const {
    int count = 0;
    for (int p = 0; p < n; ++p) {
      for (int q = p + 1; q < n; ++q) count += abs_squared(a[p * n + q])[lane] * (n * n) > tolerated[lane];
    }
    return std::max(count, 1);
  }

  /// x, y := c x - conj(w) y, w x + c y.
  [[gnu::always_inline]] static void rotate(Lanes<Real> c, Element w, Element& x, Element& y) {
    const Element old = x;
    x = subtract_product(c * old, conj(w), y);
    y = add_product(c * y, w, old);
  }

  template <int p, int q>
  [[gnu::always_inline]] LaneRotation<Element, Real> rotation() const {
    const Element b = a[p * n + q];
    const Lanes<Real> square = abs_squared(b);
    const Mask turns = active & (square > state.negligible * state.negligible);
    return {real(a[p * n + p]), real(a[q * n + q]), b, square, turns};
  }

  /// A := J^H A J, V := V J.
  template <int p, int q>
  [[gnu::always_inline]] void apply(const LaneRotation<Element, Real>& r) {
    a[p * n + p] = Element(real(a[p * n + p]) - r.shift);
    a[q * n + q] = Element(real(a[q * n + q]) + r.shift);
    a[p * n + q] = select(active, Element(Real(0)), a[p * n + q]);
    for (int k = 0; k < p; ++k) rotate(r.c, r.w, a[k * n + p], a[k * n + q]);
    for (int k = p + 1; k < q; ++k) {
      Element transposed = conj(a[p * n + k]);
      rotate(r.c, r.w, transposed, a[k * n + q]);
      a[p * n + k] = conj(transposed);
    }
    for (int k = q + 1; k < n; ++k) rotate(r.c, conj(r.w), a[p * n + k], a[q * n + k]);
    for (int k = 0; k < (vectors ? n : 0); ++k) rotate(r.c, r.w, v[p * n + k], v[q * n + k]);
  }

  void write(const HostProblem<Real>& problem, const Pack& pack) {
    Lanes<Real> values[n];
    typename Mask::Bits ranks[n];
    for (int i = 0; i < n; ++i) values[i] = real(a[i * n + i]);
    for (int lane = 0; lane < Lanes<Real>::count; ++lane) state.sweeps[lane] = static_cast<int>(sweeps[lane]);
    state.off_norm = sqrt(off);
    rank_lanes(problem.order, n, values, ranks);
    write_values(problem, pack, state, values, ranks);
    if constexpr (vectors) {
      std::int64_t places[n * Lanes<Real>::count];
      write_vectors<is_complex>(problem, pack, state, v, n, ranks, places);
    }
  }
};

/// Rotates the pairs (p, q), ..., (p, n - 1), then those of the next p: known when compiling, so that the matrices are
/// registers or fixed places.
template <int p, int q, int n, std::size_t packs, class Matrices>
[[gnu::always_inline]] inline void jacobi_sweep(std::array<Matrices, packs>& matrices) {
  if constexpr (q < n) {
    std::array<decltype(matrices[0].template rotation<p, q>()), packs> rotations;
    for (std::size_t k = 0; k < packs; ++k) rotations[k] = matrices[k].template rotation<p, q>();
    for (std::size_t k = 0; k < packs; ++k) matrices[k].template apply<p, q>(rotations[k]);
    jacobi_sweep<p, q + 1, n>(matrices);
  } else if constexpr (p + 2 < n) {
    jacobi_sweep<p + 1, p + 2, n>(matrices);
  }
}

/// Solves the members first, ..., first + members - 1, `packs` vectors of them or fewer.
template <class Real, bool is_complex, int n, int packs, bool vectors>
void jacobi_lanes(const HostProblem<Real>& problem, std::int64_t first, int members) {
  constexpr int count = Lanes<Real>::count;
  if (problem.n != n) __builtin_unreachable();
  std::array<JacobiLaneMatrices<Real, is_complex, n, vectors>, packs> matrices;
  const auto pack = [&](int k) { return Pack{first + k * count, std::clamp(members - k * count, 0, count)}; };
  for (int k = 0; k < packs; ++k) matrices[k].start(problem, pack(k));
  for (int sweep = 0;; ++sweep) {
    bool goes_on = false;
    for (auto& m : matrices) goes_on |= m.goes_on(sweep, problem.max_sweeps);
    if (!goes_on) break;
    jacobi_sweep<0, 1, n>(matrices);
  }
  for (int k = 0; k < packs; ++k) matrices[k].write(problem, pack(k));
}

}  // namespace kolibri::detail
