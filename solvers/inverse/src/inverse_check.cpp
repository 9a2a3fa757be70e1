#include <algorithm>
#include <kolibri/inverse_check.hpp>
#include <vector>

#include "check_kernels.hpp"
#include "order_of_pivots.hpp"

namespace kolibri::detail {

namespace {

template <class Exec>
auto range(const Exec& exec, std::int64_t count) {
  return Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, count);
}

template <class Exec>
auto rows_of(const Exec& exec, int rows) {
  return Kokkos::TeamPolicy<Exec>(exec, rows, Kokkos::AUTO, 32);
}

template <class Exec>
double largest(const Exec& exec, const double* values, std::int64_t count) {
  double result = 0;
  Kokkos::parallel_reduce("kolibri::check_inverse::norm", range(exec, count), LargestOf{values},
                          Kokkos::Max<double>(result));
  return std::max(0.0, result);
}

template <class Exec, class Scalar>
void add_column_norms(const Exec& exec, MatrixBatch<const Scalar> rows, double* norms) {
  Kokkos::parallel_for("kolibri::check_inverse::columns", range(exec, rows.batch * rows.columns),
                       AddColumnNorms<Scalar>{rows, norms});
}

/// Works through the members of a sample one by one, with memory for the columns of one residual.
template <class Exec, class Scalar>
class MemberChecker {
 public:
  using Memory = typename Exec::memory_space;
  using Work = double_of<Scalar>;

  MemberChecker(const Exec& exec, int n, int columns, int looked_at)
      : m_exec(exec),
        m_n(n),
        m_columns{std::max(1, std::min(columns, looked_at)), columns},
        m_norms("kolibri::check_inverse::norms", n),
        m_a("kolibri::check_inverse::a", m_columns.count, n),
        m_x("kolibri::check_inverse::x", m_columns.count, n),
        m_errors("kolibri::check_inverse::errors", m_columns.count, n) {}

  /// ||A||_1 / n, and the columns of A, from its rows; each piece is shown to `visit` too.
  template <class Visit>
  double read(const RowSource<Scalar>& a, std::int64_t member, bool pick, const Visit& visit) {
    Kokkos::deep_copy(m_exec, m_norms, 0.0);
    for (int first = 0; first < m_n;) {
      m_exec.fence("kolibri::check_inverse: the rows before");
      const MatrixBatch<const Scalar> rows = a(member, first);
      add_column_norms<Exec, Scalar>(m_exec, rows, m_norms.data());
      if (pick) this->pick(rows, first, m_a);
      visit(rows, first);
      first += rows.rows;
    }
    return largest(m_exec, m_norms.data(), m_n);
  }

  double norm(MatrixBatch<const Scalar> x) {
    Kokkos::deep_copy(m_exec, m_norms, 0.0);
    add_column_norms<Exec, Scalar>(m_exec, x, m_norms.data());
    return largest(m_exec, m_norms.data(), m_n);
  }

  using Picked = Kokkos::View<Work**, Kokkos::LayoutRight, Memory>;

  void pick(MatrixBatch<const Scalar> rows, int first_row, const Picked& picked) {
    Kokkos::parallel_for("kolibri::check_inverse::pick",
                         range(m_exec, static_cast<std::int64_t>(rows.rows) * m_columns.count),
                         PickColumns<Exec, Scalar>{rows, first_row, m_columns, picked});
  }

  template <class Target>
  void product(MatrixBatch<const Scalar> rows, int first_row, const Picked& picked, const Target& target) {
    Kokkos::parallel_for("kolibri::check_inverse::product", rows_of(m_exec, rows.rows),
                         ProductErrors<Exec, Scalar, Target>{rows, first_row, target, picked, m_errors});
  }

  void factors(MatrixBatch<const Scalar> f, const int* order, UnitFactor unit) {
    Kokkos::parallel_for("kolibri::check_inverse::factors", rows_of(m_exec, m_n),
                         FactorErrors<Exec, Scalar>{f, order, unit, m_columns, m_a, m_errors});
  }

  /// The largest column sum of the errors, or of those over the sums of the columns of X.
  double worst(bool relative = false) const {
    double result = 0;
    Kokkos::parallel_reduce("kolibri::check_inverse::worst", range(m_exec, m_columns.count),
                            WorstColumn<Exec, Work>{m_errors, relative ? m_x : Picked()}, Kokkos::Max<double>(result));
    return std::max(0.0, result);
  }

  const PickedColumns& columns() const { return m_columns; }
  const Picked& a() const { return m_a; }
  const Picked& x() const { return m_x; }

 private:
  Exec m_exec;
  int m_n;
  PickedColumns m_columns;
  Kokkos::View<double*, Memory> m_norms;
  Picked m_a, m_x;
  Kokkos::View<double**, Kokkos::LayoutRight, Memory> m_errors;
};

template <class Scalar>
MatrixBatch<const Scalar> member_of(MatrixBatch<const Scalar> batch, std::int64_t member) {
  batch.data += member * batch.batch_stride;
  batch.batch = 1;
  return batch;
}

/// The info of all members on the host; zeros where there is none.
template <class Exec>
std::vector<int> fetched(const Exec& exec, std::int64_t batch, VectorBatch<const int> info) {
  using Memory = typename Exec::memory_space;
  std::vector<int> infos(static_cast<std::size_t>(batch), 0);
  if (info.data == nullptr) return infos;
  const Kokkos::View<int*, Memory> together("kolibri::check_inverse::info", infos.size());
  const Kokkos::LayoutStride layout(infos.size(), static_cast<std::size_t>(info.batch_stride));
  Kokkos::deep_copy(exec, together,
                    Kokkos::View<const int*, Kokkos::LayoutStride, Memory, Kokkos::MemoryUnmanaged>(info.data, layout));
  Kokkos::deep_copy(exec, Kokkos::View<int*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(infos.data(), infos.size()),
                    together);
  exec.fence("kolibri::check_inverse: info");
  return infos;
}

/// The good members of an evenly spread sample.
template <class Exec>
std::vector<std::int64_t> sampled(const Exec& exec, std::int64_t batch, VectorBatch<const int> info,
                                  std::int64_t most) {
  const std::vector<int> infos = fetched(exec, batch, info);
  std::vector<std::int64_t> members;
  const std::int64_t sample = std::min(most, batch);
  for (std::int64_t place = 0; place < sample; ++place) {
    const std::int64_t member = batch / sample * place + batch % sample * place / sample;
    if (infos[member] == 0) members.push_back(member);
  }
  return members;
}

/// A residual over its unit; 0 / 0 is right.
double ratio(double residual, double unit) { return residual == 0 ? 0 : worse(0, residual / unit); }

template <class Scalar>
constexpr double round_off = static_cast<double>(ulp<real_t<Scalar>>) / 2;

}  // namespace

template <class Exec, class Scalar>
InverseAccuracy check_inverse(const Exec& exec, const RowSource<Scalar>& a, MatrixBatch<const Scalar> x,
                              VectorBatch<const int> info, const CheckSample& sample) {
  const int n = x.rows;
  const std::vector<std::int64_t> members = sampled(exec, x.batch, info, sample.members);
  InverseAccuracy accuracy{.members = static_cast<std::int64_t>(members.size())};
  if (n == 0 || members.empty()) return accuracy;
  MemberChecker<Exec, Scalar> checker(exec, n, n, sample.columns);
  const IdentityTarget identity{checker.columns()};
  for (const std::int64_t member : members) {
    const MatrixBatch<const Scalar> inverse = member_of(x, member);
    checker.pick(inverse, 0, checker.x());
    const double norm_x = checker.norm(inverse);
    const double norm_a = checker.read(a, member, true, [&](const MatrixBatch<const Scalar>& rows, int first) {
      checker.product(rows, first, checker.x(), identity);
    });
    const double unit = norm_a * norm_x * n * n * n * round_off<Scalar>;
    accuracy.right = worse(accuracy.right, ratio(checker.worst(), unit));
    checker.product(inverse, 0, checker.a(), identity);
    accuracy.left = worse(accuracy.left, ratio(checker.worst(), unit));
  }
  return accuracy;
}

template <class Exec, class Scalar>
ResidualAccuracy check_solve(const Exec& exec, MatrixBatch<const Scalar> a, MatrixBatch<const Scalar> b,
                             MatrixBatch<const Scalar> x, VectorBatch<const int> info, const CheckSample& sample) {
  const int n = a.rows;
  const std::vector<std::int64_t> members = sampled(exec, a.batch, info, sample.members);
  ResidualAccuracy accuracy{.members = static_cast<std::int64_t>(members.size())};
  if (n == 0 || x.columns == 0 || members.empty()) return accuracy;
  MemberChecker<Exec, Scalar> checker(exec, n, x.columns, sample.columns);
  for (const std::int64_t member : members) {
    checker.pick(member_of(x, member), 0, checker.x());
    const RightHandSideTarget<Scalar> target{member_of(b, member), checker.columns()};
    const double norm = checker.read(stored_rows(a), member, false, [&](const MatrixBatch<const Scalar>& rows, int i) {
      checker.product(rows, i, checker.x(), target);
    });
    accuracy.residual = worse(accuracy.residual, ratio(checker.worst(true), norm * n * round_off<Scalar>));
  }
  return accuracy;
}

template <class Exec, class Scalar>
ResidualAccuracy check_lu(const Exec& exec, const RowSource<Scalar>& a, MatrixBatch<const Scalar> f,
                          VectorBatch<int> pivots, VectorBatch<const int> info, UnitFactor unit,
                          const CheckSample& sample) {
  const int n = f.rows;
  const std::vector<std::int64_t> members = sampled(exec, f.batch, info, sample.members);
  ResidualAccuracy accuracy{.members = static_cast<std::int64_t>(members.size())};
  if (n == 0 || members.empty()) return accuracy;
  MemberChecker<Exec, Scalar> checker(exec, n, n, sample.columns);
  const Kokkos::View<int*, typename Exec::memory_space> order("kolibri::check_inverse::order", n);
  for (const std::int64_t member : members) {
    const double norm = checker.read(a, member, true, [](const MatrixBatch<const Scalar>&, int) {});
    Kokkos::parallel_for("kolibri::check_inverse::order", range(exec, 1),
                         OrderOfPivots{pivots, member, n, order.data()});
    checker.factors(member_of(f, member), order.data(), unit);
    accuracy.residual = worse(accuracy.residual, ratio(checker.worst(), norm * n * n * round_off<Scalar>));
  }
  return accuracy;
}

template <class Exec, class Scalar>
void mean_norms(const Exec& exec, MatrixBatch<const Scalar> a, double* norms) {
  const Kokkos::View<double*, typename Exec::memory_space> columns(
      Kokkos::view_alloc(exec, "kolibri::mean_norms::columns"), static_cast<std::size_t>(a.batch) * a.columns);
  add_column_norms<Exec, Scalar>(exec, a, columns.data());
  Kokkos::parallel_for("kolibri::mean_norms", range(exec, a.batch), NormOfMember{columns.data(), a.columns, norms});
}

template <class Exec, class Scalar>
void rcond_of_inverse(const Exec& exec, const double* norms, MatrixBatch<const Scalar> x, VectorBatch<const int> info,
                      VectorBatch<real_t<Scalar>> rcond) {
  const Kokkos::View<double*, typename Exec::memory_space> norms_x(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "kolibri::rcond_of_inverse::norms"),
      static_cast<std::size_t>(x.batch));
  mean_norms<Exec, Scalar>(exec, x, norms_x.data());
  Kokkos::parallel_for("kolibri::rcond_of_inverse", range(exec, x.batch),
                       RcondOfMember<real_t<Scalar>>{norms, norms_x.data(), info, static_cast<double>(x.rows), rcond});
}

#define KOLIBRI_DEFINE_CHECK(SPACE, SCALAR)                                                                            \
  template InverseAccuracy check_inverse<SPACE, SCALAR>(                                                               \
      const SPACE&, const RowSource<SCALAR>&, MatrixBatch<const SCALAR>, VectorBatch<const int>, const CheckSample&);  \
  template ResidualAccuracy check_solve<SPACE, SCALAR>(const SPACE&, MatrixBatch<const SCALAR>,                        \
                                                       MatrixBatch<const SCALAR>, MatrixBatch<const SCALAR>,           \
                                                       VectorBatch<const int>, const CheckSample&);                    \
  template ResidualAccuracy check_lu<SPACE, SCALAR>(const SPACE&, const RowSource<SCALAR>&, MatrixBatch<const SCALAR>, \
                                                    VectorBatch<int>, VectorBatch<const int>, UnitFactor,              \
                                                    const CheckSample&);                                               \
  template void mean_norms<SPACE, SCALAR>(const SPACE&, MatrixBatch<const SCALAR>, double*);                           \
  template void rcond_of_inverse<SPACE, SCALAR>(const SPACE&, const double*, MatrixBatch<const SCALAR>,                \
                                                VectorBatch<const int>, VectorBatch<real_t<SCALAR>>);
KOLIBRI_FOR_EACH_SCALAR_AND_SPACE(KOLIBRI_DEFINE_CHECK)

}  // namespace kolibri::detail
