#include "host_batch.hpp"

namespace kolibri::bench {

template <class Scalar>
Routines peer_routines(const Batch<Scalar>& batch) {
  Routines routines;
  add_lapack(batch, routines);
  add_eigen(batch, routines);
  return routines;
}

std::string peer_description() { return lapack_description() + "; " + eigen_description(); }

#define KOLIBRI_BENCH_PEERS(SCALAR) template Routines peer_routines(const Batch<SCALAR>&);
KOLIBRI_FOR_EACH_SCALAR(KOLIBRI_BENCH_PEERS)

}  // namespace kolibri::bench
