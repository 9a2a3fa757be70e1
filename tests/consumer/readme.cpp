#include <Kokkos_Core.hpp>
#include <kolibri/eigh.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard kokkos(argc, argv);
  Kokkos::View<double***> a("a", 2, 2, 2), v("v", 2, 2, 2);  // (batch, row, column): [[2, 1], [1, 2]], twice
  Kokkos::View<double**> w("w", 2, 2);
  Kokkos::deep_copy(a, 1.0);
  Kokkos::parallel_for(
      "diagonal", 4, KOKKOS_LAMBDA(int k) { a(k / 2, k % 2, k % 2) = 2.0; });

  kolibri::eigh(Kokkos::DefaultExecutionSpace(), a, w, v);  // asynchronous, A preserved

  const auto values = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), w);
  Kokkos::printf("eigenvalues %.15g and %.15g\n", values(1, 0), values(1, 1));
}
