#include <kolibri/run_program.hpp>
#include <string>

#include "../message_of.hpp"
#include "../scalars.hpp"
#include "team_matrix_support.hpp"

// Programs: the article's chains, every operation, members that fail, and what is said of programs that are wrong.
namespace kolibri::test {
namespace {

using enum MatrixOperation;

/// A batch on the host, (batch, rows, columns).
template <class Scalar>
using HostBatch = Kokkos::View<Scalar***, Kokkos::LayoutRight, Kokkos::HostSpace>;
template <class Scalar>
using DeviceBatch = Kokkos::View<Scalar***, Kokkos::LayoutRight, Space>;

template <class Scalar>
DeviceBatch<Scalar> batch_of(const std::vector<HostMatrix<Scalar>>& members) {
  DeviceBatch<Scalar> device("kolibri::test batch", members.size(), members[0].rows, members[0].columns);
  const auto host = Kokkos::create_mirror_view(device);
  for (std::size_t b = 0; b < members.size(); ++b) {
    for (int i = 0; i < members[b].rows; ++i) {
      for (int j = 0; j < members[b].columns; ++j) host(b, i, j) = members[b](i, j);
    }
  }
  Kokkos::deep_copy(device, host);
  return device;
}

template <class Scalar>
HostMatrix<Scalar> member_of(const DeviceBatch<Scalar>& device, int b) {
  Kokkos::fence("kolibri::test");
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), device);
  HostMatrix<Scalar> result(static_cast<int>(host.extent(1)), static_cast<int>(host.extent(2)));
  for (int i = 0; i < result.rows; ++i) {
    for (int j = 0; j < result.columns; ++j) result(i, j) = host(b, i, j);
  }
  return result;
}

/// lu, both triangular inverses, their product and the columns put back: the article's inverse.
MatrixProgram inverse_program(int n, UnitFactor unit = UnitFactor::upper) {
  return MatrixProgram({{"a", n, n, true}, {"y", n, n}},
                       {{.operation = lu, .in = {"a"}, .out = "a", .order = "p", .unit = unit},
                        {.operation = invert_upper, .in = {"a"}, .out = "y", .unit = unit},
                        {.operation = invert_lower, .in = {"a"}, .out = "y", .unit = unit},
                        {.operation = multiply_ul, .in = {"y"}, .out = "a", .unit = unit},
                        {.operation = permute_columns, .in = {"a"}, .out = "y", .order = "p"}},
                       {"y"});
}

template <class Scalar>
class Program : public testing::Test {};
TYPED_TEST_SUITE(Program, AllScalars);

TYPED_TEST(Program, ArticleInverse) {
  const auto a = batch_of<TypeParam>({article_matrix<TypeParam>(), article_matrix<TypeParam>()});
  const DeviceBatch<TypeParam> x("kolibri::test x", 2, 4, 4);
  const auto info = device_integers({7, 7});
  ProgramData<Space, TypeParam> data;
  run_program(Space(), inverse_program(4), data.input("a", a).output("y", x), info);
  EXPECT_EQ(host_integers(info), (std::vector<int>{0, 0}));
  for (const int b : {0, 1}) {
    expect_close(member_of(x, b), article_inverse<TypeParam>(), 4 * 825);
    expect_close(member_of(a, b), article_matrix<TypeParam>(), 0);  // the caller's array is as it was
  }
}

// The larger ones are beyond team scratch on a device; the host has much more of it.
TYPED_TEST(Program, InversesOfOtherSizes) {
  for (const int n : {0, 1, 2, 31, 200}) {
    for (const auto unit : {UnitFactor::lower, UnitFactor::upper}) {
      const auto a = random_factors<TypeParam>(n, 3);
      const DeviceBatch<TypeParam> x("kolibri::test x", 3, n, n);
      ProgramData<Space, TypeParam> data;
      data.input("a", batch_of<TypeParam>({a, a, a})).output("y", x);
      run_program(Space(), inverse_program(n, unit), data, device_integers({}));
      for (const int b : {0, 2}) expect_identity(product(member_of(x, b), a), 20.0 * (n + 1));
    }
  }
}

// Beyond the scratch of any backend: the matrices are in workspace. Long lines, too.
TYPED_TEST(Program, LargeMatricesInWorkspace) {
  const int rows = 1500, columns = 2000;
  const MatrixProgram program({{"a", rows, columns, true}, {"t", columns, rows}, {"c", rows, columns}},
                              {{.operation = transpose, .in = {"a"}, .out = "t"},
                               {.operation = transpose, .in = {"t"}, .out = "c"},
                               {.operation = add, .in = {"c", "a"}, .out = "c"}},
                              {"c"});
  ASSERT_GT((program_workspace<Space, TypeParam>(Space(), program, 3)), 0u);
  const auto a = random_matrix<TypeParam>(rows, columns, 7);
  const DeviceBatch<TypeParam> x("kolibri::test x", 3, rows, columns);
  ProgramData<Space, TypeParam> data;
  run_program(Space(), program, data.input("a", batch_of<TypeParam>({a, a, a})).output("c", x), device_integers({}));
  auto doubled = a;
  for (TypeParam& element : doubled.values) element += element;
  for (const int b : {0, 2}) expect_close(member_of(x, b), doubled, 0);
}

// |1 2| and |5 6|: sum |6  8|, difference |-4 -4|, Hadamard |5  12|, product |19 22|, transpose of it |19 43|
// |3 4|     |7 8|      |10 12|           |-4 -4|           |21 32|          |43 50|                  |22 50|
TYPED_TEST(Program, EveryPlainOperation) {
  using Host = HostMatrix<TypeParam>;
  const MatrixProgram program({{"a", 2, 2, true},
                               {"b", 2, 2, true},
                               {"s", 2, 2},
                               {"d", 2, 2},
                               {"h", 2, 2},
                               {"m", 2, 2},
                               {"t", 2, 2},
                               {"c", 2, 2}},
                              {{.operation = add, .in = {"a", "b"}, .out = "s"},
                               {.operation = subtract, .in = {"a", "b"}, .out = "d"},
                               {.operation = hadamard, .in = {"a", "b"}, .out = "h"},
                               {.operation = multiply, .in = {"a", "b"}, .out = "m"},
                               {.operation = transpose, .in = {"m"}, .out = "t"},
                               {.operation = copy, .in = {"t"}, .out = "c"}},
                              {"s", "d", "h", "m", "c"});
  ProgramData<Space, TypeParam> data;
  std::vector<DeviceBatch<TypeParam>> results;
  for (const auto& name : program.outputs()) {
    results.emplace_back("kolibri::test result", 1, 2, 2);
    data.output(name, results.back());
  }
  data.input("a", batch_of<TypeParam>({Host(2, 2, {1, 2, 3, 4})}));
  const auto b = GuardedMatrix<TypeParam, Kokkos::LayoutStride>(Host(2, 2, {5, 6, 7, 8}));
  data.input("b", b.constant());  // one for all members
  run_program(Space(), program, data, device_integers({}));
  const double wanted[5][4] = {{6, 8, 10, 12}, {-4, -4, -4, -4}, {5, 12, 21, 32}, {19, 22, 43, 50}, {19, 43, 22, 50}};
  for (int i = 0; i < 5; ++i) {
    expect_close(member_of(results[i], 0), Host(2, 2, {wanted[i][0], wanted[i][1], wanted[i][2], wanted[i][3]}), 0);
  }
}

TYPED_TEST(Program, FactorsRebuildAndSolve) {
  const int n = 9, r = 3;
  const auto a = random_matrix<TypeParam>(n, n, 5), b = random_matrix<TypeParam>(n, r, 6);
  const MatrixProgram program(
      {{"a", n, n, true}, {"b", n, r, true}, {"f", n, n}, {"g", n, n}, {"x", n, r}, {"i", n, n}},
      {{.operation = lu, .in = {"a"}, .out = "f", .order = "p"},
       {.operation = lu_solve, .in = {"f", "b"}, .out = "x", .order = "p"},
       {.operation = inverse, .in = {"a"}, .out = "i"},
       {.operation = multiply_lu, .in = {"f"}, .out = "g"},
       {.operation = permute_rows, .in = {"g"}, .out = "f", .order = "p"}},
      {"f", "x", "i"});
  const DeviceBatch<TypeParam> f("kolibri::test f", 1, n, n), x("kolibri::test x", 1, n, r),
      i("kolibri::test i", 1, n, n);
  ProgramData<Space, TypeParam> data;
  data.input("a", batch_of<TypeParam>({a})).input("b", batch_of<TypeParam>({b}));
  run_program(Space(), program, data.output("f", f).output("x", x).output("i", i), device_integers({}));
  expect_close(member_of(f, 0), a, 8.0 * n);
  expect_close(product(a, member_of(x, 0)), b, 2000.0);
  expect_identity(product(a, member_of(i, 0)), 2000.0);
}

TEST(ProgramRelu, AndItsDerivative) {
  const MatrixProgram program({{"a", 1, 3, true}, {"r", 1, 3}, {"d", 1, 3}},
                              {{.operation = relu, .in = {"a"}, .out = "r"},
                               {.operation = relu_derivative, .in = {"a"}, .out = "d", .at_zero = 1}},
                              {"r", "d"});
  const DeviceBatch<double> r("kolibri::test r", 1, 1, 3), d("kolibri::test d", 1, 1, 3);
  ProgramData<Space, double> data;
  data.input("a", batch_of<double>({HostMatrix<double>(1, 3, {-2, 0, 3})})).output("r", r).output("d", d);
  run_program(Space(), program, data, device_integers({}));
  expect_close(member_of(r, 0), HostMatrix<double>(1, 3, {0, 0, 3}), 0);
  expect_close(member_of(d, 0), HostMatrix<double>(1, 3, {0, 1, 1}), 0);
}

TYPED_TEST(Program, BadMembersDoNotDisturbOthers) {
  using Host = HostMatrix<TypeParam>;
  const Host good(2, 2, {2, 1, 1, 3}), singular(2, 2, {1, 2, 0, 0});
  Host infinite = good;
  infinite(1, 0) = TypeParam(Kokkos::Experimental::infinity_v<real_t<TypeParam>>);
  const auto a = batch_of<TypeParam>({singular, good, infinite, good});
  const DeviceBatch<TypeParam> x("kolibri::test x", 4, 2, 2), alone("kolibri::test x", 1, 2, 2);
  const auto info = device_integers({7, 7, 7, 7});
  ProgramData<Space, TypeParam> data, clean;
  run_program(Space(), inverse_program(2), data.input("a", a).output("y", x), info);
  run_program(Space(), inverse_program(2), clean.input("a", batch_of<TypeParam>({good})).output("y", alone),
              device_integers({}));
  EXPECT_EQ(host_integers(info), (std::vector<int>{2, 0, -1, 0}));
  for (const int b : {1, 3}) expect_close(member_of(x, b), member_of(alone, 0), 0);
  for (const int b : {0, 2}) {
    for (const auto& element : member_of(x, b).values) EXPECT_FALSE(is_finite(element));
  }
}

using test::message_of;

/// What is said of a program on matrices of 2 x 2, 2 x 3 and 3 x 3 whose steps are given.
std::string message_of(const std::vector<ProgramStep>& steps, const std::vector<std::string>& outputs = {"c"}) {
  const std::vector<ProgramMatrix> matrices{{"a", 2, 2, true}, {"b", 2, 3, true}, {"c", 2, 2}, {"d", 3, 3}};
  return message_of([&] { MatrixProgram(matrices, steps, outputs); });
}

TEST(ProgramErrors, NameTheStep) {
  const ProgramStep good{.operation = copy, .in = {"a"}, .out = "c"};
  EXPECT_EQ(message_of({good}), "no error");
  EXPECT_EQ(message_of({}), "steps: there must be one at least");
  EXPECT_EQ(message_of({good, {.operation = copy, .in = {"e"}, .out = "c"}}),
            "step 2 (copy): there is no matrix 'e'; known: a, b, c, d");
  EXPECT_EQ(message_of({good, {.operation = add, .in = {"a"}, .out = "c"}}), "step 2 (add): takes 2 inputs, got 1");
  EXPECT_EQ(message_of({{.operation = copy, .in = {"a"}}}), "step 1 (copy): the output is missing");
  EXPECT_EQ(message_of({good, {.operation = multiply, .in = {"b", "a"}, .out = "d"}}),
            "step 2 (multiply): 'b' is 2 x 3 and 'a' is 2 x 2, the inner extents must be equal");
  EXPECT_EQ(message_of({{.operation = multiply, .in = {"a", "b"}, .out = "c"}}),
            "step 1 (multiply): output 'c' must be 2 x 3, it is 2 x 2");
  EXPECT_EQ(message_of({{.operation = add, .in = {"a", "b"}, .out = "c"}}),
            "step 1 (add): input 'b' must be 2 x 2, it is 2 x 3");
  EXPECT_EQ(message_of({{.operation = lu, .in = {"b"}, .out = "b", .order = "p"}}),
            "step 1 (lu): 'b' must be square, it is 2 x 3");
  EXPECT_EQ(message_of({{.operation = multiply, .in = {"a", "a"}, .out = "a"}}),
            "step 1 (multiply): output 'a' must not be an input: it is read while it is written");
}

TEST(ProgramErrors, NothingIsReadBeforeItIsWritten) {
  EXPECT_EQ(message_of({{.operation = copy, .in = {"c"}, .out = "a"}}),
            "step 1 (copy): 'c' is used before it is written");
  EXPECT_EQ(message_of({{.operation = invert_upper, .in = {"a"}, .out = "c"},
                        {.operation = multiply_ul, .in = {"c"}, .out = "a"}}),
            "step 2 (multiply_ul): 'c' is used before its lower triangle is written");
  EXPECT_EQ(message_of({{.operation = invert_upper, .in = {"a"}, .out = "c"}}),
            "outputs: 'c' is never written as a whole");
  EXPECT_EQ(message_of({{.operation = copy, .in = {"a"}, .out = "c"}}, {"d"}),
            "outputs: 'd' is never written as a whole");
  EXPECT_EQ(message_of({{.operation = copy, .in = {"a"}, .out = "c"}}, {"e"}), "outputs: there is no matrix 'e'");
}

TEST(ProgramErrors, Orders) {
  EXPECT_EQ(message_of({{.operation = permute_rows, .in = {"a"}, .out = "c"}}),
            "step 1 (permute_rows): the order is missing: a name that lu writes and others read");
  EXPECT_EQ(message_of({{.operation = permute_rows, .in = {"a"}, .out = "c", .order = "p"}}),
            "step 1 (permute_rows): order 'p' is used before an lu writes it");
  EXPECT_EQ(message_of({{.operation = lu, .in = {"a"}, .out = "c", .order = "b"}}), "step 1 (lu): 'b' is a matrix");
  EXPECT_EQ(message_of({{.operation = copy, .in = {"a"}, .out = "c", .order = "p"}}),
            "step 1 (copy): has no order, got 'p'");
  EXPECT_EQ(message_of({{.operation = lu, .in = {"a"}, .out = "c", .order = "p"},
                        {.operation = permute_columns, .in = {"b"}, .out = "b", .order = "p"}}),
            "step 2 (permute_columns): order 'p' is of length 2, 'b' needs 3");
}

TEST(ProgramErrors, Matrices) {
  const std::vector<ProgramStep> steps{{.operation = copy, .in = {"a"}, .out = "a"}};
  EXPECT_EQ(message_of([&] {
              MatrixProgram({{"a", 2, 2, true}, {"a", 2, 2}}, steps, {"a"});
            }),
            "matrices: 'a' is declared twice");
  EXPECT_EQ(message_of([&] {
              MatrixProgram({{"a", -2, 2, true}}, steps, {"a"});
            }),
            "matrices: 'a' is -2 x 2, extents must not be negative");
}

TEST(ProgramErrors, DataThatDoNotFit) {
  const auto program = inverse_program(2);
  const DeviceBatch<double> a("kolibri::test a", 3, 2, 2), wide("kolibri::test w", 3, 2, 3),
      y("kolibri::test y", 2, 2, 2);
  const auto info = device_integers({});
  using Data = ProgramData<Space, double>;
  const auto message = [&](const Data& data) { return message_of([&] { run_program(Space(), program, data, info); }); };
  EXPECT_EQ(message(Data().output("y", y)), "kolibri::run_program: input 'a' is not given");
  EXPECT_EQ(message(Data().input("a", a).output("y", y)), "kolibri::run_program: 'y' has 2 members, others have 3");
  EXPECT_EQ(message(Data().input("a", wide)), "kolibri::run_program: input 'a' must be 2 x 2, got 2 x 3");
  EXPECT_EQ(message(Data().input("a", a).output("a", a)), "kolibri::run_program: 'a' is no output of the program");
  EXPECT_EQ(message(Data().input("b", a)), "kolibri::MatrixProgram: there is no matrix 'b'");
  EXPECT_EQ(message_of([&] {
              run_program(Space(), program, Data().input("a", a), device_integers({1, 2}));
            }),
            "kolibri::run_program: info must be of length 3, got 2");
}

TEST(ProgramErrors, ReluOfComplexMatrices) {
  const MatrixProgram program({{"a", 1, 1, true}}, {{.operation = relu, .in = {"a"}, .out = "a"}}, {"a"});
  EXPECT_EQ(message_of([&] { program_scratch<Space, Kokkos::complex<double>>(Space(), program); }),
            "step 1 (relu): needs real matrices, these are complex");
}

TEST(ProgramNeeds, ScratchOrWorkspace) {
  const std::size_t bytes =
      2 * 8 * 8 * 9 + 2 * 8 * sizeof(int) + 16;  // two 8 x 9 matrices, pivots and order, alignment
  EXPECT_EQ((program_scratch<Space, double>(Space(), inverse_program(8))), bytes);
  EXPECT_EQ((program_workspace<Space, double>(Space(), inverse_program(8), 5)), 0u);
  const auto large = inverse_program(3000);
  EXPECT_EQ((program_scratch<Space, double>(Space(), large)), 0u);
  EXPECT_GE((program_workspace<Space, double>(Space(), large, 1)), 2u * 8 * 3000 * 3001);
}

}  // namespace
}  // namespace kolibri::test
