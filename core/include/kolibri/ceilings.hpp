#pragma once

#include <kolibri/instantiate.hpp>
#include <kolibri/roofline.hpp>
#include <kolibri/scalar.hpp>

namespace kolibri {

/// Measures the ceilings for a scalar, with the threads and the memory of `exec`, in some tenths of a second; fences
/// `exec`. Each is the best of several calls. `tiny` is for tests: the figures mean nothing then.
template <class ExecutionSpace, SupportedScalar Scalar>
Ceilings measure_ceilings(const ExecutionSpace& exec, bool tiny = false);

#define KOLIBRI_CEILINGS_TEMPLATE(EXTERN, SPACE, SCALAR) \
  EXTERN template Ceilings measure_ceilings<SPACE, SCALAR>(const SPACE&, bool);
#define KOLIBRI_DECLARE_CEILINGS(SPACE, SCALAR) KOLIBRI_CEILINGS_TEMPLATE(extern, SPACE, SCALAR)
KOLIBRI_FOR_EACH_SCALAR_AND_SPACE(KOLIBRI_DECLARE_CEILINGS)
#undef KOLIBRI_DECLARE_CEILINGS

}  // namespace kolibri
