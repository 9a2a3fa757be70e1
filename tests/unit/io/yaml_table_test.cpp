#include <gtest/gtest.h>

#include <cmath>
#include <kolibri/io/config_dump.hpp>
#include <kolibri/io/overrides.hpp>
#include <kolibri/io/yaml_reader.hpp>

#include "fields_example.hpp"

namespace kolibri::test {
namespace {

struct Matrix {
  io::Table rows;
};

template <class F>
void fields(F& f, Matrix& o) {
  f("rows", o.rows, {.help = "the matrix"});
}

io::Table read(const std::string& text) {
  Matrix matrix;
  io::read_yaml(text, {"a.yaml", "/base"}, io::fields_of(matrix));
  return matrix.rows;
}

TEST(YamlTable, ReadsRowsOfNumbers) {
  EXPECT_EQ(read("rows: [[1, -2.5, 1e-3]]\n"), (io::Table{{1, -2.5, 1e-3}}));
  EXPECT_EQ(read("rows:\n  - [1, 2]\n  - - 3\n    - 4\n"), (io::Table{{1, 2}, {3, 4}}));
  EXPECT_EQ(read("rows: []\n"), io::Table{});
  EXPECT_EQ(read("{\"rows\": [[1], [2]]}"), (io::Table{{1}, {2}}));
}

TEST(YamlTable, TakesEntriesThatAreNotFiniteAsData) {
  const io::Table table = read("rows: [[.inf, -.inf, .nan]]\n");
  EXPECT_EQ(table[0][0], INFINITY);
  EXPECT_EQ(table[0][1], -INFINITY);
  EXPECT_TRUE(std::isnan(table[0][2]));
}

TEST(YamlTable, RefusesWhatIsNone) {
  const auto refused = [](const std::string& text) { return error_of([&] { read(text); }); };
  const std::string list = "must be a list of rows of numbers; got ", row = "must be a list of numbers; got ";
  EXPECT_EQ(refused("rows: 1\n"), "a.yaml:1:7: error: 'rows' " + list + "'1'");
  EXPECT_EQ(refused("rows: {a: 1}\n"), "a.yaml:1:7: error: 'rows' " + list + "a section of keys");
  EXPECT_EQ(refused("rows:\n"), "a.yaml:1:1: error: 'rows' " + list + "nothing");
  EXPECT_EQ(refused("rows: [[1], 2]\n"), "a.yaml:1:13: error: row 2 of 'rows' " + row + "'2'");
  EXPECT_EQ(refused("rows: [[1, a]]\n"), "a.yaml:1:12: error: row 1 of 'rows' " + row + "'a' in column 2");
  EXPECT_EQ(refused("rows: [[1, '2']]\n"), "a.yaml:1:12: error: row 1 of 'rows' " + row + "'2' in column 2");
  EXPECT_EQ(refused("rows: [[1, [2]]]\n"), "a.yaml:1:12: error: row 1 of 'rows' " + row + "a list in column 2");
  EXPECT_EQ(refused("rows: [[1, 2], [3]]\n"), "a.yaml:1:16: error: row 2 of 'rows' has 1 numbers, row 1 has 2");
}

TEST(YamlTable, IsReplacedFromTheCommandLine) {
  Matrix matrix{{{5}}};
  io::GivenKeys given;
  io::apply_overrides({"rows=[[1, 2], [3, 4]]"}, io::fields_of(matrix), given);
  EXPECT_EQ(matrix.rows, (io::Table{{1, 2}, {3, 4}}));
  EXPECT_EQ(error_of([&] { io::apply_overrides({"rows=[1]"}, io::fields_of(matrix), given); }),
            "command line: error: row 1 of 'rows' must be a list of numbers; got '1'");
}

TEST(YamlTable, IsDumpedAndReadBack) {
  Matrix matrix{{{0.1, -2}, {INFINITY, 1e300}}};
  const std::string text = io::dump_config(io::fields_of(matrix));
  EXPECT_EQ(text, "rows: [[0.1, -2], [.inf, 1e+300]]    # the matrix: a list of rows of numbers\n");
  EXPECT_EQ(read(text), matrix.rows);
  Matrix empty;
  EXPECT_EQ(io::dump_config(io::fields_of(empty)), "");
  EXPECT_EQ(io::help_config(io::fields_of(empty)),
            "  rows: the matrix\n      a list of rows of numbers; default none\n");
}

}  // namespace
}  // namespace kolibri::test
