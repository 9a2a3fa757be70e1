#include <algorithm>
#include <cctype>
#include <charconv>
#include <complex>
#include <cstring>
#include <kolibri/io/matrix_market.hpp>
#include <string_view>

#include "system.hpp"

namespace kolibri::io {
namespace {

enum class Symmetry { general, symmetric, hermitian };

/// What the first line of the file says.
struct Banner {
  bool coordinate = false;
  bool complex = false;
  Symmetry symmetry = Symmetry::general;
};

using Words = std::vector<std::string_view>;

/// The lines of the file, split into words, with the number of the last one for errors.
class Lines {
 public:
  Lines(std::istream& in, const std::string& name) : m_in(in), m_name(name) {}

  /// The words of the next line.
  const Words& next() {
    ++m_number;
    if (!std::getline(m_in, m_line)) fail("the file ends here");
    split();
    return m_words;
  }

  /// The words of the next line that is neither blank nor a comment.
  const Words& next_data() {
    do next();
    while (is_skipped());
    return m_words;
  }

  /// Whether only blank lines and comments are left.
  bool at_end() {
    while (std::getline(m_in, m_line)) {
      ++m_number;
      split();
      if (!is_skipped()) return false;
    }
    return true;
  }

  template <class... Parts>
  [[noreturn]] void fail(const Parts&... parts) const {
    throw Error(concat("cannot read '", m_name, "': line ", m_number, ": ", parts...));
  }

 private:
  bool is_skipped() const { return m_words.empty() || m_words.front().front() == '%'; }

  void split() {
    constexpr std::string_view blanks = " \t\r\v\f";
    m_words.clear();
    const std::string_view line = m_line;
    std::size_t begin = line.find_first_not_of(blanks);
    while (begin != std::string_view::npos) {
      const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
      m_words.push_back(line.substr(begin, end - begin));
      begin = line.find_first_not_of(blanks, end);
    }
  }

  std::istream& m_in;
  const std::string& m_name;
  std::string m_line;
  Words m_words;
  std::int64_t m_number = 0;
};

std::string lower(std::string_view word) {
  std::string text(word);
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

Banner read_banner(Lines& lines) {
  const Words& words = lines.next();
  if (words.size() != 5 || lower(words[0]) != "%%matrixmarket" || lower(words[1]) != "matrix")
    lines.fail("expected '%%MatrixMarket matrix FORMAT FIELD SYMMETRY'");
  const std::string format = lower(words[2]);
  const std::string field = lower(words[3]);
  const std::string symmetry = lower(words[4]);
  if (format != "array" && format != "coordinate") lines.fail("format '", format, "' is neither array nor coordinate");
  if (field != "real" && field != "complex" && field != "integer")
    lines.fail("field '", field, "' is not supported, known are real, complex and integer");
  if (symmetry != "general" && symmetry != "symmetric" && symmetry != "hermitian")
    lines.fail("symmetry '", symmetry, "' is not supported, known are general, symmetric and hermitian");
  return {format == "coordinate", field == "complex",
          symmetry == "general"     ? Symmetry::general
          : symmetry == "symmetric" ? Symmetry::symmetric
                                    : Symmetry::hermitian};
}

template <class Number>
Number number(const Lines& lines, std::string_view word) {
  const std::string_view digits = word.substr(word.front() == '+' ? 1 : 0);
  Number value{};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc::result_out_of_range) lines.fail("'", word, "' is out of range");
  if (error != std::errc() || end != digits.data() + digits.size()) lines.fail("'", word, "' is not a number");
  return value;
}

/// An index counted from one, returned counted from zero.
std::int64_t index(const Lines& lines, std::string_view word, std::int64_t extent, const char* axis) {
  const auto value = number<std::int64_t>(lines, word);
  if (value < 1 || value > extent) lines.fail(axis, " ", value, " is outside 1 to ", extent);
  return value - 1;
}

/// The dense matrix under construction.
class Dense {
 public:
  Dense(Lines& lines, const Banner& banner, std::int64_t max_bytes) : m_banner(banner) {
    const Words& words = lines.next_data();
    if (words.size() != (banner.coordinate ? 3 : 2))
      lines.fail("expected ", banner.coordinate ? "'ROWS COLUMNS ENTRIES'" : "'ROWS COLUMNS'");
    m_rows = number<std::int64_t>(lines, words[0]);
    m_columns = number<std::int64_t>(lines, words[1]);
    if (m_rows < 0 || m_columns < 0) lines.fail("a size is negative");
    if (banner.symmetry != Symmetry::general && m_rows != m_columns)
      lines.fail("a matrix that is not general must be square, got ", m_rows, " x ", m_columns);
    const std::int64_t most = max_bytes / 16;
    if (m_columns > 0 && m_rows > most / m_columns)
      lines.fail("a dense ", m_rows, " x ", m_columns, " matrix is too large here, write it as .npy");
    m_entries = banner.coordinate ? number<std::int64_t>(lines, words[2]) : stored_entries();
    if (m_entries < 0) lines.fail("a size is negative");
    m_values.resize(static_cast<std::size_t>(m_rows * m_columns));
  }

  void read_entries(Lines& lines) {
    const std::size_t parts = m_banner.complex ? 2 : 1;
    const std::size_t indices = m_banner.coordinate ? 2 : 0;
    std::int64_t row = 0;
    std::int64_t column = 0;
    for (std::int64_t entry = 0; entry < m_entries; ++entry) {
      const Words& words = lines.next_data();
      if (words.size() != indices + parts)
        lines.fail("expected ", indices + parts, " numbers, got ", words.size(), " words");
      if (m_banner.coordinate) {
        row = index(lines, words[0], m_rows, "row");
        column = index(lines, words[1], m_columns, "column");
        if (m_banner.symmetry != Symmetry::general && row < column)
          lines.fail("entry (", row + 1, ", ", column + 1, ") lies above the diagonal, where this format has none");
      }
      add(row, column, number<double>(lines, words[indices]),
          m_banner.complex ? number<double>(lines, words[indices + 1]) : 0.0);
      if (!m_banner.coordinate) advance(row, column);
    }
    if (!lines.at_end()) lines.fail("more than the ", m_entries, " entries announced");
  }

  Array array() const {
    Array array{m_banner.complex ? Dtype::complex128 : Dtype::float64, {m_rows, m_columns}, {}};
    array.bytes.resize(m_values.size() * size_of(array.dtype));
    const std::size_t item = size_of(array.dtype);
    for (std::size_t i = 0; i < m_values.size(); ++i) std::memcpy(array.bytes.data() + i * item, &m_values[i], item);
    return array;
  }

 private:
  /// Entries of the array format, which stores the lower triangle unless the matrix is general.
  std::int64_t stored_entries() const {
    return m_banner.symmetry == Symmetry::general ? m_rows * m_columns : m_rows * (m_rows + 1) / 2;
  }

  /// Next place in the array format: down the columns, from the diagonal on unless the matrix is general.
  void advance(std::int64_t& row, std::int64_t& column) const {
    if (++row < m_rows) return;
    ++column;
    row = m_banner.symmetry == Symmetry::general ? 0 : column;
  }

  void add(std::int64_t row, std::int64_t column, double real, double imaginary) {
    m_values[row * m_columns + column] += std::complex<double>(real, imaginary);
    if (m_banner.symmetry == Symmetry::general || row == column) return;
    const double mirrored = m_banner.symmetry == Symmetry::hermitian ? -imaginary : imaginary;
    m_values[column * m_columns + row] += std::complex<double>(real, mirrored);
  }

  Banner m_banner;
  std::int64_t m_rows = 0;
  std::int64_t m_columns = 0;
  std::int64_t m_entries = 0;
  std::vector<std::complex<double>> m_values;
};

}  // namespace

Array read_matrix_market(std::istream& in, const std::string& name, std::int64_t max_bytes) {
  Lines lines(in, name);
  const Banner banner = read_banner(lines);
  Dense matrix(lines, banner, max_bytes);
  matrix.read_entries(lines);
  return matrix.array();
}

Array read_matrix_market(const std::filesystem::path& path) {
  std::ifstream in = detail::open_input(path);
  return read_matrix_market(in, path.string());
}

}  // namespace kolibri::io
