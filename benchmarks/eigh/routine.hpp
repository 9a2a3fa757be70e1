#pragma once

#include <kolibri/scalar.hpp>

#include "cases.hpp"
#include "common/routine.hpp"

namespace kolibri::bench {

/// The matrices of a case and the room for the answers of one routine at a time: W to w, V to v, info to info. Our
/// routines see the matrices in C order; peers see the same bytes in column-major order, hence the conjugate matrices:
/// the spectrum is the same.
template <class Scalar>
struct Batch {
  Space exec;
  bool vectors;
  Kokkos::View<Scalar***, Kokkos::LayoutRight, Memory> a;
  Kokkos::View<Scalar***, Kokkos::LayoutRight, Memory> v;
  Kokkos::View<real_t<Scalar>**, Kokkos::LayoutRight, Memory> w;
  Kokkos::View<int*, Memory> info;
  Kokkos::View<int*, Memory> sweeps;

  std::int64_t size() const { return static_cast<std::int64_t>(a.extent(0)); }
  int n() const { return static_cast<int>(a.extent(1)); }
};

/// Our algorithms that serve this batch; those out of range are named on standard error.
template <class Scalar>
Routines our_routines(const Batch<Scalar>& batch, const std::vector<EighAlgorithm>& algorithms);

/// The peers of this backend, on the same batch.
template <class Scalar>
Routines peer_routines(const Batch<Scalar>& batch);

/// Names and versions of the peers.
std::string peer_description();

/// Copies the matrices to batch.v, where routines that work in place find them.
template <class Scalar>
void copy_to_vectors(const Batch<Scalar>& batch) {
  Kokkos::deep_copy(batch.exec, batch.v, batch.a);
}

}  // namespace kolibri::bench
