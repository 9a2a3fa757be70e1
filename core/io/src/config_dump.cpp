#include <fmt/format.h>

#include <kolibri/io/config_dump.hpp>

#include "field_value.hpp"
#include "yaml_text.hpp"

namespace kolibri::io {
namespace {

std::string comment(const Field& field) {
  const std::string domain = domain_text(field);
  std::string text = fmt::format("# {}", field.note.help);
  if (!field.note.unit.empty()) text += fmt::format(" [{}]", field.note.unit);
  if (!domain.empty()) text += fmt::format(": {}", domain);
  return text;
}

// A line for each of several sections; what their keys mean is told by --help.
void dump_items(const Sections& sections, int depth, std::string& text) {
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const std::string lead = sections.named ? detail::yaml_text(sections.name(i)) + ": " : "- ";
    text += fmt::format("{:{}}{}{}\n", "", 2 * depth, lead, detail::flow_text(sections.open(i)));
  }
}

void dump(const Fields& fields, int depth, std::string& text) {
  constexpr int comment_column = 36;
  for (const Field& field : fields) {
    if (detail::is_left_out(field)) continue;
    const std::string key = fmt::format("{:{}}{}:", "", 2 * depth, field.name);
    if (const auto* section = std::get_if<Section>(&field.value)) {
      std::string inner;
      dump(section->open(), depth + 1, inner);
      if (inner.empty()) continue;  // a key without a value would not be a section
      text += fmt::format("{:{}} {}\n", key, comment_column, comment(field)) + inner;
    } else if (const auto* sections = std::get_if<Sections>(&field.value)) {
      text += fmt::format("{:{}} {}\n", key, comment_column, comment(field));
      dump_items(*sections, depth + 1, text);
    } else {
      text += fmt::format("{:{}} {}\n", key + ' ' + value_text(field), comment_column, comment(field));
    }
  }
}

}  // namespace

std::string dump_config(const Fields& fields) {
  std::string text;
  dump(fields, 0, text);
  return text;
}

}  // namespace kolibri::io
