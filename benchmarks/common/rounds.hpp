#pragma once

#include <algorithm>

#include "common/routine.hpp"

namespace kolibri::bench {

/// Seconds of one call of the routine on fresh data, from fence to fence.
double timed_run(const Space& exec, Routine& routine);

/// The median, the mean of the middle two of an even number. There is at least one.
double median(std::vector<double> values);

/// The median seconds of step(), from fence to fence, over so many repeats after one to warm up.
template <class Step, class Exec>
double median_seconds(const Exec& exec, int repeats, const Step& step) {
  std::vector<double> seconds;
  for (int repeat = 0; repeat <= repeats; ++repeat) {
    exec.fence("kolibri::bench: before a timed call");
    const Kokkos::Timer timer;
    step();
    exec.fence("kolibri::bench: after a timed call");
    if (repeat > 0) seconds.push_back(timer.seconds());
  }
  return median(std::move(seconds));
}

/// The median seconds of each routine over so many rounds, in each of which every routine is timed once.
std::vector<double> median_seconds(const Space& exec, const Routines& routines, int rounds);

/// The same of the fastest round, which what else the machine does touches least.
std::vector<double> fastest_seconds(const Space& exec, const Routines& routines, int rounds);

/// The number of the leading `size` members with info != 0.
std::int64_t count_failures(const Space& exec, const Kokkos::View<int*, Memory>& info, std::int64_t size);

/// Each row's matrices/s by those of the best peer, into its `ratio`; left alone where there is no peer.
template <class Row>
void add_ratios(std::vector<Row>& rows) {
  double best = 0;
  for (const Row& row : rows) {
    if (!row.ours) best = std::max(best, row.matrices_per_second());
  }
  if (best == 0) return;
  for (Row& row : rows) row.ratio = row.matrices_per_second() / best;
}

}  // namespace kolibri::bench
