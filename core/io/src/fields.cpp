#include <kolibri/io/fields.hpp>

namespace kolibri::io {

void resolve_paths(const Fields& fields, const std::filesystem::path& base) {
  for (const Field& field : fields) {
    if (const auto* section = std::get_if<Section>(&field.value); section && section->present()) {
      resolve_paths(section->open(), base);
    } else if (const auto* sections = std::get_if<Sections>(&field.value)) {
      for (std::size_t i = 0; i < sections->size(); ++i) resolve_paths(sections->open(i), base);
    } else if (const auto* path = std::get_if<std::filesystem::path*>(&field.value)) {
      if (!(*path)->empty()) **path = std::filesystem::weakly_canonical(std::filesystem::absolute(base / **path));
    }
  }
}

}  // namespace kolibri::io
