#include <cerrno>
#include <fstream>
#include <iterator>
#include <kolibri/error.hpp>
#include <kolibri/io/yaml_reader.hpp>
#include <system_error>

#include "node_reader.hpp"

namespace kolibri::io {
namespace {

std::string read_text(const std::filesystem::path& path) {
  std::error_code ignored;
  require(!std::filesystem::is_directory(path, ignored), "cannot read '", path.string(), "': it is a folder");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  require(file.is_open(), "cannot read '", path.string(), "': ", std::generic_category().message(errno));
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

GivenKeys read_yaml(std::string_view text, const YamlSource& source, const Fields& fields) {
  GivenKeys given;
  detail::NodeReader(source.name, true, given).read_section(detail::load_document(text, source.name), "", fields);
  resolve_paths(fields, source.base);
  return given;
}

GivenKeys read_yaml_file(const std::filesystem::path& path, const Fields& fields) {
  return read_yaml(read_text(path), {path.string(), path.parent_path()}, fields);
}

PeekedKey peek_yaml_file(const std::filesystem::path& path, const std::string& key) {
  GivenKeys none;
  const detail::NodeReader reader(path.string(), true, none);
  for (const auto& entry : detail::load_document(read_text(path), path.string())) {
    if (entry.first.IsScalar() && entry.first.Scalar() == key && entry.second.IsScalar()) {
      return {entry.second.Scalar(), reader.where(entry.second.Mark())};
    }
  }
  return {};
}

}  // namespace kolibri::io
