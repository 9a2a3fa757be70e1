#pragma once

#include <filesystem>
#include <kolibri/io/fields.hpp>
#include <map>
#include <string>
#include <string_view>

namespace kolibri::io {

/// Where each given key stands, by its full name: "solver.order" -> "a.yaml:4:3".
using GivenKeys = std::map<std::string, std::string>;

/// Where a configuration text comes from.
struct YamlSource {
  std::string name;            ///< the file, for messages
  std::filesystem::path base;  ///< the folder that relative paths start from
};

/// Reads a YAML configuration into the fields, strictly: an unknown or duplicate key, a wrong type, a value out of
/// range throw Error with file, line and column, the key, what was got and what it should have been:
/// `a.yaml:4:3: error: unknown key 'solver.tolerence'; did you mean 'tolerance'?`. Numbers are read alike under any
/// locale. Members whose keys are absent keep their defaults.
GivenKeys read_yaml(std::string_view text, const YamlSource& source, const Fields& fields);

/// Reads a configuration file; relative paths in it start from its own folder.
GivenKeys read_yaml_file(const std::filesystem::path& path, const Fields& fields);

/// The text of a top-level key of a configuration file, for those who have to know it before all others (`driver`),
/// with its place; both empty when there is no such key.
struct PeekedKey {
  std::string value;
  std::string where;
};
PeekedKey peek_yaml_file(const std::filesystem::path& path, const std::string& key);

}  // namespace kolibri::io
