#pragma once

#include <algorithm>
#include <cmath>

#include "lane_element.hpp"

// Householder's reduction of one Hermitian matrix, A = Q T Q^H, its rows cut into chunks of as many columns as there
// are lanes. The whole matrix is kept: rows i of the rank-2 update with the last reflector and of the product A u with
// the next one are one pass, four rows at a time.
namespace kolibri::detail {

/// A matrix by rows of chunks; element j of a row is lane j % count of chunk j / count, its real part before its
/// imaginary one.
template <class Real, bool is_complex>
struct ChunkRow {
  using Element = LaneElement<Real, is_complex>;
  static constexpr int count = Lanes<Real>::count;

  Element* chunks;

  Real& re(int j) const {
    const auto place = static_cast<unsigned>(j);
    if constexpr (!is_complex) return reinterpret_cast<Real*>(chunks)[place];
    return reinterpret_cast<Real*>(chunks)[place / count * 2 * count + place % count];
  }
  Real& im(int j) const { return *(&re(j) + (parts<is_complex> - 1) * count); }
  void set(int j, Real re_j, Real im_j) const {
    re(j) = re_j;
    if constexpr (is_complex) im(j) = im_j;
  }
  /// Element j in all lanes.
  Element everywhere(int j) const {
    if constexpr (is_complex) {
      return {Lanes<Real>(re(j)), Lanes<Real>(im(j))};
    } else {
      return re(j);
    }
  }
};

template <class Real>
int chunks_of(int n) {
  return (n + Lanes<Real>::count - 1) / Lanes<Real>::count;
}

template <class Real>
Real sum_of_real(Lanes<Real> x) {
  return sum(x);
}
template <class Real>
Real sum_of_real(ComplexLanes<Real> x) {
  return sum(x.re);
}

/// What the reduction of one matrix works on. Row k of the matrix holds u_k from column k + 1 on in the end.
template <class Real, bool is_complex>
struct RowReduction {
  using Element = LaneElement<Real, is_complex>;
  using Row = ChunkRow<Real, is_complex>;

  int n;
  int chunks;
  int ld;  ///< chunks from row to row: odd, for rows at a power of two would share few places of the cache
  Element* a;
  Element* tau;  ///< in all lanes
  Element* u;    ///< the newest reflector
  Element* v;    ///< conj of the one before, and
  Element* w;    ///< conj of what makes A - v w^H - w v^H the matrix that it leaves
  Element* p;    ///< A u
  Real* d;
  Real* e;
  int stride;  ///< of d and e
  Real negligible_squared;

  Row row(int i) const { return {a + i * ld}; }

  /// The reflector that makes column k, conj of row k, a multiple of e_{k+1}.
  void make_reflector(int k) const {
    const Row reflector{u};
    const int first = (k + 1) / Row::count;
    for (int c = first; c < chunks; ++c) u[c] = conj(a[k * ld + c]);
    for (int j = first * Row::count; j <= k; ++j) reflector.set(j, 0, 0);
    const Real re = reflector.re(k + 1), im = is_complex ? reflector.im(k + 1) : Real(0);
    reflector.set(k + 1, 0, 0);
    Lanes<Real> squares(Real(0));
    for (int c = first; c < chunks; ++c) squares += abs_squared(u[c]);
    const Real rest = sum(squares) + im * im;
    Real beta = re, factor_re = 0, factor_im = 0, tau_re = 0, tau_im = 0;
    if (rest > negligible_squared) {
      beta = -std::copysign(std::sqrt(re * re + rest), re);
      const Real size = (re - beta) * (re - beta) + im * im;
      factor_re = (re - beta) / size;
      factor_im = -im / size;
      tau_re = (beta - re) / beta;
      tau_im = -im / beta;
    }
    Element factor;
    if constexpr (is_complex) {
      factor = {Lanes<Real>(factor_re), Lanes<Real>(factor_im)};
      tau[k] = {Lanes<Real>(tau_re), Lanes<Real>(tau_im)};
    } else {
      factor = factor_re;
      tau[k] = tau_re;
    }
    for (int c = first; c < chunks; ++c) u[c] = u[c] * factor;
    reflector.set(k + 1, 1, 0);
    for (int c = first; c < chunks; ++c) a[k * ld + c] = u[c];
    e[k * stride] = beta;
  }

  /// Rows i, ..., i + width - 1 from chunk `first` on: A := A - v w^H - w v^H, and p = A u.
  template <int width>
  void update_rows(int i, int first) const {
    Element v_i[width], w_i[width], products[width];
    for (int r = 0; r < width; ++r) {
      v_i[r] = conj(Row{v}.everywhere(i + r));
      w_i[r] = conj(Row{w}.everywhere(i + r));
      products[r] = Element(Real(0));
    }
    Element* const rows = a + i * ld;
    for (int c = first; c < chunks; ++c) {
      const Element v_c = v[c], w_c = w[c], u_c = u[c];
      for (int r = 0; r < width; ++r) {
        const Element x = subtract_product(subtract_product(rows[r * ld + c], v_i[r], w_c), w_i[r], v_c);
        rows[r * ld + c] = x;
        products[r] = add_product(products[r], x, u_c);
      }
    }
    for (int r = 0; r < width; ++r) {
      if constexpr (is_complex) {
        Row{p}.set(i + r, sum(products[r].re), sum(products[r].im));
      } else {
        Row{p}.set(i + r, sum(products[r]), 0);
      }
    }
  }

  /// v, w of the next update: w = tau p - |tau|^2 / 2 (u^H p) u.
  void finish_step(int k) const {
    const int first = (k + 1) / Row::count;
    for (int j = first * Row::count; j <= k; ++j) Row{p}.set(j, 0, 0);
    Element product(Real(0));
    for (int c = first; c < chunks; ++c) product = add_conj_product(product, u[c], p[c]);
    const Element factor(abs_squared(tau[k]) * Lanes<Real>(sum_of_real(product) / 2));
    for (int c = first; c < chunks; ++c) {
      w[c] = conj(subtract_product(tau[k] * p[c], factor, u[c]));
      v[c] = conj(u[c]);
    }
  }

  void run() const {
    constexpr int width = is_complex ? 2 : 4;
    std::fill_n(v, chunks, Element(Real(0)));
    std::fill_n(w, chunks, Element(Real(0)));
    std::fill_n(p, chunks, Element(Real(0)));
    std::fill_n(u, chunks, Element(Real(0)));
    for (int k = 0; k < n; ++k) {
      update_rows<1>(k, k / Row::count);
      d[k * stride] = row(k).re(k);
      e[k * stride] = 0;
      if (k == n - 1) break;
      make_reflector(k);
      int i = k + 1;
      const int first = i / Row::count;
      for (; i + width <= n; i += width) update_rows<width>(i, first);
      for (; i < n; ++i) update_rows<1>(i, first);
      finish_step(k);
    }
  }

  /// Chunks c, ..., c + width - 1 of all rows of q := H_k H_{k+1} q: both products in one pass and both updates in
  /// another; `overlap` is u_k^H u_{k+1}.
  template <int width>
  void reflect(int k, Element overlap, Element* q, int c) const {
    Element first[width], second[width];
    for (int w = 0; w < width; ++w) first[w] = second[w] = Element(Real(0));
    for (int i = k + 1; i < n; ++i) {
      const Element outer = row(k).everywhere(i), inner = i == k + 1 ? Element(Real(0)) : row(k + 1).everywhere(i);
      for (int w = 0; w < width; ++w) {
        first[w] = add_conj_product(first[w], outer, q[i * ld + c + w]);
        second[w] = add_conj_product(second[w], inner, q[i * ld + c + w]);
      }
    }
    for (int w = 0; w < width; ++w) {
      second[w] = tau[k + 1] * second[w];
      first[w] = tau[k] * subtract_product(first[w], overlap, second[w]);
    }
    for (int i = k + 1; i < n; ++i) {
      const Element outer = row(k).everywhere(i), inner = i == k + 1 ? Element(Real(0)) : row(k + 1).everywhere(i);
      for (int w = 0; w < width; ++w) {
        Element& x = q[i * ld + c + w];
        x = subtract_product(subtract_product(x, outer, first[w]), inner, second[w]);
      }
    }
  }

  /// u_k^H u_{k+1}, in all lanes.
  Element overlap_of(int k) const {
    Element sum(Real(0));
    for (int i = k + 2; i < n; ++i) sum = add_conj_product(sum, row(k).everywhere(i), row(k + 1).everywhere(i));
    return sum;
  }

  /// Q by rows of chunks. Reflectors go in pairs, the last ones first; of an odd number the last goes alone.
  void form_q(Element* q) const {
    std::fill_n(q, n * ld, Element(Real(0)));
    for (int i = 0; i < n; ++i) Row{q + i * ld}.set(i, 1, 0);
    int k = n - 3;
    if (n % 2 == 0 && n > 1) {  // 1 - tau
      const ChunkRow<Real, is_complex> last{tau + n - 2};
      Row{q + (n - 1) * ld}.set(n - 1, 1 - last.re(0), is_complex ? -last.im(0) : Real(0));
      --k;
    }
    for (; k >= 0; k -= 2) {
      const Element overlap = overlap_of(k);
      int c = (k + 1) / Row::count;
      for (; c + 4 <= chunks; c += 4) reflect<4>(k, overlap, q, c);
      for (; c + 2 <= chunks; c += 2) reflect<2>(k, overlap, q, c);
      for (; c < chunks; ++c) reflect<1>(k, overlap, q, c);
    }
  }
};

}  // namespace kolibri::detail
