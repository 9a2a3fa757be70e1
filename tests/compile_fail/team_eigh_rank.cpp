#include <kolibri/team_eigh.hpp>

#ifdef KOLIBRI_BAD
using Matrix = Kokkos::View<double***>;
#else
using Matrix = Kokkos::View<double**>;
#endif

using Member = Kokkos::TeamPolicy<>::member_type;

KOKKOS_FUNCTION void call(const Member& member, const Matrix& a, const Kokkos::View<double*>& w,
                          const Kokkos::View<double**>& v) {
  kolibri::team::eigh(member, a, w, v, member.team_scratch(0), kolibri::EighOptions());
}
