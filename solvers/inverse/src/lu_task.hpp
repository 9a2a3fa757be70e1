#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/detail/inverse_problem.hpp>
#include <kolibri/detail/lu_factor.hpp>
#include <kolibri/detail/triangular.hpp>

#include "matrix_kernel.hpp"

// The tasks around an LU factorisation.
namespace kolibri::detail {

/// F and the pivots of P A = L U.
struct LuOf {
  static constexpr char label[] = "kolibri::lu";
  static constexpr bool works_in_x = true;
  static constexpr bool has_right_hand_sides = false;

  LuOptions options;

  template <class Member, class Scalar, class Matrix>
  KOKKOS_FUNCTION void solve(const Member& member, const InverseProblem<Scalar>& problem, std::int64_t b,
                             const MatrixStorage<Scalar>& s, const Matrix& m) const {
    int info = load(member, problem.a, b, m, s.bad) ? 0 : info_not_finite;
    if (info == 0) info = lu_factor(member, options, s.n, m, s.pivots);
    const bool finite = info != info_not_finite;
    if (s.inside || !finite) {
      store(member, problem.x, b, [&](int i, int j) { return finite ? m(i, j) : quiet_nan<Scalar>(); });
    }
    for_each(member, s.n, [&](int k) { problem.pivots(b, k) = (finite ? s.pivots[k] : k) + 1; });
    for_each(member, 1, [&](int) { problem.report(b, info); });
  }
};

/// X from factors and pivots.
struct SolveWithLu {
  static constexpr char label[] = "kolibri::lu_solve";
  static constexpr bool works_in_x = false;
  static constexpr bool has_right_hand_sides = true;

  LuOptions options;

  template <class Member, class Scalar, class Matrix>
  KOKKOS_FUNCTION void solve(const Member& member, const InverseProblem<Scalar>& problem, std::int64_t b,
                             const MatrixStorage<Scalar>& s, const Matrix& m) const {
    const RowMajor<Scalar> rhs{s.rhs, s.right_hand_sides};
    load(member, problem.a, b, m, s.bad);
    load(member, problem.b, b, rhs, s.bad);
    for_each(member, s.n, [&](int k) { s.pivots[k] = problem.pivots(b, k) - 1; });
    barrier(member);
    solve_with_factors(member, options, s.n, s.right_hand_sides, m, s.pivots, rhs);
    store(member, problem.x, b, [&](int i, int c) { return rhs(i, c); });
  }
};

/// A product whose partial products neither overflow nor vanish: value 2^exponent.
template <class Scalar>
struct ScaledProduct {
  using Real = real_t<Scalar>;

  Scalar value{1};
  std::int64_t exponent = 0;

  KOKKOS_FUNCTION void multiply(const Scalar& factor) { value = normalised(value) * normalised(factor); }
  KOKKOS_FUNCTION Scalar normalised(const Scalar& x) {
    const Real size = magnitude(x);
    if (size == 0) return x;
    const int lift = size >= 1 ? 0 : std::is_same_v<Real, float> ? 64 : 128;  // makes subnormal numbers normal
    const int e = exponent_of(size * power_of_two<Real>(lift)) - lift;
    exponent += e;
    const int half = e / 2;
    return x * power_of_two<Real>(-half) * power_of_two<Real>(half - e);
  }
  KOKKOS_FUNCTION Scalar result() const {
    constexpr std::int64_t range = std::is_same_v<Real, float> ? 200 : 1500;
    const auto e = static_cast<int>(Kokkos::clamp<std::int64_t>(exponent, -range, range));
    const int half = e / 2;
    return value * power_of_two<Real>(half) * power_of_two<Real>(e - half);
  }
};

/// What the determinants of member b are, a product of the n pivots pivot(k) with the signs of exchanges.
template <class Scalar, class Pivot>
KOKKOS_FUNCTION void report_determinant(const InverseProblem<Scalar>& problem, std::int64_t b, int info,
                                        const Pivot& pivot) {
  using Real = real_t<Scalar>;
  ScaledProduct<Scalar> product;
  if (info == info_not_finite) product.value = quiet_nan<Scalar>();
  for (int k = 0; k < problem.n() && info != info_not_finite; ++k) product.multiply(pivot(k));
  const Real size = Kokkos::abs(product.value);
  if (problem.determinant.data) problem.determinant(b, 0) = product.result();
  if (!problem.sign.data) return;
  problem.sign(b, 0) = size == 0 ? Scalar(0) : product.value / size;
  problem.log_abs(b, 0) =
      Kokkos::log(size) + static_cast<Real>(static_cast<double>(product.exponent) * 0.6931471805599453094);
}

/// Sign and logarithm of the determinant, and the determinant.
struct DeterminantOf {
  static constexpr char label[] = "kolibri::determinant";
  static constexpr bool works_in_x = false;
  static constexpr bool has_right_hand_sides = false;

  LuOptions options;

  template <class Member, class Scalar, class Matrix>
  KOKKOS_FUNCTION void solve(const Member& member, const InverseProblem<Scalar>& problem, std::int64_t b,
                             const MatrixStorage<Scalar>& s, const Matrix& m) const {
    int info = load(member, problem.a, b, m, s.bad) ? 0 : info_not_finite;
    if (info == 0) info = lu_factor(member, options, s.n, m, s.pivots);
    for_each(member, 1, [&](int) {
      problem.report(b, info);
      report_determinant(problem, b, info, [&](int k) { return s.pivots[k] == k ? m(k, k) : -m(k, k); });
    });
  }
};

}  // namespace kolibri::detail
