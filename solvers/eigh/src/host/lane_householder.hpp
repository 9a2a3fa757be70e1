#pragma once

#include <algorithm>

#include "lane_element.hpp"

// Householder's reduction of as many Hermitian matrices as there are lanes to real tridiagonal ones, A = Q T Q^H, Q
// the product of I - tau_k u_k u_k^H (LAPACK zhetd2's formulas, lower triangle). The rank-2 update with the last
// reflector and the product A u with the next one are one pass over the triangle. Columns are contiguous: element
// (i, j), i >= j, is a[j ld + i].
namespace kolibri::detail {

/// Arrays of the reduction, n elements each but for the matrix.
template <class Element, class Real>
struct Reduction {
  int n;
  int ld;      ///< from column to column
  Element* a;  ///< the matrix; in the end u_k below row k + 1 of column k
  Element* tau;
  Lanes<Real>* d;
  Lanes<Real>* e;
  Element* u;  ///< the newest reflector
  Element* v;  ///< the one before, and
  Element* w;  ///< what makes A - v w^H - w v^H the matrix it leaves
  Element* p;  ///< A u
  Lanes<Real> negligible_squared;
};

/// The reflector of column k: u, tau and e[k], which is real.
template <class Element, class Real>
void make_reflector(const Reduction<Element, Real>& r, int k) {
  const Lanes<Real> zero(Real(0)), one(Real(1));
  Element* const x = r.a + k * r.ld;
  const Element alpha = x[k + 1];
  const Lanes<Real> re = real(alpha);
  Lanes<Real> rest = abs_squared(alpha - Element(re));
  for (int i = k + 2; i < r.n; ++i) rest += abs_squared(x[i]);
  const auto none = rest <= r.negligible_squared;
  const Lanes<Real> beta = select(none, re, -copysign(sqrt(re * re + rest), re));
  const Element difference = select(none, Element(one), alpha - Element(beta));
  const Element factor = conj(difference) * (one / abs_squared(difference));
  r.e[k] = beta;
  r.tau[k] = select(none, Element(zero), difference * (-one / select(none, one, beta)));
  r.u[k + 1] = Element(one);
  for (int i = k + 2; i < r.n; ++i) r.u[i] = x[i] = select(none, Element(zero), x[i] * factor);
}

/// Columns j, ..., j + width - 1, below row j + width: A := A - v w^H - w v^H, and what they add to p = A u.
template <int width, class Element, class Real>
void update_columns(const Reduction<Element, Real>& r, int j) {
  Element v[width], w[width], u[width], sum[width];
  Element* column[width];
  for (int c = 0; c < width; ++c) {
    v[c] = conj(r.v[j + c]);
    w[c] = conj(r.w[j + c]);
    u[c] = r.u[j + c];
    sum[c] = Element(Real(0));
    column[c] = r.a + (j + c) * r.ld;
  }
  for (int i = j + width; i < r.n; ++i) {
    const Element v_i = r.v[i], w_i = r.w[i], u_i = r.u[i];
    Element p_i = r.p[i];
    for (int c = 0; c < width; ++c) {
      const Element x = subtract_product(subtract_product(column[c][i], v_i, w[c]), w_i, v[c]);
      column[c][i] = x;
      p_i = add_product(p_i, x, u[c]);
      sum[c] = add_conj_product(sum[c], x, u_i);
    }
    r.p[i] = p_i;
  }
  for (int c = 0; c < width; ++c) r.p[j + c] = r.p[j + c] + sum[c];
}

/// The same for the small triangle of rows and columns j, ..., j + width - 1.
template <int width, class Element, class Real>
void update_corner(const Reduction<Element, Real>& r, int j) {
  for (int c = j; c < j + width; ++c) {
    Element* const column = r.a + c * r.ld;
    const Element v = conj(r.v[c]), w = conj(r.w[c]);
    const Element diagonal(real(subtract_product(subtract_product(column[c], r.v[c], w), r.w[c], v)));
    column[c] = diagonal;
    r.p[c] = add_product(r.p[c], diagonal, r.u[c]);
    for (int i = c + 1; i < j + width; ++i) {
      const Element x = subtract_product(subtract_product(column[i], r.v[i], w), r.w[i], v);
      column[i] = x;
      r.p[i] = add_product(r.p[i], x, r.u[c]);
      r.p[c] = add_conj_product(r.p[c], x, r.u[i]);
    }
  }
}

/// Columns from j on, `width` at a time.
template <int width, class Element, class Real>
int update_by(const Reduction<Element, Real>& r, int j) {
  for (; j + width <= r.n; j += width) {
    update_corner<width>(r, j);
    update_columns<width>(r, j);
  }
  return j;
}

/// v, w of the next update from u, tau and p = A u: w = tau p - |tau|^2 / 2 (u^H p) u.
template <class Element, class Real>
void finish_step(Reduction<Element, Real>& r, int k) {
  Lanes<Real> product(Real(0));
  for (int i = k + 1; i < r.n; ++i) product += real(add_conj_product(Element(Real(0)), r.u[i], r.p[i]));
  const Element tau = r.tau[k], factor(product * abs_squared(tau) * Lanes<Real>(Real(0.5)));
  for (int i = k + 1; i < r.n; ++i) r.w[i] = subtract_product(tau * r.p[i], factor, r.u[i]);
  std::swap(r.u, r.v);
}

/// T in d and e, reflectors in a and tau.
template <class Element, class Real>
void tridiagonalise(Reduction<Element, Real> r) {
  constexpr int width = sizeof(Element) > sizeof(Lanes<Real>) ? 2 : 4;
  const int n = r.n;
  std::fill_n(r.v, n, Element(Real(0)));
  std::fill_n(r.w, n, Element(Real(0)));
  for (int k = 0; k < n; ++k) {
    Element* const column = r.a + k * r.ld;
    const Element v = conj(r.v[k]), w = conj(r.w[k]);
    for (int i = k; i < n; ++i) column[i] = subtract_product(subtract_product(column[i], r.v[i], w), r.w[i], v);
    r.d[k] = real(column[k]);
    r.e[k] = Real(0);
    if (k == n - 1) break;
    make_reflector(r, k);
    std::fill_n(r.p + k + 1, n - k - 1, Element(Real(0)));
    update_by<1>(r, update_by<width>(r, k + 1));
    finish_step(r, k);
  }
}

/// Two reflectors, u_k and u_{k+1}, and what H_k H_{k+1} z takes of them.
template <class Element>
struct ReflectorPair {
  int n;
  int k;
  const Element* outer;  ///< u_k, below row k + 1
  const Element* inner;  ///< u_{k+1}, below row k + 2
  Element outer_tau;
  Element inner_tau;
  Element overlap;  ///< u_k^H u_{k+1}

  template <class Real>
  ReflectorPair(const Reduction<Element, Real>& r, int k_)
      : n(r.n), k(k_), outer(r.a + k_ * r.ld), inner(outer + r.ld), outer_tau(r.tau[k_]), inner_tau(r.tau[k_ + 1]) {
    overlap = k + 2 < n ? conj(outer[k + 2]) : Element(Real(0));
    for (int i = k + 3; i < n; ++i) overlap = add_conj_product(overlap, outer[i], inner[i]);
  }

  /// Columns z, z + ld, ... := H_k H_{k+1} of them: both products in one pass and both updates in another.
  template <int width>
  void apply(Element* z, int ld) const {
    Element first[width], second[width];
    for (int w = 0; w < width; ++w) {
      Element* const column = z + w * ld;
      second[w] = column[k + 2];
      first[w] = add_conj_product(column[k + 1], outer[k + 2], column[k + 2]);
    }
    for (int i = k + 3; i < n; ++i) {
      for (int w = 0; w < width; ++w) {
        first[w] = add_conj_product(first[w], outer[i], z[w * ld + i]);
        second[w] = add_conj_product(second[w], inner[i], z[w * ld + i]);
      }
    }
    for (int w = 0; w < width; ++w) {
      Element* const column = z + w * ld;
      second[w] = inner_tau * second[w];
      first[w] = outer_tau * subtract_product(first[w], overlap, second[w]);
      column[k + 1] = column[k + 1] - first[w];
      column[k + 2] = subtract_product(column[k + 2] - second[w], outer[k + 2], first[w]);
    }
    for (int i = k + 3; i < n; ++i) {
      for (int w = 0; w < width; ++w) {
        Element& x = z[w * ld + i];
        x = subtract_product(subtract_product(x, outer[i], first[w]), inner[i], second[w]);
      }
    }
  }
};

/// Q, columns contiguous: element (i, j) is z[j ld + i]. Reflectors go in pairs, the last ones first; of an odd
/// number the last goes alone.
template <class Element, class Real>
void form_q(const Reduction<Element, Real>& r, int ld, Element* z) {
  constexpr int width = 4;
  const int n = r.n;
  std::fill_n(z, n * ld, Element(Real(0)));
  for (int i = 0; i < n; ++i) z[i * ld + i] = Element(Real(1));
  int k = n - 2;
  if (n % 2 == 0 && k >= 0) {  // the last one alone: 1 - tau
    z[(n - 1) * ld + n - 1] = Element(Real(1)) - r.tau[k];
    --k;
  }
  for (--k; k >= 0; k -= 2) {
    const ReflectorPair<Element> pair(r, k);
    int c = k + 1;
    for (; c + width <= n; c += width) pair.template apply<width>(z + c * ld, ld);
    for (; c < n; ++c) pair.template apply<1>(z + c * ld, ld);
  }
}

}  // namespace kolibri::detail
