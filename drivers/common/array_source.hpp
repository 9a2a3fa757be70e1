#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <kolibri/io/array.hpp>
#include <kolibri/io/npy.hpp>
#include <optional>
#include <string>
#include <vector>

namespace kolibri::drivers {

/// An array that is read in pieces of its leading axis: a .npy file, which stays on the disk, or one in memory.
class ArraySource {
 public:
  /// Opens a .npy or a .mtx file. Throws Error for one that cannot be read.
  explicit ArraySource(const std::filesystem::path& path);

  /// An array in memory; `name` stands for it in errors.
  ArraySource(std::string name, io::Array array);

  const std::string& name() const { return m_name; }
  io::Dtype dtype() const { return m_array ? m_array->dtype : m_npy->header().dtype; }
  const std::vector<std::int64_t>& shape() const { return m_array ? m_array->shape : m_npy->header().shape; }

  /// Copies [first, first + count) of the leading axis to `out`, in C order.
  void read(std::int64_t first, std::int64_t count, std::byte* out);

 private:
  std::string m_name;
  std::optional<io::NpyFile> m_npy;
  std::optional<io::Array> m_array;
};

}  // namespace kolibri::drivers
