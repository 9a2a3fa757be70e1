#pragma once

#include <concepts>
#include <cstdint>
#include <kolibri/io/fields.hpp>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace kolibri::io {

/// What result.yaml holds: values by dotted key, written in the order in which their sections were first set.
class Result {
 public:
  using Value = std::variant<bool, std::int64_t, double, std::string, std::vector<std::int64_t>>;

  /// Sets `time.solve` and so on; a key that was set before is replaced.
  void set(const std::string& key, Value value);
  void set(const std::string& key, const char* value) { set(key, Value(std::string(value))); }
  void set(const std::string& key, std::same_as<int> auto value) { set(key, Value(std::int64_t{value})); }

  /// Sets every key of an options struct below `section`.
  void set_fields(const std::string& section, const Fields& fields);

  /// The YAML text.
  std::string text() const;

 private:
  struct Node {
    std::string name;
    std::string value;  // YAML text of a leaf
    std::vector<Node> children;
  };

  void set_text(const std::string& key, std::string text);
  static void print(const std::vector<Node>& nodes, int depth, std::string& text);

  std::vector<Node> m_nodes;
};

}  // namespace kolibri::io
