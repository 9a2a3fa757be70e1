#include "field_value.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <limits>

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

std::string table_text(const Table& table) {
  std::vector<std::string> rows;
  rows.reserve(table.size());
  for (const std::vector<double>& row : table) {
    std::vector<std::string> numbers;
    numbers.reserve(row.size());
    for (const double number : row) numbers.push_back(detail::yaml_number(number));
    rows.push_back(fmt::format("[{}]", fmt::join(numbers, ", ")));
  }
  return fmt::format("[{}]", fmt::join(rows, ", "));
}

std::string names_text(const Names& names) {
  std::vector<std::string> texts;
  texts.reserve(names.size());
  for (const std::string& name : names) texts.push_back(detail::yaml_text(name));
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

// `[{operation: lu, out: f}, {...}]`, or with braces and names.
std::string sections_text(const Sections& sections) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const std::string name = sections.named ? detail::yaml_text(sections.name(i)) + ": " : "";
    texts.push_back(name + detail::flow_text(sections.open(i)));
  }
  return fmt::format(fmt::runtime(sections.named ? "{{{}}}" : "[{}]"), fmt::join(texts, ", "));
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
                               [](const Table* member) { return table_text(*member); },
                               [](const Names* member) { return names_text(*member); },
                               [](const Choice& choice) { return std::string(choice.names[choice.get()]); },
                               [](const Sections& sections) { return sections_text(sections); },
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
                 [](const Table*) -> std::string { return "a list of rows of numbers"; },
                 [](const Names*) -> std::string { return "a list of names"; },
                 [](const Sections& sections) -> std::string {
                   return sections.named ? "sections under names of yours" : "a list of sections";
                 },
                 [](const Choice& choice) { return fmt::format("one of {}", fmt::join(choice.names, ", ")); },
                 [](const Section&) -> std::string { return ""; },
                 [&](const auto*) { return range_text("an integer", note); }},
      field.value);
}

namespace detail {

bool is_left_out(const Field& field) {
  return std::visit(
      Overloaded{[](std::filesystem::path* path) { return path->empty(); }, [](Table* table) { return table->empty(); },
                 [](Names* names) { return names->empty(); }, [](const Section& section) { return !section.present(); },
                 [](const Sections& sections) { return sections.size() == 0; }, [](const auto&) { return false; }},
      field.value);
}

std::string flow_text(const Fields& fields) {
  std::vector<std::string> texts;
  for (const Field& field : fields) {
    const auto* text = std::get_if<std::string*>(&field.value);
    if (is_left_out(field) || (text && (*text)->empty())) continue;
    const auto* section = std::get_if<Section>(&field.value);
    texts.push_back(fmt::format("{}: {}", field.name, section ? flow_text(section->open()) : value_text(field)));
  }
  return fmt::format("{{{}}}", fmt::join(texts, ", "));
}

std::string mismatch(const Field& field, std::string_view got) {
  const bool section = std::holds_alternative<Section>(field.value);
  return fmt::format("must be {}; got {}", section ? "a section of keys" : domain_text(field), got);
}

std::optional<double> number(std::string_view text) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (text == ".nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == ".inf" || text == "+.inf") return infinity;
  if (text == "-.inf") return -infinity;
  return parse_number<double>(text);
}

std::optional<std::string> assign(const Field& field, std::string_view text, bool quoted) {
  const bool good = std::visit(
      Overloaded{[&](bool* member) { return !quoted && set_bool(*member, text); },
                 [&](std::string* member) { return *member = text, true; },
                 [&](std::filesystem::path* member) { return *member = text, !text.empty(); },
                 [](Table*) { return false; }, [](Names*) { return false; }, [](const Sections&) { return false; },
                 [&](const Choice& choice) { return set_choice(choice, text); }, [](const Section&) { return false; },
                 [&](auto* member) { return !quoted && set_number(*member, text, field.note); }},
      field.value);
  if (good) return std::nullopt;
  return mismatch(field, got_text(field, text));
}

}  // namespace detail
}  // namespace kolibri::io
