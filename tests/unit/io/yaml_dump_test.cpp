#include <gtest/gtest.h>

#include <kolibri/io/config_dump.hpp>
#include <kolibri/io/yaml_reader.hpp>

#include "fields_example.hpp"

namespace {

using namespace kolibri;
using test::Example;

TEST(YamlDump, IsCommentedAndLeavesOutWhatIsNotGiven) {
  Example example;
  EXPECT_EQ(io::dump_config(io::fields_of(example)),
            "title: \"an example\"                  # a name: a text\n"
            "solver:                              # how\n"
            "  tolerance: 1e-08                   # when to stop: a number from 0 to 1\n"
            "  max_sweeps: 40                     # how long to try: an integer >= 1\n"
            "  colour: green                      # which one: one of red, green, blue\n"
            "  fast: true                         # whether to hurry: true or false\n");
}

TEST(YamlDump, ReadsBackToTheSameValues) {
  for (const std::string title :
       {"plain", "", "true", "null", "1e3", "# no comment", "a: b", "quote \" and \\", "tab\tnewline\n",
        "umlaut \xc3\xa4", "- dash", "~", "{", "&a", "*a", "!t", "%", "@"}) {
    Example example;
    example.title = title;
    example.file = "/a path/with: colon # and hash.npy";
    example.solver.tolerance = 0.1 + 0.2;
    example.source.emplace(test::Source{.count = 12, .seed = ~std::uint64_t{0}});
    const std::string text = io::dump_config(io::fields_of(example));
    Example back;
    io::read_yaml(text, {"dump", "/"}, io::fields_of(back));
    EXPECT_EQ(back.title, title) << text;
    EXPECT_EQ(back.file, example.file);
    EXPECT_EQ(back.solver.tolerance, example.solver.tolerance);
    ASSERT_TRUE(back.source.has_value());
    EXPECT_EQ(back.source->seed, example.source->seed);
    EXPECT_EQ(io::dump_config(io::fields_of(back)), text);
  }
}

TEST(YamlHelp, ListsEveryKeyWithMeaningUnitAndDefault) {
  Example example;
  EXPECT_EQ(io::help_config(io::fields_of(example)),
            "  title: a name\n      a text; default \"an example\"\n"
            "  file: where it is\n      a path; default none\n"
            "\n  solver: how\n"
            "  solver.tolerance: when to stop\n      a number from 0 to 1; default 1e-08\n"
            "  solver.max_sweeps: how long to try\n      an integer >= 1; default 40\n"
            "  solver.colour: which one\n      one of red, green, blue; default green\n"
            "  solver.fast: whether to hurry\n      true or false; default true\n"
            "\n  source: from where\n"
            "  source.count [pieces]: how many\n      an integer >= 0; default 3\n"
            "  source.seed: of the random numbers\n      an integer >= 0; default 1\n");
}

}  // namespace
