#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/rbf.hpp>
#include <kolibri/rbf_sparse_report.hpp>
#include <vector>

// Networks of thousands of neurons with compact support.
namespace kolibri {

namespace detail {

void require_sparse(const RbfSizes& sizes, RbfBasis basis, const std::vector<int>& levels,
                    const RbfSparseOptions& options);
template <class ExecutionSpace>
RbfSparseReport rbf_sparse(const ExecutionSpace& exec, const RbfRowData<double>& rows,
                           const RbfNetworkData<double>& network, const std::vector<int>& levels,
                           const RbfSparseOptions& options);

}  // namespace detail

/// The weights of one network of basis wendland_c4 at fixed centres and widths, from sparse matrices: only the elements
/// inside the supports are made, neighbours are found through the cells of a grid.
///
/// `levels` says how many neurons, in the order of the network, make up each level: wide ones at large distances first,
/// then ones of half the width at half the distance, and so on. One level after another is fitted to what those before
/// it left, least squares with columns of norm 1 by LSQR, and then the coarse ones once more, from fine to coarse,
/// since a finer level leaves smooth errors: the multilevel collocation of P. Farrell and H. Wendland (SIAM J. Numer.
/// Anal. 51, 2013) in the sense of least squares. With a single level the error does not fall when width and distance
/// do together.
///
/// rows (1 set), network (batch of 1, double). Writes the weights. Waits for `exec`: what comes next depends on norms.
/// The same bits in every run. Throws Error on another basis, a batch, and levels that do not add up to the neurons.
template <class ExecutionSpace, class RowSpace, class Space>
RbfSparseReport rbf_sparse(const ExecutionSpace& exec, const RbfRows<double, RowSpace>& rows,
                           const RbfNetworks<double, Space>& network, const std::vector<int>& levels,
                           const RbfSparseOptions& options = {}) {
  detail::require_rbf_access<ExecutionSpace, RowSpace, Space>();
  detail::require_sparse(detail::sizes_of<double>(rows, network), network.basis, levels, options);
  return detail::rbf_sparse<ExecutionSpace>(exec, rows, network, levels, options);
}

#define KOLIBRI_RBF_SPARSE_TEMPLATES(EXTERN, SPACE)                                                                 \
  EXTERN template RbfSparseReport detail::rbf_sparse<SPACE>(const SPACE&, const RbfRowData<double>&,                \
                                                            const RbfNetworkData<double>&, const std::vector<int>&, \
                                                            const RbfSparseOptions&);
#define KOLIBRI_EXTERN_RBF_SPARSE(SPACE, SCALAR) KOLIBRI_RBF_SPARSE_TEMPLATES(extern, SPACE)
KOLIBRI_FOR_EACH_SPACE(KOLIBRI_EXTERN_RBF_SPARSE, double)
#undef KOLIBRI_EXTERN_RBF_SPARSE

}  // namespace kolibri
