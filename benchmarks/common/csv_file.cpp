#include "common/csv_file.hpp"

#include <fmt/format.h>

#include <iostream>
#include <kolibri/error.hpp>
#include <utility>

namespace kolibri::bench {

CsvFile::CsvFile(const std::string& path, std::string header) : m_path(path), m_header(std::move(header)) {
  if (!path.empty()) {
    m_file.open(path);
    require(m_file.is_open(), "cannot write '", path, "': name a file in a folder that exists");
  }
}

void CsvFile::comment(const std::string& text) { line("# " + text); }

void CsvFile::row(const std::string& text) {
  if (!m_header.empty()) line(std::exchange(m_header, {}));
  line(text);
}

void CsvFile::line(const std::string& text) {
  std::cout << text << std::endl;
  if (!m_file.is_open()) return;
  m_file << text << std::endl;
  require(m_file.good(), "cannot write '", m_path, "': is the disk full?");
}

std::string figure(double value, const char* format) {
  return value == 0 ? std::string() : fmt::format(fmt::runtime(format), value);
}

}  // namespace kolibri::bench
