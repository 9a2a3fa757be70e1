#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <kolibri/io/progress.hpp>
#include <utility>

namespace kolibri::io {
namespace {

constexpr int k_bar_width = 30;
constexpr std::chrono::milliseconds k_bar_interval{100};
constexpr std::chrono::seconds k_line_interval{5};

/// Three significant digits with a metric prefix: 12.9 M.
std::string rate_text(double rate) {
  const char* prefix = "";
  for (const char* next : {" k", " M", " G"}) {
    if (rate < 1000) break;
    rate /= 1000;
    prefix = next;
  }
  return fmt::format("{:.{}f}{}", rate, rate < 10 ? 2 : rate < 100 ? 1 : 0, prefix);
}

/// 7 s, 2 min 05 s, 3 h 07 min.
std::string duration_text(double seconds) {
  const auto whole = static_cast<long long>(std::ceil(std::min(seconds, 1e9)));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

std::string bar_text(double part) {
  const int full = std::clamp(static_cast<int>(part * k_bar_width), 0, k_bar_width);
  return "[" + std::string(full, '#') + std::string(k_bar_width - full, '.') + "] ";
}

}  // namespace

ProgressStyle progress_style(bool quiet) {
  if (quiet) return ProgressStyle::quiet;
  return isatty(STDERR_FILENO) != 0 ? ProgressStyle::bar : ProgressStyle::lines;
}

std::string progress_text(const std::string& what, std::int64_t done, std::int64_t total, double seconds, bool bar) {
  const double part = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 1.0;
  const std::string percent = fmt::format(" ({:.0f}%)", std::floor(100 * part));
  std::string text = what + " ";
  if (bar) text += bar_text(part);
  text += std::to_string(done) + "/" + std::to_string(total) + percent;
  if (done <= 0 || seconds <= 0) return text;
  const double rate = static_cast<double>(done) / seconds;
  text += ", " + rate_text(rate) + "/s, ";
  return text + (done < total ? duration_text(static_cast<double>(total - done) / rate) + " left"
                              : "took " + duration_text(seconds));
}

Progress::Progress(std::string what, std::int64_t total, ProgressStyle style)
    : Progress(std::move(what), total, style, std::cerr) {}

Progress::Progress(std::string what, std::int64_t total, ProgressStyle style, std::ostream& out)
    : m_what(std::move(what)), m_total(total), m_style(style), m_out(out) {}

Progress::~Progress() {
  if (m_open_line) m_out << '\n' << std::flush;
}

void Progress::advance(std::int64_t count, Clock::time_point now) {
  m_done += count;
  if (m_style == ProgressStyle::quiet) return;
  const Clock::duration interval = m_style == ProgressStyle::bar ? Clock::duration(k_bar_interval) : k_line_interval;
  // The last report of a bar that is on the screen is never left out: it should end full.
  const bool last = m_open_line && m_done == m_total;
  if (now - m_shown >= interval || last) show(now);
}

void Progress::show(Clock::time_point now) {
  m_shown = now;
  const double seconds = std::chrono::duration<double>(now - m_start).count();
  const bool bar = m_style == ProgressStyle::bar;
  std::string text = progress_text(m_what, m_done, m_total, seconds, bar);
  if (!m_note.empty()) text += ", " + m_note;
  // "\033[K" clears what an earlier, longer text left behind.
  m_out << (bar ? "\r" : "") << text << (bar ? "\033[K" : "\n") << std::flush;
  m_open_line = bar;
}

}  // namespace kolibri::io
