#pragma once

#include <Kokkos_Core.hpp>
#include <kolibri/eigh.hpp>
#include <kolibri/eigh_check.hpp>
#include <kolibri/generate.hpp>
#include <string>

namespace kolibri::test {

using Space = KOLIBRI_TEST_SPACE;

/// Matrices on the host in C order, (batch, n, n).
template <class Scalar>
using HostBatch = GeneratedBatch<Scalar, Kokkos::HostSpace>;

/// How the solver's A and V are stored. `padded` are strided parts of larger Views; `in_place` is V over A.
enum class Storage { right, left, padded, in_place };

/// What kolibri::eigh made of a batch, on the host.
template <class Scalar>
struct Solved {
  HostBatch<Scalar> v;  ///< empty for values only
  Kokkos::View<real_t<Scalar>**, Kokkos::LayoutRight, Kokkos::HostSpace> w;
  Kokkos::View<int*, Kokkos::HostSpace> info;
  Kokkos::View<int*, Kokkos::HostSpace> sweeps;
  Kokkos::View<real_t<Scalar>*, Kokkos::HostSpace> off_norm;
  EighAccuracy accuracy;       ///< of the members whose info is 0
  bool padding_intact = true;  ///< nothing written beside V
  bool input_intact = true;    ///< the triangle of A that is read, unless in place
};

/// Runs kolibri::eigh on the tested backend. The triangle that must not be read, the outputs and the workspace hold
/// NaN before.
template <class Scalar>
Solved<Scalar> solve(const HostBatch<Scalar>& a, const EighOptions& options = {}, Storage storage = Storage::right);

/// Whether the algorithm takes this n on the tested backend.
template <class Scalar>
bool serves(EighAlgorithm algorithm, int n);

/// Whether a member's bits are the same in every batch: not where a vendor's batched gemm is at work.
template <class Scalar>
bool bits_are_fixed(EighAlgorithm algorithm, int n);

/// The batch of the options, made on the host.
template <class Scalar>
HostBatch<Scalar> made(const GeneratorOptions& options);

/// R3 of two solutions of the same matrices.
template <class Scalar>
double difference(const Solved<Scalar>& first, const Solved<Scalar>& second);

/// Whether two members of two solutions agree in every bit of W and V and in info.
template <class Scalar>
bool same_bits(const Solved<Scalar>& first, std::size_t b1, const Solved<Scalar>& second, std::size_t b2);

/// Whether info is 0 for every member and W ascends.
template <class Scalar>
bool solved_and_ascending(const Solved<Scalar>& solved);

/// The bound on R1, R2 and R3 (LAPACK's threshold).
inline constexpr double threshold = 30;

/// The algorithms by name, as messages say them.
struct NamedAlgorithm {
  EighAlgorithm algorithm;
  const char* name;
};
inline constexpr NamedAlgorithm algorithms[] = {{EighAlgorithm::automatic, "auto"},
                                                {EighAlgorithm::jacobi_two_sided, "jacobi_two_sided"},
                                                {EighAlgorithm::jacobi_one_sided, "jacobi_one_sided"},
                                                {EighAlgorithm::jacobi_block, "jacobi_block"},
                                                {EighAlgorithm::jacobi_lanes, "jacobi_lanes"},
                                                {EighAlgorithm::tridiagonal, "tridiagonal"}};

}  // namespace kolibri::test
