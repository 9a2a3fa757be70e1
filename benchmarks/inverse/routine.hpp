#pragma once

#include <kolibri/scalar.hpp>

#include "cases.hpp"
#include "common/routine.hpp"

namespace kolibri::bench {

/// The matrices of a case and the room for the answers of one routine at a time: X to x, info to info. Our routines see
/// the matrices in C order, peers see the same bytes in column-major order: A^T and X^T, for which the same holds.
template <class Scalar>
struct Batch {
  Space exec;
  bool single;
  bool positive;  ///< every member is Hermitian positive definite
  Kokkos::View<Scalar***, Kokkos::LayoutRight, Memory> a;
  Kokkos::View<Scalar***, Kokkos::LayoutRight, Memory> x;
  Kokkos::View<int*, Memory> info;

  std::int64_t size() const { return static_cast<std::int64_t>(a.extent(0)); }
  int n() const { return static_cast<int>(a.extent(1)); }
};

/// Our methods that serve this batch.
template <class Scalar>
Routines our_routines(const Batch<Scalar>& batch, const std::vector<InverseMethod>& methods);

/// The peers of this backend, on the same batch.
template <class Scalar>
Routines peer_routines(const Batch<Scalar>& batch);

/// Names and versions of the peers.
std::string peer_description();

/// Copies the matrices to batch.x, where routines that work in place find them.
template <class Scalar>
void copy_to_x(const Batch<Scalar>& batch) {
  Kokkos::deep_copy(batch.exec, batch.x, batch.a);
}

}  // namespace kolibri::bench
