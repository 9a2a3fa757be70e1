#include <kolibri/thread_inverse.hpp>

#include "support_names.hpp"

// The inverse and the solution by one thread a matrix, inside a kernel.
namespace kolibri::test {

namespace {

template <class Scalar>
using Matrices = Kokkos::View<Scalar***, Space>;

template <class Scalar>
struct InvertMembers {
  Matrices<const Scalar> a;
  Matrices<Scalar> x;
  Kokkos::View<int*, Space> info;
  InverseOptions options;

  KOKKOS_FUNCTION void operator()(int b) const {
    info(b) = thread::inverse(Kokkos::subview(a, b, Kokkos::ALL(), Kokkos::ALL()),
                              Kokkos::subview(x, b, Kokkos::ALL(), Kokkos::ALL()), options);
  }
};

template <class Scalar>
struct SolveMembers {
  Matrices<const Scalar> a;
  Matrices<Scalar> x;  ///< B before
  Kokkos::View<int*, Space> info;
  LuOptions options;

  KOKKOS_FUNCTION void operator()(int b) const {
    const auto own_x = Kokkos::subview(x, b, Kokkos::ALL(), Kokkos::ALL());
    info(b) = thread::solve(Kokkos::subview(a, b, Kokkos::ALL(), Kokkos::ALL()), own_x, own_x, options);
  }
};

template <class Scalar>
struct Answer {
  HostBatch<Scalar> x;
  std::vector<int> info;
};

template <class Scalar>
Matrices<Scalar> on_device(const HostBatch<Scalar>& host) {
  const Matrices<Scalar> views("kolibri::test matrices", host.extent(0), host.extent(1), host.extent(2));
  const auto mirror = Kokkos::create_mirror_view(views);
  for (std::size_t b = 0; b < host.extent(0); ++b) {
    for (std::size_t i = 0; i < host.extent(1); ++i) {
      for (std::size_t j = 0; j < host.extent(2); ++j) mirror(b, i, j) = host(b, i, j);
    }
  }
  Kokkos::deep_copy(views, mirror);
  return views;
}

template <class Kernel>
auto answer(const Kernel& kernel) {
  using Scalar = typename decltype(kernel.x)::value_type;
  Kokkos::parallel_for("kolibri::test by threads", Kokkos::RangePolicy<Space>(0, kernel.x.extent_int(0)), kernel);
  const auto x = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), kernel.x);
  const auto info = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), kernel.info);
  Answer<Scalar> result{HostBatch<Scalar>("kolibri::test x", x.extent(0), x.extent(1), x.extent(2)), {}};
  for (std::size_t b = 0; b < x.extent(0); ++b) {
    result.info.push_back(info(b));
    for (std::size_t i = 0; i < x.extent(1); ++i) {
      for (std::size_t j = 0; j < x.extent(2); ++j) result.x(b, i, j) = x(b, i, j);
    }
  }
  return result;
}

template <class Scalar>
Answer<Scalar> inverted_by_threads(const HostBatch<Scalar>& a, const InverseOptions& options, bool in_place) {
  const auto views = on_device(a);
  const auto x = in_place ? views : on_device(HostBatch<Scalar>("kolibri::test x", a.layout()));
  return answer(InvertMembers<Scalar>{views, x, Kokkos::View<int*, Space>("kolibri::test info", a.extent(0)), options});
}

template <class Scalar>
Answer<Scalar> solved_by_threads(const HostBatch<Scalar>& a, const HostBatch<Scalar>& b, const LuOptions& options) {
  const Kokkos::View<int*, Space> info("kolibri::test info", a.extent(0));
  return answer(SolveMembers<Scalar>{on_device(a), on_device(b), info, options});
}

/// Member 1 is singular, its column n zero; member 2 holds a NaN; the others are random and, for Cholesky, definite.
template <class Scalar>
HostBatch<Scalar> members(int n, bool definite) {
  std::vector<Matrix> random;
  for (int b = 0; b < 4; ++b) random.push_back(random_matrix(n, n, is_complex<Scalar>, 10 * n + b));
  const auto a = batch_of<Scalar>(random);
  return batch_of<Scalar>(4, n, n, [&](int b, int i, int j) {
    if (b == 2 && i == n - 1 && j == 0) return quiet_nan<Scalar>();
    if (b == 1 && (j == n - 1 || (definite && i == n - 1))) return Scalar(0);
    if (!definite) return a(b, i, j);
    return i == j ? Scalar(2 * n) : i > j ? a(b, i, j) : conj(a(b, j, i));
  });
}

template <class Scalar>
class ByOneThread : public testing::Test {};
TYPED_TEST_SUITE(ByOneThread, AllScalars);

TYPED_TEST(ByOneThread, Inverse) {
  for (int n = 1; n <= thread::inverse_max_n; ++n) {
    for (const InverseMethod method : {InverseMethod::automatic, InverseMethod::lu, InverseMethod::cholesky}) {
      SCOPED_TRACE(concat("n ", n, ", method ", static_cast<int>(method)));
      const auto a = members<TypeParam>(n, method == InverseMethod::cholesky);
      const auto got = inverted_by_threads(a, {.method = method}, n % 2 == 0);
      EXPECT_EQ(got.info, (std::vector<int>{0, n, -1, 0}));
      EXPECT_TRUE(all_nan(got.x, 1) && all_nan(got.x, 2));
      for (const int b : {0, 3}) EXPECT_LT(inverse_ratio(a, got.x, b), threshold);
    }
  }
}

TYPED_TEST(ByOneThread, Solution) {
  for (int n = 1; n <= thread::inverse_max_n; ++n) {
    for (const Operation operation : {Operation::none, Operation::transpose, Operation::conjugate_transpose}) {
      SCOPED_TRACE(concat("n ", n, ", operation ", static_cast<int>(operation)));
      const auto a = members<TypeParam>(n, false);
      const auto b = batch_of<TypeParam>(4, n, 3, [](int m, int i, int j) { return 1.0 / (1 + m + i + j); });
      const LuOptions options{.unit = n % 2 == 0 ? UnitFactor::lower : UnitFactor::upper, .operation = operation};
      const auto got = solved_by_threads(a, b, options);
      EXPECT_EQ(got.info, (std::vector<int>{0, n, -1, 0}));
      EXPECT_TRUE(all_nan(got.x, 1) && all_nan(got.x, 2));
      for (const int m : {0, 3}) {
        EXPECT_LT(residual_ratio(applied(operation, member(a, m)), member(got.x, m), member(b, m), eps<TypeParam>),
                  threshold);
      }
    }
  }
}

}  // namespace

}  // namespace kolibri::test
