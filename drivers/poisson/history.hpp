#pragma once

#include <kolibri/rbf_sparse_report.hpp>
#include <string>
#include <vector>

namespace kolibri::drivers {

/// One iteration of a training.
struct HistoryEntry {
  double iteration = 0;
  double residual = 0;   ///< 2-norm of the weighted residual
  double steps[2] = {};  ///< damping of varpro; rates of gradient_cg
};

/// history.csv; the last column stands for the second rate, that of the widths.
std::string history_csv(const std::vector<HistoryEntry>& history, bool rates);

/// levels.csv: the fits of sparse levels in the order in which they were done.
std::string levels_csv(const std::vector<RbfLevelFit>& fits);

}  // namespace kolibri::drivers
