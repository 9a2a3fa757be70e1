#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace kolibri::io {

/// A folder of results that appears complete or not at all:
///   OutputFolder folder("results/eigh");
///   write_npy(folder.file("eigenvalues.npy"), ...);
///   folder.write_text("result.yaml", text);
///   folder.commit();
/// Files are written in a temporary folder on the same file system. commit() renames it to its final name when
/// there is no such folder yet, and else its files one by one into the existing folder: `result.yaml` of the
/// earlier result goes first and comes last, so that a folder with a `result.yaml` holds a complete result at any
/// moment. Other files in an existing folder stay. Without commit() the destructor removes what was written.
/// Throws Error, with path and reason, where the file system refuses.
class OutputFolder {
 public:
  explicit OutputFolder(const std::filesystem::path& path);
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  /// The final place of the folder.
  const std::filesystem::path& path() const { return m_path; }

  /// Where to write the file that commit() will put into the folder as `name`.
  std::filesystem::path file(const std::string& name);

  /// Writes a whole text file.
  void write_text(const std::string& name, std::string_view text);

  /// Has commit() remove the file `name` of an earlier result, which the new one does not write.
  void discard(const std::string& name) { m_discarded.push_back(name); }

  /// Puts the files in place; the object is spent afterwards.
  void commit();

 private:
  void replace_files();
  void create_parents();
  void remove_traces() noexcept;

  std::filesystem::path m_path;
  std::filesystem::path m_temporary;
  std::vector<std::filesystem::path> m_created_parents;
  std::vector<std::string> m_files;
  std::vector<std::string> m_discarded;
  bool m_exists = false;
  bool m_committed = false;
};

}  // namespace kolibri::io
