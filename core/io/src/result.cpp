#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <kolibri/io/result.hpp>

#include "yaml_text.hpp"

namespace kolibri::io {
namespace {

struct ToText {
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return fmt::format("{}", value); }
  std::string operator()(double value) const { return detail::yaml_number(value); }
  std::string operator()(const std::string& value) const { return detail::yaml_text(value); }
  std::string operator()(const std::vector<std::int64_t>& values) const {
    return fmt::format("[{}]", fmt::join(values, ", "));
  }
};

}  // namespace

void Result::set(const std::string& key, Value value) { set_text(key, std::visit(ToText{}, value)); }

void Result::set_text(const std::string& key, std::string text) {
  std::vector<Node>* level = &m_nodes;
  for (std::size_t start = 0;;) {
    const std::size_t dot = key.find('.', start);
    const std::string name = key.substr(start, dot - start);
    auto node = std::find_if(level->begin(), level->end(), [&](const Node& known) { return known.name == name; });
    if (node == level->end()) node = level->insert(node, Node{name, "", {}});
    if (dot == std::string::npos) {
      node->value = std::move(text);
      return;
    }
    level = &node->children;
    start = dot + 1;
  }
}

void Result::set_fields(const std::string& section, const Fields& fields) {
  for (const Field& field : fields) {
    const std::string key = section + '.' + field.name;
    if (const auto* inner = std::get_if<Section>(&field.value)) {
      if (inner->present()) set_fields(key, inner->open());
    } else {
      set_text(key, value_text(field));
    }
  }
}

std::string Result::text() const {
  std::string text;
  print(m_nodes, 0, text);
  return text;
}

void Result::print(const std::vector<Node>& nodes, int depth, std::string& text) {
  for (const Node& node : nodes) {
    const bool leaf = node.children.empty();
    text += fmt::format("{:{}}{}:{}{}\n", "", 2 * depth, node.name, leaf ? " " : "", node.value);
    print(node.children, depth + 1, text);
  }
}

}  // namespace kolibri::io
