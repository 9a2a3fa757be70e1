#include <gtest/gtest.h>

#include "fields_example.hpp"

namespace {

using namespace kolibri;
using test::Example;

const io::Field& field(const io::Fields& fields, const std::string& name) {
  for (const io::Field& candidate : fields) {
    if (candidate.name == name) return candidate;
  }
  throw Error("no field " + name);
}

TEST(Fields, ListEveryMemberInOrder) {
  Example example;
  std::string names;
  for (const io::Field& f : io::fields_of(example)) names += f.name + " ";
  EXPECT_EQ(names, "title file solver source ");
}

TEST(Fields, ReferToTheMembers) {
  test::Solver solver;
  const io::Fields fields = io::fields_of(solver);
  solver.tolerance = 0.25;
  solver.colour = test::Colour::blue;
  solver.fast = false;
  EXPECT_EQ(io::value_text(field(fields, "tolerance")), "0.25");
  EXPECT_EQ(io::value_text(field(fields, "max_sweeps")), "40");
  EXPECT_EQ(io::value_text(field(fields, "colour")), "blue");
  EXPECT_EQ(io::value_text(field(fields, "fast")), "false");
}

TEST(Fields, OptionalSectionsArePresentOnceOpened) {
  Example example;
  const io::Fields fields = io::fields_of(example);
  const auto& source = std::get<io::Section>(field(fields, "source").value);
  EXPECT_FALSE(source.present());
  EXPECT_EQ(source.open().size(), 2u);
  EXPECT_TRUE(source.present());
  EXPECT_TRUE(example.source.has_value());
}

TEST(Fields, TellTheirDomains) {
  test::Solver solver;
  test::Source source;
  Example example;
  EXPECT_EQ(io::domain_text(field(io::fields_of(solver), "tolerance")), "a number from 0 to 1");
  EXPECT_EQ(io::domain_text(field(io::fields_of(solver), "max_sweeps")), "an integer >= 1");
  EXPECT_EQ(io::domain_text(field(io::fields_of(solver), "colour")), "one of red, green, blue");
  EXPECT_EQ(io::domain_text(field(io::fields_of(solver), "fast")), "true or false");
  EXPECT_EQ(io::domain_text(field(io::fields_of(source), "seed")), "an integer >= 0");
  EXPECT_EQ(io::domain_text(field(io::fields_of(example), "title")), "a text");
  EXPECT_EQ(io::domain_text(field(io::fields_of(example), "file")), "a path");
}

TEST(Fields, ResolveRelativePathsOnly) {
  Example example;
  example.file = "below/a.npy";
  io::resolve_paths(io::fields_of(example), "/tmp/nowhere");
  EXPECT_EQ(example.file, "/tmp/nowhere/below/a.npy");
  io::resolve_paths(io::fields_of(example), "/elsewhere");
  EXPECT_EQ(example.file, "/tmp/nowhere/below/a.npy");
  example.file.clear();
  io::resolve_paths(io::fields_of(example), "/elsewhere");
  EXPECT_TRUE(example.file.empty());
}

TEST(Nearest, FindsTypingErrors) {
  const std::vector<std::string> known{"tolerance", "triangle", "order", "n"};
  EXPECT_EQ(io::nearest("tolerence", known), "tolerance");
  EXPECT_EQ(io::nearest("toleranc", known), "tolerance");
  EXPECT_EQ(io::nearest("odrer", known), "order");
  EXPECT_EQ(io::nearest("N", known), "n");
}

TEST(Nearest, ProposesNothingForAnotherWord) {
  const std::vector<std::string> known{"tolerance", "triangle", "order"};
  EXPECT_EQ(io::nearest("vectors", known), std::nullopt);
  EXPECT_EQ(io::nearest("", known), std::nullopt);
  EXPECT_EQ(io::nearest(std::string(100000, 'x'), known), std::nullopt);
}

}  // namespace
