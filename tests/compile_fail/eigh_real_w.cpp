#include <kolibri/eigh.hpp>

#ifdef KOLIBRI_BAD
using Value = Kokkos::complex<double>;
#else
using Value = double;
#endif

void call(Kokkos::View<Kokkos::complex<double>***> a, Kokkos::View<Value**> w,
          Kokkos::View<Kokkos::complex<double>***> v) {
  kolibri::eigh(Kokkos::DefaultExecutionSpace(), a, w, v);
}
