#include <functional>

#include "../kernel_log.hpp"
#include "support_names.hpp"

// Labels, instances, fences: what Kokkos Tools sees of a call.
namespace kolibri::test {

namespace {

bool is_ours(const std::string& label) { return label.rfind("kolibri::", 0) == 0; }

/// The arguments of all functions, with n x n matrices a_ij = 1 / (b + i + j + 1) + (i == j).
template <class Scalar>
struct Arguments {
  using Matrices = Kokkos::View<Scalar***, Kokkos::LayoutRight, Space>;
  using Call = std::function<void(const Space&)>;

  Matrices a, x, b, y;
  Kokkos::View<int**, Space> pivots;
  Kokkos::View<int*, Space> info;
  Kokkos::View<Scalar*, Space> values;
  Kokkos::View<real_t<Scalar>*, Space> reals;

  Arguments(int batch, int n)
      : a("kolibri::test a", batch, n, n),
        x("kolibri::test x", batch, n, n),
        b("kolibri::test b", batch, n, 2),
        y("kolibri::test y", batch, n, 2),
        pivots("kolibri::test pivots", batch, n),
        info("kolibri::test info", batch),
        values("kolibri::test values", batch),
        reals("kolibri::test reals", batch) {
    const auto host =
        batch_of<Scalar>(batch, n, n, [](int b, int i, int j) { return 1.0 / (b + i + j + 1) + (i == j ? 1.0 : 0.0); });
    Kokkos::deep_copy(a, host);
    Kokkos::deep_copy(b, Scalar(1));
    lu(Space(), a, x, pivots, info);  // pivots for lu_solve
    Kokkos::fence("kolibri::test");
  }

  /// Without those that take seconds for large matrices on demand.
  std::vector<Call> calls(bool only_fast = false) const {
    std::vector<Call> all;
    for (const NamedMethod& method : general_methods) {
      all.push_back([=, *this](const Space& exec) { inverse(exec, a, x, info, method.options); });
    }
    all.push_back([=, *this](const Space& exec) { inverse(exec, a, x, info, cholesky); });
    if (!only_fast) all.push_back([*this](const Space& exec) { inverse(exec, a, x, info, {.refine = 1}); });
    all.push_back([*this](const Space& exec) { lu(exec, a, x, pivots, info); });
    all.push_back([*this](const Space& exec) { lu_solve(exec, a, pivots, b, y); });
    all.push_back([*this](const Space& exec) { solve(exec, a, b, y, info); });
    all.push_back([*this](const Space& exec) { slogdet(exec, a, values, reals, info); });
    all.push_back([*this](const Space& exec) { determinant(exec, a, values, info); });
    all.push_back([*this](const Space& exec) { rcond(exec, a, reals); });
    all.push_back([*this](const Space& exec) { triangular_inverse(exec, a, x, info, TriangularPart::upper); });
    return all;
  }
};

template <class Scalar>
class InverseLabels : public testing::Test {};
TYPED_TEST_SUITE(InverseLabels, AllScalars);

TYPED_TEST(InverseLabels, AreOursAndRunOnTheInstanceGiven) {
  const auto instances = Kokkos::Experimental::partition_space(Space(), 1, 1);
  if (!is_host) {  // Kokkos gives all instances of a host space one number
    ASSERT_NE(Kokkos::Tools::Experimental::device_id(instances[0]),
              Kokkos::Tools::Experimental::device_id(instances[1]));
  }
  for (const int n : {1, 3, 6, 20, 70, large_orders().front()}) {
    const bool is_large = n > 70;  // works in memory
    const Arguments<TypeParam> arguments(is_large ? 1 : 3, n);
    int number = 0;
    for (const auto& call : arguments.calls(is_large)) {
      SCOPED_TRACE(concat("n ", n, ", call ", number++));
      for (const Space& exec : instances) {
        const KernelLog log;
        call(exec);
        EXPECT_FALSE(log.kernels.empty());
        for (const auto& kernel : log.kernels) {
          EXPECT_TRUE(is_ours(kernel.label)) << kernel.label;
          EXPECT_EQ(kernel.device_id, Kokkos::Tools::Experimental::device_id(exec)) << kernel.label;
        }
        for (const auto* labels : {&log.copies, &log.regions}) {
          for (const std::string& label : *labels) EXPECT_TRUE(is_ours(label)) << label;
        }
        for (const std::string& label : log.views) {
          EXPECT_TRUE(is_kokkos_scratch(label) || (is_large && is_ours(label))) << label;
        }
        exec.fence("kolibri::test");
      }
    }
  }
}

/// Matrices that fit team scratch are asynchronous: nothing waits.
TYPED_TEST(InverseLabels, NoHiddenFences) {
  for (const int n : {1, 3, 6, 20, 70}) {
    const Arguments<TypeParam> arguments(3, n);
    int number = 0;
    for (const auto& call : arguments.calls()) {
      SCOPED_TRACE(concat("n ", n, ", call ", number++));
      call(Space());  // Kokkos may grow its scratch
      Kokkos::fence("kolibri::test");
      const KernelLog log;
      call(Space());
      EXPECT_EQ(log.fences, std::vector<std::string>());
    }
  }
}

TYPED_TEST(InverseLabels, TwoInstancesAtOnceDoNotDisturbEachOther) {
  const auto instances = Kokkos::Experimental::partition_space(Space(), 1, 1);
  for (const int n : {3, 20, 70}) {
    const Arguments<TypeParam> alone(40, n), first(40, n), second(40, n);
    inverse(Space(), alone.a, alone.x, alone.info);
    Kokkos::fence("kolibri::test");
    inverse(instances[0], first.a, first.x, first.info);
    inverse(instances[1], second.a, second.x, second.info);
    for (const Space& exec : instances) exec.fence("kolibri::test");
    const auto expected = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), alone.x);
    for (const auto* other : {&first, &second}) {
      const auto got = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), other->x);
      int differing = 0;
      for (std::size_t i = 0; i < got.size(); ++i) {
        if (!same_bits(got.data()[i], expected.data()[i])) ++differing;
      }
      EXPECT_EQ(differing, 0) << "n " << n;
    }
  }
}

}  // namespace

}  // namespace kolibri::test
