#include <Kokkos_Core.hpp>
#include <cstdio>
#include <cstdlib>
#include <exception>

// Some Kokkos 5.0 release builds for CUDA abort in any kernel on a View<complex<double>**, LayoutRight> (kokkos issue
// 9036). A user of such a build learns here what is wrong, before every other test fails without a reason.
namespace {

using Matrix = Kokkos::View<Kokkos::complex<double>**, Kokkos::LayoutRight, KOLIBRI_TEST_SPACE>;

struct Scale {
  Matrix from, to;
  KOKKOS_FUNCTION void operator()(int i) const {
    for (std::size_t j = 0; j < from.extent(1); ++j) to(i, j) = from(i, j) * 2.0;
  }
};

void run() {
  const Matrix from("kolibri::test from", 7, 3), to("kolibri::test to", 7, 3);
  Kokkos::parallel_for("kolibri::test scale", Kokkos::RangePolicy<KOLIBRI_TEST_SPACE>(0, 7), Scale{from, to});
  Kokkos::fence();
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::initialize(argc, argv);
  try {
    run();
  } catch (const std::exception& error) {
    std::fprintf(stderr,
                 "this Kokkos misaligns its loads of complex<double> (kokkos issue 9036): build it with "
                 "-DKokkos_ENABLE_IMPL_VIEW_LEGACY=ON\n%s\n",
                 error.what());
    std::_Exit(1);  // the device is lost, finalize would abort
  }
  Kokkos::finalize();
}
