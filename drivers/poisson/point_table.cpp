#include "poisson/point_table.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <kolibri/error.hpp>
#include <kolibri/io/array.hpp>
#include <kolibri/io/npy.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace kolibri::drivers {
namespace {

using Rows = std::vector<std::vector<double>>;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::optional<double> number(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> words;
  for (;;) {
    const std::size_t comma = line.find(',');
    words.push_back(trimmed(line.substr(0, comma)));
    if (comma == std::string_view::npos) return words;
    line.remove_prefix(comma + 1);
  }
}

/// Whether a line holds the names of columns: words that begin with a letter and are no nan or inf.
bool all_names(const std::vector<std::string_view>& words) {
  return std::all_of(words.begin(), words.end(), [](std::string_view word) {
    double value = 0;
    const char first = word.empty() ? '0' : word.front();
    const bool letter =
        (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first == '_' || first == '"';
    return letter && std::from_chars(word.data(), word.data() + word.size(), value).ec != std::errc{};
  });
}

Rows read_csv(const std::filesystem::path& path) {
  require(!std::filesystem::is_directory(path), "cannot read '", path.string(), "': it is a folder");
  std::ifstream in(path);
  require(in.good(), "cannot read '", path.string(), "': ", std::strerror(errno));
  Rows rows;
  std::string line;
  bool header_is_possible = true;
  for (std::size_t place = 1; std::getline(in, line); ++place) {
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (place == 1 && line.starts_with(byte_order_mark)) line.erase(0, byte_order_mark.size());
    const std::string_view text = trimmed(std::string_view(line).substr(0, line.find('#')));
    if (text.empty()) continue;
    const std::vector<std::string_view> words = split(text);
    if (std::exchange(header_is_possible, false) && all_names(words)) continue;
    std::vector<double>& row = rows.emplace_back();
    for (const std::string_view word : words) {
      const std::optional<double> value = number(word);
      require(value.has_value(), "cannot read '", path.string(), "', line ", place, ": '", word,
              "' is no finite number");
      row.push_back(*value);
    }
    require(row.size() == rows.front().size(), "cannot read '", path.string(), "', line ", place, ": ", row.size(),
            " numbers where the first row has ", rows.front().size());
  }
  return rows;
}

void require_finite(const std::filesystem::path& path, const Rows& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const double value : rows[i]) {
      require(std::isfinite(value), "cannot use '", path.string(), "': row ", i + 1,
              " has a number that is not finite");
    }
  }
}

/// Those of a matrix of float64, which have to be finite.
Rows rows_of(const std::filesystem::path& path, const io::Array& array) {
  Rows rows(static_cast<std::size_t>(array.shape[0]), std::vector<double>(static_cast<std::size_t>(array.shape[1])));
  const std::byte* from = array.bytes.data();
  for (std::vector<double>& row : rows) {
    std::memcpy(row.data(), from, row.size() * sizeof(double));
    from += row.size() * sizeof(double);
  }
  require_finite(path, rows);
  return rows;
}

Rows read_npy_rows(const std::filesystem::path& path) {
  const io::Array array = io::read_npy(path);
  require(array.dtype == io::Dtype::float64 && array.shape.size() == 2, "cannot use '", path.string(),
          "': expected float64 with two axes, got ", io::shape_text(array.shape), " ", io::name(array.dtype));
  return rows_of(path, array);
}

}  // namespace

Rows read_point_table(const std::filesystem::path& path) {
  require(path.extension() == ".npy" || path.extension() == ".csv", "cannot read '", path.string(),
          "': points are read from .npy and .csv files");
  return path.extension() == ".npy" ? read_npy_rows(path) : read_csv(path);
}

Rows read_table(const std::filesystem::path& path, const char* rows, int columns) {
  if (path.extension() == ".csv") {
    Rows table = read_csv(path);
    const std::size_t got = table.empty() ? 0 : table.front().size();
    require(got == static_cast<std::size_t>(columns), "cannot use '", path.string(), "': expected (", rows, ", ",
            columns, "), got ", table.size(), " x ", got);
    return table;
  }
  const io::Array array = io::read_array(path);
  require(
      array.dtype == io::Dtype::float64 && array.shape.size() == 2 && array.shape[0] > 0 && array.shape[1] == columns,
      "cannot use '", path.string(), "': expected (", rows, ", ", columns, ") float64, got ",
      io::shape_text(array.shape), " ", io::name(array.dtype));
  return rows_of(path, array);
}

}  // namespace kolibri::drivers
