#include <gtest/gtest.h>

#include <algorithm>
#include <kolibri/io/progress.hpp>
#include <sstream>

namespace {

using namespace kolibri::io;
using namespace std::chrono_literals;

TEST(ProgressText, RateAndRemainingTime) {
  EXPECT_EQ(progress_text("solve", 500, 1000, 2, false), "solve 500/1000 (50%), 250/s, 2 s left");
  EXPECT_EQ(progress_text("solve", 0, 1000, 2, false), "solve 0/1000 (0%)");
  EXPECT_EQ(progress_text("solve", 999, 1000, 1, false), "solve 999/1000 (99%), 999/s, 1 s left");
  EXPECT_EQ(progress_text("solve", 1000, 1000, 8, false), "solve 1000/1000 (100%), 125/s, took 8 s");
  EXPECT_EQ(progress_text("solve", 1, 1000, 1, false), "solve 1/1000 (0%), 1.00/s, 16 min 39 s left");
  EXPECT_EQ(progress_text("solve", 1, 100, 100, false), "solve 1/100 (1%), 0.01/s, 2 h 45 min left");
  EXPECT_EQ(progress_text("solve", 2000000, 4000000, 1, false), "solve 2000000/4000000 (50%), 2.00 M/s, 1 s left");
  EXPECT_EQ(progress_text("solve", 0, 0, 1, false), "solve 0/0 (100%)");
}

TEST(ProgressText, Bar) {
  EXPECT_EQ(progress_text("solve", 1, 2, 1, true),
            "solve [###############...............] 1/2 (50%), 1.00/s, 1 s left");
  EXPECT_EQ(progress_text("solve", 2, 2, 1, true),
            "solve [##############################] 2/2 (100%), 2.00/s, took 1 s");
}

/// What a Progress of ten units prints when one unit ends every `step`.
std::string printed(ProgressStyle style, std::chrono::milliseconds step) {
  std::ostringstream out;
  {
    Progress progress("solve", 10, style, out);
    Progress::Clock::time_point now = Progress::Clock::now();
    for (int unit = 0; unit < 10; ++unit) progress.advance(1, now += step);
  }
  return out.str();
}

std::size_t count(const std::string& text, char wanted) { return std::count(text.begin(), text.end(), wanted); }

TEST(Progress, QuietPrintsNothing) { EXPECT_EQ(printed(ProgressStyle::quiet, 10s), ""); }

TEST(Progress, LinesComeEveryFewSeconds) {
  EXPECT_EQ(printed(ProgressStyle::lines, 100ms), "");
  EXPECT_EQ(count(printed(ProgressStyle::lines, 6s), '\n'), 10u);
  EXPECT_EQ(count(printed(ProgressStyle::lines, 2600ms), '\n'), 5u);
  EXPECT_EQ(count(printed(ProgressStyle::lines, 6s), '\r'), 0u);
}

TEST(Progress, BarIsRedrawnAndEndsFull) {
  EXPECT_EQ(printed(ProgressStyle::bar, 1ms), "");
  const std::string bar = printed(ProgressStyle::bar, 40ms);
  EXPECT_EQ(count(bar, '\n'), 1u);
  EXPECT_EQ(count(bar, '\r'), 4u);
  EXPECT_NE(bar.find("10/10 (100%)"), std::string::npos);
}

TEST(Progress, EndsWithTheLatestNote) {
  std::ostringstream out;
  Progress progress("train", 10, ProgressStyle::lines, out);
  const Progress::Clock::time_point start = Progress::Clock::now();
  progress.advance(1, start + 6s);
  progress.note("residual 0.1");
  progress.note("residual 0.01");
  progress.advance(1, start + 12s);
  const std::string text = out.str(), last = ", residual 0.01\n";
  EXPECT_EQ(text.find("residual"), text.size() - last.size() + 2);
  EXPECT_EQ(text.substr(text.size() - last.size()), last);
}

}  // namespace
