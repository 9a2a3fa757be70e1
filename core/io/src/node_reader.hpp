#pragma once

#include <yaml-cpp/yaml.h>

#include <kolibri/io/yaml_reader.hpp>
#include <string>
#include <vector>

namespace kolibri::io::detail {

/// Carries YAML nodes into fields; `place` is the file's name, or "command line", where nodes have no line.
class NodeReader {
 public:
  NodeReader(std::string place, bool has_lines, GivenKeys& given)
      : m_place(std::move(place)), m_has_lines(has_lines), m_given(given) {}

  /// Reads a map of keys; `prefix` is empty or ends with a dot.
  void read_section(const YAML::Node& node, const std::string& prefix, const Fields& fields);

  /// Reads the value of one key; `mark` is its place in messages.
  void read_value(const YAML::Node& node, const YAML::Mark& mark, const std::string& full_name, const Field& field);

  /// The field of that name, or an error that proposes the nearest one.
  const Field& find(const Fields& fields, const std::string& prefix, const std::string& name,
                    const YAML::Mark& mark) const;

  /// "a.yaml:4:3".
  std::string where(const YAML::Mark& mark) const;

  [[noreturn]] void fail(const YAML::Mark& mark, const std::string& problem) const;

 private:
  void read_sections(const YAML::Node& node, const YAML::Mark& mark, const std::string& full_name, const Field& field);
  void read_item(const YAML::Node& node, const YAML::Mark& mark, const std::string& full_name, const Fields& fields);
  void read_names(const YAML::Node& node, const YAML::Mark& mark, const std::string& full_name, const Field& field);
  void read_table(const YAML::Node& node, const YAML::Mark& mark, const std::string& full_name, const Field& field);
  std::vector<double> read_row(const YAML::Node& node, const std::string& what) const;

  std::string m_place;
  bool m_has_lines;
  GivenKeys& m_given;
};

/// The single document of a YAML text, as a map or null; Error with its place when the text is no YAML.
YAML::Node load_document(std::string_view text, const std::string& place);

}  // namespace kolibri::io::detail
