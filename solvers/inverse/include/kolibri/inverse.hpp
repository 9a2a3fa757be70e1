#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <kolibri/detail/inverse_arguments.hpp>
#include <kolibri/detail/inverse_problem.hpp>
#include <kolibri/instantiate.hpp>
#include <kolibri/inverse_options.hpp>
#include <kolibri/scalar.hpp>
#include <kolibri/team_blocks.hpp>
#include <type_traits>

/// Batched inverse, factorisation, solution, determinant and condition number of general square matrices.
///
/// Everywhere A is a View of rank 3, (batch, n, n), of float, double or Kokkos::complex of these and of any layout;
/// `exec` is the instance on which the work is queued. `info` is a View of rank 1 and length batch or
/// an empty one, which is skipped: 0 good, -1 the member holds a NaN or an Inf, k > 0 as in LAPACK the k-th pivot is
/// exactly zero (cholesky: the leading minor of order k is not positive). A member with info != 0 has NaN in what
/// could not be computed, and its neighbours do not notice. Shapes and options that do not fit throw Error; no data do.
///
/// Small matrices are worked on in registers or team scratch; larger ones need device memory, inverse_workspace() bytes
/// of it. The last argument of a function lends it such memory until the work is done; without it the function
/// allocates, and freeing waits for the device. Too little throws Error. Large matrices (blocked_gauss_jordan, and from
/// n = 384 on hosts, 768 on devices, lu and all that needs factors) are taken one after another by the whole device,
/// and the call waits for it at each, to end those that are not finite.
namespace kolibri {

/// The functions of this header.
enum class InverseTask { inverse, lu, lu_solve, solve, determinant, rcond, triangular_inverse };

/// The method that inverse() uses for `batch` matrices of n x n: that of the options, or what automatic stands for
/// where rows or columns of X have unit stride; where neither has it is gauss_jordan. A choice by n, the batch and, on
/// hosts, the number of threads; a member's bits depend on the method, and neither on its place nor on the batch.
template <class ExecutionSpace, SupportedScalar Scalar>
InverseMethod inverse_method(const ExecutionSpace& exec, std::int64_t batch, int n, const InverseOptions& options = {});

/// Bytes of device memory that a function of this header needs for a problem of `batch` matrices of n x n with
/// `right_hand_sides` columns: 0 for small ones, a block of columns for blocked_gauss_jordan and a large lu, this and a
/// matrix for what else needs factors of a large one, else, where a matrix does not fit team scratch, a few vectors or
/// a matrix a team, in at most 1 GiB or one. The options are those of inverse().
template <class ExecutionSpace, SupportedScalar Scalar>
std::size_t inverse_workspace(const ExecutionSpace& exec, InverseTask task, std::int64_t batch, int n,
                              int right_hand_sides = 0, const InverseOptions& options = {});

/// Bytes of team scratch that a function of this header uses for a matrix, or for the small ones to be inverted that
/// share a team of a device; 0 where it works in device memory.
template <class ExecutionSpace, SupportedScalar Scalar>
std::size_t inverse_scratch(const ExecutionSpace& exec, InverseTask task, std::int64_t batch, int n,
                            int right_hand_sides = 0, const InverseOptions& options = {});

namespace detail {

template <class ExecutionSpace, class Scalar>
void inverse(const ExecutionSpace& exec, const InverseProblem<Scalar>& problem, const InverseOptions& options);
template <class ExecutionSpace, class Scalar>
void lu(const ExecutionSpace& exec, const InverseProblem<Scalar>& problem, const LuOptions& options);
template <class ExecutionSpace, class Scalar>
void lu_solve(const ExecutionSpace& exec, const InverseProblem<Scalar>& problem, const LuOptions& options);
template <class ExecutionSpace, class Scalar>
void solve(const ExecutionSpace& exec, const InverseProblem<Scalar>& problem, const LuOptions& options);
template <class ExecutionSpace, class Scalar>
void determinant(const ExecutionSpace& exec, const InverseProblem<Scalar>& problem, const LuOptions& options);
template <class ExecutionSpace, class Scalar>
void rcond(const ExecutionSpace& exec, const InverseProblem<Scalar>& problem, ConditionNorm norm);
template <class ExecutionSpace, class Scalar>
void triangular_inverse(const ExecutionSpace& exec, const InverseProblem<Scalar>& problem, TriangularPart part,
                        DiagonalKind diagonal);

}  // namespace detail

/// X(b,:,:) = A(b,:,:)^-1. X is (batch, n, n) and may be A itself, else A is preserved. Gauss-Jordan elimination and
/// LU after N. J. Higham, Accuracy and Stability of Numerical Algorithms, chapter 14. blocked_gauss_jordan, when named,
/// throws Error for an X without unit stride in rows or columns.
template <class ExecutionSpace, class A, class X, class Info>
void inverse(const ExecutionSpace& exec, const A& a, const X& x, const Info& info, const InverseOptions& options = {},
             const Workspace<ExecutionSpace>& workspace = {}) {
  detail::require_access<ExecutionSpace, A, X, Info>();
  detail::ArgumentChecker check("kolibri::inverse");
  auto problem = detail::square_problem(check, a, info, lent_span(workspace));
  problem.x = check.like_a("X", a, x);
  check.refinement(options.refine, "A", detail::same_data(a, x));
  detail::inverse(exec, problem, options);
}

/// P A = L U with the factors combined in F (batch, n, n), which may be A itself; the diagonal of the factor that
/// options.unit names is not stored. `pivots` (batch, n) are LAPACK's: row i (from 1) was exchanged with row
/// pivots(b, i - 1), for i = 1, ..., n; in 1..n always. Golub and Van Loan, Matrix Computations, section 3.4.
template <class ExecutionSpace, class A, class F, class Pivots, class Info>
void lu(const ExecutionSpace& exec, const A& a, const F& f, const Pivots& pivots, const Info& info,
        const LuOptions& options = {}, const Workspace<ExecutionSpace>& workspace = {}) {
  detail::require_access<ExecutionSpace, A, F, Pivots, Info>();
  static_assert(!std::is_const_v<typename Pivots::value_type>, "kolibri::lu: the pivots are written");
  detail::ArgumentChecker check("kolibri::lu");
  auto problem = detail::square_problem(check, a, info, lent_span(workspace));
  problem.x = check.like_a("F", a, f);
  problem.pivots = check.pivots(a, pivots);
  detail::lu(exec, problem, options);
}

/// X with op(A) X = B from lu()'s F and pivots and with the options given there; B and X are (batch, n, r), X may be B.
/// A zero on the diagonal of the factors gives Inf and NaN, as IEEE arithmetic does.
template <class ExecutionSpace, class F, class Pivots, class B, class X>
void lu_solve(const ExecutionSpace& exec, const F& f, const Pivots& pivots, const B& b, const X& x,
              const LuOptions& options = {}, const Workspace<ExecutionSpace>& workspace = {}) {
  detail::require_access<ExecutionSpace, F, Pivots, B, X>();
  detail::ArgumentChecker check("kolibri::lu_solve");
  auto problem = detail::square_problem(check, f, Kokkos::View<int*, typename F::memory_space>(), lent_span(workspace));
  problem.pivots = check.pivots(f, pivots);
  problem.b = check.right_hand_side("B", f, b);
  problem.x = check.like_b("X", b, x);
  detail::lu_solve(exec, problem, options);
}

/// X with op(A) X = B; A is preserved, B and X are (batch, n, r), X may be B unless options.refine > 0: that many steps
/// of iterative refinement bring X to working accuracy, forward error about eps, for A of condition below 1 / eps.
template <class ExecutionSpace, class A, class B, class X, class Info>
void solve(const ExecutionSpace& exec, const A& a, const B& b, const X& x, const Info& info,
           const LuOptions& options = {}, const Workspace<ExecutionSpace>& workspace = {}) {
  detail::require_access<ExecutionSpace, A, B, X, Info>();
  detail::ArgumentChecker check("kolibri::solve");
  auto problem = detail::square_problem(check, a, info, lent_span(workspace));
  problem.b = check.right_hand_side("B", a, b);
  problem.x = check.like_b("X", b, x);
  check.refinement(options.refine, "B", detail::same_data(b, x));
  detail::solve(exec, problem, options);
}

/// det A(b,:,:) = sign(b) exp(log_abs(b)): |sign| is 1, or 0 with log_abs -Inf for a singular member, whose info is
/// k > 0 although nothing is missing.
template <class ExecutionSpace, class A, class Sign, class LogAbs, class Info>
void slogdet(const ExecutionSpace& exec, const A& a, const Sign& sign, const LogAbs& log_abs, const Info& info,
             const LuOptions& options = {}, const Workspace<ExecutionSpace>& workspace = {}) {
  detail::require_access<ExecutionSpace, A, Sign, LogAbs, Info>();
  detail::ArgumentChecker check("kolibri::slogdet");
  auto problem = detail::square_problem(check, a, info, lent_span(workspace));
  problem.sign = check.per_member("sign", a, sign);
  problem.log_abs = check.real_per_member("log_abs", a, log_abs);
  detail::determinant(exec, problem, options);
}

/// det A(b,:,:), 0 or Inf where it is beyond the range of the scalar; slogdet() has no such limit.
template <class ExecutionSpace, class A, class Determinant, class Info>
void determinant(const ExecutionSpace& exec, const A& a, const Determinant& determinant, const Info& info,
                 const LuOptions& options = {}, const Workspace<ExecutionSpace>& workspace = {}) {
  detail::require_access<ExecutionSpace, A, Determinant, Info>();
  detail::ArgumentChecker check("kolibri::determinant");
  auto problem = detail::square_problem(check, a, info, lent_span(workspace));
  problem.determinant = check.per_member("determinant", a, determinant);
  detail::determinant(exec, problem, options);
}

/// 1 / (||A|| ||A^-1||) in the norm asked for, from the inverse itself; 0 for a singular member, NaN for one that is
/// not finite.
template <class ExecutionSpace, class A, class Rcond>
void rcond(const ExecutionSpace& exec, const A& a, const Rcond& rcond, ConditionNorm norm = ConditionNorm::one,
           const Workspace<ExecutionSpace>& workspace = {}) {
  detail::require_access<ExecutionSpace, A, Rcond>();
  detail::ArgumentChecker check("kolibri::rcond");
  auto problem = detail::square_problem(check, a, Kokkos::View<int*, typename A::memory_space>(), lent_span(workspace));
  problem.rcond = check.real_per_member("rcond", a, rcond);
  detail::rcond(exec, problem, norm);
}

/// The inverse of one triangle of A in the same triangle of X; the rest of A is not read and the rest of X not written,
/// nor is a unit diagonal. X may be A.
template <class ExecutionSpace, class A, class X, class Info>
void triangular_inverse(const ExecutionSpace& exec, const A& a, const X& x, const Info& info, TriangularPart part,
                        DiagonalKind diagonal = DiagonalKind::stored, const Workspace<ExecutionSpace>& workspace = {}) {
  detail::require_access<ExecutionSpace, A, X, Info>();
  detail::ArgumentChecker check("kolibri::triangular_inverse");
  auto problem = detail::square_problem(check, a, info, lent_span(workspace));
  problem.x = check.like_a("X", a, x);
  detail::triangular_inverse(exec, problem, part, diagonal);
}

#define KOLIBRI_INVERSE_TEMPLATES(EXTERN, SPACE, SCALAR)                                                               \
  EXTERN template InverseMethod inverse_method<SPACE, SCALAR>(const SPACE&, std::int64_t, int, const InverseOptions&); \
  EXTERN template std::size_t inverse_workspace<SPACE, SCALAR>(const SPACE&, InverseTask, std::int64_t, int, int,      \
                                                               const InverseOptions&);                                 \
  EXTERN template std::size_t inverse_scratch<SPACE, SCALAR>(const SPACE&, InverseTask, std::int64_t, int, int,        \
                                                             const InverseOptions&);                                   \
  EXTERN template void detail::inverse<SPACE, SCALAR>(const SPACE&, const detail::InverseProblem<SCALAR>&,             \
                                                      const InverseOptions&);                                          \
  EXTERN template void detail::rcond<SPACE, SCALAR>(const SPACE&, const detail::InverseProblem<SCALAR>&,               \
                                                    ConditionNorm);                                                    \
  EXTERN template void detail::triangular_inverse<SPACE, SCALAR>(const SPACE&, const detail::InverseProblem<SCALAR>&,  \
                                                                 TriangularPart, DiagonalKind);
#define KOLIBRI_LU_TEMPLATES(EXTERN, SPACE, SCALAR)                                                            \
  EXTERN template void detail::lu<SPACE, SCALAR>(const SPACE&, const detail::InverseProblem<SCALAR>&,          \
                                                 const LuOptions&);                                            \
  EXTERN template void detail::lu_solve<SPACE, SCALAR>(const SPACE&, const detail::InverseProblem<SCALAR>&,    \
                                                       const LuOptions&);                                      \
  EXTERN template void detail::solve<SPACE, SCALAR>(const SPACE&, const detail::InverseProblem<SCALAR>&,       \
                                                    const LuOptions&);                                         \
  EXTERN template void detail::determinant<SPACE, SCALAR>(const SPACE&, const detail::InverseProblem<SCALAR>&, \
                                                          const LuOptions&);
#define KOLIBRI_DECLARE_INVERSE(SPACE, SCALAR)     \
  KOLIBRI_INVERSE_TEMPLATES(extern, SPACE, SCALAR) \
  KOLIBRI_LU_TEMPLATES(extern, SPACE, SCALAR)
KOLIBRI_FOR_EACH_SCALAR_AND_SPACE(KOLIBRI_DECLARE_INVERSE)
#undef KOLIBRI_DECLARE_INVERSE

}  // namespace kolibri
