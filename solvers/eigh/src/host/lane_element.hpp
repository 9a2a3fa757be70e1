#pragma once

#include <kolibri/lanes.hpp>

// Matrix elements of as many matrices as there are lanes: real ones are Lanes, complex ones a pair of them. Kernels
// are written once, on these functions.
namespace kolibri::detail {

template <class Real>
struct ComplexLanes {
  Lanes<Real> re, im;

  ComplexLanes() = default;
  ComplexLanes(Lanes<Real> re_, Lanes<Real> im_) : re(re_), im(im_) {}
  ComplexLanes(Lanes<Real> re_) : re(re_), im(Real(0)) {}
  explicit ComplexLanes(Real re_) : re(re_), im(Real(0)) {}

  friend ComplexLanes operator+(ComplexLanes x, ComplexLanes y) { return {x.re + y.re, x.im + y.im}; }
  friend ComplexLanes operator-(ComplexLanes x, ComplexLanes y) { return {x.re - y.re, x.im - y.im}; }
  friend ComplexLanes operator*(ComplexLanes x, Lanes<Real> y) { return {x.re * y, x.im * y}; }
  friend ComplexLanes operator*(Lanes<Real> y, ComplexLanes x) { return {x.re * y, x.im * y}; }
  friend ComplexLanes operator*(ComplexLanes x, ComplexLanes y) {
    return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
  }
};

/// Lanes or ComplexLanes.
template <class Real, bool is_complex>
using LaneElement = std::conditional_t<is_complex, ComplexLanes<Real>, Lanes<Real>>;

/// Reals of an element.
template <bool is_complex>
inline constexpr int parts = is_complex ? 2 : 1;

template <class Real>
Lanes<Real> conj(Lanes<Real> x) {
  return x;
}
template <class Real>
ComplexLanes<Real> conj(ComplexLanes<Real> x) {
  return {x.re, -x.im};
}

template <class Real>
Lanes<Real> real(Lanes<Real> x) {
  return x;
}
template <class Real>
Lanes<Real> real(ComplexLanes<Real> x) {
  return x.re;
}

template <class Real>
Lanes<Real> abs_squared(Lanes<Real> x) {
  return x * x;
}
template <class Real>
Lanes<Real> abs_squared(ComplexLanes<Real> x) {
  return x.re * x.re + x.im * x.im;
}

template <class Real>
ComplexLanes<Real> select(LaneMask<Real> mask, ComplexLanes<Real> yes, ComplexLanes<Real> no) {
  return {select(mask, yes.re, no.re), select(mask, yes.im, no.im)};
}

/// sum + x y, in fused multiply-adds.
template <class Real>
Lanes<Real> add_product(Lanes<Real> sum, Lanes<Real> x, Lanes<Real> y) {
  return sum + x * y;
}
template <class Real>
ComplexLanes<Real> add_product(ComplexLanes<Real> sum, ComplexLanes<Real> x, ComplexLanes<Real> y) {
  return {(sum.re + x.re * y.re) - x.im * y.im, (sum.im + x.re * y.im) + x.im * y.re};
}

/// sum - x y.
template <class Real>
Lanes<Real> subtract_product(Lanes<Real> sum, Lanes<Real> x, Lanes<Real> y) {
  return sum - x * y;
}
template <class Real>
ComplexLanes<Real> subtract_product(ComplexLanes<Real> sum, ComplexLanes<Real> x, ComplexLanes<Real> y) {
  return {(sum.re - x.re * y.re) + x.im * y.im, (sum.im - x.re * y.im) - x.im * y.re};
}

/// sum + conj(x) y.
template <class Real>
Lanes<Real> add_conj_product(Lanes<Real> sum, Lanes<Real> x, Lanes<Real> y) {
  return sum + x * y;
}
template <class Real>
ComplexLanes<Real> add_conj_product(ComplexLanes<Real> sum, ComplexLanes<Real> x, ComplexLanes<Real> y) {
  return {(sum.re + x.re * y.re) + x.im * y.im, (sum.im + x.re * y.im) - x.im * y.re};
}

}  // namespace kolibri::detail
