#pragma once

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <kolibri/error.hpp>
#include <string>

namespace kolibri::io::detail {

/// "'results/a.npy'".
inline std::string quoted(const std::filesystem::path& path) { return "'" + path.string() + "'"; }

/// What the system says about its last failure.
inline std::string reason() { return errno == 0 ? "input/output error" : std::strerror(errno); }

/// Opens a file for reading; throws Error with the system's reason.
inline std::ifstream open_input(const std::filesystem::path& path) {
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  require(in.is_open(), "cannot read ", quoted(path), ": ", reason());
  require(!std::filesystem::is_directory(path), "cannot read ", quoted(path), ": it is a folder, name a file");
  return in;
}

}  // namespace kolibri::io::detail
