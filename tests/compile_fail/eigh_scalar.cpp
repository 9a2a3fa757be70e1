#include <kolibri/eigh.hpp>

#ifdef KOLIBRI_BAD
using Scalar = int;
#else
using Scalar = double;
#endif

void call(Kokkos::View<Scalar***> a, Kokkos::View<double**> w, Kokkos::View<Scalar***> v) {
  kolibri::eigh(Kokkos::DefaultExecutionSpace(), a, w, v);
}
