#pragma once

#include "common/host_members.hpp"
#include "common/openblas.hpp"
#include "routine.hpp"

namespace kolibri::bench {

/// Workers that invert a batch: one for a single matrix, whose inverse a library spreads over the threads.
template <class Scalar>
int workers_of(const Batch<Scalar>& batch) {
  return batch.single ? 1 : batch.exec.concurrency();
}

/// info(b) = invert(worker, A(b), X(b)) for every member, with one thread a matrix, or all for a single one.
template <class Scalar, class Invert>
void invert_members(const Batch<Scalar>& batch, const Invert& invert) {
  const BlasThreads threads(batch.single ? batch.exec.concurrency() : 1);
  const std::int64_t elements = std::int64_t{batch.n()} * batch.n();
  const auto body = [&](int worker, std::int64_t b) {
    const auto member = [&](Scalar* data) { return reinterpret_cast<standard_t<Scalar>*>(data + b * elements); };
    batch.info(b) = invert(worker, member(batch.a.data()), member(batch.x.data()));
  };
  if (batch.single) {
    body(0, 0);
  } else {
    for_each_member(batch.exec, batch.size(), body);
  }
}

/// Adds LAPACK's routines for this batch.
template <class Scalar>
void add_lapack(const Batch<Scalar>& batch, Routines& routines);

/// Adds Eigen's inverse for this batch.
template <class Scalar>
void add_eigen(const Batch<Scalar>& batch, Routines& routines);

std::string lapack_description();
std::string eigen_description();

}  // namespace kolibri::bench
