#include <Kokkos_Core.hpp>
#include <kolibri/eigh.hpp>
#include <kolibri/team_eigh.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  const int batch = 100, n = 6;
  Kokkos::View<double***> a("a", batch, n, n), v("v", batch, n, n);
  Kokkos::View<double**> w("w", batch, n), w_team("w_team", batch, n);
  Kokkos::parallel_for(
      "fill", batch, KOKKOS_LAMBDA(int b) {
        for (int i = 0; i < n; ++i)
          for (int j = 0; j < n; ++j) a(b, i, j) = b + 1.0 / (i + j + 1);
      });
  kolibri::eigh(Kokkos::DefaultExecutionSpace(), a, w, v);
  auto policy = Kokkos::TeamPolicy<>(batch, Kokkos::AUTO);
  policy.set_scratch_size(0, Kokkos::PerTeam(kolibri::team::eigh_scratch_size<double>(n)));
  Kokkos::parallel_for(
      "solve", policy, KOKKOS_LAMBDA(const Kokkos::TeamPolicy<>::member_type& member) {
        const int b = member.league_rank();
        const auto a_b = Kokkos::subview(a, b, Kokkos::ALL, Kokkos::ALL);
        const auto w_b = Kokkos::subview(w_team, b, Kokkos::ALL);
        const auto v_b = Kokkos::subview(v, b, Kokkos::ALL, Kokkos::ALL);
        kolibri::team::eigh(member, a_b, w_b, v_b, member.team_scratch(0), kolibri::EighOptions());
      });
  double error = 1;  // the two levels agree, and the trace is the sum of the eigenvalues
  Kokkos::parallel_reduce(
      "compare", batch,
      KOKKOS_LAMBDA(int b, double& worst) {
        double trace = 0, sum = 0;
        for (int i = 0; i < n; ++i) {
          trace += a(b, i, i);
          sum += w(b, i);
          worst = Kokkos::fmax(worst, Kokkos::fabs(w(b, i) - w_team(b, i)));
        }
        worst = Kokkos::fmax(worst, Kokkos::fabs(trace - sum));
      },
      Kokkos::Max<double>(error));
  Kokkos::printf("largest difference %.1e\n", error);
  return error < 1e-10 ? 0 : 1;
}
