#include "routine.hpp"

namespace kolibri::bench {

template <class Scalar>
Routines peer_routines(const Batch<Scalar>&) {
  return {};
}

std::string peer_description() { return "none on this backend"; }

#define KOLIBRI_BENCH_PEERS(SCALAR) template Routines peer_routines(const Batch<SCALAR>&);
KOLIBRI_FOR_EACH_SCALAR(KOLIBRI_BENCH_PEERS)

}  // namespace kolibri::bench
