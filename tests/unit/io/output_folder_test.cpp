#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <iterator>
#include <kolibri/io/npy.hpp>
#include <kolibri/io/output_folder.hpp>
#include <set>

#include "temporary_folder.hpp"

namespace {

namespace fs = std::filesystem;
using kolibri::io::OutputFolder;
using kolibri::test::error_text;
using kolibri::test::file_text;
using kolibri::test::TemporaryFolder;

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename());
  return names;
}

void write_result(const fs::path& path, const std::string& text) {
  OutputFolder folder(path);
  folder.write_text("result.yaml", text);
  folder.write_text("data.txt", text);
  folder.commit();
}

TEST(OutputFolder, AppearsOnlyAtCommit) {
  const TemporaryFolder root;
  const fs::path path = root / "a/b/result";
  {
    OutputFolder folder(path);
    folder.write_text("result.yaml", "status: solved\n");
    EXPECT_FALSE(fs::exists(path));
    folder.commit();
  }
  EXPECT_EQ(file_text(path / "result.yaml"), "status: solved\n");
  EXPECT_EQ(names_in(path.parent_path()), (std::set<std::string>{"result"}));
}

TEST(OutputFolder, LeavesNothingWithoutCommit) {
  const TemporaryFolder root;
  { OutputFolder(root / "a/b/result").write_text("result.yaml", "text"); }
  EXPECT_TRUE(fs::is_empty(root.path()));
}

TEST(OutputFolder, LeavesAnEarlierResultWithoutCommit) {
  const TemporaryFolder root;
  write_result(root / "result", "old");
  { OutputFolder(root / "result").write_text("result.yaml", "new"); }
  EXPECT_EQ(file_text(root / "result/result.yaml"), "old");
  EXPECT_EQ(names_in(root / "result"), (std::set<std::string>{"data.txt", "result.yaml"}));
}

TEST(OutputFolder, ReplacesAnEarlierResultAndKeepsOtherFiles) {
  const TemporaryFolder root;
  write_result(root / "result", "old");
  std::ofstream(root / "result/notes.txt") << "mine";
  std::ofstream(root / "result/vectors.npy") << "old";
  OutputFolder folder(root / "result");
  folder.write_text("result.yaml", "new");
  folder.write_text("data.txt", "new");
  folder.discard("vectors.npy");
  folder.commit();
  EXPECT_EQ(file_text(root / "result/result.yaml"), "new");
  EXPECT_EQ(file_text(root / "result/data.txt"), "new");
  EXPECT_EQ(file_text(root / "result/notes.txt"), "mine");
  EXPECT_EQ(names_in(root / "result"), (std::set<std::string>{"data.txt", "notes.txt", "result.yaml"}));
}

TEST(OutputFolder, AFailingCommitLeavesNoMarker) {
  // A folder stands where data.txt has to go, so that the renames stop half way.
  const TemporaryFolder root;
  write_result(root / "result", "old");
  fs::remove(root / "result/data.txt");
  fs::create_directory(root / "result/data.txt");
  EXPECT_EQ(error_text([&] { write_result(root / "result", "new"); }),
            "cannot write '" + (root / "result/data.txt").string() + "': Is a directory");
  EXPECT_EQ(names_in(root / "result"), (std::set<std::string>{"data.txt"}));
}

TEST(OutputFolder, GrantsWhatTheUmaskGrants) {
  const TemporaryFolder root;
  const mode_t before = umask(022);
  write_result(root / "result", "text");
  umask(before);
  EXPECT_EQ(fs::status(root / "result").permissions(), fs::perms(0755));
}

TEST(OutputFolder, PlacesThatCannotBeWritten) {
  const TemporaryFolder root;
  std::ofstream(root / "file") << "text";
  EXPECT_EQ(error_text([&] { OutputFolder folder(root / "file"); }),
            "cannot write '" + (root / "file").string() + "': it is a file, name a folder");
  EXPECT_EQ(error_text([&] { OutputFolder folder(root / "file/result"); }),
            "cannot write '" + (root / "file").string() + "': Not a directory");
  EXPECT_EQ(error_text([] { OutputFolder folder("/proc/kolibri/result"); }),
            "cannot write '/proc/kolibri': No such file or directory");
  EXPECT_EQ(error_text([] { OutputFolder folder(""); }), "cannot write results: the output folder has no name");
  EXPECT_EQ(names_in(root.path()), (std::set<std::string>{"file"}));
}

TEST(OutputFolder, AFullDiskIsAnErrorAndLeavesNothing) {
  const TemporaryFolder root;
  const std::string message = error_text([&] {
    OutputFolder folder(root / "result");
    fs::create_symlink("/dev/full", folder.file("result.yaml"));
    folder.write_text("result.yaml", "text");
    folder.commit();
  });
  EXPECT_EQ(message, "cannot write '" + (root / "result/result.yaml").string() + "': No space left on device");
  EXPECT_TRUE(fs::is_empty(root.path()));
}

TEST(OutputFolder, ATrailingSlashAndDotsNameTheSameFolder) {
  const TemporaryFolder root;
  write_result(root.path() / "x/../result/", "text");
  EXPECT_EQ(file_text(root / "result/data.txt"), "text");
}

}  // namespace
