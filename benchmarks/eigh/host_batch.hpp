#pragma once

#include "common/host_members.hpp"
#include "routine.hpp"

namespace kolibri::bench {

/// Adds LAPACK's routines for this batch.
template <class Scalar>
void add_lapack(const Batch<Scalar>& batch, Routines& routines);

/// Adds Eigen's solver for this batch.
template <class Scalar>
void add_eigen(const Batch<Scalar>& batch, Routines& routines);

std::string lapack_description();
std::string eigen_description();

}  // namespace kolibri::bench
