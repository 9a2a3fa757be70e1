#pragma once

#include "matrix_kernel.hpp"

namespace kolibri::detail {

/// Whether cholesky and everything around lu() work in blocks, one member after another by the whole device. A choice
/// by n alone, for a member's bits to be the same in any batch. Measured: on hosts a thread a matrix is faster below,
/// on devices a batch of 132 of n = 768.
template <class ExecutionSpace, class Scalar>
bool is_large(const ExecutionSpace& exec, int n) {
  if (runs_on_host<ExecutionSpace>) return n >= 384;
  return n >= 768 && !plan_for<ExecutionSpace, Scalar>(exec, 1, n, 0, true).inside;
}

}  // namespace kolibri::detail
