#include "poisson/checkpoint.hpp"

#include <cstring>
#include <kolibri/error.hpp>
#include <kolibri/io/npy.hpp>

#include "common/driver.hpp"

namespace kolibri::drivers {
namespace {

// The numbers that stand before the arrays.
enum Head { version, fingerprint, iteration, dimension, neurons, entries, functions, step_0, step_1, head_size };
constexpr double this_version = 1;

/// InputError, since a checkpoint may be read late, after an estimate.
template <class... Parts>
void require_checkpoint(bool good, const Parts&... parts) {
  if (!good) throw InputError(concat(parts...));
}

/// FNV-1a.
std::uint32_t hash_of(const std::string& text) {
  std::uint32_t hash = 2166136261u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return hash;
}

void append(std::vector<double>& to, const std::vector<double>& from) { to.insert(to.end(), from.begin(), from.end()); }

/// Takes the next `count` numbers.
std::vector<double> next(const std::vector<double>& numbers, std::size_t& at, std::size_t count) {
  const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(at);
  at += count;
  return {first, first + static_cast<std::ptrdiff_t>(count)};
}

io::Array array_in(const std::filesystem::path& path) {
  try {
    return io::read_npy(path);
  } catch (const Error& error) {
    throw InputError(error.what());
  }
}

std::vector<double> numbers_in(const std::filesystem::path& path) {
  const io::Array array = array_in(path);
  require_checkpoint(array.dtype == io::Dtype::float64 && array.shape.size() == 1 && array.shape[0] >= head_size,
                     "cannot resume from '", path.string(), "': it is no checkpoint");
  std::vector<double> numbers(static_cast<std::size_t>(array.shape[0]));
  std::memcpy(numbers.data(), array.bytes.data(), array.bytes.size());
  return numbers;
}

}  // namespace

CheckpointFile::CheckpointFile(const std::filesystem::path& folder, const std::string& configuration)
    : m_path(folder / name), m_fingerprint(hash_of(configuration)) {}

void CheckpointFile::write(const Checkpoint& checkpoint) const {
  const NetworkState& network = checkpoint.network;
  std::vector<double> numbers{this_version,
                              static_cast<double>(m_fingerprint),
                              static_cast<double>(checkpoint.iteration),
                              static_cast<double>(network.dimension),
                              static_cast<double>(network.neurons()),
                              static_cast<double>(checkpoint.history.size()),
                              static_cast<double>(network.enrichment.size()),
                              network.steps[0],
                              network.steps[1]};
  append(numbers, network.centres);
  append(numbers, network.log_widths);
  append(numbers, network.weights);
  append(numbers, network.enrichment);
  for (const HistoryEntry& entry : checkpoint.history) {
    append(numbers, {entry.iteration, entry.residual, entry.steps[0], entry.steps[1]});
  }
  std::filesystem::create_directories(m_path.parent_path());
  std::filesystem::path temporary = m_path;
  temporary += ".part";
  io::write_npy(temporary, io::Dtype::float64, {static_cast<std::int64_t>(numbers.size())}, numbers.data());
  std::filesystem::rename(temporary, m_path);
}

Checkpoint CheckpointFile::read() const {
  require_checkpoint(std::filesystem::exists(m_path), "cannot resume: there is no '", m_path.string(), "'");
  const std::vector<double> numbers = numbers_in(m_path);
  require_checkpoint(numbers[version] == this_version && numbers[fingerprint] == static_cast<double>(m_fingerprint),
                     "cannot resume from '", m_path.string(), "': it belongs to another configuration");
  const auto d = static_cast<std::size_t>(numbers[dimension]), m = static_cast<std::size_t>(numbers[neurons]),
             count = static_cast<std::size_t>(numbers[entries]),
             coefficients = static_cast<std::size_t>(numbers[functions]);
  require_checkpoint(numbers.size() == head_size + m * (d + 2) + coefficients + 4 * count, "cannot resume from '",
                     m_path.string(), "': it is damaged");
  Checkpoint checkpoint;
  checkpoint.iteration = static_cast<std::int64_t>(numbers[iteration]);
  std::size_t at = head_size;
  NetworkState& network = checkpoint.network;
  network.dimension = static_cast<int>(d);
  network.centres = next(numbers, at, m * d);
  network.log_widths = next(numbers, at, m);
  network.weights = next(numbers, at, m);
  network.enrichment = next(numbers, at, coefficients);
  network.steps = {numbers[step_0], numbers[step_1]};
  checkpoint.history.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::vector<double> entry = next(numbers, at, 4);
    checkpoint.history.push_back({entry[0], entry[1], {entry[2], entry[3]}});
  }
  return checkpoint;
}

}  // namespace kolibri::drivers
