#include <gtest/gtest.h>

#include <kolibri/io/config_dump.hpp>
#include <kolibri/io/overrides.hpp>
#include <kolibri/io/yaml_reader.hpp>

#include "fields_example.hpp"

namespace kolibri::test {
namespace {

struct Step {
  std::string name;
  io::Names in;
  int count = 1;
  std::filesystem::path file;
};

struct Plan {
  std::vector<io::Named<Source>> sources;
  std::vector<Step> steps;
  io::Names outputs;
};

template <class F>
void fields(F& f, Step& o) {
  f("name", o.name, {.help = "what it is called"});
  f("in", o.in, {.help = "what it takes"});
  f("count", o.count, {.help = "how often", .minimum = 1});
  f("file", o.file, {.help = "where it is"});
}

template <class F>
void fields(F& f, Plan& o) {
  f("sources", o.sources, {.help = "where things come from"});
  f("steps", o.steps, {.help = "what is done"});
  f("outputs", o.outputs, {.help = "what is kept"});
}

Plan read(const std::string& text) {
  Plan plan;
  io::read_yaml(text, {"a.yaml", "/base"}, io::fields_of(plan));
  return plan;
}

constexpr const char* whole =
    "sources: {left: {count: 4}, y: {seed: 5}}\n"
    "steps:\n"
    "  - {name: cut, in: [left, y], file: b.npy}\n"
    "  - {in: left, count: 3}\n"
    "outputs: [left]\n";

TEST(YamlSections, ReadsListsAndNamedSections) {
  const Plan plan = read(whole);
  ASSERT_EQ(plan.sources.size(), 2u);
  EXPECT_EQ(plan.sources[0].name, "left");
  EXPECT_EQ(plan.sources[0].value.count, 4);
  EXPECT_EQ(plan.sources[1].name, "y");
  EXPECT_EQ(plan.sources[1].value.seed, 5u);
  ASSERT_EQ(plan.steps.size(), 2u);
  EXPECT_EQ(plan.steps[0].in, (io::Names{"left", "y"}));
  EXPECT_EQ(plan.steps[0].file, "/base/b.npy");
  EXPECT_EQ(plan.steps[1].in, io::Names{"left"});
  EXPECT_EQ(plan.steps[1].count, 3);
  EXPECT_EQ(plan.outputs, io::Names{"left"});
}

TEST(YamlSections, DumpReadsBackToTheSameValues) {
  Plan plan = read(whole);
  const std::string text = io::dump_config(io::fields_of(plan));
  EXPECT_NE(text.find("  - {name: cut, in: [left, \"y\"], count: 1, file: /base/b.npy}\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  \"y\": {count: 3, seed: 5}\n"), std::string::npos) << text;
  Plan again = read(text);
  EXPECT_EQ(io::dump_config(io::fields_of(again)), text);
  Plan none;
  EXPECT_EQ(io::dump_config(io::fields_of(none)), "");
}

TEST(YamlSections, KnowsThePlaceOfEachOne) {
  Plan plan;
  const auto given = io::read_yaml(whole, {"a.yaml", ""}, io::fields_of(plan));
  EXPECT_EQ(given.at("steps.2"), "a.yaml:4:5");
  EXPECT_EQ(given.at("steps.2.count"), "a.yaml:4:16");
  EXPECT_EQ(given.at("sources.y"), "a.yaml:1:29");
}

TEST(YamlSections, RefusesWhatIsNone) {
  const auto refused = [](const std::string& text) { return error_of([&] { read(text); }); };
  EXPECT_EQ(refused("steps: {a: 1}\n"), "a.yaml:1:8: error: 'steps' must be a list of sections; got a section of keys");
  EXPECT_EQ(refused("steps: [{count: 2}, 3]\n"), "a.yaml:1:21: error: 'steps.2' must be a section of keys; got '3'");
  EXPECT_EQ(refused("steps: [{count: 0}]\n"), "a.yaml:1:17: error: 'steps.1.count' must be an integer >= 1; got '0'");
  EXPECT_EQ(refused("steps: [{coumt: 2}]\n"), "a.yaml:1:10: error: unknown key 'steps.1.coumt'; did you mean 'count'?");
  EXPECT_EQ(refused("sources: [1]\n"),
            "a.yaml:1:10: error: 'sources' must be sections under names of yours; got a list");
  EXPECT_EQ(refused("sources: {a: {}, a: {}}\n"),
            "a.yaml:1:18: error: duplicate key 'sources.a'; it stands at a.yaml:1:11 already");
  EXPECT_EQ(refused("sources:\n  a:\n"), "a.yaml:2:3: error: 'sources.a' must be a section of keys; got nothing");
  EXPECT_EQ(refused("outputs: {a: 1}\n"),
            "a.yaml:1:10: error: 'outputs' must be a list of names; got a section of keys");
  EXPECT_EQ(refused("outputs: [[a]]\n"), "a.yaml:1:11: error: 'outputs' must be a list of names; got a list");
}

TEST(YamlSections, AreReplacedFromTheCommandLine) {
  Plan plan = read(whole);
  io::GivenKeys given;
  io::apply_overrides({"steps=[{name: glue}]", "outputs=[right]"}, io::fields_of(plan), given);
  ASSERT_EQ(plan.steps.size(), 1u);
  EXPECT_EQ(plan.steps[0].name, "glue");
  EXPECT_EQ(plan.outputs, io::Names{"right"});
}

TEST(YamlSections, HelpTellsTheKeysOfOne) {
  Plan plan;
  const std::string help = io::help_config(io::fields_of(plan));
  EXPECT_NE(help.find("  sources.NAME.count [pieces]: how many\n"), std::string::npos) << help;
  EXPECT_NE(help.find("  steps[].in: what it takes\n      a list of names; default none\n"), std::string::npos) << help;
}

}  // namespace
}  // namespace kolibri::test
