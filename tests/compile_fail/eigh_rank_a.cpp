#include <kolibri/eigh.hpp>

#ifdef KOLIBRI_BAD
using Matrices = Kokkos::View<double**>;
#else
using Matrices = Kokkos::View<double***>;
#endif

void call(Matrices a, Kokkos::View<double**> w, Kokkos::View<double***> v) {
  kolibri::eigh(Kokkos::DefaultExecutionSpace(), a, w, v);
}
