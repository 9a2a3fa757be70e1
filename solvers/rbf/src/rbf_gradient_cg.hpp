#pragma once

#include <kolibri/rbf.hpp>

#include "gradient_cg_task.hpp"
#include "team_block.hpp"

namespace kolibri::detail {

template <class ExecutionSpace, class Real>
void rbf_gradient_cg(const ExecutionSpace& exec, const RbfRowData<Real>& rows, const RbfNetworkData<Real>& networks,
                     const MatrixBatch<Real>& rates, const RbfReport<Real>& report,
                     const RbfGradientCgOptions& options) {
  const GradientCgTask<Real> task{rows,
                                  networks,
                                  rates,
                                  report,
                                  {static_cast<Real>(options.centre_rate), static_cast<Real>(options.width_rate)},
                                  static_cast<Real>(options.cg_tolerance),
                                  options.cg_iterations,
                                  runs_on_host<ExecutionSpace> ? most_columns_a_thread : 1,
                                  options.backtracking};
  run_in_blocks(exec, networks.batch(), bytes_of(task.storage()), task);
}

}  // namespace kolibri::detail

#define KOLIBRI_INSTANTIATE_ONE(SPACE, REAL) KOLIBRI_RBF_GRADIENT_CG_TEMPLATES(, SPACE, REAL)
#define KOLIBRI_INSTANTIATE(REAL)                       \
  namespace kolibri {                                   \
  KOLIBRI_FOR_EACH_SPACE(KOLIBRI_INSTANTIATE_ONE, REAL) \
  }
