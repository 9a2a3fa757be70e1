#include <functional>

#include "../kernel_log.hpp"
#include "support.hpp"

// Labels, instances, fences: what Kokkos Tools sees of a call.
namespace kolibri::test {
namespace {

struct Calls {
  DeviceProblem<double> problem{{article_penalty_rows(6, 20, 100)}, {grid_network(2, 4, 0.2, 1.5)}};
  Kokkos::View<double*, Memory> damping{"damping", 1};
  Kokkos::View<double* [2], Memory> rates { "rates", 1 };
  Kokkos::View<double**, Memory> values{"values", 1, 56}, laplacians{"laplacians", 1, 56};
  Kokkos::View<double***, Memory> gradients{"gradients", 1, 56, 2};

  std::vector<std::function<void(const Space&)>> all() const {
    const auto rows = problem.rows();
    const auto networks = problem.networks(RbfBasis::gaussian);
    return {
        [=, *this](const Space& exec) { rbf_linear(exec, rows, networks, problem.status); },
        [=, *this](const Space& exec) { rbf_varpro(exec, rows, networks, damping, problem.status); },
        [=, *this](const Space& exec) { rbf_gradient_cg(exec, rows, networks, rates, problem.status); },
        [=, *this](const Space& exec) { rbf_evaluate(exec, networks, problem.points, values, gradients, laplacians); }};
  }
};

TEST(RbfLabels, AreOursAndRunOnTheInstanceGiven) {
  const Calls calls;
  for (const Space& exec : Kokkos::Experimental::partition_space(Space(), 1, 1)) {
    for (const auto& call : calls.all()) {
      const KernelLog log;
      call(exec);
      EXPECT_FALSE(log.kernels.empty());
      for (const auto& kernel : log.kernels) {
        EXPECT_EQ(kernel.label.rfind("kolibri::rbf", 0), 0u) << kernel.label;
        EXPECT_EQ(kernel.device_id, Kokkos::Tools::Experimental::device_id(exec)) << kernel.label;
      }
      exec.fence("kolibri::test");
    }
  }
}

// A network that fits team scratch is asynchronous: nothing waits.
TEST(RbfLabels, NoHiddenFences) {
  const Calls calls;
  for (const auto& call : calls.all()) {
    call(Space());  // Kokkos may grow its scratch
    Kokkos::fence("kolibri::test");
    const KernelLog log;
    call(Space());
    EXPECT_EQ(log.fences, std::vector<std::string>());
  }
}

}  // namespace
}  // namespace kolibri::test
