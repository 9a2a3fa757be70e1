#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <kolibri/error.hpp>
#include <kolibri/io/fields.hpp>
#include <optional>
#include <string>
#include <utility>

namespace kolibri::test {

enum class Colour { red, green, blue };

constexpr auto enum_names(Colour) {
  return std::array{std::pair{Colour::red, "red"}, std::pair{Colour::green, "green"}, std::pair{Colour::blue, "blue"}};
}

/// One member of every kind that a field may have.
struct Solver {
  double tolerance = 1e-8;
  int max_sweeps = 40;
  Colour colour = Colour::green;
  bool fast = true;
};

struct Source {
  std::int64_t count = 3;
  std::uint64_t seed = 1;
};

struct Example {
  std::string title = "an example";
  std::filesystem::path file;
  Solver solver;
  std::optional<Source> source;
};

template <class F>
void fields(F& f, Solver& o) {
  f("tolerance", o.tolerance, {.help = "when to stop", .minimum = 0, .maximum = 1});
  f("max_sweeps", o.max_sweeps, {.help = "how long to try", .minimum = 1});
  f("colour", o.colour, {.help = "which one"});
  f("fast", o.fast, {.help = "whether to hurry"});
}

template <class F>
void fields(F& f, Source& o) {
  f("count", o.count, {.help = "how many", .unit = "pieces", .minimum = 0});
  f("seed", o.seed, {.help = "of the random numbers", .minimum = 0});
}

template <class F>
void fields(F& f, Example& o) {
  f("title", o.title, {.help = "a name"});
  f("file", o.file, {.help = "where it is"});
  f("solver", o.solver, {.help = "how"});
  f("source", o.source, {.help = "from where"});
}

/// The text of the Error that `work` throws; empty when it throws none.
template <class Work>
std::string error_of(Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace kolibri::test
