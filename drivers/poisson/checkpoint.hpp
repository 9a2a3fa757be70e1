#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "poisson/history.hpp"
#include "poisson/trainer.hpp"

namespace kolibri::drivers {

/// A training between two iterations. Random points depend on the seed and the iteration alone, so that this is all
/// there is to know.
struct Checkpoint {
  std::int64_t iteration = 0;
  NetworkState network;
  std::vector<HistoryEntry> history;
};

/// checkpoint.npy in a folder of results: written beside it and renamed, so that a kill leaves the last one or this
/// one.
class CheckpointFile {
 public:
  /// `configuration` is the text of all keys that the training depends on.
  CheckpointFile(const std::filesystem::path& folder, const std::string& configuration);

  static constexpr const char* name = "checkpoint.npy";

  void write(const Checkpoint& checkpoint) const;

  /// Throws InputError when there is none, or one of another configuration.
  Checkpoint read() const;

 private:
  std::filesystem::path m_path;
  std::uint32_t m_fingerprint;
};

}  // namespace kolibri::drivers
