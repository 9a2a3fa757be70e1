#include <gtest/gtest.h>

#include <kolibri/io/command_line.hpp>

#include "fields_example.hpp"

namespace {

using namespace kolibri;

io::CommandLine parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "program");
  return io::parse_command_line(static_cast<int>(arguments.size()), arguments.data(),
                                {"kolibri-test", "Tests.", "1.2.3"}, [] { return "  the keys\n"; });
}

std::string error_of(const std::vector<const char*>& arguments) {
  return test::error_of([&] { parse(arguments); });
}

TEST(CommandLine, TakesOptionsInAnyOrder) {
  const io::CommandLine line =
      parse({"--quiet", "a.yaml", "--kokkos-num-threads=4", "x.y=1", "--output", "out", "z=-2", "--check"});
  EXPECT_EQ(line.config, "a.yaml");
  EXPECT_EQ(line.overrides, (std::vector<std::string>{"x.y=1", "z=-2"}));
  EXPECT_EQ(line.output, "out");
  EXPECT_EQ(line.kokkos_flags, (std::vector<std::string>{"--kokkos-num-threads=4"}));
  EXPECT_TRUE(line.quiet);
  EXPECT_TRUE(line.check);
  EXPECT_FALSE(line.print_config);
  EXPECT_TRUE(line.answer.empty());
}

TEST(CommandLine, KeepsTheOrderOfKokkosFlags) {
  EXPECT_EQ(parse({"--kokkos-a", "a.yaml", "--kokkos-b=1"}).kokkos_flags,
            (std::vector<std::string>{"--kokkos-a", "--kokkos-b=1"}));
}

TEST(CommandLine, AnswersHelpAndVersionWithoutAConfiguration) {
  EXPECT_EQ(parse({"--version"}).answer, "kolibri-test 1.2.3\n");
  const std::string help = parse({"--help"}).answer;
  for (const char* part : {"Tests.", "CONFIG", "section.key=value", "--output DIR", "--check", "--print-config",
                           "--quiet", "--version", "--kokkos-", "  the keys\n"}) {
    EXPECT_NE(help.find(part), std::string::npos) << part;
  }
}

TEST(CommandLine, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(error_of({}), "command line: error: CONFIG is required; see kolibri-test --help");
  EXPECT_EQ(error_of({"a.yaml", "--nope"}), "command line: error: unknown option '--nope'; see kolibri-test --help");
  EXPECT_EQ(error_of({"a.yaml", "--output"}),
            "command line: error: --output: 1 required DIR missing; see kolibri-test --help");
}

}  // namespace
