#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <kolibri/eigh.hpp>

#include "../kernel_log.hpp"
#include "../scalars.hpp"

namespace {

using Space = KOLIBRI_TEST_SPACE;
using Memory = Space::memory_space;
using kolibri::EighAlgorithm;
using kolibri::test::KernelLog;

bool is_ours(const std::string& label) { return label.rfind("kolibri::", 0) == 0; }

/// Kokkos grows the team scratch of an instance when a kernel asks for more than any before:
/// Kokkos::Serial::scratch_mem.
bool is_kokkos_scratch(const std::string& label) {
  return label.rfind("Kokkos::", 0) == 0 && label.find("cratch") != std::string::npos;
}

/// The arguments of one call, with n x n matrices a_ij = 1 / (b + i + j + 1).
template <class Scalar>
struct Problem {
  Problem(int batch, int n)
      : a("kolibri::test a", batch, n, n),
        w("kolibri::test w", batch, n),
        v("kolibri::test v", batch, n, n),
        status{Kokkos::View<int*, Memory>("kolibri::test info", batch),
               Kokkos::View<int*, Memory>("kolibri::test sweeps", batch),
               Kokkos::View<kolibri::real_t<Scalar>*, Memory>("kolibri::test off_norm", batch)} {
    const auto host = Kokkos::create_mirror_view(a);
    for (int b = 0; b < batch; ++b)
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) host(b, i, j) = Scalar(1.0 / (b + i + j + 1));
    Kokkos::deep_copy(a, host);
  }

  void solve(const Space& exec, const kolibri::EighOptions& options) const {
    const std::size_t bytes = kolibri::eigh_workspace<Space, Scalar>(exec, a.extent(0), a.extent(1), options);
    const Kokkos::View<std::byte*, Memory> workspace("kolibri::test workspace", bytes);
    exec.fence();
    const KernelLog log;
    kolibri::eigh(exec, a, w, v, status, options, workspace);
    check(log, exec);
    exec.fence();
  }

  /// Every label begins "kolibri::", every kernel runs on `exec`, and nothing is allocated.
  static void check(const KernelLog& log, const Space& exec) {
    EXPECT_FALSE(log.kernels.empty());
    for (const auto& kernel : log.kernels) {
      EXPECT_TRUE(is_ours(kernel.label)) << kernel.label;
      EXPECT_EQ(kernel.device_id, Kokkos::Tools::Experimental::device_id(exec)) << kernel.label;
    }
    for (const auto* labels : {&log.copies, &log.regions})
      for (const std::string& label : *labels) EXPECT_TRUE(is_ours(label)) << label;
    for (const std::string& label : log.views) EXPECT_TRUE(is_kokkos_scratch(label)) << label;
  }

  Kokkos::View<Scalar***, Kokkos::LayoutRight, Memory> a;
  Kokkos::View<kolibri::real_t<Scalar>**, Kokkos::LayoutRight, Memory> w;
  Kokkos::View<Scalar***, Kokkos::LayoutRight, Memory> v;
  kolibri::EighStatus<Scalar, Memory> status;
};

constexpr bool is_device = !Kokkos::SpaceAccessibility<Kokkos::HostSpace, Memory>::accessible;

struct Case {
  EighAlgorithm algorithm;
  int n;
};

constexpr Case k_cases[] = {
    {EighAlgorithm::automatic, 100},      {EighAlgorithm::automatic, 3},         {EighAlgorithm::automatic, 24},
    {EighAlgorithm::jacobi_two_sided, 1}, {EighAlgorithm::jacobi_two_sided, 16}, {EighAlgorithm::jacobi_one_sided, 16},
    {EighAlgorithm::jacobi_block, 16},    {EighAlgorithm::jacobi_block, 70},     {EighAlgorithm::tridiagonal, 24}};

template <class Scalar>
class EighLabels : public testing::Test {};
TYPED_TEST_SUITE(EighLabels, kolibri::test::AllScalars);

TYPED_TEST(EighLabels, AreOursAndRunOnTheInstanceGiven) {
  const auto instances = Kokkos::Experimental::partition_space(Space(), 1, 1);
  if (is_device) {  // Kokkos gives all instances of a host space one number
    ASSERT_NE(Kokkos::Tools::Experimental::device_id(instances[0]),
              Kokkos::Tools::Experimental::device_id(instances[1]));
  }
  for (const Case& item : k_cases)
    for (const bool vectors : {true, false}) {
      SCOPED_TRACE(testing::Message() << "algorithm " << static_cast<int>(item.algorithm) << ", n = " << item.n);
      kolibri::EighOptions options;
      options.algorithm = item.algorithm;
      options.vectors = vectors;
      for (const Space& exec : instances) Problem<TypeParam>(3, item.n).solve(exec, options);
    }
}

TYPED_TEST(EighLabels, TheWorkspaceOfASimpleCallIsOurs) {
  const Problem<TypeParam> problem(3, 70);
  kolibri::EighOptions options;
  options.algorithm = EighAlgorithm::jacobi_block;
  const KernelLog log;
  kolibri::eigh(Space(), problem.a, problem.w, problem.v, problem.status, options);
  EXPECT_GT(std::count_if(log.views.begin(), log.views.end(), is_ours), 0);
  for (const std::string& label : log.views) EXPECT_TRUE(is_ours(label) || is_kokkos_scratch(label)) << label;
}

/// How many elements of two Views differ in any bit.
template <class View>
int differences(const View& x, const View& y) {
  const auto a = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x);
  const auto b = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), y);
  int count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += a.data()[i] == b.data()[i] ? 0 : 1;
  return count;
}

TYPED_TEST(EighLabels, TwoInstancesAtOnceDoNotDisturbEachOther) {
  const auto instances = Kokkos::Experimental::partition_space(Space(), 1, 1);
  for (const Case& item : k_cases) {
    SCOPED_TRACE(testing::Message() << "algorithm " << static_cast<int>(item.algorithm) << ", n = " << item.n);
    kolibri::EighOptions options;
    options.algorithm = item.algorithm;
    const Problem<TypeParam> alone(20, item.n);
    const Problem<TypeParam> first(20, item.n);
    const Problem<TypeParam> second(20, item.n);
    kolibri::eigh(Space(), alone.a, alone.w, alone.v, alone.status, options);
    Kokkos::fence("kolibri::test");
    kolibri::eigh(instances[0], first.a, first.w, first.v, first.status, options);
    kolibri::eigh(instances[1], second.a, second.w, second.v, second.status, options);
    for (const Space& exec : instances) exec.fence("kolibri::test");
    for (const auto* other : {&first, &second}) {
      EXPECT_EQ(differences(alone.w, other->w), 0);
      EXPECT_EQ(differences(alone.v, other->v), 0);
      EXPECT_EQ(differences(alone.status.info, other->status.info), 0);
    }
  }
}

/// Algorithms that promise to be asynchronous wait for nothing.
TYPED_TEST(EighLabels, NoHiddenFences) {
  for (const Case& item : k_cases) {
    SCOPED_TRACE(testing::Message() << "algorithm " << static_cast<int>(item.algorithm) << ", n = " << item.n);
    kolibri::EighOptions options;
    options.algorithm = item.algorithm;
    const auto chosen = kolibri::eigh_algorithm<Space, TypeParam>(Space(), 3, item.n, options);
    if (chosen == EighAlgorithm::jacobi_block) continue;  // waits once an outer sweep, as documented
    const Problem<TypeParam> problem(3, item.n);
    kolibri::eigh(Space(), problem.a, problem.w, problem.v, problem.status, options);  // Kokkos may grow its scratch
    Kokkos::fence("kolibri::test");
    const KernelLog log;
    kolibri::eigh(Space(), problem.a, problem.w, problem.v, problem.status, options);
    EXPECT_EQ(log.fences, std::vector<std::string>());
  }
}

}  // namespace
