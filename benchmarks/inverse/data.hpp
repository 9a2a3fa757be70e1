#pragma once

#include "routine.hpp"

namespace kolibri::bench {

/// The matrices of a case on the device: entries uniform in (-1, 1), or for `spd` Hermitian ones of such entries with
/// 2 n added to the diagonal.
template <class Scalar>
Batch<Scalar> make_batch(const Space& exec, const Case& c);

}  // namespace kolibri::bench
