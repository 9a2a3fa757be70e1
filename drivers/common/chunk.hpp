#pragma once

#include <algorithm>
#include <cstdint>

namespace kolibri::drivers {

/// How many members of a batch are solved at once in `memory` bytes: as many as fit, all of them if they do, and
/// never less than one.
constexpr std::int64_t members_per_chunk(std::int64_t batch, std::uint64_t bytes_per_member, std::uint64_t memory) {
  const std::uint64_t fitting = memory / std::max<std::uint64_t>(bytes_per_member, 1);
  const std::uint64_t wanted = static_cast<std::uint64_t>(std::max<std::int64_t>(batch, 1));
  return static_cast<std::int64_t>(std::max<std::uint64_t>(1, std::min(fitting, wanted)));
}

/// Bytes, for people.
constexpr double mebibytes(std::uint64_t bytes) { return static_cast<double>(bytes) / (1 << 20); }

}  // namespace kolibri::drivers
