#include "common/rounds.hpp"

namespace kolibri::bench {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double timed_run(const Space& exec, Routine& routine) {
  routine.restore();
  exec.fence("kolibri::bench: before a timed call");
  const Kokkos::Timer timer;
  routine.run();
  exec.fence("kolibri::bench: after a timed call");
  return timer.seconds();
}

namespace {

// By routine: the seconds of each round.
std::vector<std::vector<double>> timed_rounds(const Space& exec, const Routines& routines, int rounds) {
  std::vector<std::vector<double>> seconds(routines.size());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < routines.size(); ++i) seconds[i].push_back(timed_run(exec, *routines[i]));
  }
  return seconds;
}

}  // namespace

std::vector<double> median_seconds(const Space& exec, const Routines& routines, int rounds) {
  std::vector<double> medians;
  for (const auto& values : timed_rounds(exec, routines, rounds)) medians.push_back(median(values));
  return medians;
}

std::vector<double> fastest_seconds(const Space& exec, const Routines& routines, int rounds) {
  std::vector<double> fastest;
  for (const auto& values : timed_rounds(exec, routines, rounds)) {
    fastest.push_back(*std::min_element(values.begin(), values.end()));
  }
  return fastest;
}

std::int64_t count_failures(const Space& exec, const Kokkos::View<int*, Memory>& info, std::int64_t size) {
  std::int64_t count = 0;
  Kokkos::parallel_reduce(
      "kolibri::bench::failures", Kokkos::RangePolicy<Space>(exec, 0, size),
      KOKKOS_LAMBDA(std::size_t b, std::int64_t & result) { result += info(b) != 0; }, count);
  return count;
}

}  // namespace kolibri::bench
