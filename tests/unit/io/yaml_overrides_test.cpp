#include <gtest/gtest.h>

#include <kolibri/io/overrides.hpp>

#include "fields_example.hpp"

namespace {

using namespace kolibri;
using test::Example;

io::GivenKeys apply(const std::vector<std::string>& overrides, Example& example) {
  io::GivenKeys given;
  io::apply_overrides(overrides, io::fields_of(example), given);
  return given;
}

std::string error_of(const std::string& text) {
  Example example;
  return test::error_of([&] { apply({text}, example); });
}

TEST(YamlOverrides, SetMembersAndOpenSections) {
  Example example;
  const io::GivenKeys given =
      apply({"solver.tolerance=0.5", "source.count=9", "title=a: b # c", "title=last"}, example);
  EXPECT_EQ(example.solver.tolerance, 0.5);
  ASSERT_TRUE(example.source.has_value());
  EXPECT_EQ(example.source->count, 9);
  EXPECT_EQ(example.title, "last");
  EXPECT_EQ(given.at("source"), "command line");
  EXPECT_EQ(given.at("source.count"), "command line");
}

TEST(YamlOverrides, TakeValuesAsTheyStand) {
  Example example;
  apply({"title=a: b = 'c' # d"}, example);
  EXPECT_EQ(example.title, "a: b = 'c' # d");
}

TEST(YamlOverrides, TakeSectionsAsYaml) {
  Example example;
  apply({"source={count: 2, seed: 4}"}, example);
  ASSERT_TRUE(example.source.has_value());
  EXPECT_EQ(example.source->seed, 4u);
}

TEST(YamlOverrides, StartPathsFromTheWorkingFolder) {
  Example example;
  apply({"file=a.npy"}, example);
  EXPECT_EQ(example.file, std::filesystem::current_path() / "a.npy");
}

TEST(YamlOverrides, AreCheckedLikeTheFile) {
  EXPECT_EQ(error_of("solver.tolerence=1"),
            "command line: error: unknown key 'solver.tolerence'; did you mean 'tolerance'?");
  EXPECT_EQ(error_of("slover.tolerance=1"), "command line: error: unknown key 'slover'; did you mean 'solver'?");
  EXPECT_EQ(error_of("solver.max_sweeps=0"),
            "command line: error: 'solver.max_sweeps' must be an integer >= 1; got '0'");
  EXPECT_EQ(error_of("title.x=1"), "command line: error: 'title' has no keys below it, got 'title.x'");
  EXPECT_EQ(error_of("solver=1"), "command line: error: 'solver' must be a section of keys; got '1'");
  EXPECT_EQ(error_of("source={count: -1}"), "command line: error: 'source.count' must be an integer >= 0; got '-1'");
  EXPECT_EQ(error_of("source={count").rfind("command line: error: '{count' is not valid YAML: ", 0), 0u);
  EXPECT_EQ(error_of("title"), "command line: error: expected section.key=value, got 'title'");
  EXPECT_EQ(error_of("=1"), "command line: error: expected section.key=value, got '=1'");
  EXPECT_EQ(error_of("solver.=1"),
            "command line: error: unknown key 'solver.'; known keys here: tolerance, max_sweeps, colour, fast");
}

}  // namespace
