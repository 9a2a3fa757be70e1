#pragma once

#include <cstdint>
#include <kolibri/scalar_type.hpp>
#include <vector>

namespace kolibri {

/// What generate() makes; every member of a batch is Hermitian (symmetric for real scalars) but those of
/// random_general.
enum class GeneratorKind {
  random,           ///< real and imaginary parts uniform in (-1, 1)
  spectrum,         ///< D Q diag(lambda) Q^H D with a Haar-distributed Q; lambda from `mode` and `condition`
  lapack,           ///< one of the 18 types of LAPACK's symmetric eigenvalue tests
  mixed,            ///< member b is of mixed_kind(b): all of the two above in one batch
  graphene_ribbon,  ///< member b is the Bloch Hamiltonian H(k_b) of a graphene nanoribbon
  random_general,   ///< real and imaginary parts uniform in (-1, 1), without any symmetry
};

/// The edge of a graphene nanoribbon.
enum class RibbonEdge { zigzag, armchair };

/// Options of generate(). A key that another kind uses is ignored.
struct GeneratorOptions {
  GeneratorKind kind = GeneratorKind::random;
  int n = 32;                                  ///< order of the matrices; graphene_ribbon has 2 width instead
  std::int64_t batch = 1000;                   ///< number of matrices; graphene_ribbon has k_points instead
  ScalarType scalar = ScalarType::complex128;  ///< for those who choose the type at run time
  std::uint64_t seed = 1;                      ///< member b depends on the options and on (seed, b) alone

  int mode = 4;                       ///< spectrum: LAPACK's dlatms mode, 0 to 6, see spectrum_values()
  double condition = 1e8;             ///< spectrum: max |lambda| / min |lambda|, for modes 1 to 5
  bool positive = false;              ///< spectrum: no random signs
  double scaling = 1;                 ///< spectrum: condition of the diagonal D in D A D; 1 leaves A as it is
  std::vector<double> eigenvalues{};  ///< spectrum, mode 0: those of every member, repeated in turn to n of them

  int type = 8;  ///< lapack: type 1 to 18, see lapack_type()

  RibbonEdge edge = RibbonEdge::zigzag;
  int width = 16;         ///< graphene_ribbon: zigzag chains or armchair dimer lines across the ribbon
  int k_points = 201;     ///< graphene_ribbon: points from -pi to pi (periods of the ribbon are 1)
  double hopping = -2.7;  ///< graphene_ribbon: energy of the nearest-neighbour hopping, eV
};

/// The shape of a batch: (batch, n, n).
struct BatchShape {
  std::int64_t batch = 0;
  int n = 0;
};

/// The shape of what generate() makes of the options.
/// @throws Error if an option of this kind is out of its range.
BatchShape generated_shape(const GeneratorOptions& options);

/// Number of kinds in a mixed batch: 18 LAPACK types, then MAGMA's distributions (cluster0, cluster1, geo, arith,
/// logrand, which are dlatms modes 1 to 5) with condition 1/sqrt(ulp), with 1/ulp, and scaled D A D.
inline constexpr int mixed_kinds = 18 + 3 * 5;

/// The options of one kind, `index` modulo mixed_kinds, with the size, the scalar and the seed of `options`;
/// `ulp` is that of the real type, 2^-23 or 2^-52.
GeneratorOptions mixed_kind(std::int64_t index, double ulp, const GeneratorOptions& options);

}  // namespace kolibri
