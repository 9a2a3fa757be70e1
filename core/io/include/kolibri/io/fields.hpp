#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace kolibri::io {

/// What a key means, for people, and the closed range of a number.
struct FieldNote {
  std::string_view help;
  std::string_view unit{};
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
};

struct Field;

/// Rows of numbers, all of one length.
using Table = std::vector<std::vector<double>>;

/// A list of names; a single one may stand without brackets.
using Names = std::vector<std::string>;

/// An options struct under a name that the user chooses: a std::vector of them is a section whose keys are all such.
template <class Options>
struct Named {
  std::string name;
  Options value;
};

/// An enumeration seen through the names of its values.
struct Choice {
  std::vector<std::string_view> names;
  std::function<std::size_t()> get;  ///< position in names of the present value
  std::function<void(std::size_t)> set;
};

/// A struct of keys. An optional one is present when its key was given; opening it makes it present.
struct Section {
  std::function<bool()> present;
  std::function<std::vector<Field>()> open;
  bool optional = false;
};

/// Structs of keys, as many as the user writes: in a list, or under names of his.
struct Sections {
  bool named = false;
  std::function<std::size_t()> size;
  std::function<std::string(std::size_t)> name;  ///< the user's, or the place in the list from 1
  std::function<std::vector<Field>(std::size_t)> open;
  std::function<void(const std::string&)> append;
  std::function<void()> clear;
  std::function<std::vector<Field>()> sample;  ///< the keys of a new one, for --help
};

/// One key of a configuration: its name, its meaning, and the member that holds its value.
struct Field {
  std::string name;
  FieldNote note;
  std::variant<bool*, int*, std::int64_t*, std::uint64_t*, double*, std::string*, std::filesystem::path*, Table*,
               Names*, Choice, Section, Sections>
      value;
};

using Fields = std::vector<Field>;

template <class Options>
Fields fields_of(Options& options);

namespace detail {

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

template <class Enum>
Choice choice_of(Enum& value) {
  constexpr auto table = enum_names(Enum{});
  Choice choice;
  for (const auto& [entry, name] : table) choice.names.push_back(name);
  choice.get = [&value] {
    std::size_t i = 0;
    for (const auto& [entry, name] : enum_names(Enum{})) {
      if (entry == value) break;
      ++i;
    }
    return i;
  };
  choice.set = [&value](std::size_t i) { value = enum_names(Enum{})[i].first; };
  return choice;
}

template <class Options>
Section section_of(Options& options) {
  if constexpr (IsOptional<Options>::value) {
    return {[&options] { return options.has_value(); },
            [&options] {
              if (!options) options.emplace();
              return fields_of(*options);
            },
            true};
  } else {
    return {[] { return true; }, [&options] { return fields_of(options); }, false};
  }
}

template <class T>
struct IsNamed : std::false_type {};
template <class Options>
struct IsNamed<Named<Options>> : std::true_type {};

/// The options struct inside an element of a list of them.
template <class Element>
auto& options_in(Element& element) {
  if constexpr (IsNamed<Element>::value) {
    return element.value;
  } else {
    return element;
  }
}

template <class Element>
Sections sections_of(std::vector<Element>& list) {
  constexpr bool named = IsNamed<Element>::value;
  Sections sections;
  sections.named = named;
  sections.size = [&list] { return list.size(); };
  sections.name = [&list](std::size_t i) {
    if constexpr (named) {
      return list[i].name;
    } else {
      return std::to_string(i + 1);
    }
  };
  sections.open = [&list](std::size_t i) { return fields_of(options_in(list[i])); };
  sections.append = [&list](const std::string& name) {
    list.emplace_back();
    if constexpr (named) list.back().name = name;
  };
  sections.clear = [&list] { list.clear(); };
  sections.sample = [] {
    static Element element;
    return fields_of(options_in(element));
  };
  return sections;
}

template <class T>
struct IsVector : std::false_type {};
template <class Element>
struct IsVector<std::vector<Element>> : std::true_type {};

// The visitor that a fields() function sees: every call appends one key.
struct Collector {
  Fields list;

  template <class T>
  void operator()(std::string name, T& member, FieldNote note) {
    if constexpr (std::is_enum_v<T>) {
      list.push_back({std::move(name), note, choice_of(member)});
    } else if constexpr (std::is_constructible_v<decltype(Field::value), T*>) {
      list.push_back({std::move(name), note, &member});
    } else if constexpr (IsVector<T>::value) {
      list.push_back({std::move(name), note, sections_of(member)});
    } else {
      list.push_back({std::move(name), note, section_of(member)});
    }
  }
};

}  // namespace detail

/// The keys of an options struct, from the `fields(f, options)` function beside it, the one list of them all:
///
///   template <class F>
///   void fields(F& f, SolverOptions& o) {
///     f("max_sweeps", o.max_sweeps, {.help = "sweeps after which a member counts as failed", .minimum = 1});
///   }
///
/// Members are bool, int, int64, uint64, double, string, path, Table, Names; enumerations with a constexpr
/// `enum_names(Enum)` that gives an array of pairs (value, name); structs with fields(); std::optional of such a
/// struct; and std::vector of such a struct or of Named<struct>. The list refers to the members of `options`, which has
/// to outlive it.
template <class Options>
Fields fields_of(Options& options) {
  detail::Collector collector;
  fields(collector, options);
  return std::move(collector.list);
}

/// The value of a field as YAML text: `true`, `40`, `1e-08`, `lower`, `"a text"`, `[[2, 5], [4, 13]]`. Empty for a
/// section.
std::string value_text(const Field& field);

/// The values the field takes, for people: `integer, at least 1`, `lower | upper`. Empty for a section.
std::string domain_text(const Field& field);

/// Makes every relative path among the fields, empty ones apart, relative to `base`.
void resolve_paths(const Fields& fields, const std::filesystem::path& base);

/// The known name nearest to a mistyped one, by edit distance; nothing when none is near.
std::optional<std::string> nearest(std::string_view name, const std::vector<std::string>& known);

}  // namespace kolibri::io
