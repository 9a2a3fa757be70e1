#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <kolibri/detail/eigh_problem.hpp>
#include <kolibri/member_slabs.hpp>
#include <kolibri/team_blocks.hpp>
#include <kolibri/team_policy.hpp>

#include "register_matrix.hpp"
#include "register_team.hpp"

// The smallest matrices, one a thread. Threads read and write them through team scratch, so that neighbouring threads
// reach neighbouring elements; of interleaved batches they do so anyway.
namespace kolibri::detail {

template <class Exec, class Scalar, int n>
struct ThreadEighKernel {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  using Real = real_t<Scalar>;
  using Matrix = MatrixInRegisters<Scalar, n>;

  static constexpr TeamShape shape{.team_size = 64, .vector_length = 1};
  static constexpr const char* label = "kolibri::eigh jacobi_one_sided";
  using Properties = Kokkos::LaunchBounds<shape.team_size, 1>;
  static constexpr int members = shape.team_size;  ///< of the batch, a team
  static constexpr int elements = n * n;

  template <class Value>
  using Slabs = MemberSlabs<Value, n, members>;

  struct Storage {
    Scalar* staged;

    template <class Take>
    KOKKOS_FUNCTION constexpr void lay_out(Take& take) {
      take(staged, members * Slabs<Scalar>::leading);
    }
  };

  EighProblem<Scalar> problem;
  JacobiControl<Real> control;
  Slabs<const Scalar> a{problem.a};
  Slabs<Scalar> v{problem.v};

  static std::size_t scratch_bytes() { return bytes_of(Storage{}); }

  KOKKOS_FUNCTION void operator()(const Member& member) const {
    const auto storage = arrays_in_scratch<Exec, Storage>(member);
    const std::int64_t first = std::int64_t(member.league_rank()) * members, rest = problem.a.batch - first;
    const int count = rest < members ? static_cast<int>(rest) : members, mine = member.team_rank();
    stage(member, first, count, storage.staged);
    if (mine < count) solve(first + mine, storage.staged + mine * Slabs<Scalar>::leading);
    if (problem.vectors() && v.storage != BatchStorage::interleaved) write(member, first, count, storage.staged);
  }

  /// Copies the members to scratch, as they lie in memory; with a barrier at the end.
  KOKKOS_INLINE_FUNCTION void stage(const Member& member, std::int64_t first, int count, Scalar* staged) const {
    const int mine = member.team_rank();
    if (a.storage == BatchStorage::interleaved) {
      const std::int64_t b = first + Kokkos::min(mine, count - 1);
      a.for_mine(mine, [&](int i, int j, int place) { staged[place] = a.batch(b, i, j); });
    } else if (a.storage == BatchStorage::dense && count == members) {
      Scalar items[elements];
      KOLIBRI_UNROLL  // all on their way before the first is waited for
          for (int e = 0; e < elements; ++e) items[e] = a.item(first, e, mine);
      KOLIBRI_UNROLL
      for (int e = 0; e < elements; ++e) staged[a.place_of_item(e, mine)] = items[e];
    } else {
      a.for_each(first, count, mine, [&](const Scalar& element, int place) { staged[place] = element; });
    }
    member.team_barrier();
  }

  /// Member b, which lies in `own` in scratch; V goes there, or where it belongs.
  KOKKOS_INLINE_FUNCTION void solve(std::int64_t b, Scalar* own) const {
    const bool lower = (control.triangle == Triangle::lower) != a.by_columns;  // the triangle as it lies in memory
    const bool conjugated = lower == a.by_columns;
    Matrix matrix;
    matrix.state = {};
    if (control.triangle == Triangle::full || control.triangle == Triangle::symmetrize) {
      use_both_triangles(own, lower, matrix);
    }
    const auto element = [&](int i, int j) {  // i >= j
      const Scalar x = own[lower ? i * n + j : j * n + i];
      if constexpr (is_complex<Scalar>) {
        return Scalar(x.real(), i == j ? Real(0) : conjugated ? -x.imag() : x.imag());
      } else {
        return x;
      }
    };
    matrix.load(element);
    matrix.scale();
    matrix.shift();
    matrix.iterate(control);
    matrix.find_values(element);
    write_values(b, matrix);
    if (problem.vectors()) leave_vectors(b, own, matrix);
  }

  /// Makes the triangle in use that of (A + A^H) / 2, or flags a matrix that is not Hermitian.
  KOKKOS_INLINE_FUNCTION void use_both_triangles(Scalar* own, bool lower, Matrix& matrix) const {
    Real largest = 0, difference = 0;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j <= i; ++j) {
        const Scalar below = own[i * n + j], above = own[j * n + i];
        if (control.triangle == Triangle::symmetrize) {
          const Real half = 0.5;
          own[lower ? i * n + j : j * n + i] =
              lower ? below * half + conj(above) * half : above * half + conj(below) * half;
        }
        largest = Kokkos::fmax(largest, magnitude(i == j ? Scalar(real(above)) : above));
        difference = Kokkos::fmax(difference, size_of_difference(below, above));
      }
    }
    const bool is_hermitian = difference <= 8 * n * ulp<Real> * largest || control.triangle == Triangle::symmetrize;
    if (!is_hermitian) matrix.state.info = info_not_hermitian;
  }

  KOKKOS_INLINE_FUNCTION void write_values(std::int64_t b, const Matrix& matrix) const {
    const auto& state = matrix.state;
    KOLIBRI_UNROLL
    for (int j = 0; j < n; ++j) {
      problem.w(b, matrix.rank(control.order, j)) =
          state.info < 0 ? quiet_nan<Real>() : unscaled<Real>(matrix.square[j], state.scale, n);
    }
    problem.report(b, state.info, state.sweeps, state.relative_off_norm());
  }

  KOKKOS_INLINE_FUNCTION void leave_vectors(std::int64_t b, Scalar* own, const Matrix& matrix) const {
    const bool interleaved = v.storage == BatchStorage::interleaved, bad = matrix.state.info < 0;
    KOLIBRI_UNROLL
    for (int j = 0; j < n; ++j) {
      const int rank = matrix.rank(control.order, j);
      KOLIBRI_UNROLL
      for (int i = 0; i < n; ++i) {
        const Scalar x = bad ? quiet_nan<Scalar>() : matrix.y[j][i];
        if (interleaved) {
          v.batch(b, i, rank) = x;
        } else {
          own[v.by_columns ? rank * n + i : i * n + rank] = x;
        }
      }
    }
  }

  /// Copies V from scratch; begins with a barrier.
  KOKKOS_INLINE_FUNCTION void write(const Member& member, std::int64_t first, int count, const Scalar* staged) const {
    const int mine = member.team_rank();
    member.team_barrier();
    if (v.storage == BatchStorage::dense && count == members) {
      KOLIBRI_UNROLL
      for (int e = 0; e < elements; ++e) v.item(first, e, mine) = staged[v.place_of_item(e, mine)];
    } else {
      v.for_each(first, count, mine, [&](Scalar& element, int place) { element = staged[place]; });
    }
  }
};

}  // namespace kolibri::detail
