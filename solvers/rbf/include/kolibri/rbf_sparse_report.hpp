#pragma once

#include <cstdint>
#include <vector>

namespace kolibri {

/// What the fit of one level of rbf_sparse() was.
struct RbfLevelFit {
  int level = 0;  ///< 0 is the coarsest
  int neurons = 0;
  std::int64_t nonzeros = 0;  ///< elements of the matrix
  int iterations = 0;         ///< of LSQR
  double residual = 0;        ///< 2-norm of the weighted residual of the network so far; NaN if a number overflowed
  int unseen = 0;             ///< neurons without weight: no row sees them but with the border of their support
};

/// What rbf_sparse() says.
struct RbfSparseReport {
  int info = 0;                   ///< 0 good; -1 not finite
  std::vector<RbfLevelFit> fits;  ///< in the order in which they were done
};

}  // namespace kolibri
