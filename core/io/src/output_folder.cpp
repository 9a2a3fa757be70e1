#include <stdlib.h>

#include <cstdio>
#include <kolibri/io/output_folder.hpp>
#include <memory>
#include <system_error>

#include "system.hpp"

namespace kolibri::io {
namespace {

namespace fs = std::filesystem;
using detail::quoted;
using detail::reason;

constexpr const char* k_marker = "result.yaml";

void check(const std::error_code& error, const fs::path& path) {
  require(!error, "cannot write ", quoted(path), ": ", error.message());
}

/// A new empty folder beside or in the place where its files will go, named so that nobody takes it for a result.
fs::path make_temporary_in(const fs::path& parent) {
  std::string pattern = (parent / ".kolibri-XXXXXX").string();
  errno = 0;
  const bool good = mkdtemp(pattern.data()) != nullptr;
  require(good, "cannot write ", quoted(parent), ": ", reason());
  return pattern;
}

/// mkdtemp makes private folders; results get what the user's umask grants.
void apply_umask(const fs::path& folder) {
  const fs::path probe = folder / ".probe";
  std::error_code error;
  fs::create_directory(probe, error);
  check(error, folder);
  const fs::perms granted = fs::status(probe, error).permissions();
  fs::remove(probe, error);
  fs::permissions(folder, granted, error);
  check(error, folder);
}

}  // namespace

OutputFolder::OutputFolder(const fs::path& path) {
  require(!path.empty(), "cannot write results: the output folder has no name");
  std::error_code error;
  m_path = fs::absolute(path, error).lexically_normal();
  check(error, path);
  if (!m_path.has_filename()) m_path = m_path.parent_path();
  const fs::file_status status = fs::status(m_path, error);
  m_exists = fs::exists(status);
  require(!m_exists || fs::is_directory(status), "cannot write ", quoted(m_path), ": it is a file, name a folder");
  try {
    if (!m_exists) create_parents();
    m_temporary = make_temporary_in(m_exists ? m_path : m_path.parent_path());
  } catch (...) {
    remove_traces();
    throw;
  }
}

OutputFolder::~OutputFolder() {
  if (!m_committed) remove_traces();
}

fs::path OutputFolder::file(const std::string& name) {
  m_files.push_back(name);
  return m_temporary / name;
}

void OutputFolder::write_text(const std::string& name, std::string_view text) {
  const fs::path path = file(name);
  errno = 0;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(std::fopen(path.c_str(), "wb"), std::fclose);
  const bool good = out != nullptr && std::fwrite(text.data(), 1, text.size(), out.get()) == text.size() &&
                    std::fflush(out.get()) == 0;
  require(good, "cannot write ", quoted(m_path / name), ": ", reason());
}

void OutputFolder::commit() {
  if (m_exists) {
    replace_files();
  } else {
    apply_umask(m_temporary);
    std::error_code error;
    fs::rename(m_temporary, m_path, error);
    check(error, m_path);
  }
  m_committed = true;
}

void OutputFolder::replace_files() {
  std::error_code error;
  fs::remove(m_path / k_marker, error);
  check(error, m_path / k_marker);
  for (const std::string& name : m_discarded) {
    fs::remove(m_path / name, error);
    check(error, m_path / name);
  }
  const auto move = [&](const std::string& name) {
    fs::rename(m_temporary / name, m_path / name, error);
    check(error, m_path / name);
  };
  bool marked = false;
  for (const std::string& name : m_files) {
    marked = marked || name == k_marker;
    if (name != k_marker) move(name);
  }
  if (marked) move(k_marker);
  fs::remove_all(m_temporary, error);
}

void OutputFolder::create_parents() {
  std::error_code error;
  std::vector<fs::path> missing;
  for (fs::path parent = m_path.parent_path(); !fs::exists(parent, error); parent = parent.parent_path())
    missing.push_back(parent);
  for (auto parent = missing.rbegin(); parent != missing.rend(); ++parent) {
    fs::create_directory(*parent, error);
    check(error, *parent);
    m_created_parents.push_back(*parent);
  }
}

void OutputFolder::remove_traces() noexcept {
  std::error_code error;
  if (!m_temporary.empty()) fs::remove_all(m_temporary, error);
  // Only empty folders can be removed so: what others have put there meanwhile stays.
  for (auto parent = m_created_parents.rbegin(); parent != m_created_parents.rend(); ++parent)
    fs::remove(*parent, error);
}

}  // namespace kolibri::io
