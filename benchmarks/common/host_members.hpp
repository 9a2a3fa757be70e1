#pragma once

#include <algorithm>
#include <atomic>
#include <complex>

#include "common/routine.hpp"

namespace kolibri::bench {

// The scalar under the name that C++ libraries know, of the same bytes.
template <class Scalar>
struct StandardScalar {
  using type = Scalar;
};
template <class Real>
struct StandardScalar<Kokkos::complex<Real>> {
  using type = std::complex<Real>;
};
template <class Scalar>
using standard_t = typename StandardScalar<Scalar>::type;

/// Calls body(worker, member) for every member, each worker (0 to exec.concurrency() - 1) on a thread of its own; the
/// members are handed out in small portions, so that an uneven load of the cores does not matter.
template <class Body>
void for_each_member(const Space& exec, std::int64_t size, const Body& body) {
  const int workers = exec.concurrency();
  const std::int64_t portion = std::max<std::int64_t>(1, size / (64 * workers));
  std::atomic<std::int64_t> next = 0;
  std::atomic<std::int64_t>* const shared_next = &next;
  Kokkos::parallel_for("kolibri::bench::for_each_member", Kokkos::RangePolicy<Space>(exec, 0, workers),
                       [shared_next, portion, size, &body](int worker) {
                         for (;;) {
                           const std::int64_t first = shared_next->fetch_add(portion);
                           if (first >= size) return;
                           for (std::int64_t b = first; b < std::min(first + portion, size); ++b) body(worker, b);
                         }
                       });
  exec.fence("kolibri::bench: the members' portions are counted on this stack");
}

}  // namespace kolibri::bench
