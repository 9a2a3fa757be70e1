#include "../kernel_log.hpp"
#include "support_names.hpp"

// Workspace that the caller lends: it is enough, nothing is allocated beside it, and the results are the same.
namespace kolibri::test {

namespace {

using Bytes = kolibri::Workspace<Space>;

template <class Scalar>
class LentWorkspace : public testing::Test {
 protected:
  using Matrices = Kokkos::View<Scalar***, Kokkos::LayoutRight, Space>;

  static Matrices matrices(int rows, int columns, bool dominant) {
    const Matrices a("kolibri::test a", 2, rows, columns);
    const auto host = Kokkos::create_mirror_view(a);
    for (int b = 0; b < 2; ++b) {
      for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < columns; ++j) {
          host(b, i, j) = Scalar(static_cast<real_t<Scalar>>((b + 7 * i + 3 * j) % 11) + (dominant && i == j ? 99 : 0));
        }
      }
    }
    Kokkos::deep_copy(a, host);
    return a;
  }

  static int differing(const Matrices& x, const Matrices& y) {
    const auto got = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x);
    const auto expected = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), y);
    int count = 0;
    for (std::size_t i = 0; i < got.size(); ++i) count += !same_bits(got.data()[i], expected.data()[i]);
    return count;
  }

  /// call(x, workspace) computes x.
  template <class Call>
  static void expect_enough(std::size_t bytes, int rows, int columns, const Call& call) {
    ASSERT_GT(bytes, 0u);
    const Matrices own("kolibri::test own", 2, rows, columns), x("kolibri::test x", 2, rows, columns);
    call(own, Bytes());
    const Bytes lent("kolibri::test lent", bytes), little("kolibri::test little", bytes - 1);
    Kokkos::fence("kolibri::test");
    {
      const KernelLog log;
      call(x, lent);
      for (const std::string& label : log.views) EXPECT_TRUE(is_kokkos_scratch(label)) << label;
    }
    Kokkos::fence("kolibri::test");
    EXPECT_EQ(differing(x, own), 0);
    EXPECT_NE(message_of([&] {
                call(x, little);
              }).find(concat("the workspace has ", bytes - 1, " bytes, ", bytes, " are needed")),
              std::string::npos);
    const Bytes odd =
        Kokkos::subview(Bytes("kolibri::test odd", bytes + 8), std::pair<std::size_t, std::size_t>(8, bytes + 8));
    EXPECT_NE(message_of([&] { call(x, odd); }).find("the workspace must begin on 16 bytes"), std::string::npos);
  }
};
TYPED_TEST_SUITE(LentWorkspace, AllScalars);

TYPED_TEST(LentWorkspace, OfABlockedInverse) {
  const int n = 300;
  const Space exec;
  const auto a = this->matrices(n, n, true);
  const Kokkos::View<int*, Space> info("kolibri::test info", 2);
  for (const int steps : {0, 1}) {
    const InverseOptions options{.method = InverseMethod::blocked_gauss_jordan, .refine = steps};
    this->expect_enough(inverse_workspace<Space, TypeParam>(exec, InverseTask::inverse, 2, n, 0, options), n, n,
                        [&](const auto& x, const Bytes& lent) { inverse(exec, a, x, info, options, lent); });
  }
}

/// So many right-hand sides that they are beyond the scratch of any backend.
TYPED_TEST(LentWorkspace, OfASolution) {
  const int n = 8, sides = 700000;
  const Space exec;
  const auto a = this->matrices(n, n, true), b = this->matrices(n, sides, false);
  const Kokkos::View<int*, Space> info("kolibri::test info", 2);
  this->expect_enough(inverse_workspace<Space, TypeParam>(exec, InverseTask::solve, 2, n, sides), n, sides,
                      [&](const auto& x, const Bytes& lent) { solve(exec, a, b, x, info, {}, lent); });
}

/// All that works on factors of large matrices.
TYPED_TEST(LentWorkspace, OfLargeMatrices) {
  const int n = large_orders().front();
  const Space exec;
  const auto a = this->matrices(n, n, true), b = this->matrices(n, 2, false);
  const Kokkos::View<int*, Space> info("kolibri::test info", 2);
  const Kokkos::View<int**, Space> pivots("kolibri::test pivots", 2, n);
  const auto bytes = [&](InverseTask task) { return inverse_workspace<Space, TypeParam>(exec, task, 2, n, 2); };
  this->expect_enough(bytes(InverseTask::lu), n, n,
                      [&](const auto& x, const Bytes& lent) { lu(exec, a, x, pivots, info, {}, lent); });
  this->expect_enough(bytes(InverseTask::solve), n, 2,
                      [&](const auto& x, const Bytes& lent) { solve(exec, a, b, x, info, {}, lent); });
  this->expect_enough(bytes(InverseTask::lu_solve), n, 2,
                      [&](const auto& x, const Bytes& lent) { lu_solve(exec, a, pivots, b, x, {}, lent); });
  this->expect_enough(bytes(InverseTask::determinant), 1, 1, [&](const auto& x, const Bytes& lent) {
    determinant(exec, a, Kokkos::subview(x, Kokkos::ALL(), 0, 0), info, {}, lent);
  });
  if constexpr (!is_complex<TypeParam>) {
    this->expect_enough(bytes(InverseTask::rcond), 1, 1, [&](const auto& x, const Bytes& lent) {
      rcond(exec, a, Kokkos::subview(x, Kokkos::ALL(), 0, 0), ConditionNorm::one, lent);
    });
  }
}

}  // namespace

}  // namespace kolibri::test
