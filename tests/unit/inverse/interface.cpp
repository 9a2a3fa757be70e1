#include <kolibri/team_policy.hpp>

#include "support_names.hpp"

// What a caller sees of inverse.hpp: Views of any layout, optional arguments, workspace, errors.
namespace kolibri::test {

namespace {

template <class Scalar, class Layout = Kokkos::LayoutRight>
using Matrices = Kokkos::View<Scalar***, Layout, Space>;

template <class Scalar>
class InverseInterface : public testing::Test {};
TYPED_TEST_SUITE(InverseInterface, AllScalars);

template <class Scalar>
HostBatch<Scalar> some_matrices(int batch, int n) {
  std::vector<Matrix> members;
  for (int b = 0; b < batch; ++b) members.push_back(random_matrix(n, n, is_complex<Scalar>, b + 1));
  return batch_of<Scalar>(members);
}

/// The inverse with A and X of the layouts, through mirrors.
template <class Scalar, class In, class Out>
HostBatch<Scalar> inverse_in(const HostBatch<Scalar>& host) {
  const std::size_t batch = host.extent(0), n = host.extent(1);
  const Matrices<Scalar, In> a("kolibri::test a", batch, n, n);
  const Matrices<Scalar, Out> x("kolibri::test x", batch, n, n);
  const auto mirror = Kokkos::create_mirror_view(a);
  for (std::size_t i = 0; i < host.size(); ++i) {
    mirror(i / (n * n), i / n % n, i % n) = host.data()[i];
  }
  Kokkos::deep_copy(a, mirror);
  inverse(Space(), a, x, Kokkos::View<int*, Space>());
  const auto result = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x);
  const HostBatch<Scalar> copy("kolibri::test copy", batch, n, n);
  for (std::size_t i = 0; i < host.size(); ++i) {
    copy.data()[i] = result(i / (n * n), i / n % n, i % n);
  }
  return copy;
}

TYPED_TEST(InverseInterface, Layouts) {
  using Left = Kokkos::LayoutLeft;
  using Right = Kokkos::LayoutRight;
  for (const int n : {1, 3, 7, 20}) {
    const auto a = some_matrices<TypeParam>(5, n);
    for (const auto& x : {inverse_in<TypeParam, Right, Right>(a), inverse_in<TypeParam, Left, Left>(a),
                          inverse_in<TypeParam, Right, Left>(a), inverse_in<TypeParam, Left, Right>(a)}) {
      for (int b = 0; b < 5; ++b) EXPECT_LT(inverse_ratio(a, x, b), threshold) << "n " << n;
    }
  }
}

TYPED_TEST(InverseInterface, ConstInputs) {
  const Matrices<TypeParam> a("kolibri::test a", 2, 3, 3), x("kolibri::test x", 2, 3, 3), f("kolibri::test f", 2, 3, 3);
  const Kokkos::View<int**, Space> pivots("kolibri::test pivots", 2, 3);
  const Kokkos::View<int*, Space> info("kolibri::test info", 2);
  const Matrices<const TypeParam> constant = a, factors = f;
  const Kokkos::View<const int**, Space> constant_pivots = pivots;
  inverse(Space(), constant, x, info);
  lu(Space(), constant, f, pivots, info);
  lu_solve(Space(), factors, constant_pivots, constant, x);
  solve(Space(), constant, constant, x, info);
  rcond(Space(), constant, Kokkos::View<real_t<TypeParam>*, Space>("kolibri::test rcond", 2));
  Kokkos::fence("kolibri::test");
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), info);
  EXPECT_EQ(host(0), 1);  // zero matrices
}

TYPED_TEST(InverseInterface, InfoIsOptional) {
  const auto host = some_matrices<TypeParam>(2, 4);
  const Matrices<TypeParam> a("kolibri::test a", 2, 4, 4), x("kolibri::test x", 2, 4, 4);
  const Kokkos::View<int**, Space> pivots("kolibri::test pivots", 2, 4);
  const Kokkos::View<TypeParam*, Space> values("kolibri::test values", 2);
  const Kokkos::View<real_t<TypeParam>*, Space> reals("kolibri::test reals", 2);
  const Kokkos::View<int*, Space> none;
  Kokkos::deep_copy(a, host);
  lu(Space(), a, x, pivots, none);
  solve(Space(), a, a, x, none);
  slogdet(Space(), a, values, reals, none);
  determinant(Space(), a, values, none);
  triangular_inverse(Space(), a, x, none, TriangularPart::upper);
  inverse(Space(), a, x, none);
  HostBatch<TypeParam> got("kolibri::test got", 2, 4, 4);
  Kokkos::deep_copy(got, x);
  for (int b = 0; b < 2; ++b) EXPECT_LT(inverse_ratio(host, got, b), threshold);
}

/// A value per member may be a column of a larger View.
TYPED_TEST(InverseInterface, NumbersWithStrides) {
  const auto a = some_matrices<TypeParam>(4, 3);
  for (int i = 0; i < 3; ++i) a(2, i, 1) = TypeParam(0);
  const Matrices<TypeParam> device_a("kolibri::test a", 4, 3, 3), x("kolibri::test x", 4, 3, 3);
  Kokkos::deep_copy(device_a, a);
  const Kokkos::View<int**, Kokkos::LayoutRight, Space> info("kolibri::test info", 4, 3);
  const Kokkos::View<TypeParam**, Kokkos::LayoutRight, Space> signs("kolibri::test signs", 4, 3);
  const Kokkos::View<real_t<TypeParam>**, Kokkos::LayoutRight, Space> reals("kolibri::test reals", 4, 3);
  Kokkos::deep_copy(info, 7);
  const auto column = [](const auto& view, int j) { return Kokkos::subview(view, Kokkos::ALL, j); };
  inverse(Space(), device_a, x, column(info, 0));
  slogdet(Space(), device_a, column(signs, 1), column(reals, 1), column(info, 1));
  rcond(Space(), device_a, column(reals, 2));
  Kokkos::fence("kolibri::test");
  const auto host_info = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), info);
  const auto host_reals = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), reals);
  const auto number = determinants(a);
  const auto condition = conditions(a);
  for (int b = 0; b < 4; ++b) {
    EXPECT_EQ(host_info(b, 0), b == 2 ? 2 : 0);
    EXPECT_EQ(host_info(b, 1), b == 2 ? 2 : 0);
    EXPECT_EQ(host_info(b, 2), 7);
    EXPECT_EQ(host_reals(b, 0), 0);
    EXPECT_EQ(host_reals(b, 1), number.log_abs[b]);
    EXPECT_EQ(host_reals(b, 2), condition.rcond[b]);
  }
}

TYPED_TEST(InverseInterface, EmptyBatchesAndMatrices) {
  for (const auto& [batch, n] : {std::pair{0, 0}, {2, 0}, {0, 3}}) {
    SCOPED_TRACE(concat("batch ", batch, ", n ", n));
    const auto a = batch_of<TypeParam>(batch, n, n, [](int, int, int) { return 1.0; });
    const auto b = batch_of<TypeParam>(batch, n, 2, [](int, int, int) { return 1.0; });
    const std::vector<int> good(batch, 0);
    EXPECT_EQ(inverted(a).info, good);
    EXPECT_EQ(inverted(a, cholesky).info, good);
    EXPECT_EQ(solved(a, b).info, good);
    EXPECT_EQ(factored(a).info, good);
    EXPECT_EQ(determinants(a).info, good);
    EXPECT_EQ(triangular_inverted(a, TriangularPart::lower).info, good);
    EXPECT_TRUE(solved_from(factored(a), b).untouched);
    const auto condition = conditions(a);
    EXPECT_EQ(condition.rcond, (std::vector<real_t<TypeParam>>(batch, 1)));  // as LAPACK's gecon for n = 0
  }
}

constexpr InverseTask all_tasks[] = {
    InverseTask::inverse,     InverseTask::lu,    InverseTask::lu_solve,          InverseTask::solve,
    InverseTask::determinant, InverseTask::rcond, InverseTask::triangular_inverse};

/// Small matrices are worked on in team scratch, large ones in the result or, without one, in workspace.
TYPED_TEST(InverseInterface, ScratchAndWorkspace) {
  const Space exec;
  for (const InverseTask task : all_tasks) {
    SCOPED_TRACE(int(task));
    const auto workspace = [&](int n) { return inverse_workspace<Space, TypeParam>(exec, task, 10, n, 2); };
    EXPECT_EQ(workspace(16), 0u);
    EXPECT_GT((inverse_scratch<Space, TypeParam>(exec, task, 10, 16, 2)), 0u);
    EXPECT_LE((inverse_scratch<Space, TypeParam>(exec, task, 10, 16, 2)), scratch_limit<Space>());
    const int large = 20000;
    const std::size_t bytes = std::size_t(large) * large * sizeof(TypeParam);
    if (task == InverseTask::inverse || task == InverseTask::lu) {
      EXPECT_LT(workspace(large), bytes / 20);
    } else {
      EXPECT_GE(workspace(large), bytes);
    }
  }
}

/// Which method automatic stands for may depend on the batch; by name it is the same for every batch, bit for bit.
TYPED_TEST(InverseInterface, MethodsByName) {
  const Space exec;
  const int n = 200;
  const auto a = some_matrices<TypeParam>(9, n);
  const auto alone = batch_of<TypeParam>(1, n, n, [&](int, int i, int j) { return a(7, i, j); });
  for (const InverseMethod method : {InverseMethod::gauss_jordan, InverseMethod::blocked_gauss_jordan}) {
    const InverseOptions options{.method = method};
    EXPECT_EQ((inverse_method<Space, TypeParam>(exec, 9, n, options)), method);
    const auto many = inverted(a, options), one = inverted(alone, options);
    EXPECT_TRUE(same_member(many, 7, one, 0)) << int(method);
    EXPECT_LT(inverse_ratio(a, many.x, 7), threshold) << int(method);
    const InverseOptions by_name{.method = inverse_method<Space, TypeParam>(exec, 9, n)};
    const bool as_chosen = by_name.method == method;
    EXPECT_TRUE(!as_chosen || same_member(inverted(a), 7, many, 7)) << int(method);
  }
  EXPECT_EQ(
      message_of([&] { inverted(a, {.method = InverseMethod::blocked_gauss_jordan}, {.output = Storage::strided}); }),
      "kolibri::inverse: blocked_gauss_jordan needs an X with unit stride in rows or columns");
}

template <class Scalar>
struct Arguments {
  Matrices<Scalar> oblong{"oblong", 2, 3, 4}, a{"a", 2, 3, 3}, small{"small", 2, 2, 2}, b{"b", 2, 3, 5},
      short_b{"short b", 2, 4, 5}, x{"x", 2, 3, 5}, other_x{"x", 2, 3, 4};
  Kokkos::View<int**, Space> pivots{"pivots", 2, 3}, few_pivots{"pivots", 2, 2};
  Kokkos::View<int*, Space> info{"info", 2}, long_info{"info", 3};
  Kokkos::View<Scalar*, Space> values{"values", 2}, few_values{"values", 1};
  Kokkos::View<real_t<Scalar>*, Space> reals{"reals", 2}, few_reals{"reals", 1};
};

TYPED_TEST(InverseInterface, ShapesOfTheInverse) {
  const Arguments<TypeParam> v;
  const Space exec;
  EXPECT_EQ(message_of([&] { inverse(exec, v.oblong, v.a, v.info); }), "kolibri::inverse: A must be square, got 3 x 4");
  EXPECT_EQ(message_of([&] { inverse(exec, v.a, v.small, v.info); }),
            "kolibri::inverse: X must be 2 x 3 x 3, got 2 x 2 x 2");
  EXPECT_EQ(message_of([&] { inverse(exec, v.a, v.a, v.long_info); }),
            "kolibri::inverse: info must be of length 2, got 3");
  EXPECT_EQ(message_of([&] { inverse(exec, v.a, v.a, v.info, {.refine = -1}); }),
            "kolibri::inverse: refine must be >= 0, got -1");
  EXPECT_EQ(message_of([&] { inverse(exec, v.a, v.a, v.info, {.refine = 1}); }),
            "kolibri::inverse: refine needs A, which X overwrites; use refine 0");
  EXPECT_EQ(message_of([&] { triangular_inverse(exec, v.a, v.small, v.info, TriangularPart::lower); }),
            "kolibri::triangular_inverse: X must be 2 x 3 x 3, got 2 x 2 x 2");
  EXPECT_EQ(message_of([&] { triangular_inverse(exec, v.oblong, v.a, v.info, TriangularPart::lower); }),
            "kolibri::triangular_inverse: A must be square, got 3 x 4");
}

TYPED_TEST(InverseInterface, ShapesOfFactorsAndSolutions) {
  const Arguments<TypeParam> v;
  const Space exec;
  EXPECT_EQ(message_of([&] { lu(exec, v.oblong, v.a, v.pivots, v.info); }), "kolibri::lu: A must be square, got 3 x 4");
  EXPECT_EQ(message_of([&] { lu(exec, v.a, v.small, v.pivots, v.info); }),
            "kolibri::lu: F must be 2 x 3 x 3, got 2 x 2 x 2");
  EXPECT_EQ(message_of([&] { lu(exec, v.a, v.a, v.few_pivots, v.info); }),
            "kolibri::lu: pivots must be 2 x 3, got 2 x 2");
  EXPECT_EQ(message_of([&] { lu_solve(exec, v.a, v.few_pivots, v.b, v.x); }),
            "kolibri::lu_solve: pivots must be 2 x 3, got 2 x 2");
  EXPECT_EQ(message_of([&] { lu_solve(exec, v.a, v.pivots, v.short_b, v.x); }),
            "kolibri::lu_solve: B must be 2 x 3 x 5, got 2 x 4 x 5");
  EXPECT_EQ(message_of([&] { solve(exec, v.a, v.short_b, v.x, v.info); }),
            "kolibri::solve: B must be 2 x 3 x 5, got 2 x 4 x 5");
  EXPECT_EQ(message_of([&] { solve(exec, v.a, v.b, v.other_x, v.info); }),
            "kolibri::solve: X must be 2 x 3 x 5, got 2 x 3 x 4");
  EXPECT_EQ(message_of([&] { solve(exec, v.a, v.b, v.x, v.info, {.refine = -1}); }),
            "kolibri::solve: refine must be >= 0, got -1");
  EXPECT_EQ(message_of([&] { solve(exec, v.a, v.b, v.b, v.info, {.refine = 1}); }),
            "kolibri::solve: refine needs B, which X overwrites; use refine 0");
}

TYPED_TEST(InverseInterface, ShapesOfNumbers) {
  const Arguments<TypeParam> v;
  const Space exec;
  EXPECT_EQ(message_of([&] { slogdet(exec, v.a, v.few_values, v.reals, v.info); }),
            "kolibri::slogdet: sign must be of length 2, got 1");
  EXPECT_EQ(message_of([&] { slogdet(exec, v.a, v.values, v.few_reals, v.info); }),
            "kolibri::slogdet: log_abs must be of length 2, got 1");
  EXPECT_EQ(message_of([&] { determinant(exec, v.a, v.few_values, v.info); }),
            "kolibri::determinant: determinant must be of length 2, got 1");
  EXPECT_EQ(message_of([&] { rcond(exec, v.a, v.few_reals); }), "kolibri::rcond: rcond must be of length 2, got 1");
  EXPECT_EQ(message_of([&] { rcond(exec, v.oblong, v.reals); }), "kolibri::rcond: A must be square, got 3 x 4");
}

}  // namespace

}  // namespace kolibri::test
