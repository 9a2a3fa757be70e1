#include "common/roofline.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <kolibri/version.hpp>

#include "common/generator_fields.hpp"
#include "common/scalars.hpp"
#include "common/stopwatch.hpp"

namespace kolibri::drivers {
namespace {

namespace fs = std::filesystem;

/// Empty where the environment names no place. Relative ones are to be ignored.
fs::path cache_folder() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache == '/') return fs::path(cache) / "kolibri";
  if (const char* home = std::getenv("HOME"); home && *home) return fs::path(home) / ".cache" / "kolibri";
  return {};
}

/// One file for each device, number of threads, scalar and version.
fs::path cache_file(const fs::path& folder, const Machine& machine, ScalarType scalar) {
  std::string name =
      fmt::format("{} {} {} threads {} {}", machine.backend, machine.device, machine.threads, name_of(scalar), version);
  for (char& character : name) {
    if (!std::isalnum(static_cast<unsigned char>(character)) && character != '.') character = '-';
  }
  return folder / ("ceilings-" + name);
}

std::optional<Ceilings> kept(const fs::path& path) {
  std::ifstream file(path);
  Ceilings c;
  file >> c.copy_bytes_per_second >> c.fma_flops_per_second >> c.gemm_flops_per_second;
  const bool good = file && c.copy_bytes_per_second > 0 && c.fma_flops_per_second > 0 && c.gemm_flops_per_second > 0;
  return good ? std::optional(c) : std::nullopt;
}

/// A cache that cannot be written is no error. Another run may keep its own at the same time: the last one stays.
void keep(const fs::path& path, const Ceilings& c) {
  std::error_code ignored;
  fs::create_directories(path.parent_path(), ignored);
  const fs::path part = path.string() + fmt::format(".{}.part", getpid());
  std::ofstream(part) << fmt::format("{:.6g} {:.6g} {:.6g}\n", c.copy_bytes_per_second, c.fma_flops_per_second,
                                     c.gemm_flops_per_second);
  fs::rename(part, path, ignored);
  if (ignored) fs::remove(part, ignored);
}

}  // namespace

std::optional<Ceilings> device_ceilings(const Machine& machine, ScalarType scalar) {
  const fs::path folder = cache_folder();
  const fs::path path = folder.empty() ? fs::path() : cache_file(folder, machine, scalar);
  if (!path.empty()) {
    if (auto ceilings = kept(path)) return ceilings;
  }
  try {
    const Ceilings measured = measured_ceilings(scalar);
    if (!path.empty()) keep(path, measured);
    return measured;
  } catch (const std::exception&) {  // the memory of the device may be full of results, which matter more
    return std::nullopt;
  }
}

void report_roofline(io::Result& result, const Work& work, double seconds, const std::optional<Ceilings>& ceilings) {
  result.set("roofline.flops", work.flops);
  result.set("roofline.bytes", work.bytes);
  if (work.bytes > 0) result.set("roofline.arithmetic_intensity", work.intensity());
  result.set("roofline.flops_per_second", per_second(work.flops, seconds));
  result.set("roofline.bytes_per_second", per_second(work.bytes, seconds));
  if (!ceilings) return;
  result.set("roofline.ceilings.copy_bytes_per_second", ceilings->copy_bytes_per_second);
  result.set("roofline.ceilings.fma_flops_per_second", ceilings->fma_flops_per_second);
  result.set("roofline.ceilings.gemm_flops_per_second", ceilings->gemm_flops_per_second);
  result.set("roofline.limit", work.limit(*ceilings));
  result.set("roofline.fraction", per_second(work.least_seconds(*ceilings), seconds));
}

}  // namespace kolibri::drivers
