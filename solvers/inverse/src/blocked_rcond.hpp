#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <kolibri/detail/inverse_problem.hpp>
#include <kolibri/scalar.hpp>
#include <kolibri/team_blocks.hpp>
#include <utility>

#include "blocked_members.hpp"
#include "check_kernels.hpp"

// rcond() of large matrices, one member after another: from the inverse itself, in workspace.
namespace kolibri::detail {

template <class Scalar>
struct RcondMemory {
  int n;
  std::size_t blocks_bytes;
  std::byte* blocks = nullptr;
  Scalar* x = nullptr;
  double* columns = nullptr;  ///< their norms
  double* norms = nullptr;    ///< of A and of X
  int* info = nullptr;

  static constexpr std::size_t alignment = BlockedWorkspace<Scalar>::alignment;

  template <class Take>
  void lay_out(Take& take) {
    const std::size_t length = n;
    take(blocks, blocks_bytes);
    take(x, length * length);
    take(columns, length);
    take(norms, 2);
    take(info, 1);
  }
};

template <class Exec, class Scalar>
RcondMemory<Scalar> rcond_memory(int n) {
  return {n, blocked_workspace_bytes<Exec, Scalar>(n)};
}

template <class Exec, class Scalar>
std::size_t large_rcond_bytes(int n) {
  ByteCounter<RcondMemory<Scalar>::alignment> counter;
  rcond_memory<Exec, Scalar>(n).lay_out(counter);
  return counter.bytes;
}

template <class Scalar>
struct LargestElement {
  MatrixBatch<const Scalar> a;

  KOKKOS_FUNCTION void operator()(std::int64_t item, real_t<Scalar>& largest) const {
    largest = Kokkos::fmax(largest, pivot_size(a(0, static_cast<int>(item / a.rows), static_cast<int>(item % a.rows))));
  }
};

/// X := A scaled by a power of two, in two steps, as a whole one may be out of range.
template <class Scalar>
struct CopyScaled {
  MatrixBatch<const Scalar> a;
  MatrixBatch<Scalar> x;
  real_t<Scalar> first;
  real_t<Scalar> second;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const auto i = static_cast<int>(item / a.rows), j = static_cast<int>(item % a.rows);
    x(0, i, j) = a(0, i, j) * first * second;
  }
};

/// X := A with its largest element brought near 1, which changes no condition number but keeps norms in range.
template <class Exec, class Scalar>
void copy_scaled(const Exec& exec, const MatrixBatch<const Scalar>& a, const MatrixBatch<Scalar>& x) {
  using Real = real_t<Scalar>;
  const std::int64_t items = std::int64_t(a.rows) * a.rows;
  Real largest = 0;
  Kokkos::parallel_reduce("kolibri::rcond largest",
                          Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, items),
                          LargestElement<Scalar>{a}, Kokkos::Max<Real>(largest));
  const int exponent = -exponent_of(largest), half = exponent / 2;
  for_items("kolibri::rcond copy", exec, items,
            CopyScaled<Scalar>{a, x, power_of_two<Real>(half), power_of_two<Real>(exponent - half)});
}

struct ZeroNorm {
  double* norms;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const { norms[i] = 0; }
};

/// *norm := ||X||_1 / n.
template <class Exec, class Scalar>
void take_norm(const Exec& exec, const RcondMemory<Scalar>& memory, const MatrixBatch<const Scalar>& x, double* norm) {
  for_items("kolibri::rcond columns", exec, memory.n, ZeroNorm{memory.columns});
  for_items("kolibri::rcond columns", exec, memory.n, AddColumnNorms<Scalar>{x, memory.columns});
  for_items("kolibri::rcond norm", exec, 1, NormOfMember{memory.columns, memory.n, norm});
}

template <class Exec, class Scalar>
void large_rcond(const Exec& exec, const InverseProblem<Scalar>& problem, ConditionNorm norm) {
  auto memory = rcond_memory<Exec, Scalar>(problem.n());
  const auto bytes =
      workspace_of(exec, "kolibri::inverse", large_rcond_bytes<Exec, Scalar>(problem.n()), problem.workspace);
  Carver<RcondMemory<Scalar>::alignment> carver{bytes.data()};
  memory.lay_out(carver);
  InverseProblem<Scalar> one;
  one.x = {memory.x, 1, memory.n, memory.n, 0, memory.n, 1};
  one.a = one.x;
  one.info = memory.info;
  one.workspace = {memory.blocks, memory.blocks_bytes};
  for (std::int64_t b = 0; b < problem.a.batch; ++b) {
    MatrixBatch<const Scalar> a = problem.a;
    a.data += b * a.batch_stride;
    a.batch = 1;
    if (norm == ConditionNorm::infinity) std::swap(a.row_stride, a.column_stride);  // the 1-norm of A^T
    copy_scaled(exec, a, one.x);
    take_norm<Exec, Scalar>(exec, memory, one.x, memory.norms);
    BlockedMembers<Exec, Scalar>(exec, one, PivotRule::largest).run();
    auto rcond = problem.rcond;
    rcond.data += b * rcond.batch_stride;
    take_norm<Exec, Scalar>(exec, memory, one.x, memory.norms + 1);
    for_items("kolibri::rcond", exec, 1,
              RcondOfMember<real_t<Scalar>>{
                  memory.norms, memory.norms + 1, {memory.info, 1, 0}, static_cast<double>(memory.n), rcond});
  }
}

}  // namespace kolibri::detail
