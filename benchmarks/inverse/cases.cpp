#include "cases.hpp"

#include <algorithm>

#include "common/scalars.hpp"

namespace kolibri::bench {
namespace {

std::vector<Case> batches(const Settings& settings, int threads) {
  std::vector<Case> cases;
  for (const char scalar : settings.scalars) {
    for (const int n : settings.sizes) {
      const double fitting = settings.megabytes * 1e6 / static_cast<double>(element_bytes(scalar) * n * n);
      cases.push_back({scalar, n, std::max<std::int64_t>(static_cast<std::int64_t>(fitting), threads)});
    }
  }
  return cases;
}

std::vector<Case> singles(const Settings& settings) {
  std::vector<Case> cases;
  for (const char scalar : settings.scalars) {
    for (const int n : settings.singles) cases.push_back({scalar, n, 1, true});
  }
  return cases;
}

bool names_cholesky(const Settings& settings) {
  return std::find(settings.methods.begin(), settings.methods.end(), InverseMethod::cholesky) != settings.methods.end();
}

Settings for_dry_run(Settings settings) {
  settings.scalars = built_scalars();
  settings.sizes = {4, 33};
  settings.singles = {40};
  settings.data = {"random", "spd"};
  settings.methods = {InverseMethod::automatic, InverseMethod::lu, InverseMethod::gauss_jordan,
                      InverseMethod::blocked_gauss_jordan, InverseMethod::cholesky};
  settings.megabytes = 1e-6;
  settings.repeats = 1;
  return settings;
}

}  // namespace

std::int64_t element_bytes(char scalar) { return scalar == 's' ? 4 : scalar == 'z' ? 16 : 8; }

Settings with_defaults(Settings settings, bool device) {
  if (settings.dry_run) return for_dry_run(std::move(settings));
  if (settings.sizes.empty() && settings.singles.empty()) {
    settings.sizes = {2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 256};
    settings.singles = {1024};
    if (device) settings.sizes.insert(settings.sizes.end(), {512, 1024});
    if (device) settings.singles.insert(settings.singles.end(), {4096, 16384});
  }
  if (settings.megabytes == 0) settings.megabytes = device ? 256 : 32;
  if (settings.data.empty()) settings.data = {"random"};
  const bool has_spd = std::find(settings.data.begin(), settings.data.end(), "spd") != settings.data.end();
  if (names_cholesky(settings) && !has_spd) settings.data.push_back("spd");
  return settings;
}

std::vector<Case> make_cases(const Settings& settings, int threads) {
  std::vector<Case> bare = batches(settings, settings.dry_run ? threads + 1 : threads);
  const std::vector<Case> large = singles(settings);
  bare.insert(bare.end(), large.begin(), large.end());
  std::vector<Case> cases;
  for (const std::string& data : settings.data) {
    for (Case c : bare) {
      c.data = data;
      cases.push_back(c);
    }
  }
  return cases;
}

}  // namespace kolibri::bench
