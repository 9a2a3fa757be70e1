#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <functional>
#include <kolibri/detail/inverse_arguments.hpp>
#include <kolibri/error.hpp>
#include <kolibri/instantiate.hpp>
#include <kolibri/inverse_options.hpp>
#include <kolibri/matrix_batch.hpp>
#include <kolibri/scalar.hpp>
#include <limits>

/// How accurate results of inverse.hpp are, by LAPACK's ratios in units of round-off (eps = 2^-24 or 2^-53, 1-norms;
/// its dget01, dget02 and dget03 tests call those below 30 accurate). Each is the largest of the checked members, those
/// of the sample with info 0; what is not finite has the ratio infinity. Products and sums are in double. These
/// functions fence `exec`.
namespace kolibri {

/// What is looked at: so many members at most, evenly spread over the batch, and so many columns of each residual; the
/// norms are always those of whole matrices.
struct CheckSample {
  std::int64_t members = std::numeric_limits<std::int64_t>::max();
  int columns = std::numeric_limits<int>::max();
};

/// Of an inverse X.
struct InverseAccuracy {
  double left = 0;   ///< ||I - X A|| / (n ||A|| ||X|| eps)
  double right = 0;  ///< ||I - A X|| / (n ||A|| ||X|| eps)
  std::int64_t members = 0;
};

/// Of a solution, ||b - A x|| / (||A|| ||x|| eps) of the worst column, or of factors, ||L U - P A|| / (n ||A|| eps).
struct ResidualAccuracy {
  double residual = 0;
  std::int64_t members = 0;
};

/// Gives rows of a matrix of the batch that is not in memory as a whole: those from `first_row` on, at least one, as a
/// batch of one that the execution space can reach. Rows that were given before are in use no longer.
template <class Scalar>
using RowSource = std::function<MatrixBatch<const Scalar>(std::int64_t member, int first_row)>;

namespace detail {

template <class Exec, class Scalar>
InverseAccuracy check_inverse(const Exec& exec, const RowSource<Scalar>& a, MatrixBatch<const Scalar> x,
                              VectorBatch<const int> info, const CheckSample& sample);
template <class Exec, class Scalar>
ResidualAccuracy check_solve(const Exec& exec, MatrixBatch<const Scalar> a, MatrixBatch<const Scalar> b,
                             MatrixBatch<const Scalar> x, VectorBatch<const int> info, const CheckSample& sample);
template <class Exec, class Scalar>
ResidualAccuracy check_lu(const Exec& exec, const RowSource<Scalar>& a, MatrixBatch<const Scalar> f,
                          VectorBatch<int> pivots, VectorBatch<const int> info, UnitFactor unit,
                          const CheckSample& sample);
template <class Exec, class Scalar>
void mean_norms(const Exec& exec, MatrixBatch<const Scalar> a, double* norms);
template <class Exec, class Scalar>
void rcond_of_inverse(const Exec& exec, const double* norms, MatrixBatch<const Scalar> x, VectorBatch<const int> info,
                      VectorBatch<real_t<Scalar>> rcond);

/// The info of a problem; null data where there is none.
template <class Scalar>
VectorBatch<const int> info_of(const InverseProblem<Scalar>& problem) {
  return {problem.info, problem.info_stride, 0};
}

/// All rows of a member of a stored batch.
template <class Scalar>
RowSource<Scalar> stored_rows(MatrixBatch<const Scalar> a) {
  return [a](std::int64_t member, int first_row) {
    MatrixBatch<const Scalar> rows = a;
    rows.data += member * a.batch_stride + first_row * a.row_stride;
    rows.batch = 1;
    rows.rows -= first_row;
    return rows;
  };
}

}  // namespace detail

/// Checks X(b) A(b) = I and A(b) X(b) = I; A may be gone, and then comes in rows from a RowSource.
/// @throws Error if the shapes do not fit: x as A (batch, n, n), info (batch) or empty.
template <class Exec, class X, class Info>
InverseAccuracy check_inverse(const Exec& exec, const RowSource<typename X::non_const_value_type>& a, const X& x,
                              const Info& info, const CheckSample& sample = {}) {
  const detail::ArgumentChecker check("kolibri::check_inverse");
  const auto problem = detail::square_problem(check, x, info);
  return detail::check_inverse(exec, a, problem.a, detail::info_of(problem), sample);
}

template <class Exec, class A, class X, class Info>
requires(A::rank() == 3) InverseAccuracy
    check_inverse(const Exec& exec, const A& a, const X& x, const Info& info, const CheckSample& sample = {}) {
  const detail::ArgumentChecker check("kolibri::check_inverse");
  check.shape("X", check.extents(x), check.extents(a));
  return check_inverse(exec, detail::stored_rows(check.constant(a)), x, info, sample);
}

/// Checks A(b) X(b) = B(b).
/// @throws Error if the shapes do not fit: a (batch, n, n), b and x (batch, n, r), info (batch) or empty.
template <class Exec, class A, class B, class X, class Info>
ResidualAccuracy check_solve(const Exec& exec, const A& a, const B& b, const X& x, const Info& info,
                             const CheckSample& sample = {}) {
  const detail::ArgumentChecker check("kolibri::check_solve");
  auto problem = detail::square_problem(check, a, info);
  problem.b = check.right_hand_side("B", a, b);
  return detail::check_solve(exec, problem.a, problem.b, check.right_hand_side("X", a, x), detail::info_of(problem),
                             sample);
}

/// Checks P A(b) = L U for what lu() made of A with the same `unit`; A may come in rows, as for check_inverse().
/// @throws Error if the shapes do not fit: f as A (batch, n, n), pivots (batch, n), info (batch) or empty.
template <class Exec, class F, class Pivots, class Info>
ResidualAccuracy check_lu(const Exec& exec, const RowSource<typename F::non_const_value_type>& a, const F& f,
                          const Pivots& pivots, const Info& info, UnitFactor unit, const CheckSample& sample = {}) {
  const detail::ArgumentChecker check("kolibri::check_lu");
  const auto problem = detail::square_problem(check, f, info);
  return detail::check_lu(exec, a, problem.a, check.pivots(f, pivots), detail::info_of(problem), unit, sample);
}

template <class Exec, class A, class F, class Pivots, class Info>
requires(A::rank() == 3) ResidualAccuracy check_lu(const Exec& exec, const A& a, const F& f, const Pivots& pivots,
                                                   const Info& info, UnitFactor unit, const CheckSample& sample = {}) {
  const detail::ArgumentChecker check("kolibri::check_lu");
  check.shape("F", check.extents(f), check.extents(a));
  return check_lu(exec, detail::stored_rows(check.constant(a)), f, pivots, info, unit, sample);
}

/// norms(b) = ||A(b)||_1 / n, which cannot overflow, for rcond_of_inverse(). Asynchronous.
/// @throws Error if `norms`, a View of double, has not one entry a member.
template <class Exec, class A, class Norms>
void mean_norms(const Exec& exec, const A& a, const Norms& norms) {
  const detail::ArgumentChecker check("kolibri::mean_norms");
  check.length("norms", norms.extent(0), a.extent(0));
  detail::mean_norms<Exec, typename A::non_const_value_type>(exec, check.constant(a), norms.data());
}

/// rcond(b) = 1 / (||A(b)|| ||X(b)||) in the 1-norm from the norms of A, which mean_norms() took before X came into its
/// place, and the inverse X: 0 for a member with info > 0, NaN for one with info < 0. Asynchronous.
/// @throws Error if the shapes do not fit: norms, info and rcond (batch).
template <class Exec, class Norms, class X, class Info, class Rcond>
void rcond_of_inverse(const Exec& exec, const Norms& norms, const X& x, const Info& info, const Rcond& rcond) {
  const detail::ArgumentChecker check("kolibri::rcond_of_inverse");
  const auto problem = detail::square_problem(check, x, info);
  check.length("norms", norms.extent(0), x.extent(0));
  detail::rcond_of_inverse(exec, norms.data(), problem.a, detail::info_of(problem),
                           check.real_per_member("rcond", x, rcond));
}

}  // namespace kolibri
