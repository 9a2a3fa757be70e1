#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <kolibri/inverse_options.hpp>
#include <kolibri/matrix_batch.hpp>
#include <kolibri/scalar.hpp>

namespace kolibri::detail {

/// fmax that lets no NaN pass unseen: what is not finite counts as infinitely wrong.
KOKKOS_INLINE_FUNCTION double worse(double worst, double candidate) {
  return Kokkos::isfinite(candidate) ? Kokkos::fmax(worst, candidate) : Kokkos::Experimental::infinity_v<double>;
}

template <class Scalar>
KOKKOS_INLINE_FUNCTION auto to_double(const Scalar& x) {
  if constexpr (is_complex<Scalar>) {
    return Kokkos::complex<double>(x.real(), x.imag());
  } else {
    return static_cast<double>(x);
  }
}

template <class Scalar>
using double_of = decltype(to_double(Scalar()));

/// `count` of `of` columns, evenly spread.
struct PickedColumns {
  int count;
  int of;

  KOKKOS_FUNCTION int operator()(int place) const {
    return of / count * place + static_cast<int>(static_cast<std::int64_t>(of % count) * place / count);
  }
};

/// norms(b, j) += sum_i |rows(b, i, j)| / n; index is b n + j.
template <class Scalar>
struct AddColumnNorms {
  MatrixBatch<const Scalar> rows;
  double* norms;

  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    const std::int64_t n = rows.columns, b = index / n;
    const int j = static_cast<int>(index % n);
    double sum = norms[index];
    for (int i = 0; i < rows.rows; ++i) sum += Kokkos::abs(to_double(rows(b, i, j))) / static_cast<double>(n);
    norms[index] = sum;
  }
};

/// picked(c, first_row + i) = rows(0, i, columns(c)): the columns lie side by side.
template <class Exec, class Scalar>
struct PickColumns {
  MatrixBatch<const Scalar> rows;
  int first_row;
  PickedColumns columns;
  Kokkos::View<double_of<Scalar>**, Kokkos::LayoutRight, typename Exec::memory_space> picked;

  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    const int c = static_cast<int>(index % columns.count), i = static_cast<int>(index / columns.count);
    picked(c, first_row + i) = to_double(rows(0, i, columns(c)));
  }
};

/// The columns of the identity.
struct IdentityTarget {
  PickedColumns columns;
  KOKKOS_FUNCTION double operator()(int i, int c) const { return i == columns(c) ? 1 : 0; }
};

/// Columns of the right-hand sides.
template <class Scalar>
struct RightHandSideTarget {
  MatrixBatch<const Scalar> b;
  PickedColumns columns;
  KOKKOS_FUNCTION auto operator()(int i, int c) const { return to_double(b(0, i, columns(c))); }
};

/// errors(c, first_row + i) = |target(first_row + i, c) - sum_k rows(0, i, k) picked(c, k)|, one team a row.
template <class Exec, class Scalar, class Target>
struct ProductErrors {
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;
  using Work = double_of<Scalar>;

  MatrixBatch<const Scalar> rows;
  int first_row;
  Target target;
  Kokkos::View<Work**, Kokkos::LayoutRight, typename Exec::memory_space> picked;
  Kokkos::View<double**, Kokkos::LayoutRight, typename Exec::memory_space> errors;

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int i = team.league_rank();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, errors.extent_int(0)), [&](int c) {
      Work product = 0;
      Kokkos::parallel_reduce(
          Kokkos::ThreadVectorRange(team, rows.columns),
          [&](int k, Work& sum) { sum += to_double(rows(0, i, k)) * picked(c, k); }, product);
      Kokkos::single(Kokkos::PerThread(team),
                     [&] { errors(c, first_row + i) = Kokkos::abs(target(first_row + i, c) - product); });
    });
  }
};

/// errors(c, i) = |(L U)(i, j) - a_j(order(i))| for j = columns(c), one team a row; a_j is picked(c, :).
template <class Exec, class Scalar>
struct FactorErrors {
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;
  using Work = double_of<Scalar>;

  MatrixBatch<const Scalar> f;
  const int* order;
  UnitFactor unit;
  PickedColumns columns;
  Kokkos::View<Work**, Kokkos::LayoutRight, typename Exec::memory_space> picked;
  Kokkos::View<double**, Kokkos::LayoutRight, typename Exec::memory_space> errors;

  KOKKOS_FUNCTION Work lower(int i, int k) const {
    return i == k && unit == UnitFactor::lower ? Work(1) : to_double(f(0, i, k));
  }
  KOKKOS_FUNCTION Work upper(int k, int j) const {
    return k == j && unit == UnitFactor::upper ? Work(1) : to_double(f(0, k, j));
  }

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int i = team.league_rank();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, errors.extent_int(0)), [&](int c) {
      const int j = columns(c);
      Work product = 0;
      Kokkos::parallel_reduce(
          Kokkos::ThreadVectorRange(team, 1 + (i < j ? i : j)),
          [&](int k, Work& sum) { sum += lower(i, k) * upper(k, j); }, product);
      Kokkos::single(Kokkos::PerThread(team), [&] { errors(c, i) = Kokkos::abs(product - picked(c, order[i])); });
    });
  }
};

/// max over all values, for a reduction.
struct LargestOf {
  const double* values;
  KOKKOS_FUNCTION void operator()(std::int64_t i, double& worst) const { worst = worse(worst, values[i]); }
};

/// max over c of sum_i errors(c, i), each over sum_i |x(c, i)| where x is not empty.
template <class Exec, class Work>
struct WorstColumn {
  Kokkos::View<double**, Kokkos::LayoutRight, typename Exec::memory_space> errors;
  Kokkos::View<Work**, Kokkos::LayoutRight, typename Exec::memory_space> x;

  KOKKOS_FUNCTION void operator()(std::int64_t c, double& worst) const {
    double sum = 0, scale = x.size() == 0 ? 1 : 0;
    for (int i = 0; i < errors.extent_int(1); ++i) sum += errors(c, i);
    for (int i = 0; i < x.extent_int(1); ++i) scale += Kokkos::abs(x(c, i));
    worst = worse(worst, sum == 0 ? 0 : sum / scale);
  }
};

/// norms(b) = max_j columns(b, j).
struct NormOfMember {
  const double* columns;
  int n;
  double* norms;

  KOKKOS_FUNCTION void operator()(std::int64_t b) const {
    double norm = 0;
    for (int j = 0; j < n; ++j) norm = worse(norm, columns[b * n + j]);
    norms[b] = norm;
  }
};

/// rcond(b) = 1 / (norms_a(b) n norms_x(b) n), for a good member.
template <class Real>
struct RcondOfMember {
  const double* norms_a;
  const double* norms_x;
  VectorBatch<const int> info;
  double n;
  VectorBatch<Real> rcond;

  KOKKOS_FUNCTION void operator()(std::int64_t b) const {
    const int code = info.data ? info(b, 0) : 0;
    double value = n == 0 ? 1 : 1 / (norms_a[b] * norms_x[b]) / n / n;
    if (code != 0) value = code > 0 ? 0 : Kokkos::Experimental::quiet_NaN_v<double>;
    rcond(b, 0) = static_cast<Real>(value);
  }
};

}  // namespace kolibri::detail
