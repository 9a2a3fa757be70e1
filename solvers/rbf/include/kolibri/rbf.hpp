#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <kolibri/detail/rbf_arguments.hpp>
#include <kolibri/detail/rbf_problem.hpp>
#include <kolibri/instantiate.hpp>
#include <kolibri/rbf_options.hpp>
#include <type_traits>

/// Radial-basis-function networks u(x) = sum_k w_k phi(|x - c_k| / a_k) in d = 1, 2, 3 dimensions, fitted in the least-
/// squares sense to rows
///
///   kappa_i Lap u(x_i) + b_i . grad u(x_i) + q_i u(x_i) = f_i,
///
/// which stand for a linear elliptic equation, its boundary conditions (Dirichlet: q alone; Neumann: b = n; Robin:
/// both) and measurements alike. A row's weight is a factor of its coefficients and of f_i.
///
/// The unit of work is one team a network; all networks of a batch have as many rows and as many neurons. `exec` is the
/// instance on which the work is queued, without a fence. Shapes and options that do not fit throw Error; no data do:
/// a network with a NaN or an Inf in its rows or parameters gets info -1 and weights NaN, its neighbours do not notice.
namespace kolibri {

/// Collocation rows, see rbf_rows().
template <class Real, class MemorySpace>
struct RbfRows : detail::RbfRowData<Real> {};

/// Networks, see rbf_networks().
template <class Real, class MemorySpace>
struct RbfNetworks : detail::RbfNetworkData<Real> {};

/// What became of each network of the batch, written on the device; a View left empty is skipped.
template <class Real, class MemorySpace>
struct RbfStatus {
  Kokkos::View<int*, MemorySpace> info;       ///< 0 good; -1 not finite; 1 rbf_varpro() found no better parameters
  Kokkos::View<Real*, MemorySpace> residual;  ///< 2-norm of the weighted residual, of the regularisation's rows too
  Kokkos::View<Real*, MemorySpace>
      condition;                         ///< ratio of the diagonal of R, columns scaled: a lower bound, Inf at rank < m
  Kokkos::View<int*, MemorySpace> rank;  ///< elements of that diagonal above m round-offs of the largest
  /// Of rbf_linear() alone: 2-norm of the residuals r_i / (1 - h_ii) that each row would have if the weights were
  /// fitted without it, h_ii the diagonal of the projection on the columns (S. Rippa, Adv. Comput. Math. 11, 1999; for
  /// least squares Allen's PRESS, Technometrics 16, 1974). A second pass over the rows, left out with the View.
  Kokkos::View<Real*, MemorySpace> leave_one_out;
};

/// Rows from Views of any layout: points (batch, rows, d), operators (batch, rows, d + 2) with kappa, b, q, targets
/// (batch, rows). A batch extent of 1 makes an argument common to all networks. Throws Error on shapes that do not fit.
template <class Points, class Operators, class Targets>
auto rbf_rows(const Points& points, const Operators& operators, const Targets& targets) {
  using Real = typename Points::non_const_value_type;
  detail::require_rbf_view<Points, Real, 3>();
  detail::require_rbf_view<Operators, Real, 3>();
  detail::require_rbf_view<Targets, Real, 2>();
  RbfRows<Real, typename Points::memory_space> rows;
  rows.points = detail::shared_batch(points);
  rows.operators = detail::shared_batch(operators);
  rows.targets = detail::shared_vector(targets);
  rows.batch = detail::rbf_row_batch({points.extent(0), points.extent(1), points.extent(2)},
                                     {operators.extent(0), operators.extent(1), operators.extent(2)},
                                     {targets.extent(0), targets.extent(1)});
  return rows;
}

/// Networks from Views of any layout: centres (batch, m, d), log_widths (batch, m) with ln a, weights (batch, m).
/// Throws Error on shapes that do not fit.
template <class Centres, class LogWidths, class Weights>
auto rbf_networks(RbfBasis basis, const Centres& centres, const LogWidths& log_widths, const Weights& weights) {
  using Real = typename Centres::value_type;
  static_assert(!std::is_const_v<Real>, "kolibri::rbf_networks: the parameters are written");
  detail::require_rbf_view<Centres, Real, 3>();
  detail::require_rbf_view<LogWidths, Real, 2>();
  detail::require_rbf_view<Weights, Real, 2>();
  detail::require_rbf_network({centres.extent(0), centres.extent(1), centres.extent(2)},
                              {log_widths.extent(0), log_widths.extent(1)}, {weights.extent(0), weights.extent(1)});
  RbfNetworks<Real, typename Centres::memory_space> networks;
  networks.basis = basis;
  networks.centres = matrix_batch(centres);
  networks.log_widths = detail::vector_batch(log_widths);
  networks.weights = detail::vector_batch(weights);
  return networks;
}

namespace detail {

template <class ExecutionSpace, class Real>
void rbf_linear(const ExecutionSpace& exec, const RbfRowData<Real>& rows, const RbfNetworkData<Real>& networks,
                const RbfReport<Real>& report, const RbfLinearOptions& options);
template <class ExecutionSpace, class Real>
void rbf_varpro(const ExecutionSpace& exec, const RbfRowData<Real>& rows, const RbfNetworkData<Real>& networks,
                Real* damping, const RbfReport<Real>& report, const RbfVarproOptions& options);
template <class ExecutionSpace, class Real>
void rbf_gradient_cg(const ExecutionSpace& exec, const RbfRowData<Real>& rows, const RbfNetworkData<Real>& networks,
                     const MatrixBatch<Real>& rates, const RbfReport<Real>& report,
                     const RbfGradientCgOptions& options);
template <class ExecutionSpace, class Real>
void rbf_evaluate(const ExecutionSpace& exec, const RbfNetworkData<Real>& networks,
                  const MatrixBatch<const Real>& points, const VectorBatch<Real>& values,
                  const MatrixBatch<Real>& gradients, const VectorBatch<Real>& laplacians);

}  // namespace detail

/// The weights that minimise the sum of squared residuals, at fixed centres and widths: Householder QR of the matrix
/// with columns scaled to norm 1 and delta I below it, in a stream of panels (Demmel, Grigori, Hoemmen, Langou, SIAM J.
/// Sci. Comput. 34, 2012, section 4) that are made in scratch and folded into R: the matrix is never stored. Dependent
/// columns share their weight, columns that are zero get none. Writes the weights. Throws Error on fewer rows than
/// neurons.
template <class ExecutionSpace, class Real, class RowSpace, class Space>
void rbf_linear(const ExecutionSpace& exec, const RbfRows<Real, RowSpace>& rows,
                const RbfNetworks<Real, Space>& networks, const RbfStatus<Real, Space>& status = {},
                const RbfLinearOptions& options = {}) {
  detail::require_rbf_access<ExecutionSpace, RowSpace, Space>();
  detail::require_rbf_fit("kolibri::rbf_linear", rows, networks);
  detail::require_options(options);
  detail::rbf_linear<ExecutionSpace, Real>(exec, rows, networks, detail::report_of(status, networks.batch()), options);
}

/// One step of Levenberg and Marquardt on centres and logarithmic widths, the weights always those of rbf_linear(): the
/// variable projection of Golub and Pereyra (SIAM J. Numer. Anal. 10, 1973) with the Jacobian of Kaufman (BIT 15,
/// 1975), -P dA w with P the projection off the columns of A. No Q is formed: R of [A  dA w  f] holds the projected
/// Jacobian and residual. `damping` (batch) holds mu of each network, 0 before the first step; it is read and written.
/// Reads the centres and widths, writes them and the weights. info 1 says that no mu tried made the residual smaller,
/// and nothing was changed but the weights. Throws Error on fewer rows than neurons.
template <class ExecutionSpace, class Real, class RowSpace, class Space>
void rbf_varpro(const ExecutionSpace& exec, const RbfRows<Real, RowSpace>& rows,
                const RbfNetworks<Real, Space>& networks, const Kokkos::View<Real*, Space>& damping,
                const RbfStatus<Real, Space>& status = {}, const RbfVarproOptions& options = {}) {
  detail::require_rbf_access<ExecutionSpace, RowSpace, Space>();
  detail::require_rbf_fit("kolibri::rbf_varpro", rows, networks);
  detail::require_length("kolibri::rbf_varpro", "damping", damping.extent(0), networks.batch());
  detail::require_options(options);
  detail::rbf_varpro<ExecutionSpace, Real>(exec, rows, networks, damping.data(),
                                           detail::report_of(status, networks.batch()), options);
}

/// One outer iteration of N. O. Matveeva and E. V. Artyukhina (Izvestia PGPU 18, 2010): a step of gradient descent on
/// the centres, one on the widths with the new centres, then conjugate gradients on the weights, A w = M^T f with A =
/// M^T M, which is not formed, all for I = |M w - f|^2 / 2. `rates` (batch, 2) hold beta and alpha, the step lengths, 0
/// before the first iteration; with backtracking they are read and written. Elements of M are made once an outer step,
/// together with the residual, in one pass. Reads and writes all parameters.
template <class ExecutionSpace, class Real, class RowSpace, class Space>
void rbf_gradient_cg(const ExecutionSpace& exec, const RbfRows<Real, RowSpace>& rows,
                     const RbfNetworks<Real, Space>& networks, const Kokkos::View<Real* [2], Space>& rates,
                     const RbfStatus<Real, Space>& status = {}, const RbfGradientCgOptions& options = {}) {
  detail::require_rbf_access<ExecutionSpace, RowSpace, Space>();
  detail::require_rbf_fit("kolibri::rbf_gradient_cg", rows, networks, false);
  detail::require_length("kolibri::rbf_gradient_cg", "rates", rates.extent(0), networks.batch());
  detail::require_options(options);
  detail::rbf_gradient_cg<ExecutionSpace, Real>(exec, rows, networks, detail::rate_batch(rates),
                                                detail::report_of(status, networks.batch()), options);
}

/// u, grad u and Lap u of every network at points (batch or 1, n, d): values (batch, n), gradients (batch, n, d),
/// laplacians (batch, n); an empty View is skipped. Throws Error on shapes that do not fit.
template <class ExecutionSpace, class Real, class Space, class Points, class Values, class Gradients, class Laplacians>
void rbf_evaluate(const ExecutionSpace& exec, const RbfNetworks<Real, Space>& networks, const Points& points,
                  const Values& values, const Gradients& gradients, const Laplacians& laplacians) {
  detail::require_rbf_access<ExecutionSpace, Space, typename Points::memory_space, typename Values::memory_space>();
  detail::require_rbf_view<Points, Real, 3>();
  detail::require_rbf_view<Values, Real, 2>();
  detail::require_rbf_view<Gradients, Real, 3>();
  detail::require_rbf_view<Laplacians, Real, 2>();
  detail::require_evaluation(
      {points.extent(0), points.extent(1), points.extent(2)}, {values.extent(0), values.extent(1)},
      {gradients.extent(0), gradients.extent(1), gradients.extent(2)}, {laplacians.extent(0), laplacians.extent(1)},
      {static_cast<std::size_t>(networks.batch()), static_cast<std::size_t>(networks.dimension())});
  detail::rbf_evaluate<ExecutionSpace, Real>(exec, networks, detail::shared_batch(points), detail::vector_batch(values),
                                             matrix_batch(gradients), detail::vector_batch(laplacians));
}

#define KOLIBRI_RBF_TEMPLATES(EXTERN, SPACE, REAL)                                                                 \
  EXTERN template void detail::rbf_linear<SPACE, REAL>(const SPACE&, const detail::RbfRowData<REAL>&,              \
                                                       const detail::RbfNetworkData<REAL>&,                        \
                                                       const detail::RbfReport<REAL>&, const RbfLinearOptions&);   \
  EXTERN template void detail::rbf_evaluate<SPACE, REAL>(const SPACE&, const detail::RbfNetworkData<REAL>&,        \
                                                         const MatrixBatch<const REAL>&, const VectorBatch<REAL>&, \
                                                         const MatrixBatch<REAL>&, const VectorBatch<REAL>&);
#define KOLIBRI_RBF_VARPRO_TEMPLATES(EXTERN, SPACE, REAL)                                             \
  EXTERN template void detail::rbf_varpro<SPACE, REAL>(const SPACE&, const detail::RbfRowData<REAL>&, \
                                                       const detail::RbfNetworkData<REAL>&, REAL*,    \
                                                       const detail::RbfReport<REAL>&, const RbfVarproOptions&);
#define KOLIBRI_RBF_GRADIENT_CG_TEMPLATES(EXTERN, SPACE, REAL)                                                      \
  EXTERN template void detail::rbf_gradient_cg<SPACE, REAL>(                                                        \
      const SPACE&, const detail::RbfRowData<REAL>&, const detail::RbfNetworkData<REAL>&, const MatrixBatch<REAL>&, \
      const detail::RbfReport<REAL>&, const RbfGradientCgOptions&);
#define KOLIBRI_DECLARE_RBF(SPACE, REAL)            \
  KOLIBRI_RBF_TEMPLATES(extern, SPACE, REAL)        \
  KOLIBRI_RBF_VARPRO_TEMPLATES(extern, SPACE, REAL) \
  KOLIBRI_RBF_GRADIENT_CG_TEMPLATES(extern, SPACE, REAL)
KOLIBRI_FOR_EACH_SPACE(KOLIBRI_DECLARE_RBF, float)
KOLIBRI_FOR_EACH_SPACE(KOLIBRI_DECLARE_RBF, double)
#undef KOLIBRI_DECLARE_RBF

}  // namespace kolibri
