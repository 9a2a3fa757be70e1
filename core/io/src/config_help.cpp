#include <fmt/format.h>

#include <kolibri/io/config_dump.hpp>

#include "field_value.hpp"

namespace kolibri::io {
namespace {

std::string default_text(const Field& field) { return detail::is_left_out(field) ? "none" : value_text(field); }

void help(const Fields& fields, const std::string& prefix, std::string& text) {
  for (const Field& field : fields) {
    const std::string full_name = prefix + field.name;
    const std::string unit = field.note.unit.empty() ? "" : fmt::format(" [{}]", field.note.unit);
    if (const auto* section = std::get_if<Section>(&field.value)) {
      text += fmt::format("\n  {}: {}\n", full_name, field.note.help);
      help(section->open(), full_name + '.', text);
    } else if (const auto* sections = std::get_if<Sections>(&field.value)) {
      text += fmt::format("\n  {}: {}: {}\n", full_name, field.note.help, domain_text(field));
      help(sections->sample(), full_name + (sections->named ? ".NAME." : "[]."), text);
    } else {
      text += fmt::format("  {}{}: {}\n      {}; default {}\n", full_name, unit, field.note.help, domain_text(field),
                          default_text(field));
    }
  }
}

}  // namespace

std::string help_config(const Fields& fields) {
  std::string text;
  help(fields, "", text);
  return text;
}

}  // namespace kolibri::io
