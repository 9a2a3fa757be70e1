#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <istream>
#include <kolibri/io/array.hpp>
#include <memory>
#include <string>
#include <vector>

namespace kolibri::io {

/// What stands before the data of a .npy file (NumPy's format description, versions 1.0, 2.0 and 3.0).
struct NpyHeader {
  Dtype dtype = Dtype::float64;
  bool fortran_order = false;
  std::vector<std::int64_t> shape;
  std::int64_t data_offset = 0;  ///< bytes before the first element

  /// Extent of the leading axis; 1 for a scalar.
  std::int64_t members() const { return shape.empty() ? 1 : shape.front(); }
  /// Elements of one member, the product of the other extents.
  std::int64_t member_size() const;
};

/// Reads the header and leaves nothing allocated but it. Throws Error, naming the file as `name`, where the stream
/// does not hold a .npy file of a known Dtype in this machine's byte order, or not exactly as many bytes as its
/// header says.
NpyHeader read_npy_header(std::istream& in, const std::string& name);

/// Reads the members [first, first + count) of the leading axis into out, in C order whatever the file's order.
/// Throws Error when the range lies outside the array or the stream fails.
void read_npy_members(std::istream& in, const std::string& name, const NpyHeader& header, std::int64_t first,
                      std::int64_t count, void* out);

/// Reads a whole .npy file from a seekable stream; `name` stands for it in errors.
Array read_npy(std::istream& in, const std::string& name);
Array read_npy(const std::filesystem::path& path);

/// A .npy file of which parts are read: for batches larger than the memory.
class NpyFile {
 public:
  /// Opens the file and checks its header and size as read_npy_header does.
  explicit NpyFile(const std::filesystem::path& path);

  const NpyHeader& header() const { return m_header; }

  /// Reads members [first, first + count) as read_npy_members does.
  void read(std::int64_t first, std::int64_t count, void* out);

 private:
  std::string m_name;
  std::ifstream m_in;
  NpyHeader m_header;
};

/// Writes a .npy file (version 1.0, C order) member by member of its leading axis:
///   NpyWriter file(path, Dtype::float64, {batch, n, n});
///   file.append(data, count);  // as often as needed
///   file.close();
/// Every call throws Error, with the path and the system's reason, when the file cannot be written.
class NpyWriter {
 public:
  NpyWriter(const std::filesystem::path& path, Dtype dtype, std::vector<std::int64_t> shape);

  /// Appends `count` members in C order; Error when that is more than the shape holds.
  void append(const void* members, std::int64_t count);

  /// Flushes and closes; Error when members are missing. A writer destroyed without it leaves an incomplete file.
  void close();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  void put(const void* data, std::size_t bytes);

  std::string m_name;
  std::size_t m_member_bytes = 0;
  std::int64_t m_missing = 0;
  std::unique_ptr<std::FILE, Close> m_file;
};

/// Writes a whole array in C order.
void write_npy(const std::filesystem::path& path, Dtype dtype, const std::vector<std::int64_t>& shape,
               const void* data);

}  // namespace kolibri::io
