#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <complex>
#include <cstring>
#include <kolibri/io/matrix_market.hpp>
#include <sstream>

#include "temporary_folder.hpp"

namespace {

using namespace kolibri::io;
using kolibri::test::error_text;

using Complex = std::complex<double>;

Array read(const std::string& text) {
  std::istringstream in(text);
  return read_matrix_market(in, "a.mtx");
}

std::string refusal(const std::string& text) {
  return error_text([&] { read(text); });
}

template <class T>
std::vector<T> values_of(const Array& array) {
  EXPECT_EQ(array.dtype, dtype_of<T>);
  std::vector<T> values(array.bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), array.bytes.data(), array.bytes.size());
  return values;
}

const std::string k_banner = "%%MatrixMarket matrix ";

TEST(MatrixMarket, ArrayGeneralIsColumnMajor) {
  const Array array = read(k_banner + "array real general\n% a comment\n\n2 3\n1\n2\n3\n4\n5\n6e0\n");
  EXPECT_EQ(array.shape, (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(values_of<double>(array), (std::vector<double>{1, 3, 5, 2, 4, 6}));
}

TEST(MatrixMarket, ArraySymmetricHoldsTheLowerTriangle) {
  // [1 2 3; 2 4 5; 3 5 6]
  EXPECT_EQ(values_of<double>(read(k_banner + "array integer symmetric\n3 3\n1\n2\n3\n4\n5\n6\n")),
            (std::vector<double>{1, 2, 3, 2, 4, 5, 3, 5, 6}));
}

TEST(MatrixMarket, ArrayHermitianIsConjugatedAbove) {
  // [1 2-3i; 2+3i 4]
  EXPECT_EQ(values_of<Complex>(read(k_banner + "array complex hermitian\n2 2\n1 0\n2 3\n4 0\n")),
            (std::vector<Complex>{1, {2, -3}, {2, 3}, 4}));
}

TEST(MatrixMarket, CoordinateEntriesAddUpAndTheRestIsZero) {
  EXPECT_EQ(values_of<double>(read(k_banner + "coordinate real general\n2 2 3\n1 2 -1.5\n2 1 2\n1 2 +0.5\n")),
            (std::vector<double>{0, -1, 2, 0}));
  EXPECT_EQ(values_of<Complex>(read(k_banner + "coordinate complex symmetric\n2 2 1\n2 1 0 1\n")),
            (std::vector<Complex>{0, {0, 1}, {0, 1}, 0}));
}

TEST(MatrixMarket, CaseBlanksAndLineEndsDoNotMatter) {
  EXPECT_EQ(values_of<double>(read("%%matrixmarket MATRIX Array Real General\r\n 1\t2 \r\n1\r\n\r\n2")),
            (std::vector<double>{1, 2}));
}

TEST(MatrixMarket, NonFiniteEntriesAreData) {
  const auto values = values_of<double>(read(k_banner + "array real general\n3 1\nnan\ninf\n-Inf\n"));
  EXPECT_TRUE(std::isnan(values[0]));
  EXPECT_EQ(values[1], INFINITY);
  EXPECT_EQ(values[2], -INFINITY);
}

TEST(MatrixMarket, EmptyMatrices) {
  EXPECT_EQ(read(k_banner + "array real general\n0 0\n").bytes.size(), 0u);
  EXPECT_EQ(values_of<double>(read(k_banner + "coordinate real general\n1 1 0\n")), (std::vector<double>{0}));
}

TEST(MatrixMarket, NumbersDoNotDependOnTheLocale) {
  if (std::setlocale(LC_NUMERIC, "de_DE.UTF-8") == nullptr) std::setlocale(LC_NUMERIC, "C.UTF-8");
  EXPECT_EQ(values_of<double>(read(k_banner + "array real general\n1 1\n2.5\n")), (std::vector<double>{2.5}));
  EXPECT_NE(refusal(k_banner + "array real general\n1 1\n2,5\n"), "nothing thrown");
  std::setlocale(LC_NUMERIC, "C");
}

TEST(MatrixMarket, EveryRefusalNamesTheLine) {
  const std::string begin = "cannot read 'a.mtx': line ";
  const std::pair<std::string, std::string> cases[] = {
      {"", "1: the file ends here"},
      {"1 1\n2\n", "1: expected '%%MatrixMarket matrix FORMAT FIELD SYMMETRY'"},
      {k_banner + "sparse real general\n", "1: format 'sparse' is neither array nor coordinate"},
      {k_banner + "coordinate pattern general\n",
       "1: field 'pattern' is not supported, known are real, complex and integer"},
      {k_banner + "array real skew-symmetric\n",
       "1: symmetry 'skew-symmetric' is not supported, known are general, symmetric and hermitian"},
      {k_banner + "array real general\n% c\n2\n", "3: expected 'ROWS COLUMNS'"},
      {k_banner + "coordinate real general\n2 2\n", "2: expected 'ROWS COLUMNS ENTRIES'"},
      {k_banner + "array real general\n-2 2\n", "2: a size is negative"},
      {k_banner + "coordinate real general\n2 2 -1\n", "2: a size is negative"},
      {k_banner + "array real symmetric\n2 3\n", "2: a matrix that is not general must be square, got 2 x 3"},
      {k_banner + "array real general\n9999999999 9999999999\n",
       "2: a dense 9999999999 x 9999999999 matrix is too large here, write it as .npy"},
      {k_banner + "array real general\n99999999999999999999 1\n", "2: '99999999999999999999' is out of range"},
      {k_banner + "array real general\n1 2\n1\n", "4: the file ends here"},
      {k_banner + "array real general\n1 1\n1\n\n2\n", "5: more than the 1 entries announced"},
      {k_banner + "array real general\n1 1\n1 2\n", "3: expected 1 numbers, got 2 words"},
      {k_banner + "array real general\n1 1\none\n", "3: 'one' is not a number"},
      {k_banner + "array real general\n1 1\n1x\n", "3: '1x' is not a number"},
      {k_banner + "array real general\n1 1\n1e999\n", "3: '1e999' is out of range"},
      {k_banner + "array real general\n1 1\n+\n", "3: '+' is not a number"},
      {k_banner + "coordinate real general\n2 2 1\n0 1 1\n", "3: row 0 is outside 1 to 2"},
      {k_banner + "coordinate real general\n2 2 1\n1 3 1\n", "3: column 3 is outside 1 to 2"},
      {k_banner + "coordinate real general\n2 2 1\n1.0 1 1\n", "3: '1.0' is not a number"},
      {k_banner + "coordinate real symmetric\n2 2 1\n1 2 1\n",
       "3: entry (1, 2) lies above the diagonal, where this format has none"}};
  for (const auto& [text, complaint] : cases) EXPECT_EQ(refusal(text), begin + complaint);
}

TEST(MatrixMarket, FilesAreReadByTheirExtension) {
  const kolibri::test::TemporaryFolder folder;
  std::ofstream(folder / "a.mtx") << k_banner << "array real general\n1 1\n4\n";
  EXPECT_EQ(values_of<double>(read_array(folder / "a.mtx")), (std::vector<double>{4}));
  EXPECT_EQ(error_text([&] { read_array(folder / "b.mtx"); }),
            "cannot read '" + (folder / "b.mtx").string() + "': No such file or directory");
}

}  // namespace
