#include <algorithm>
#include <kolibri/eigh_check.hpp>

namespace kolibri::detail {

namespace {

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

/// What is known of one member of the sample; the sums are of the scaled entries.
struct MemberSums {
  bool checked;          // solved, by its info
  double scale;          // power of two that brings the largest entry of A near 1
  double norm;           // ||A||_1
  double residual;       // ||A - V W V^H||_1
  double orthogonality;  // ||V V^H - I||_1
  double moments;        // the larger of the trace's and the Frobenius norm's error, over ||A||_F
};

/// The sampled members of a solved batch.
template <class Exec, class Scalar>
struct Checked {
  using Work = decltype(to_double(Scalar()));

  MatrixBatch<const Scalar> a;
  VectorBatch<const real_t<Scalar>> w;
  MatrixBatch<const Scalar> v;
  const int* info;
  Triangle triangle;
  std::int64_t sample;
  Kokkos::View<MemberSums*, typename Exec::memory_space> sums;

  /// The batch member behind a place in the sample.
  KOKKOS_FUNCTION std::int64_t member(std::int64_t place) const {
    return a.batch / sample * place + a.batch % sample * place / sample;
  }

  KOKKOS_FUNCTION bool solved(std::int64_t b) const { return info == nullptr || info[b] == 0; }

  /// The Hermitian matrix that the solver was asked for, times the scale.
  KOKKOS_FUNCTION Work entry(std::int64_t b, int i, int j, double scale) const {
    if (i == j) return scale * static_cast<double>(real(a(b, i, i)));
    const auto stored = [&](int row, int column) { return scale * to_double(a(b, row, column)); };
    if (triangle == Triangle::full) return stored(i, j);
    if (triangle == Triangle::symmetrize) return 0.5 * (stored(i, j) + conj(stored(j, i)));
    return (triangle == Triangle::lower) == (i > j) ? stored(i, j) : conj(stored(j, i));
  }
};

/// What a member's rows add up to.
struct RowSums {
  double norm = 0;  // the largest row sum; of a Hermitian matrix that is ||A||_1
  double square = 0;
  double trace = 0;
  double value_square = 0;

  KOKKOS_FUNCTION void operator+=(const RowSums& other) {
    norm = Kokkos::fmax(norm, other.norm);
    square += other.square;
    trace += other.trace;
    value_square += other.value_square;
  }
};

/// One team a member: scale, norm and moments of A.
template <class Exec, class Scalar>
struct SumMember {
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;

  Checked<Exec, Scalar> checked;

  KOKKOS_FUNCTION double scale(const Team& team, std::int64_t b) const {
    double largest = 0;
    const int n = checked.a.rows;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, n),
        [&](int i, double& result) {
          for (int j = 0; j < n; ++j) result = Kokkos::fmax(result, magnitude(checked.entry(b, i, j, 1)));
        },
        Kokkos::Max<double>(largest));
    // 2^1023 is the last power of two: the entries of a subnormal member stay below 1.
    const int exponent = exponent_of(largest);
    return largest == 0 ? 1 : power_of_two<double>(exponent > 1022 ? -1022 : -exponent);
  }

  KOKKOS_FUNCTION void add_row(std::int64_t b, int i, double scale, RowSums& sums) const {
    double row = 0;
    for (int j = 0; j < checked.a.rows; ++j) {
      const double squared = abs_squared(checked.entry(b, i, j, scale));
      row += Kokkos::sqrt(squared);
      sums.square += squared;
    }
    const double w = scale * static_cast<double>(checked.w(b, i));
    sums.norm = Kokkos::fmax(sums.norm, row);
    sums.trace += real(checked.entry(b, i, i, scale)) - w;
    sums.value_square += w * w;
  }

  KOKKOS_FUNCTION void check(const Team& team, std::int64_t place) const {
    const std::int64_t b = checked.member(place);
    const double scale = this->scale(team, b);
    RowSums total;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, checked.a.rows), [&](int i, RowSums& sums) { add_row(b, i, scale, sums); },
        total);
    const double frobenius = Kokkos::sqrt(total.square);
    const double error = worse(Kokkos::fabs(total.trace), Kokkos::fabs(frobenius - Kokkos::sqrt(total.value_square)));
    Kokkos::single(Kokkos::PerTeam(team),
                   [&] { checked.sums(place) = {true, scale, total.norm, 0, 0, error == 0 ? 0 : error / frobenius}; });
  }

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    for (std::int64_t place = team.league_rank(); place < checked.sample; place += team.league_size()) {
      if (checked.solved(checked.member(place))) check(team, place);
    }
  }
};

/// Sums over a column of the two residuals.
struct ColumnSums {
  double residual = 0;
  double orthogonality = 0;

  KOKKOS_FUNCTION void operator+=(const ColumnSums& other) {
    residual += other.residual;
    orthogonality += other.orthogonality;
  }
};

/// One team a member and column of A - V W V^H and V V^H - I.
template <class Exec, class Scalar>
struct SumColumn {
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;
  using Work = typename Checked<Exec, Scalar>::Work;

  Checked<Exec, Scalar> checked;

  KOKKOS_FUNCTION void add_entry(std::int64_t b, int i, int j, double scale, ColumnSums& sums) const {
    Work vwv = 0, vv = 0;
    for (int k = 0; k < checked.a.rows; ++k) {
      const Work product = to_double(checked.v(b, i, k)) * conj(to_double(checked.v(b, j, k)));
      vwv += product * (scale * static_cast<double>(checked.w(b, k)));
      vv += product;
    }
    sums.residual += Kokkos::sqrt(abs_squared(checked.entry(b, i, j, scale) - vwv));
    sums.orthogonality += Kokkos::sqrt(abs_squared(vv - (i == j ? 1.0 : 0.0)));
  }

  KOKKOS_FUNCTION void check(const Team& team, std::int64_t place, int j) const {
    const std::int64_t b = checked.member(place);
    MemberSums& member = checked.sums(place);
    ColumnSums total;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, checked.a.rows),
        [&](int i, ColumnSums& sums) { add_entry(b, i, j, member.scale, sums); }, total);
    Kokkos::single(Kokkos::PerTeam(team), [&] {
      Kokkos::atomic_max(&member.residual, worse(0, total.residual));
      Kokkos::atomic_max(&member.orthogonality, worse(0, total.orthogonality));
    });
  }

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int n = checked.a.rows;
    for (std::int64_t column = team.league_rank(); column < checked.sample * n; column += team.league_size()) {
      const std::int64_t place = column / n;
      if (checked.solved(checked.member(place))) check(team, place, static_cast<int>(column % n));
    }
  }
};

/// The ratios of the worst member.
template <class Space>
EighAccuracy worst_member(const Space& exec, const Kokkos::View<MemberSums*, typename Space::memory_space>& sums,
                          double unit) {
  const auto host = Kokkos::create_mirror_view(sums);
  Kokkos::deep_copy(exec, host, sums);
  exec.fence("kolibri::check_eigh: checked");
  EighAccuracy accuracy;
  for (std::size_t place = 0; place < host.extent(0); ++place) {
    const MemberSums& member = host(place);
    if (!member.checked) continue;
    ++accuracy.members;
    accuracy.residual = worse(accuracy.residual, member.residual == 0 ? 0 : member.residual / member.norm / unit);
    accuracy.orthogonality = worse(accuracy.orthogonality, member.orthogonality / unit);
    accuracy.moments = worse(accuracy.moments, member.moments / unit);
  }
  return accuracy;
}

/// The largest relative difference of one member's eigenvalues.
template <class Real>
struct DifferenceOfMember {
  VectorBatch<const Real> w1, w2;
  int n;

  KOKKOS_FUNCTION void operator()(std::int64_t b, double& worst) const {
    double largest = 0;
    for (int i = 0; i < n; ++i) {
      largest = Kokkos::fmax(largest, Kokkos::fmax(Kokkos::fabs(double(w1(b, i))), Kokkos::fabs(double(w2(b, i)))));
    }
    for (int i = 0; i < n; ++i) {
      const double first = w1(b, i), second = w2(b, i);
      worst = worse(worst, first == second ? 0 : Kokkos::fabs(first / largest - second / largest) / double(ulp<Real>));
    }
  }
};

}  // namespace

template <class Exec, class Scalar>
EighAccuracy check_eigh(const Exec& exec, MatrixBatch<const Scalar> a, VectorBatch<const real_t<Scalar>> w,
                        MatrixBatch<const Scalar> v, const int* info, Triangle triangle, std::int64_t sample) {
  using Policy = Kokkos::TeamPolicy<Exec>;
  sample = std::min(sample, a.batch);
  if (sample <= 0 || a.rows == 0) return {};
  const Kokkos::View<MemberSums*, typename Exec::memory_space> sums(
      Kokkos::view_alloc(exec, "kolibri::check_eigh::sums"), static_cast<std::size_t>(sample));
  const Checked<Exec, Scalar> checked{a, w, v, info, triangle, sample, sums};
  const auto league = [](std::int64_t work) { return static_cast<int>(std::min<std::int64_t>(work, 1 << 30)); };
  Kokkos::parallel_for("kolibri::check_eigh::member", Policy(exec, league(sample), Kokkos::AUTO),
                       SumMember<Exec, Scalar>{checked});
  if (!v.empty()) {
    Kokkos::parallel_for("kolibri::check_eigh::column", Policy(exec, league(sample * a.rows), Kokkos::AUTO),
                         SumColumn<Exec, Scalar>{checked});
  }
  return worst_member(exec, sums, a.rows * static_cast<double>(ulp<real_t<Scalar>>));
}

template <class Exec, class Real>
double eigenvalue_difference(const Exec& exec, VectorBatch<const Real> w1, VectorBatch<const Real> w2,
                             std::int64_t batch, int n) {
  double worst = 0;
  Kokkos::parallel_reduce("kolibri::eigenvalue_difference",
                          Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, batch),
                          DifferenceOfMember<Real>{w1, w2, n}, Kokkos::Max<double>(worst));
  return std::max(0.0, worst);
}

#define KOLIBRI_DEFINE_CHECK(SPACE, SCALAR)                                                                     \
  template EighAccuracy check_eigh<SPACE, SCALAR>(const SPACE&, MatrixBatch<const SCALAR>,                      \
                                                  VectorBatch<const real_t<SCALAR>>, MatrixBatch<const SCALAR>, \
                                                  const int*, Triangle, std::int64_t);
KOLIBRI_FOR_EACH_SCALAR_AND_SPACE(KOLIBRI_DEFINE_CHECK)

#define KOLIBRI_DEFINE_DIFFERENCE(SPACE, REAL)                                                                       \
  template double eigenvalue_difference<SPACE, REAL>(const SPACE&, VectorBatch<const REAL>, VectorBatch<const REAL>, \
                                                     std::int64_t, int);
KOLIBRI_FOR_EACH_SPACE(KOLIBRI_DEFINE_DIFFERENCE, float)
KOLIBRI_FOR_EACH_SPACE(KOLIBRI_DEFINE_DIFFERENCE, double)

}  // namespace kolibri::detail
