#pragma once

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <kolibri/matrix_batch.hpp>
#include <kolibri/scalar.hpp>

namespace kolibri::detail {

/// A checked batch problem as kernels see it: pointers and strides, null where nothing is asked for.
template <class Scalar>
struct EighProblem {
  MatrixBatch<const Scalar> a;
  VectorBatch<real_t<Scalar>> w;
  MatrixBatch<Scalar> v;  ///< null data: eigenvalues only; may alias a
  int* info = nullptr;
  int* sweeps = nullptr;
  real_t<Scalar>* off_norm = nullptr;

  KOKKOS_FUNCTION int n() const { return a.rows; }
  KOKKOS_FUNCTION bool vectors() const { return !v.empty(); }

  KOKKOS_FUNCTION void report(std::int64_t b, int info_b, int sweeps_b, real_t<Scalar> off_norm_b) const {
    if (info) info[b] = info_b;
    if (sweeps) sweeps[b] = sweeps_b;
    if (off_norm) off_norm[b] = off_norm_b;
  }
};

/// The problem of one matrix, as the team and thread levels get it.
template <class A, class W, class V>
KOKKOS_INLINE_FUNCTION EighProblem<typename A::non_const_value_type> single_problem(const A& a, const W& w, const V& v,
                                                                                    bool vectors) {
  EighProblem<typename A::non_const_value_type> problem;
  problem.a = single_matrix(a);
  problem.w = {w.data(), 0, static_cast<std::int64_t>(w.stride(0))};
  if (vectors) problem.v = single_matrix(v);
  return problem;
}

/// Extents of the arguments of eigh(), for the check that every layout and scalar shares.
struct EighShapes {
  std::array<std::size_t, 3> a;
  std::array<std::size_t, 2> w;
  std::array<std::size_t, 3> v;
  bool vectors;
  std::array<std::size_t, 3> status;
};

}  // namespace kolibri::detail
