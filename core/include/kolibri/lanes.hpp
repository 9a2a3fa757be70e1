#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

// As many numbers as a vector register of the host holds, each of another problem: arithmetic lane by lane on the
// vector extensions that GCC and Clang share. Free of Kokkos, so that units of it are for the host compiler alone.
namespace kolibri::detail {

/// Bytes of the widest vector register of the processor that this unit is compiled for.
inline constexpr int vector_bytes =
#if defined(__AVX512F__) && defined(__AVX512DQ__)
    64;
#elif defined(__AVX__)
    32;
#else
    16;
#endif

template <class Real>
inline constexpr int lane_count = vector_bytes / sizeof(Real);

/// The compiler's vector types. Not one template: GCC takes no vector types of a template's parameter apart from it.
template <class Real>
struct LaneTypes;
template <>
struct LaneTypes<double> {
  using Integer = std::int64_t;
  typedef double Vector __attribute__((vector_size(vector_bytes)));
  typedef Integer Bits __attribute__((vector_size(vector_bytes)));
};
template <>
struct LaneTypes<float> {
  using Integer = std::int32_t;
  typedef float Vector __attribute__((vector_size(vector_bytes)));
  typedef Integer Bits __attribute__((vector_size(vector_bytes)));
};

/// What a comparison of Lanes gives: all bits of a lane set, or none.
template <class Real>
struct LaneMask {
  using Integer = typename LaneTypes<Real>::Integer;
  using Bits = typename LaneTypes<Real>::Bits;

  Bits bits;

  friend LaneMask operator&(LaneMask x, LaneMask y) { return {x.bits & y.bits}; }
  friend LaneMask operator|(LaneMask x, LaneMask y) { return {x.bits | y.bits}; }
  friend LaneMask operator~(LaneMask x) { return {~x.bits}; }
  bool operator[](int lane) const { return bits[lane] != 0; }

  static LaneMask none() { return {Bits{}}; }
};

/// lane_count<Real> numbers side by side.
template <class Real>
struct Lanes {
  using Mask = LaneMask<Real>;
  using Vector = typename LaneTypes<Real>::Vector;
  static constexpr int count = lane_count<Real>;

  Vector v;

  Lanes() = default;
  Lanes(Vector vector) : v(vector) {}
  Lanes(Real value) : v(value - Vector{}) {}  // minus: keeps the sign of a zero

  /// One lane, in memory.
  Real& operator[](int lane) { return reinterpret_cast<Real*>(this)[lane]; }
  const Real& operator[](int lane) const { return reinterpret_cast<const Real*>(this)[lane]; }

  static Lanes load(const Real* from) {
    Lanes x;
    std::memcpy(&x, from, sizeof(x));
    return x;
  }
  void store(Real* to) const { std::memcpy(to, this, sizeof(*this)); }

  friend Lanes operator+(Lanes x, Lanes y) { return x.v + y.v; }
  friend Lanes operator-(Lanes x, Lanes y) { return x.v - y.v; }
  friend Lanes operator*(Lanes x, Lanes y) { return x.v * y.v; }
  friend Lanes operator/(Lanes x, Lanes y) { return x.v / y.v; }
  friend Lanes operator-(Lanes x) { return -x.v; }
  Lanes& operator+=(Lanes y) { return *this = *this + y; }
  Lanes& operator-=(Lanes y) { return *this = *this - y; }
  Lanes& operator*=(Lanes y) { return *this = *this * y; }

  friend Mask operator<(Lanes x, Lanes y) { return {x.v < y.v}; }
  friend Mask operator<=(Lanes x, Lanes y) { return {x.v <= y.v}; }
  friend Mask operator>(Lanes x, Lanes y) { return {x.v > y.v}; }
  friend Mask operator==(Lanes x, Lanes y) { return {x.v == y.v}; }
};

template <class Real>
Lanes<Real> select(LaneMask<Real> mask, Lanes<Real> yes, Lanes<Real> no) {
  return mask.bits ? yes.v : no.v;
}

template <class Real>
Lanes<Real> max(Lanes<Real> x, Lanes<Real> y) {
  return select(x < y, y, x);
}

template <class Real>
Lanes<Real> abs(Lanes<Real> x) {
  using Mask = LaneMask<Real>;
  const auto bits = (typename Mask::Bits)x.v & std::numeric_limits<typename Mask::Integer>::max();
  return (typename Lanes<Real>::Vector)bits;
}

template <class Real>
Lanes<Real> copysign(Lanes<Real> size, Lanes<Real> sign) {
  using Mask = LaneMask<Real>;
  constexpr auto sign_bit = std::numeric_limits<typename Mask::Integer>::min();
  const auto bits = ((typename Mask::Bits)size.v & ~sign_bit) | ((typename Mask::Bits)sign.v & sign_bit);
  return (typename Lanes<Real>::Vector)bits;
}

template <class Real>
Lanes<Real> sqrt(Lanes<Real> x) {
  using Vector = typename Lanes<Real>::Vector;
  [[maybe_unused]] constexpr bool single = std::is_same_v<Real, float>;
#if defined(__AVX512F__) && defined(__AVX512DQ__)
  if constexpr (single) return (Vector)_mm512_maskz_sqrt_ps(0xffff, (__m512)x.v);
  if constexpr (!single) return (Vector)_mm512_maskz_sqrt_pd(0xff, (__m512d)x.v);
#elif defined(__AVX__)
  if constexpr (single) return (Vector)_mm256_sqrt_ps((__m256)x.v);
  if constexpr (!single) return (Vector)_mm256_sqrt_pd((__m256d)x.v);
#elif defined(__SSE2__)
  if constexpr (single) return (Vector)_mm_sqrt_ps((__m128)x.v);
  if constexpr (!single) return (Vector)_mm_sqrt_pd((__m128d)x.v);
#else
  Vector root;
  for (int lane = 0; lane < x.count; ++lane) root[lane] = std::sqrt(x.v[lane]);
  return root;
#endif
}

template <class Real>
bool any(LaneMask<Real> mask) {
#if defined(__AVX512F__) && defined(__AVX512DQ__)
  return _mm512_test_epi32_mask((__m512i)mask.bits, (__m512i)mask.bits) != 0;
#elif defined(__AVX__)
  return _mm256_movemask_ps((__m256)mask.bits) != 0;
#else
  bool found = false;
  for (int lane = 0; lane < Lanes<Real>::count; ++lane) found |= mask[lane];
  return found;
#endif
}

/// The sum over the lanes: of halves, quarters and so on.
template <class Real>
Real sum(Lanes<Real> x) {
#if defined(__GNUC__) && !defined(__clang__)
  typename LaneMask<Real>::Bits lanes{};
  for (int lane = 0; lane < x.count; ++lane) lanes[lane] = lane;
  for (int half = x.count / 2; half > 0; half /= 2) x += Lanes<Real>(__builtin_shuffle(x.v, lanes ^ half));
#else
  for (int half = x.count / 2; half > 0; half /= 2) {
    for (int lane = 0; lane < half; ++lane) x[lane] += x[lane + half];
  }
#endif
  return x.v[0];
}

/// The largest lane.
template <class Real>
Real largest_of(Lanes<Real> x) {
  Real largest = x[0];
  for (int lane = 1; lane < x.count; ++lane) largest = std::max(largest, x[lane]);
  return largest;
}

}  // namespace kolibri::detail
