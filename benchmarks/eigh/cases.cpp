#include "cases.hpp"

#include <algorithm>
#include <kolibri/eigh_fields.hpp>

#include "common/scalars.hpp"

namespace kolibri::bench {
namespace {

std::int64_t matrix_bytes(char scalar, int n) {
  const std::int64_t element = scalar == 's' ? 4 : scalar == 'z' ? 16 : 8;
  return element * n * n;
}

std::vector<Case> cases_of_sizes(const Settings& settings, int threads) {
  std::vector<Case> cases;
  for (const char scalar : settings.scalars) {
    for (const int n : settings.sizes) {
      const auto fitting = static_cast<std::int64_t>(settings.megabytes * 1e6) / matrix_bytes(scalar, n);
      if (settings.batches.empty()) cases.push_back({scalar, n, std::max<std::int64_t>(fitting, threads)});
      for (const std::int64_t batch : settings.batches) cases.push_back({scalar, n, batch});
    }
  }
  return cases;
}

// Batches of public performance reports, and the sizes around 32 where other libraries change their algorithm.
std::vector<Case> cases_of_reports() {
  std::vector<Case> cases{{'s', 32, 20},    {'s', 176, 40},   {'s', 352, 40},    {'s', 512, 640},
                          {'s', 1024, 60},  {'s', 2048, 8},   {'z', 128, 180},   {'s', 100, 500},
                          {'s', 2, 262144}, {'d', 2, 262144}, {'s', 3, 1000000}, {'d', 3, 1000000}};
  for (const char scalar : {'s', 'd', 'z'}) {
    for (int n = 30; n <= 35; ++n) cases.push_back({scalar, n, 8192});
  }
  return cases;
}

// But `automatic`.
std::vector<EighAlgorithm> all_algorithms() {
  std::vector<EighAlgorithm> algorithms;
  for (const auto& [algorithm, name] : enum_names(EighAlgorithm())) {
    if (algorithm != EighAlgorithm::automatic) algorithms.push_back(algorithm);
  }
  return algorithms;
}

std::vector<Case> tiny_cases(int threads) {
  std::vector<Case> cases;
  for (const char scalar : built_scalars()) {
    for (const int n : {4, 33}) cases.push_back({scalar, n, threads + 1});
  }
  return cases;
}

}  // namespace

Settings with_defaults(Settings settings, bool device) {
  const bool chooses = !settings.choose.empty();
  if (settings.scalars.empty()) settings.scalars = chooses ? built_scalars() : std::vector<char>{'d', 'z'};
  if (settings.algorithms.empty()) {
    settings.algorithms = chooses ? all_algorithms() : std::vector{EighAlgorithm::automatic};
  }
  if (settings.sizes.empty()) {
    settings.sizes = {4, 8, 16, 32, 48, 64, 96, 128};
    if (chooses) settings.sizes = {2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128};
    if (device) settings.sizes.insert(settings.sizes.end(), {192, 256, 384, 512});
  }
  if (settings.megabytes == 0) settings.megabytes = device ? 256 : 8;
  if (settings.dry_run) {
    settings.data = all_data;
    settings.repeats = 1;
  }
  return settings;
}

std::vector<Case> make_cases(const Settings& settings, int threads) {
  std::vector<Case> bare = settings.dry_run  ? tiny_cases(threads)
                           : settings.shapes ? cases_of_reports()
                                             : cases_of_sizes(settings, threads);
  std::vector<Case> cases;
  for (Case& c : bare) {
    for (const std::string& data : settings.data) {
      c.data = data;
      c.vectors = !settings.values_only;
      cases.push_back(c);
      if (settings.dry_run || !settings.choose.empty()) {
        c.vectors = !c.vectors;
        cases.push_back(c);
      }
    }
  }
  return cases;
}

}  // namespace kolibri::bench
