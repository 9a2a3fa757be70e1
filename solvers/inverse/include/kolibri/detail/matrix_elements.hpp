#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/inverse_options.hpp>
#include <kolibri/scalar.hpp>
#include <type_traits>

// One element or one column of what the matrix operations compute: what the team and the host level share.
// A matrix here is anything with value_type, extent(d), stride(d) and (i, j), such as a View of rank 2.
namespace kolibri::detail {

template <class Matrix>
using element_t = std::remove_const_t<typename Matrix::value_type>;

/// max(0, x); a NaN stays one.
template <class Real>
KOKKOS_INLINE_FUNCTION Real relu_of(Real x) {
  return x < 0 ? Real(0) : x;
}

/// 0 for x < 0, 1 for x > 0, `at_zero` for 0; a NaN stays one.
template <class Real>
KOKKOS_INLINE_FUNCTION Real relu_derivative_of(Real x, Real at_zero) {
  return x > 0 ? Real(1) : x < 0 ? Real(0) : x == 0 ? at_zero : x;
}

/// Element (i, j) of A B.
template <class A, class B>
KOKKOS_INLINE_FUNCTION element_t<A> product_element(const A& a, const B& b, int i, int j) {
  element_t<A> sum(0);
  const int inner = static_cast<int>(a.extent(1));
  for (int k = 0; k < inner; ++k) sum += a(i, k) * b(k, j);
  return sum;
}

/// in(i, k) in(k, j) for k = i or k = j, where the one of both that lies on the unit diagonal is 1 and not read.
template <class In>
KOKKOS_INLINE_FUNCTION element_t<In> diagonal_term(const In& in, int i, int j, int k, bool k_is_unit) {
  return k_is_unit ? in(i, j) : in(i, k) * in(k, j);
}

/// Element (i, j) of L U from the combined matrix: the sum over k up to min(i, j).
template <class In>
KOKKOS_INLINE_FUNCTION element_t<In> lu_element(const In& in, UnitFactor unit, int i, int j) {
  const int last = i < j ? i : j;
  element_t<In> sum(0);
  for (int k = 0; k < last; ++k) sum += in(i, k) * in(k, j);
  return sum + diagonal_term(in, i, j, last, unit == UnitFactor::upper ? j <= i : i <= j);
}

/// Element (i, j) of U L from the combined matrix: the sum over k from max(i, j).
template <class In>
KOKKOS_INLINE_FUNCTION element_t<In> ul_element(const In& in, UnitFactor unit, int i, int j) {
  const int first = i < j ? j : i, n = static_cast<int>(in.extent(0));
  element_t<In> sum = diagonal_term(in, i, j, first, unit == UnitFactor::upper ? j <= i : i <= j);
  for (int k = first + 1; k < n; ++k) sum += in(i, k) * in(k, j);
  return sum;
}

/// The first element of a column of a triangular inverse, on the diagonal; one that is 1 is not stored.
template <class In, class Out>
KOKKOS_INLINE_FUNCTION element_t<In> invert_diagonal(const In& in, const Out& out, int k, DiagonalKind diagonal) {
  if (diagonal == DiagonalKind::unit) return element_t<In>(1);
  return out(k, k) = element_t<In>(1) / in(k, k);
}

/// Column k of U^-1, upwards from the diagonal: x_ik = -(sum over j = i + 1, ..., k of u_ij x_jk) / u_ii.
template <class In, class Out>
KOKKOS_INLINE_FUNCTION void invert_upper_column(const In& in, const Out& out, int k, DiagonalKind diagonal) {
  const auto x_kk = invert_diagonal(in, out, k, diagonal);
  for (int i = k - 1; i >= 0; --i) {
    auto sum = in(i, k) * x_kk;
    for (int j = i + 1; j < k; ++j) sum += in(i, j) * out(j, k);
    out(i, k) = diagonal == DiagonalKind::unit ? -sum : -sum / in(i, i);
  }
}

/// Column k of L^-1, downwards from the diagonal: x_ik = -(sum over j = k, ..., i - 1 of l_ij x_jk) / l_ii.
template <class In, class Out>
KOKKOS_INLINE_FUNCTION void invert_lower_column(const In& in, const Out& out, int k, DiagonalKind diagonal) {
  const int n = static_cast<int>(in.extent(0));
  const auto x_kk = invert_diagonal(in, out, k, diagonal);
  for (int i = k + 1; i < n; ++i) {
    auto sum = in(i, k) * x_kk;
    for (int j = k + 1; j < i; ++j) sum += in(i, j) * out(j, k);
    out(i, k) = diagonal == DiagonalKind::unit ? -sum : -sum / in(i, i);
  }
}

}  // namespace kolibri::detail
