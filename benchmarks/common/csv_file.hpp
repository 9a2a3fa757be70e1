#pragma once

#include <fstream>
#include <string>

namespace kolibri::bench {

/// Lines of a comma-separated table, written one by one to standard output and, if it has a path, to a file.
class CsvFile {
 public:
  /// Throws Error when the file cannot be written.
  CsvFile(const std::string& path, std::string header);

  /// A line of explanation, which readers of the table skip.
  void comment(const std::string& text);

  /// A line of the table; the header stands above the first.
  void row(const std::string& text);

 private:
  void line(const std::string& text);

  std::string m_path;
  std::string m_header;
  std::ofstream m_file;
};

/// The value as fmt's format says, or nothing where it is 0: there is nothing to tell.
std::string figure(double value, const char* format);

}  // namespace kolibri::bench
