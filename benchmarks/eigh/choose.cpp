#include "choose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <kolibri/error.hpp>
#include <map>

namespace kolibri::bench {
namespace {

// Less is within the noise, and every change of algorithm is a cliff that somebody has to explain.
constexpr double worthwhile = 1.05;

/// Seconds a matrix by n and by algorithm.
using Seconds = std::map<int, std::map<std::string, double>>;

/// Those of the algorithms that solved every kind of data accurately.
Seconds seconds_of(const std::vector<Row>& rows, char scalar, bool vectors, std::size_t all_kinds) {
  Seconds seconds;
  std::map<int, std::map<std::string, std::size_t>> kinds;
  for (const Row& row : rows) {
    if (row.problem.scalar != scalar || row.problem.vectors != vectors || !row.accurate()) continue;
    const std::string algorithm = row.routine.substr(row.routine.find(':') + 1);
    seconds[row.problem.n][algorithm] += 1 / row.matrices_per_second();
    ++kinds[row.problem.n][algorithm];
  }
  for (auto& [n, by_algorithm] : seconds) {
    std::erase_if(by_algorithm, [&](const auto& entry) { return kinds[n][entry.first] < all_kinds; });
  }
  return seconds;
}

struct Choice {
  std::string algorithm;
  int up_to = 0;
};

std::vector<Choice> choices(const Seconds& seconds) {
  std::vector<Choice> chosen;
  for (const auto& [n, by_algorithm] : seconds) {
    if (by_algorithm.empty()) continue;
    const auto best = std::min_element(by_algorithm.begin(), by_algorithm.end(),
                                       [](const auto& x, const auto& y) { return x.second < y.second; });
    const auto before = chosen.empty() ? by_algorithm.end() : by_algorithm.find(chosen.back().algorithm);
    const bool stays = before != by_algorithm.end() && before->second < worthwhile * best->second;
    if (!stays) chosen.push_back({best->first});
    chosen.back().up_to = n;
  }
  return chosen;
}

std::string scalar_name(char letter) {
  static const std::map<char, std::string> names{
      {'s', "float32"}, {'d', "float64"}, {'c', "complex64"}, {'z', "complex128"}};
  return names.at(letter);
}

}  // namespace

void write_choices(const Settings& settings, const std::string& device, const std::vector<Row>& rows) {
  std::ofstream file(settings.choose);
  file << fmt::format(
      "// The fastest algorithm: scalar, with vectors or values only, up to n, algorithm. Measured on\n"
      "//   {}\n// by\n//   {}\n",
      device, settings.command);
  for (const char scalar : settings.scalars) {
    for (const bool vectors : {true, false}) {
      const auto chosen = choices(seconds_of(rows, scalar, vectors, settings.data.size()));
      for (const Choice& choice : chosen) {
        const bool last = &choice == &chosen.back();
        file << fmt::format("{{{}, {}, {}, {}}},\n", scalar_name(scalar), vectors,
                            last ? "INT_MAX" : fmt::to_string(choice.up_to), choice.algorithm);
      }
    }
  }
  require(file.good(), "cannot write '", settings.choose, "': name a file in a folder that exists");
}

}  // namespace kolibri::bench
