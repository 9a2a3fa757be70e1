#include <kolibri/team_eigh.hpp>
#include <kolibri/team_policy.hpp>
#include <kolibri/thread_eigh.hpp>

#include "problem.hpp"

// team::eigh and thread::eigh inside kernels of the caller's.
namespace kolibri::testing {
namespace {

template <class Scalar>
struct TeamKernel {
  Problem<Scalar> p;
  EighOptions options;

  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    constexpr int level = scratch_level<Space>;
    const int b = member.league_rank();
    const auto result =
        team::eigh(member, Kokkos::subview(p.a, b, Kokkos::ALL, Kokkos::ALL), Kokkos::subview(p.w, b, Kokkos::ALL),
                   Kokkos::subview(p.v, b, Kokkos::ALL, Kokkos::ALL), member.team_scratch(level), options);
    Kokkos::single(Kokkos::PerTeam(member), [&]() {
      p.status.info(b) = result.info;
      p.status.sweeps(b) = result.sweeps;
    });
  }
};

template <class Scalar>
void solve_by_teams(Problem<Scalar>& problem, int team_size, int vector_length, const EighOptions& options = {}) {
  const int batch = static_cast<int>(problem.a.extent(0)), n = static_cast<int>(problem.a.extent(1));
  const std::size_t bytes = team::eigh_scratch_size<Scalar>(n, options.vectors);
  Kokkos::TeamPolicy<Space> policy(batch, team_size, vector_length);
  policy.set_scratch_size(scratch_level<Space>, Kokkos::PerTeam(bytes));
  Kokkos::parallel_for("kolibri::test teams", policy, TeamKernel<Scalar>{problem, options});
  Kokkos::fence();
}

template <class Scalar>
struct ThreadKernel {
  Problem<Scalar> p;
  EighOptions options;

  KOKKOS_FUNCTION void operator()(int b) const {
    const auto result =
        thread::eigh(Kokkos::subview(p.a, b, Kokkos::ALL, Kokkos::ALL), Kokkos::subview(p.w, b, Kokkos::ALL),
                     Kokkos::subview(p.v, b, Kokkos::ALL, Kokkos::ALL), options);
    p.status.info(b) = result.info;
    p.status.sweeps(b) = result.sweeps;
  }
};

template <class Scalar>
void solve_by_threads(Problem<Scalar>& problem, const EighOptions& options = {}) {
  Kokkos::parallel_for("kolibri::test threads", Kokkos::RangePolicy<Space>(0, problem.a.extent(0)),
                       ThreadKernel<Scalar>{problem, options});
  Kokkos::fence();
}

template <class Scalar>
void expect_eigenpairs(const HostMatrices<Scalar>& a, const Problem<Scalar>& problem) {
  for (std::size_t b = 0; b < a.extent(0); ++b) {
    EXPECT_EQ(problem.info()(b), 0);
    EXPECT_LT(residual_ratio(a, problem.vectors(), problem.values(), static_cast<int>(b)), 30) << "member " << b;
  }
}

/// The widest team the backend has for such kernels, up to 4 threads: more than one on every backend but Serial.
int team_size() { return std::is_same_v<Space, Kokkos::Serial> ? 1 : std::min(Space().concurrency(), 4); }

template <class Scalar>
class EighLevels : public ::testing::Test {};
TYPED_TEST_SUITE(EighLevels, test::AllScalars);

TYPED_TEST(EighLevels, TeamsOfSeveralThreads) {
  for (const int n : {1, 2, 3, 8, 17, 32}) {
    const auto a = random_hermitian<TypeParam>(6, n);
    Problem<TypeParam> problem(a);
    solve_by_teams(problem, team_size(), 1);
    expect_eigenpairs(a, problem);
  }
}

TYPED_TEST(EighLevels, TeamSizeAndVectorLengthDoNotChangeTheBits) {
  const auto a = random_hermitian<TypeParam>(3, 15);
  Problem<TypeParam> alone(a), wide(a);
  solve_by_teams(alone, 1, 1);
  solve_by_teams(wide, team_size(), 1);
  const auto expected = alone.vectors(), got = wide.vectors();
  for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_EQ(expected.data()[i], got.data()[i]);
}

TYPED_TEST(EighLevels, Threads) {
  for (int n = 1; n <= thread::eigh_max_n; ++n) {
    const auto a = random_hermitian<TypeParam>(9, n);
    Problem<TypeParam> problem(a);
    solve_by_threads(problem);
    expect_eigenpairs(a, problem);
  }
}

TYPED_TEST(EighLevels, NonFiniteMembersAreFlaggedAlone) {
  auto a = random_hermitian<TypeParam>(3, 8);
  a(1, 5, 2) = TypeParam(Kokkos::Experimental::infinity_v<real_t<TypeParam>>);
  Problem<TypeParam> teams(a), threads(a);
  solve_by_teams(teams, team_size(), 1);
  solve_by_threads(threads);
  for (const auto* problem : {&teams, &threads}) {
    EXPECT_EQ(problem->info()(0), 0);
    EXPECT_EQ(problem->info()(1), -1);
    EXPECT_EQ(problem->info()(2), 0);
    EXPECT_FALSE(is_finite(problem->vectors()(1, 0, 0)));
    EXPECT_TRUE(is_finite(problem->vectors()(2, 7, 7)));
  }
}

}  // namespace
}  // namespace kolibri::testing
