#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/eigh_options.hpp>
#include <kolibri/error.hpp>
#include <kolibri/instantiate.hpp>
#include <kolibri/matrix_batch.hpp>
#include <kolibri/scalar.hpp>

namespace kolibri {

/// The largest ratios over the checked members, in units of round-off (ulp = 2^-23 or 2^-52, 1-norms); a result that
/// is not finite has the ratio infinity. Below 30 is what LAPACK calls accurate (its dsyt21 and zhet21 tests).
struct EighAccuracy {
  double residual = 0;       ///< R1 = ||A - V W V^H|| / (||A|| n ulp); 0 without eigenvectors
  double orthogonality = 0;  ///< R2 = ||V V^H - I|| / (n ulp); 0 without eigenvectors
  double moments = 0;        ///< max of |tr A - sum w| and | ||A||_F - ||w||_2 |, over (||A||_F n ulp)
  std::int64_t members = 0;  ///< how many members were checked: those of the sample with info 0
};

namespace detail {

template <class View>
VectorBatch<const typename View::non_const_value_type> eigenvalue_batch(const View& w) {
  return {w.data(), static_cast<std::int64_t>(w.stride(0)), static_cast<std::int64_t>(w.stride(1))};
}

template <class Exec, class Scalar>
EighAccuracy check_eigh(const Exec& exec, MatrixBatch<const Scalar> a, VectorBatch<const real_t<Scalar>> w,
                        MatrixBatch<const Scalar> v, const int* info, Triangle triangle, std::int64_t sample);

template <class Exec, class Real>
double eigenvalue_difference(const Exec& exec, VectorBatch<const Real> w1, VectorBatch<const Real> w2,
                             std::int64_t batch, int n);

}  // namespace detail

/// Checks A(b) V(b) = V(b) diag(W(b)) for up to `sample` members, evenly spread over the batch, whose info is 0 (all
/// if `info` is empty). A is read as `triangle` says: of lower and upper one triangle, of symmetrize (A + A^H) / 2.
/// An empty `v` means eigenvalues only: the moments alone are checked. Sums are accumulated in double, scaled by
/// a power of two so that entries near overflow and underflow are checked like others. Fences `exec`.
/// @throws Error if the shapes do not fit: a and v (batch, n, n), w (batch, n), info (batch).
template <class Exec, class A, class W, class V, class Info>
EighAccuracy check_eigh(const Exec& exec, const A& a, const W& w, const V& v, const Info& info,
                        Triangle triangle = Triangle::lower, std::int64_t sample = INT64_MAX) {
  using Scalar = typename A::non_const_value_type;
  static_assert(W::rank() == 2 && Info::rank() == 1, "kolibri::check_eigh: w is (batch, n) and info is (batch)");
  const auto fits = [&](const auto& view) { return view.extent(0) == a.extent(0) && view.extent(1) == a.extent(1); };
  require(a.extent(1) == a.extent(2), "kolibri::check_eigh: A must be square, got ", a.extent(1), " x ", a.extent(2));
  require(fits(w), "kolibri::check_eigh: w must be ", a.extent(0), " x ", a.extent(1), ", got ", w.extent(0), " x ",
          w.extent(1));
  require(v.size() == 0 || (fits(v) && v.extent(2) == a.extent(2)), "kolibri::check_eigh: V must be empty or of the ",
          "shape of A, got ", v.extent(0), " x ", v.extent(1), " x ", v.extent(2));
  require(info.size() == 0 || info.extent(0) == a.extent(0), "kolibri::check_eigh: info must be empty or have ",
          a.extent(0), " entries, got ", info.extent(0));
  MatrixBatch<const Scalar> vectors;
  if (v.size() != 0) vectors = matrix_batch(v);
  return detail::check_eigh<Exec, Scalar>(exec, matrix_batch(a), detail::eigenvalue_batch(w), vectors,
                                          info.size() == 0 ? nullptr : info.data(), triangle, sample);
}

/// R3: the largest max_i |w1(b,i) - w2(b,i)| / (ulp max_i(|w1(b,i)|, |w2(b,i)|)) of the batch; infinity where a
/// difference is not finite. Both must be in the same order. Fences `exec`.
/// @throws Error if the shapes differ.
template <class Exec, class W1, class W2>
double eigenvalue_difference(const Exec& exec, const W1& w1, const W2& w2) {
  static_assert(W1::rank() == 2 && W2::rank() == 2, "kolibri::eigenvalue_difference: eigenvalues are (batch, n)");
  require(w1.extent(0) == w2.extent(0) && w1.extent(1) == w2.extent(1),
          "kolibri::eigenvalue_difference: the shapes differ, ", w1.extent(0), " x ", w1.extent(1), " and ",
          w2.extent(0), " x ", w2.extent(1));
  return detail::eigenvalue_difference<Exec, typename W1::non_const_value_type>(
      exec, detail::eigenvalue_batch(w1), detail::eigenvalue_batch(w2), static_cast<std::int64_t>(w1.extent(0)),
      static_cast<int>(w1.extent(1)));
}

}  // namespace kolibri
