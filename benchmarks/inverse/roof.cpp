#include "roof.hpp"

#include <algorithm>
#include <kolibri/ceilings.hpp>
#include <kolibri/with_scalar.hpp>

#include "common/scalars.hpp"

namespace kolibri::bench {

Ceilings measure_roof(const Space& exec, char scalar, bool dry_run) {
  return with_scalar(scalar_type(scalar),
                     [&]<class Scalar>() { return measure_ceilings<Space, Scalar>(exec, dry_run); });
}

double roof_seconds(const Ceilings& roof, const Case& c) {
  const double n = c.n;
  const double bytes = 2 * n * n * static_cast<double>(element_bytes(c.scalar));
  const bool real = c.scalar == 's' || c.scalar == 'd';
  const double flops = (real ? 2 : 8) * n * n * n / (c.data == "spd" ? 2 : 1);
  const double matrix = std::max(bytes / roof.copy_bytes_per_second, flops / roof.gemm_flops_per_second);
  return matrix * static_cast<double>(c.batch);
}

}  // namespace kolibri::bench
