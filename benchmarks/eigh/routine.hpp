#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <kolibri/scalar.hpp>
#include <memory>
#include <string>
#include <vector>

#include "cases.hpp"

namespace kolibri::bench {

using Space = Kokkos::DefaultExecutionSpace;
using Memory = Space::memory_space;

/// The matrices of a case and the room for the answers of one routine at a time. Our routines see the matrices in C
/// order; peers see the same bytes in column-major order, hence the conjugate matrices: the spectrum is the same.
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

/// Something that solves the leading size() members of a batch: W to batch.w, V to batch.v, info to batch.info.
template <class Scalar>
class Routine {
 public:
  virtual ~Routine() = default;
  virtual std::string name() const = 0;
  virtual bool ours() const { return false; }
  virtual std::int64_t size() const = 0;
  virtual std::size_t workspace_bytes() const { return 0; }

  /// Copies the matrices afresh for routines that overwrite them; not timed.
  virtual void restore() {}

  /// The call that is timed; asynchronous on batch.exec.
  virtual void run() = 0;
};

template <class Scalar>
using Routines = std::vector<std::unique_ptr<Routine<Scalar>>>;

/// Our algorithms that serve this batch; those out of range are named on standard error.
template <class Scalar>
Routines<Scalar> our_routines(const Batch<Scalar>& batch, const std::vector<EighAlgorithm>& algorithms);

/// The peers of this backend, on the same batch.
template <class Scalar>
Routines<Scalar> peer_routines(const Batch<Scalar>& batch);

/// Names and versions of the peers.
std::string peer_description();

/// Copies the matrices to batch.v, where routines that work in place find them.
template <class Scalar>
void copy_to_vectors(const Batch<Scalar>& batch) {
  Kokkos::deep_copy(batch.exec, batch.v, batch.a);
}

// Expands MACRO for the four scalars.
#define KOLIBRI_BENCH_FOR_EACH_SCALAR(MACRO) \
  MACRO(float) MACRO(double) MACRO(Kokkos::complex<float>) MACRO(Kokkos::complex<double>)

}  // namespace kolibri::bench
