#pragma once

#include <cstdint>
#include <filesystem>
#include <kolibri/io/npy.hpp>
#include <vector>

namespace kolibri::drivers {

/// The shape of a batch's array, (batch, ...), or (...) where a single matrix has no batch axis.
struct MemberFileShape {
  std::int64_t batch = 1;
  bool single = false;
};

/// A .npy file that is written member by member, with a batch axis or for a single matrix without one.
class MemberFile {
 public:
  MemberFile(const std::filesystem::path& path, io::Dtype dtype, std::vector<std::int64_t> member_shape,
             const MemberFileShape& batch)
      : m_rows(batch.single && !member_shape.empty() ? member_shape.front() : 1),
        m_file(path, dtype, with_batch(std::move(member_shape), batch)) {}

  void append(const void* members, std::int64_t count) { m_file.append(members, count * m_rows); }
  void close() { m_file.close(); }

 private:
  static std::vector<std::int64_t> with_batch(std::vector<std::int64_t> shape, const MemberFileShape& batch) {
    if (!batch.single) shape.insert(shape.begin(), batch.batch);
    return shape;
  }

  std::int64_t m_rows;  // of the leading axis, per member
  io::NpyWriter m_file;
};

}  // namespace kolibri::drivers
