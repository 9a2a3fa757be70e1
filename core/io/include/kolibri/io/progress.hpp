#pragma once

#include <chrono>
#include <cstdint>
#include <ostream>
#include <string>
#include <utility>

namespace kolibri::io {

/// How progress is shown: a bar that is redrawn in place, plain lines, or nothing.
enum class ProgressStyle { bar, lines, quiet };

/// `bar` when stderr is a terminal, `lines` when it is not, `quiet` when asked for.
ProgressStyle progress_style(bool quiet);

/// One report without its line end: what, done of total, rate per second and remaining time, with a bar in front
/// when `bar` is set. `solve [#####.....] 500/1000, 50.0% 250/s, 2 s left`
std::string progress_text(const std::string& what, std::int64_t done, std::int64_t total, double seconds, bool bar);

/// Shows how far long work is. A bar is redrawn at most ten times a second and ends with a line end; lines come at
/// most every five seconds, so that short work prints none.
class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  /// Writes to stderr. `what` names the work, `total` is how many units it has.
  Progress(std::string what, std::int64_t total, ProgressStyle style);
  Progress(std::string what, std::int64_t total, ProgressStyle style, std::ostream& out);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// What stands at the end of the next reports, such as the loss of a training.
  void note(std::string text) { m_note = std::move(text); }

  /// Says that `count` more units are done (at time `now`).
  void advance(std::int64_t count, Clock::time_point now = Clock::now());

 private:
  void show(Clock::time_point now);

  std::string m_what;
  std::string m_note;
  std::int64_t m_total;
  std::int64_t m_done = 0;
  ProgressStyle m_style;
  std::ostream& m_out;
  Clock::time_point m_start = Clock::now();
  Clock::time_point m_shown = m_start;
  bool m_open_line = false;
};

}  // namespace kolibri::io
