#include <fmt/format.h>

#include <kolibri/error.hpp>
#include <kolibri/io/overrides.hpp>

#include "node_reader.hpp"

namespace kolibri::io {
namespace {

constexpr const char* place = "command line";

// Sections, tables and lists are YAML; anything else is taken as it stands, so that no shell quoting is needed for
// paths.
YAML::Node value_node(const Field& field, const std::string& text) {
  const bool yaml = std::holds_alternative<Section>(field.value) || std::holds_alternative<Sections>(field.value) ||
                    std::holds_alternative<Table*>(field.value) || std::holds_alternative<Names*>(field.value);
  if (!yaml) return YAML::Node(text);
  try {
    return YAML::Load(text);
  } catch (const YAML::Exception& error) {
    throw Error(fmt::format("{}: error: '{}' is not valid YAML: {}", place, text, error.msg));
  }
}

void apply(const std::string& override_text, const Fields& fields, GivenKeys& given) {
  const std::size_t equals = override_text.find('=');
  require(equals != std::string::npos && equals > 0, place, ": error: expected section.key=value, got '", override_text,
          "'");
  detail::NodeReader reader(place, false, given);
  const std::string full_name = override_text.substr(0, equals);
  Fields level = fields;
  std::size_t start = 0;
  for (std::size_t dot = full_name.find('.'); dot != std::string::npos; dot = full_name.find('.', start)) {
    const Field& field = reader.find(level, full_name.substr(0, start), full_name.substr(start, dot - start), {});
    const auto* section = std::get_if<Section>(&field.value);
    require(section != nullptr, place, ": error: '", full_name.substr(0, dot), "' has no keys below it, got '",
            full_name, "'");
    given[full_name.substr(0, dot)] = place;
    level = Fields(section->open());
    start = dot + 1;
  }
  const Field& field = reader.find(level, full_name.substr(0, start), full_name.substr(start), {});
  given[full_name] = place;
  reader.read_value(value_node(field, override_text.substr(equals + 1)), {}, full_name, field);
}

}  // namespace

void apply_overrides(const std::vector<std::string>& overrides, const Fields& fields, GivenKeys& given) {
  for (const std::string& text : overrides) apply(text, fields, given);
  resolve_paths(fields, std::filesystem::current_path());
}

}  // namespace kolibri::io
