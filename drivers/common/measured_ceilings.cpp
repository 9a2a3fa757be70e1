#include <Kokkos_Core.hpp>
#include <kolibri/ceilings.hpp>
#include <kolibri/with_scalar.hpp>

#include "common/kokkos_session.hpp"

namespace kolibri::drivers {

Ceilings measured_ceilings(ScalarType scalar) {
  return with_scalar(scalar, []<class Scalar>() {
    using Space = Kokkos::DefaultExecutionSpace;
    return measure_ceilings<Space, Scalar>(Space());
  });
}

}  // namespace kolibri::drivers
