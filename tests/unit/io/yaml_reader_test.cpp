#include <gtest/gtest.h>

#include <kolibri/io/yaml_reader.hpp>
#include <locale>

#include "fields_example.hpp"

namespace {

using namespace kolibri;
using test::Example;

io::GivenKeys read(const std::string& text, Example& example) {
  return io::read_yaml(text, {"a.yaml", "/base"}, io::fields_of(example));
}

std::string error_of(const std::string& text) {
  Example example;
  return test::error_of([&] { read(text, example); });
}

TEST(YamlReader, ReadsEveryKindOfMember) {
  Example example;
  read(
      "title: my title\n"
      "file: data/a.npy\n"
      "solver: {tolerance: 2.5e-3, max_sweeps: 7, colour: blue, fast: false}\n"
      "source: {count: 5000000000, seed: 18446744073709551615}\n",
      example);
  EXPECT_EQ(example.title, "my title");
  EXPECT_EQ(example.file, "/base/data/a.npy");
  EXPECT_EQ(example.solver.tolerance, 2.5e-3);
  EXPECT_EQ(example.solver.max_sweeps, 7);
  EXPECT_EQ(example.solver.colour, test::Colour::blue);
  EXPECT_FALSE(example.solver.fast);
  ASSERT_TRUE(example.source.has_value());
  EXPECT_EQ(example.source->count, 5000000000);
  EXPECT_EQ(example.source->seed, 18446744073709551615u);
}

TEST(YamlReader, KeepsDefaultsOfAbsentKeys) {
  for (const char* text : {"", "# nothing but a comment\n", "solver: {}\n", "{}"}) {
    Example example;
    read(text, example);
    EXPECT_EQ(example.title, "an example") << text;
    EXPECT_EQ(example.solver.max_sweeps, 40) << text;
    EXPECT_FALSE(example.source.has_value()) << text;
  }
}

TEST(YamlReader, TellsWhereEachKeyStands) {
  Example example;
  const io::GivenKeys given = read("title: x\nsolver:\n  fast: true\n", example);
  EXPECT_EQ(given, (io::GivenKeys{{"title", "a.yaml:1:1"}, {"solver", "a.yaml:2:1"}, {"solver.fast", "a.yaml:3:3"}}));
}

TEST(YamlReader, AcceptsAliases) {
  Example example;
  read("title: &t 3\nsolver: {max_sweeps: *t}\n", example);
  EXPECT_EQ(example.solver.max_sweeps, 3);
}

TEST(YamlReader, RefusesUnknownKeys) {
  EXPECT_EQ(error_of("solver:\n  tolerence: 1\n"),
            "a.yaml:2:3: error: unknown key 'solver.tolerence'; did you mean 'tolerance'?");
  EXPECT_EQ(error_of("solver: {x: 1}\n"),
            "a.yaml:1:10: error: unknown key 'solver.x'; known keys here: tolerance, max_sweeps, colour, fast");
  EXPECT_EQ(error_of("Solver: {}\n"), "a.yaml:1:1: error: unknown key 'Solver'; did you mean 'solver'?");
  EXPECT_EQ(error_of("? [a]\n: 1\n"), "a.yaml:1:3: error: a key must be a name; got a list");
}

TEST(YamlReader, RefusesDuplicateKeys) {
  EXPECT_EQ(error_of("solver:\n  fast: true\n  max_sweeps: 3\n  fast: false\n"),
            "a.yaml:4:3: error: duplicate key 'solver.fast'; it stands at a.yaml:2:3 already");
  EXPECT_EQ(error_of("title: x\ntitle: y\n"),
            "a.yaml:2:1: error: duplicate key 'title'; it stands at a.yaml:1:1 already");
}

TEST(YamlReader, RefusesWrongTypes) {
  const std::string integer = "'solver.max_sweeps' must be an integer >= 1; got ";
  EXPECT_EQ(error_of("solver: {max_sweeps: many}\n"), "a.yaml:1:22: error: " + integer + "'many'");
  EXPECT_EQ(error_of("solver: {max_sweeps: 1.5}\n"), "a.yaml:1:22: error: " + integer + "'1.5'");
  EXPECT_EQ(error_of("solver: {max_sweeps: '7'}\n"), "a.yaml:1:22: error: " + integer + "'7'");
  EXPECT_EQ(error_of("solver: {max_sweeps: 0x10}\n"), "a.yaml:1:22: error: " + integer + "'0x10'");
  EXPECT_EQ(error_of("solver: {max_sweeps: [7]}\n"), "a.yaml:1:22: error: " + integer + "a list");
  EXPECT_EQ(error_of("solver: {max_sweeps: {a: 1}}\n"), "a.yaml:1:22: error: " + integer + "a section of keys");
  EXPECT_EQ(error_of("solver:\n  max_sweeps:\n"), "a.yaml:2:3: error: " + integer + "nothing");
  EXPECT_EQ(error_of("solver: {fast: yes}\n"), "a.yaml:1:16: error: 'solver.fast' must be true or false; got 'yes'");
  EXPECT_EQ(error_of("solver: quick\n"), "a.yaml:1:9: error: 'solver' must be a section of keys; got 'quick'");
  EXPECT_EQ(error_of("file: ''\n"), "a.yaml:1:7: error: 'file' must be a path; got ''");
  EXPECT_EQ(error_of("solver: {colour: gren}\n"),
            "a.yaml:1:18: error: 'solver.colour' must be one of red, green, blue; got 'gren', did you mean 'green'?");
  EXPECT_EQ(error_of("title: !!int 3\n"),
            "a.yaml:1:8: error: 'title' has the tag 'tag:yaml.org,2002:int'; tags are not supported");
}

TEST(YamlReader, RefusesValuesOutOfRange) {
  EXPECT_EQ(error_of("solver: {max_sweeps: 0}\n"),
            "a.yaml:1:22: error: 'solver.max_sweeps' must be an integer >= 1; got '0'");
  EXPECT_EQ(error_of("solver: {max_sweeps: 2147483648}\n"),
            "a.yaml:1:22: error: 'solver.max_sweeps' must be an integer >= 1; got '2147483648'");
  EXPECT_EQ(error_of("source: {seed: -1}\n"), "a.yaml:1:16: error: 'source.seed' must be an integer >= 0; got '-1'");
  for (const char* value : {"-1e-300", "1.0001", ".inf", "inf", "nan", ".nan", "1e999", "1e-999"}) {
    EXPECT_EQ(error_of(std::string("solver: {tolerance: ") + value + "}\n"),
              std::string("a.yaml:1:21: error: 'solver.tolerance' must be a number from 0 to 1; got '") + value + "'");
  }
}

TEST(YamlReader, RefusesWhatIsNoConfiguration) {
  EXPECT_EQ(error_of("- 1\n"), "a.yaml:1:1: error: a configuration must be a section of keys; got a list");
  EXPECT_EQ(error_of("title: x\n---\ntitle: y\n"),
            "a.yaml:2:1: error: a second document; a configuration is a single one");
  EXPECT_EQ(error_of("title: [1\n").rfind("a.yaml:2:1: error: not valid YAML: ", 0), 0u) << error_of("title: [1\n");
  EXPECT_EQ(error_of("title: *nowhere\n").rfind("a.yaml:1:8: error: not valid YAML: ", 0), 0u)
      << error_of("title: *nowhere\n");
}

// Where the decimal sign is a comma, "1.5" is not to be read as 1.
struct CommaPunctuation : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
};

TEST(YamlReader, ReadsNumbersAlikeUnderAnyLocale) {
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new CommaPunctuation));
  Example example;
  read("solver: {tolerance: 0.125}\n", example);
  std::locale::global(before);
  EXPECT_EQ(example.solver.tolerance, 0.125);
}

TEST(YamlReader, NamesAFileThatCannotBeRead) {
  Example example;
  EXPECT_EQ(test::error_of([&] { io::read_yaml_file("/nowhere/a.yaml", io::fields_of(example)); }),
            "cannot read '/nowhere/a.yaml': No such file or directory");
  EXPECT_EQ(test::error_of([&] { io::read_yaml_file("/tmp", io::fields_of(example)); }),
            "cannot read '/tmp': it is a folder");
}

}  // namespace
