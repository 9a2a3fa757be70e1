#pragma once

#include <chrono>

namespace kolibri::drivers {

/// Seconds since it was made.
class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - m_start).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point m_start = Clock::now();
};

/// A rate, 0 when no time has passed.
inline double per_second(double amount, double seconds) { return seconds > 0 ? amount / seconds : 0; }

/// Where the time of a run goes, in seconds; `solve` is fenced.
struct Times {
  double read = 0;   ///< reading or generating the input
  double setup = 0;  ///< starting Kokkos, allocating, copying to the device
  double solve = 0;
  double check = 0;
  double write = 0;  ///< copying from the device and writing files
};

/// Adds the time it lives to one of the above.
class TimedPart {
 public:
  explicit TimedPart(double& part) : m_part(part) {}
  ~TimedPart() { m_part += m_watch.seconds(); }
  TimedPart(const TimedPart&) = delete;
  TimedPart& operator=(const TimedPart&) = delete;

 private:
  double& m_part;
  Stopwatch m_watch;
};

}  // namespace kolibri::drivers
