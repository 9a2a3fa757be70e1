#pragma once

namespace kolibri {

/// The name of a value in the table enum_names(Enum), which is found beside the enumeration.
template <class Enum>
constexpr const char* name_of(Enum value) {
  for (const auto& [entry, name] : enum_names(Enum{})) {
    if (entry == value) return name;
  }
  return "unknown";
}

}  // namespace kolibri
