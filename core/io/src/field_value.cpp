#include "field_value.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>

#include "yaml_text.hpp"

namespace kolibri::io {
namespace {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

template <class T>
concept Number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

// std::from_chars reads alike under any locale.
template <Number T>
std::optional<T> parse_number(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if constexpr (std::is_floating_point_v<T>) {
    if (!std::isfinite(value)) return std::nullopt;
  }
  return value;
}

template <Number T>
bool set_number(T& member, std::string_view text, const FieldNote& note) {
  const std::optional<T> value = parse_number<T>(text);
  if (!value || static_cast<double>(*value) < note.minimum || static_cast<double>(*value) > note.maximum) return false;
  member = *value;
  return true;
}

bool set_bool(bool& member, std::string_view text) {
  if (text != "true" && text != "false") return false;
  member = text == "true";
  return true;
}

bool set_choice(const Choice& choice, std::string_view text) {
  for (std::size_t i = 0; i < choice.names.size(); ++i) {
    if (choice.names[i] == text) {
      choice.set(i);
      return true;
    }
  }
  return false;
}

std::string range_text(std::string_view kind, const FieldNote& note) {
  const bool bounded_below = std::isfinite(note.minimum), bounded_above = std::isfinite(note.maximum);
  if (bounded_below && bounded_above) return fmt::format("{} from {} to {}", kind, note.minimum, note.maximum);
  if (bounded_below) return fmt::format("{} >= {}", kind, note.minimum);
  if (bounded_above) return fmt::format("{} <= {}", kind, note.maximum);
  return std::string(kind);
}

std::string got_text(const Field& field, std::string_view text) {
  if (const auto* choice = std::get_if<Choice>(&field.value)) {
    const std::vector<std::string> names(choice->names.begin(), choice->names.end());
    if (const auto hint = nearest(text, names)) return fmt::format("'{}', did you mean '{}'?", text, *hint);
  }
  return fmt::format("'{}'", text);
}

}  // namespace

std::string value_text(const Field& field) {
  return std::visit(Overloaded{[](const bool* member) -> std::string { return *member ? "true" : "false"; },
                               [](const double* member) { return detail::yaml_number(*member); },
                               [](const std::string* member) { return detail::yaml_text(*member); },
                               [](const std::filesystem::path* member) { return detail::yaml_text(member->string()); },
                               [](const Choice& choice) { return std::string(choice.names[choice.get()]); },
                               [](const Section&) { return std::string(); },
                               [](const auto* member) { return fmt::format("{}", *member); }},
                    field.value);
}

std::string domain_text(const Field& field) {
  const FieldNote& note = field.note;
  return std::visit(
      Overloaded{[](const bool*) -> std::string { return "true or false"; },
                 [&](const double*) { return range_text("a number", note); },
                 [](const std::string*) -> std::string { return "a text"; },
                 [](const std::filesystem::path*) -> std::string { return "a path"; },
                 [](const Choice& choice) { return fmt::format("one of {}", fmt::join(choice.names, ", ")); },
                 [](const Section&) -> std::string { return ""; },
                 [&](const auto*) { return range_text("an integer", note); }},
      field.value);
}

namespace detail {

std::string mismatch(const Field& field, std::string_view got) {
  const bool section = std::holds_alternative<Section>(field.value);
  return fmt::format("must be {}; got {}", section ? "a section of keys" : domain_text(field), got);
}

std::optional<std::string> assign(const Field& field, std::string_view text, bool quoted) {
  const bool good = std::visit(
      Overloaded{[&](bool* member) { return !quoted && set_bool(*member, text); },
                 [&](std::string* member) { return *member = text, true; },
                 [&](std::filesystem::path* member) { return *member = text, !text.empty(); },
                 [&](const Choice& choice) { return set_choice(choice, text); }, [](const Section&) { return false; },
                 [&](auto* member) { return !quoted && set_number(*member, text, field.note); }},
      field.value);
  if (good) return std::nullopt;
  return mismatch(field, got_text(field, text));
}

}  // namespace detail
}  // namespace kolibri::io
