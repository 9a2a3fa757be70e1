#include <gtest/gtest.h>

#include <kolibri/io/result.hpp>
#include <limits>

#include "fields_example.hpp"

namespace {

using namespace kolibri;

TEST(Result, WritesSectionsInTheOrderTheyWereSet) {
  io::Result result;
  result.set("status", "solved");
  result.set("time.read", 0.25);
  result.set("problem.batch", std::int64_t{3});
  result.set("time.solve", 1.0);
  EXPECT_EQ(result.text(), "status: solved\ntime:\n  read: 0.25\n  solve: 1\nproblem:\n  batch: 3\n");
}

TEST(Result, WritesEveryKindOfValue) {
  io::Result result;
  result.set("a", true);
  result.set("b", 7);
  result.set("c", 0.1);
  result.set("d", 1e300);
  result.set("e", std::numeric_limits<double>::quiet_NaN());
  result.set("f", -std::numeric_limits<double>::infinity());
  result.set("g", "0.1.0");
  result.set("h", std::vector<std::int64_t>{1, 2});
  result.set("i", std::vector<std::int64_t>{});
  EXPECT_EQ(result.text(), "a: true\nb: 7\nc: 0.1\nd: 1e+300\ne: .nan\nf: -.inf\ng: \"0.1.0\"\nh: [1, 2]\ni: []\n");
}

TEST(Result, ReplacesAKeyThatIsSetAgain) {
  io::Result result;
  result.set("a.b", 1);
  result.set("a.b", 2);
  EXPECT_EQ(result.text(), "a:\n  b: 2\n");
}

TEST(Result, TakesTheFieldsOfOptions) {
  test::Example example;
  example.source.emplace();
  io::Result result;
  result.set_fields("options", io::fields_of(example));
  EXPECT_EQ(result.text(),
            "options:\n"
            "  title: \"an example\"\n"
            "  file: \"\"\n"
            "  solver:\n"
            "    tolerance: 1e-08\n"
            "    max_sweeps: 40\n"
            "    colour: green\n"
            "    fast: true\n"
            "  source:\n"
            "    count: 3\n"
            "    seed: 1\n");
}

TEST(Result, LeavesOutAnOptionalSectionThatIsNotGiven) {
  test::Example example;
  io::Result result;
  result.set_fields("options", io::fields_of(example));
  EXPECT_EQ(result.text().find("source"), std::string::npos);
}

}  // namespace
