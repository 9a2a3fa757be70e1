#pragma once

#include <kolibri/rbf.hpp>

#include "team_block.hpp"
#include "varpro_task.hpp"

namespace kolibri::detail {

template <class ExecutionSpace, class Real>
void rbf_varpro(const ExecutionSpace& exec, const RbfRowData<Real>& rows, const RbfNetworkData<Real>& networks,
                Real* damping, const RbfReport<Real>& report, const RbfVarproOptions& options) {
  const VarproTask<Real> task{rows,
                              networks,
                              damping,
                              report,
                              regularisation_of<Real>(options.regularisation),
                              static_cast<Real>(options.initial_damping),
                              options.trials,
                              rows_of_panel<ExecutionSpace>()};
  run_in_blocks(exec, networks.batch(), bytes_of(task.storage()), task);
}

}  // namespace kolibri::detail

#define KOLIBRI_INSTANTIATE_ONE(SPACE, REAL) KOLIBRI_RBF_VARPRO_TEMPLATES(, SPACE, REAL)
#define KOLIBRI_INSTANTIATE(REAL)                       \
  namespace kolibri {                                   \
  KOLIBRI_FOR_EACH_SPACE(KOLIBRI_INSTANTIATE_ONE, REAL) \
  }
