#pragma once

#include "routine.hpp"

namespace kolibri::bench {

/// The matrices of a case on the device. Those of a given spectrum are made on the host: a few hundred different
/// members, which are then repeated over the batch.
template <class Scalar>
Batch<Scalar> make_batch(const Space& exec, const Case& c);

}  // namespace kolibri::bench
