#include <algorithm>
#include <cmath>

#include "support_ratios.hpp"

// The textbook, in long double: Gaussian elimination with partial pivoting on [A, I].
namespace kolibri::test {

namespace {

struct Long {
  long double re = 0, im = 0;
};

Long operator-(Long x, Long y) { return {x.re - y.re, x.im - y.im}; }
Long operator*(Long x, Long y) { return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re}; }
long double size(Long x) { return std::hypot(x.re, x.im); }

Long operator/(Long x, Long y) {
  const long double length = size(y);
  return Long{x.re / length, x.im / length} * Long{y.re / length, -y.im / length};
}

class Elimination {
 public:
  explicit Elimination(const Matrix& a) : m_n(a.rows), m_entries(std::size_t(2) * m_n * m_n) {
    for (int i = 0; i < m_n; ++i) {
      for (int j = 0; j < m_n; ++j) at(i, j) = {a(i, j).real(), a(i, j).imag()};
      at(i, m_n + i) = {1, 0};
    }
    for (int k = 0; k < m_n; ++k) eliminate(k);
  }

  Matrix inverse() const {
    return matrix_of(m_n, m_n, [&](int i, int j) {
      const Long x = m_entries[std::size_t(i) * 2 * m_n + m_n + j];
      return Wide(static_cast<double>(x.re), static_cast<double>(x.im));
    });
  }

  double log_abs() const { return static_cast<double>(m_log_abs); }
  Wide sign() const { return {static_cast<double>(m_sign.re), static_cast<double>(m_sign.im)}; }

 private:
  Long& at(int i, int j) { return m_entries[std::size_t(i) * 2 * m_n + j]; }

  void bring_pivot(int k) {
    int pivot = k;
    for (int i = k + 1; i < m_n; ++i) {
      if (size(at(i, k)) > size(at(pivot, k))) pivot = i;
    }
    if (pivot == k) return;
    for (int j = 0; j < 2 * m_n; ++j) std::swap(at(k, j), at(pivot, j));
    m_sign = Long{} - m_sign;
  }

  void eliminate(int k) {
    bring_pivot(k);
    const Long pivot = at(k, k);
    m_log_abs += std::log(size(pivot));
    m_sign = m_sign * (pivot / Long{size(pivot), 0});
    for (int j = 0; j < 2 * m_n; ++j) at(k, j) = at(k, j) / pivot;
    for (int i = 0; i < m_n; ++i) {
      const Long factor = at(i, k);
      if (i == k || (factor.re == 0 && factor.im == 0)) continue;
      for (int j = k; j <= m_n + m_n - 1; ++j) at(i, j) = at(i, j) - factor * at(k, j);
    }
  }

  int m_n;
  std::vector<Long> m_entries;
  long double m_log_abs = 0;
  Long m_sign{1, 0};
};

}  // namespace

Reference reference(const Matrix& a) {
  const Elimination elimination(a);
  Reference result;
  result.inverse = elimination.inverse();
  result.log_abs = elimination.log_abs();
  result.sign = elimination.sign();
  if (a.rows == 0) return result;
  result.rcond_one = 1 / norm_one(a) / norm_one(result.inverse);
  result.rcond_infinity = 1 / norm_infinity(a) / norm_infinity(result.inverse);
  return result;
}

}  // namespace kolibri::test
