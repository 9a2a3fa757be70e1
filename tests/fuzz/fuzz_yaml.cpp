#include <array>
#include <cstdlib>
#include <kolibri/error.hpp>
#include <kolibri/io/config_dump.hpp>
#include <kolibri/io/yaml_reader.hpp>
#include <optional>
#include <utility>

namespace {

enum class Shade { light, dark };

constexpr auto enum_names(Shade) {
  return std::array<std::pair<Shade, std::string_view>, 2>{{{Shade::light, "light"}, {Shade::dark, "dark"}}};
}

struct Part {
  double weight = 1;
  std::string title;
};

// One key of every kind that a configuration can have; the names are those of the shipped configurations, so that
// these serve as first inputs.
struct Options {
  std::string driver;
  std::optional<Part> problem;
  Part solver;
  bool check = true;
  int batch = 1;
  std::int64_t seed = 1;
  std::uint64_t mask = 0;
  std::filesystem::path output;
  Shade shade = Shade::light;
};

template <class F>
void fields(F& f, Part& part) {
  f("weight", part.weight, {.help = "weight", .minimum = 0, .maximum = 10});
  f("kind", part.title, {.help = "title"});
}

template <class F>
void fields(F& f, Options& options) {
  f("driver", options.driver, {.help = "driver"});
  f("problem", options.problem, {.help = "optional section"});
  f("solver", options.solver, {.help = "section"});
  f("check", options.check, {.help = "truth"});
  f("batch", options.batch, {.help = "integer", .minimum = 1});
  f("seed", options.seed, {.help = "long integer"});
  f("mask", options.mask, {.help = "unsigned integer"});
  f("output", options.output, {.help = "path"});
  f("shade", options.shade, {.help = "choice"});
}

}  // namespace

// Any text is either a configuration or a kolibri::Error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Options options;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    kolibri::io::read_yaml(text, {"fuzz.yaml", "/configs"}, kolibri::io::fields_of(options));
  } catch (const kolibri::Error&) {
    return 0;
  }
  if (options.batch < 1 || options.solver.weight < 0 || options.solver.weight > 10) std::abort();
  return 0;
}
