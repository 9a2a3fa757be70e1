#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "cases.hpp"

namespace kolibri::bench {

/// The comma-separated table, written row by row to standard output and, if it has a path, to a file.
class Table {
 public:
  /// Throws Error when the file cannot be written.
  Table(const std::string& path, std::string device);

  /// A line of explanation, which readers of the table skip.
  void comment(const std::string& text);
  void add(const std::vector<Row>& rows);

 private:
  void line(const std::string& text);

  std::string m_path;
  std::string m_device;
  std::ofstream m_file;
  bool m_header_written = false;
};

}  // namespace kolibri::bench
