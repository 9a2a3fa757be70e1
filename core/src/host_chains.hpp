#pragma once

namespace kolibri::detail {

/// `steps` fused multiply-adds in each of host_chains<Real> independent chains, by the calling thread; returns
/// something that depends on all of them.
template <class Real>
Real run_host_chains(long steps, Real factor);

/// Vectors enough to hide the latency of an addition, of the widest that this build may use.
template <class Real>
int host_chains();

}  // namespace kolibri::detail
