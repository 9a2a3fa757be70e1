#include <fmt/format.h>

#include <kolibri/io/config_dump.hpp>

namespace kolibri::io {
namespace {

bool is_left_out(const Field& field) {
  if (const auto* section = std::get_if<Section>(&field.value)) return !section->present();
  const auto* path = std::get_if<std::filesystem::path*>(&field.value);
  return path && (*path)->empty();
}

std::string comment(const Field& field) {
  const std::string domain = domain_text(field);
  std::string text = fmt::format("# {}", field.note.help);
  if (!field.note.unit.empty()) text += fmt::format(" [{}]", field.note.unit);
  if (!domain.empty()) text += fmt::format(": {}", domain);
  return text;
}

void dump(const Fields& fields, int depth, std::string& text) {
  constexpr int comment_column = 36;
  for (const Field& field : fields) {
    if (is_left_out(field)) continue;
    const std::string key = fmt::format("{:{}}{}:", "", 2 * depth, field.name);
    if (const auto* section = std::get_if<Section>(&field.value)) {
      text += fmt::format("{:{}} {}\n", key, comment_column, comment(field));
      dump(section->open(), depth + 1, text);
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
