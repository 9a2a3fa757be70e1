#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <kolibri/detail/eigh_problem.hpp>
#include <kolibri/eigh_options.hpp>
#include <kolibri/error.hpp>
#include <kolibri/instantiate.hpp>
#include <kolibri/matrix_batch.hpp>
#include <kolibri/scalar.hpp>
#include <type_traits>

namespace kolibri {

/// What became of each member b of the batch, written on the device; a View left empty is skipped.
template <class Scalar, class MemorySpace>
struct EighStatus {
  /// 0 good; > 0 that many off-diagonal elements did not converge; -1 the member holds a NaN or an Inf; -2 it is
  /// not Hermitian although Triangle::full says so. With a negative info W and V of the member are NaN.
  Kokkos::View<int*, MemorySpace> info;
  Kokkos::View<int*, MemorySpace> sweeps;               ///< sweeps done; tridiagonal: QL steps / n, rounded up
  Kokkos::View<real_t<Scalar>*, MemorySpace> off_norm;  ///< off(A) / ||A||_F at the end
};

/// The algorithm that `options` lead to for this problem; throws Error, naming the range, when an algorithm that is
/// asked for by name does not serve n.
template <class ExecutionSpace, SupportedScalar Scalar>
EighAlgorithm eigh_algorithm(const ExecutionSpace& exec, std::int64_t batch, int n, const EighOptions& options);

/// Bytes of device memory that eigh() needs beside its arguments: 0 for all algorithms but jacobi_block (at most 1 GiB,
/// or what one matrix takes) and, on devices, tridiagonal (4 GiB).
template <class ExecutionSpace, SupportedScalar Scalar>
std::size_t eigh_workspace(const ExecutionSpace& exec, std::int64_t batch, int n, const EighOptions& options);

/// Bytes of scratch of the largest team of the algorithm that `options` lead to for a large batch.
template <class ExecutionSpace, SupportedScalar Scalar>
std::size_t eigh_scratch(const ExecutionSpace& exec, int n, const EighOptions& options);

namespace detail {

template <class View, class Scalar>
concept MatrixBatchView = View::rank()
== 3 && std::is_same_v<typename View::non_const_value_type, Scalar>;

void require_options(const EighOptions& options);
void require_shapes(const EighShapes& shapes);

template <class A, class W, class V, class MemorySpace>
auto eigh_problem(const A& a, const W& w, const V& v,
                  const EighStatus<typename A::non_const_value_type, MemorySpace>& status, const EighOptions& options) {
  using Scalar = typename A::non_const_value_type;
  static_assert(SupportedScalar<Scalar>, "kolibri::eigh: the scalar is float, double or Kokkos::complex of these");
  static_assert(A::rank() == 3, "kolibri::eigh: A is a View of rank 3, (batch, n, n)");
  static_assert(W::rank() == 2, "kolibri::eigh: W is a View of rank 2, (batch, n)");
  static_assert(std::is_same_v<typename W::value_type, real_t<Scalar>>,
                "kolibri::eigh: W is not const and holds the real type of A's scalar");
  static_assert(V::rank() == 3 && std::is_same_v<typename V::value_type, Scalar>,
                "kolibri::eigh: V is a View of rank 3, (batch, n, n), not const, of A's scalar");
  require_options(options);
  require_shapes({.a = {a.extent(0), a.extent(1), a.extent(2)},
                  .w = {w.extent(0), w.extent(1)},
                  .v = {v.extent(0), v.extent(1), v.extent(2)},
                  .vectors = options.vectors,
                  .status = {status.info.extent(0), status.sweeps.extent(0), status.off_norm.extent(0)}});
  EighProblem<Scalar> problem;
  problem.a = matrix_batch(a);
  problem.w = {w.data(), static_cast<std::int64_t>(w.stride(0)), static_cast<std::int64_t>(w.stride(1))};
  if (options.vectors) problem.v = matrix_batch(v);
  problem.info = status.info.data();
  problem.sweeps = status.sweeps.data();
  problem.off_norm = status.off_norm.data();
  return problem;
}

template <class ExecutionSpace, class Scalar>
void eigh(const ExecutionSpace& exec, const EighProblem<Scalar>& problem, const EighOptions& options,
          const Kokkos::View<std::byte*, typename ExecutionSpace::memory_space>& workspace);

}  // namespace detail

/// Eigendecomposition of a batch of Hermitian (real: symmetric) matrices, A(b,:,:) V(b,:,:) = V(b,:,:) diag(W(b,:)).
///
/// A is (batch, n, n), W (batch, n) and real, V (batch, n, n) with the vector of W(b, j) in column j; any layouts. A is
/// preserved, unless V is the same View as A: then the vectors overwrite it. Without options.vectors V is an empty
/// View of rank 3. Asynchronous on `exec`; `workspace` (eigh_workspace() bytes, 256-byte aligned) must live until
/// the work is done. Throws Error on shapes, options or an algorithm that do not fit. No data make it throw: see
/// EighStatus. Jacobi's method after R. Huang, S. Liu, Y. Zhao, Computer Science 50(4), 2023, sections 2 and 3, and
/// Householder's reduction and QL, which are faster from n = 7 (complex 5) on hosts, and on devices in large batches
/// from n = 11 to 25 (values only 9 to 11), by the scalar, as far as their kernels go.
template <class ExecutionSpace, class A, class W, class V, class MemorySpace = typename ExecutionSpace::memory_space>
void eigh(const ExecutionSpace& exec, const A& a, const W& w, const V& v,
          const EighStatus<typename A::non_const_value_type, MemorySpace>& status, const EighOptions& options,
          const Kokkos::View<std::byte*, typename ExecutionSpace::memory_space>& workspace) {
  static_assert(Kokkos::SpaceAccessibility<ExecutionSpace, typename A::memory_space>::accessible &&
                    Kokkos::SpaceAccessibility<ExecutionSpace, typename W::memory_space>::accessible &&
                    Kokkos::SpaceAccessibility<ExecutionSpace, typename V::memory_space>::accessible,
                "kolibri::eigh: the execution space cannot reach the memory of A, W or V");
  detail::eigh(exec, detail::eigh_problem(a, w, v, status, options), options, workspace);
}

/// The same; allocates the workspace where there is one (freeing it waits for the device).
template <class ExecutionSpace, class A, class W, class V, class MemorySpace = typename ExecutionSpace::memory_space>
void eigh(const ExecutionSpace& exec, const A& a, const W& w, const V& v,
          const EighStatus<typename A::non_const_value_type, MemorySpace>& status = {},
          const EighOptions& options = {}) {
  using Scalar = typename A::non_const_value_type;
  const auto problem = detail::eigh_problem(a, w, v, status, options);  // before any allocation
  const std::size_t bytes = eigh_workspace<ExecutionSpace, Scalar>(exec, problem.a.batch, problem.a.rows, options);
  Kokkos::View<std::byte*, typename ExecutionSpace::memory_space> workspace;
  if (bytes > 0) {
    workspace =
        decltype(workspace)(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "kolibri::eigh workspace"), bytes);
  }
  detail::eigh(exec, problem, options, workspace);
}

#define KOLIBRI_DECLARE_EIGH(Space, Scalar)                                                                         \
  extern template EighAlgorithm eigh_algorithm<Space, Scalar>(const Space&, std::int64_t, int, const EighOptions&); \
  extern template std::size_t eigh_workspace<Space, Scalar>(const Space&, std::int64_t, int, const EighOptions&);   \
  extern template std::size_t eigh_scratch<Space, Scalar>(const Space&, int, const EighOptions&);                   \
  extern template void detail::eigh<Space, Scalar>(const Space&, const detail::EighProblem<Scalar>&,                \
                                                   const EighOptions&,                                              \
                                                   const Kokkos::View<std::byte*, Space::memory_space>&);
KOLIBRI_FOR_EACH_SCALAR_AND_SPACE(KOLIBRI_DECLARE_EIGH)
#undef KOLIBRI_DECLARE_EIGH

}  // namespace kolibri
