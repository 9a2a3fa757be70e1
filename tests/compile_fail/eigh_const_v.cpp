#include <kolibri/eigh.hpp>

#ifdef KOLIBRI_BAD
using Vectors = Kokkos::View<const double***>;
#else
using Vectors = Kokkos::View<double***>;
#endif

void call(Kokkos::View<double***> a, Kokkos::View<double**> w, Vectors v) {
  kolibri::eigh(Kokkos::DefaultExecutionSpace(), a, w, v);
}
