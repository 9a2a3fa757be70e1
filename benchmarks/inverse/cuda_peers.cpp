#include "cuda_peers.hpp"

namespace kolibri::bench {

template <class Scalar>
Routines peer_routines(const Batch<Scalar>& batch) {
  Routines routines;
  if (batch.single) {
    add_cusolver(batch, routines);
  } else {
    add_cublas(batch, routines);
  }
  return routines;
}

std::string peer_description() { return cublas_description() + "; " + cusolver_description(); }

#define KOLIBRI_BENCH_PEERS(SCALAR) template Routines peer_routines(const Batch<SCALAR>&);
KOLIBRI_FOR_EACH_SCALAR(KOLIBRI_BENCH_PEERS)

}  // namespace kolibri::bench
