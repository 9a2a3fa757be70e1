#include "inverse/program_config.hpp"

#include <algorithm>
#include <kolibri/error.hpp>

#include "common/driver.hpp"

namespace kolibri::drivers {
namespace {

// Names become those of files.
bool is_plain(const std::string& name) {
  const auto good = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return !name.empty() && name != "info" && std::all_of(name.begin(), name.end(), good);
}

void validate_matrix(const io::Named<ProgramMatrixOptions>& matrix, const io::GivenKeys& given) {
  const auto& [name, options] = matrix;
  const std::string key = "program.matrices." + name;
  if (!is_plain(name)) fail_at(given, key, concat("'", name, "' is no name: letters, digits, _ and -, and not 'info'"));
  if (!options.file.empty() && !options.values.empty()) {
    fail_at(given, key, concat("'", key, "' has both 'file' and 'values'; keep one of them"));
  }
  if (!options.input() && (options.rows == 0 || options.columns == 0)) {
    fail_at(given, key, concat("'", key, "' needs 'rows' and 'columns', or 'file' or 'values'"));
  }
}

}  // namespace

void validate(const ProgramOptions& options, const io::GivenKeys& given) {
  if (options.matrices.empty()) fail_at(given, "program", "'program.matrices' is missing");
  for (const auto& matrix : options.matrices) validate_matrix(matrix, given);
}

}  // namespace kolibri::drivers
