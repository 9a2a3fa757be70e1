#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/fast_math.hpp>
#include <kolibri/registers.hpp>
#include <kolibri/scalar.hpp>

// A rotation of two columns in registers, without square roots or divisions of full length.
namespace kolibri::detail {

/// sum + |x|^2.
template <class Scalar>
KOKKOS_FORCEINLINE_FUNCTION real_t<Scalar> add_square(const Scalar& x, real_t<Scalar> sum) {
  sum = Kokkos::fma(real(x), real(x), sum);
  if constexpr (is_complex<Scalar>) sum = Kokkos::fma(x.imag(), x.imag(), sum);
  return sum;
}

/// sum[0], sum[1] := real and imaginary part of sum + conj(x) y.
template <class Scalar>
KOKKOS_FORCEINLINE_FUNCTION void add_product(const Scalar& x, const Scalar& y, real_t<Scalar>* sum) {
  sum[0] = Kokkos::fma(real(x), real(y), sum[0]);
  if constexpr (is_complex<Scalar>) {
    sum[0] = Kokkos::fma(x.imag(), y.imag(), sum[0]);
    sum[1] = Kokkos::fma(x.real(), y.imag(), sum[1]);
    sum[1] = Kokkos::fma(-x.imag(), y.real(), sum[1]);
  }
}

/// The largest squared inner product and squared tangent that a thread has seen in a sweep, by their upper bits: they
/// decide only when to stop.
struct SweepBits {
  std::uint32_t product = 0;
  std::uint32_t tangent = 0;
};

/// Below which upper bits of a squared inner product nothing is turned: that would only stir rounding errors. All of
/// them for a matrix that is done, whose bits then wait unchanged for the others of its team.
struct RotationLimits {
  static constexpr std::uint32_t done = 0xffffffffu;

  std::uint32_t smallest = done;
};

/// For columns p = sqrt(w_p) y_p and q, scaled so that ||p|| is about 1: y_p := y_p + to_first y_q, y_q := y_q +
/// to_second y_p (the old one), w_p and w_q times scale, makes them orthogonal. The tangent is good to 20 bits only,
/// for norms are measured in every sweep; the scale fits it to rounding. `exact` tangents save 2 x 2 matrices a sweep.
template <class Scalar, bool exact = false>
struct FastRotation {
  using Real = real_t<Scalar>;

  Scalar to_first, to_second;
  Real scale;
  Real shift;  ///< what the squared norm of q gains and that of p loses

  /// `g` is y_p^H y_q and `delta` ||q||^2 - ||p||^2.
  KOKKOS_FORCEINLINE_FUNCTION FastRotation(Real weight_p, Real weight_q, Real delta, const Scalar& g, bool wanted,
                                           const RotationLimits& limits, SweepBits& seen) {
    constexpr Real tiny = 1e-36f;  // of no weight beside what is turned, and no 0 / 0 else
    const Real product = weight_p * weight_q * add_square(g, Real(0));
    const Real hypotenuse = Kokkos::fma(delta, delta, Kokkos::fma(Real(4), product, tiny));
    const Real root = exact ? quick_rsqrt(hypotenuse) : rough_rsqrt(hypotenuse);
    const Real sum = Kokkos::fma(hypotenuse, root, Kokkos::fabs(delta));
    const Real inverse = exact ? quick_reciprocal(sum) : rough_reciprocal(sum);
    const std::uint32_t bits = upper_bits(product);
    const bool turns = wanted && bits >= limits.smallest;
    const Real slope = turns ? 2 * Kokkos::copysign(inverse, delta) : Real(0);
    shift = slope * product;
    const Real tangent = slope * shift;  // squared
    scale = quick_reciprocal(1 + tangent);
    seen.product = Kokkos::max(seen.product, wanted ? bits : 0u);
    seen.tangent = Kokkos::max(seen.tangent, upper_bits(tangent));
    const Real first = -weight_q * slope, second = weight_p * slope;
    to_second = g * second;
    if constexpr (is_complex<Scalar>) {
      to_first = Scalar(g.real() * first, -g.imag() * first);
    } else {
      to_first = g * first;
    }
  }
};

}  // namespace kolibri::detail
