#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/scalar.hpp>

namespace kolibri::detail {

/// A sum of products as if in twice the working precision, rounded once (T. Ogita, S. M. Rump, S. Oishi, SIAM J. Sci.
/// Comput. 26(6), 2005, algorithm 5.3).
template <class Real>
class CompensatedSum {
 public:
  KOKKOS_FUNCTION explicit CompensatedSum(Real start) : m_sum(start) {}

  KOKKOS_FUNCTION void add_product(Real x, Real y) {
    const Real product = x * y, product_error = Kokkos::fma(x, y, -product);
    const Real sum = m_sum + product, part = sum - m_sum;
    m_errors += (m_sum - (sum - part)) + (product - part) + product_error;
    m_sum = sum;
  }
  KOKKOS_FUNCTION Real value() const { return m_sum + m_errors; }

 private:
  Real m_sum;
  Real m_errors = 0;
};

template <class Real>
class CompensatedSum<Kokkos::complex<Real>> {
 public:
  KOKKOS_FUNCTION explicit CompensatedSum(const Kokkos::complex<Real>& start)
      : m_real(start.real()), m_imag(start.imag()) {}

  KOKKOS_FUNCTION void add_product(const Kokkos::complex<Real>& x, const Kokkos::complex<Real>& y) {
    m_real.add_product(x.real(), y.real());
    m_real.add_product(-x.imag(), y.imag());
    m_imag.add_product(x.real(), y.imag());
    m_imag.add_product(x.imag(), y.real());
  }
  KOKKOS_FUNCTION Kokkos::complex<Real> value() const { return {m_real.value(), m_imag.value()}; }

 private:
  CompensatedSum<Real> m_real;
  CompensatedSum<Real> m_imag;
};

}  // namespace kolibri::detail
