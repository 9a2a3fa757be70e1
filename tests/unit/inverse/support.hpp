#pragma once

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <kolibri/inverse.hpp>
#include <type_traits>
#include <vector>

#include "../scalars.hpp"

// The functions of inverse.hpp on the tested backend, from matrices on the host to results on the host.
namespace kolibri::test {

using Space = KOLIBRI_TEST_SPACE;
/// Matrices on the host in C order, (batch, rows, columns).
template <class Value>
using HostBatch = Kokkos::View<Value***, Kokkos::LayoutRight, Kokkos::HostSpace>;

/// Where the elements of a batch lie: C order, Fortran order (batch fastest), C order with gaps after rows and members,
/// no stride 1.
enum class Storage { right, left, padded, strided };

/// How the inputs and the outputs of a call are stored; in place, the output is the input.
struct Placement {
  Storage input = Storage::right;
  Storage output = Storage::right;
  bool in_place = false;
};

/// What a call made of a batch. Outputs hold poison before, and so does all memory beside the matrices.
template <class Scalar>
struct Result {
  using Real = real_t<Scalar>;

  HostBatch<Scalar> x;    ///< inverse, factors or solution
  HostBatch<int> pivots;  ///< (batch, 1, n)
  std::vector<int> info;
  std::vector<Scalar> sign, determinant;
  std::vector<Real> log_abs, rcond;
  bool untouched = true;  ///< the inputs, unless in place, and what lies beside inputs and outputs
};

template <class Scalar>
Result<Scalar> inverted(const HostBatch<Scalar>& a, const InverseOptions& options = {}, const Placement& where = {});

template <class Scalar>
Result<Scalar> factored(const HostBatch<Scalar>& a, const LuOptions& options = {}, const Placement& where = {});

/// solve(); in place, X is B.
template <class Scalar>
Result<Scalar> solved(const HostBatch<Scalar>& a, const HostBatch<Scalar>& b, const LuOptions& options = {},
                      const Placement& where = {});

/// lu_solve() from what factored() gave.
template <class Scalar>
Result<Scalar> solved_from(const Result<Scalar>& factors, const HostBatch<Scalar>& b, const LuOptions& options = {},
                           const Placement& where = {});

/// Both slogdet() and determinant(); info is slogdet's, and `untouched` says too that determinant's is the same.
template <class Scalar>
Result<Scalar> determinants(const HostBatch<Scalar>& a, const LuOptions& options = {},
                            Storage storage = Storage::right);

template <class Scalar>
Result<Scalar> conditions(const HostBatch<Scalar>& a, ConditionNorm norm = ConditionNorm::one,
                          Storage storage = Storage::right);

template <class Scalar>
Result<Scalar> triangular_inverted(const HostBatch<Scalar>& a, TriangularPart part,
                                   DiagonalKind diagonal = DiagonalKind::stored, const Placement& where = {});

/// What buffers hold before a call: a NaN, or an int, of bits that no solver computes.
template <class Value>
Value poison() {
  if constexpr (std::is_same_v<Value, int>) {
    return 0x5ca1ab1e;
  } else if constexpr (is_complex<Value>) {
    return {poison<real_t<Value>>(), poison<real_t<Value>>()};
  } else if constexpr (std::is_same_v<Value, float>) {
    return Kokkos::bit_cast<float>(0x7fc0beef);
  } else {
    return Kokkos::bit_cast<double>(0x7ff8beefbeefbeef);
  }
}

template <class Value>
bool same_bits(const Value& x, const Value& y);

/// Whether the members b1 and b2 are the same, bit for bit where they are not NaN, in all that the results have.
template <class Scalar>
bool same_member(const Result<Scalar>& first, std::size_t b1, const Result<Scalar>& second, std::size_t b2);

/// Whether the solver has written NaN to every part of every element of X of a member.
template <class Scalar>
bool all_nan(const HostBatch<Scalar>& x, std::size_t b);

}  // namespace kolibri::test
