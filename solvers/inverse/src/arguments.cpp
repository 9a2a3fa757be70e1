#include <kolibri/detail/inverse_arguments.hpp>

namespace kolibri::detail {

void ArgumentChecker::initialised() const {
  require(Kokkos::is_initialized() && !Kokkos::is_finalized(), m_function,
          ": Kokkos is not initialised; call Kokkos::initialize or hold a Kokkos::ScopeGuard");
}

void ArgumentChecker::square(const std::array<std::size_t, 3>& a) const {
  require(a[1] == a[2], m_function, ": A must be square, got ", a[1], " x ", a[2]);
  require(a[1] <= (1u << 20), m_function, ": A is ", a[1], " x ", a[2], ", n up to 1048576 is supported");
}

void ArgumentChecker::shape(const char* name, const std::array<std::size_t, 3>& got,
                            const std::array<std::size_t, 3>& wanted) const {
  require(got == wanted, m_function, ": ", name, " must be ", wanted[0], " x ", wanted[1], " x ", wanted[2], ", got ",
          got[0], " x ", got[1], " x ", got[2]);
}

void ArgumentChecker::shape(const char* name, const std::array<std::size_t, 2>& got,
                            const std::array<std::size_t, 2>& wanted) const {
  require(got == wanted, m_function, ": ", name, " must be ", wanted[0], " x ", wanted[1], ", got ", got[0], " x ",
          got[1]);
}

void ArgumentChecker::length(const char* name, std::size_t got, std::size_t wanted) const {
  require(got == wanted, m_function, ": ", name, " must be of length ", wanted, ", got ", got);
}

void ArgumentChecker::refinement(int steps, const char* name, bool in_place) const {
  require(steps >= 0, m_function, ": refine must be >= 0, got ", steps);
  require(steps == 0 || !in_place, m_function, ": refine needs ", name, ", which X overwrites; use refine 0");
}

}  // namespace kolibri::detail
