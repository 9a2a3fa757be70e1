#include <algorithm>
#include <bit>
#include <cstring>
#include <kolibri/io/npy.hpp>
#include <utility>

#include "dtypes.hpp"
#include "system.hpp"

namespace kolibri::io {
namespace {

using detail::quoted;
using detail::reason;

void read_bytes(std::istream& in, const std::string& name, std::int64_t bytes, char* out) {
  in.read(out, bytes);
  require(in.good(), "cannot read '", name, "': input/output error in its data");
}

/// Visits the elements of one member in the file's Fortran order (first of its axes fastest) and calls
/// visit(c_index) with each element's place in C order.
template <class Visit>
void for_each_fortran_element(const std::vector<std::int64_t>& shape, const Visit& visit) {
  const std::size_t axes = shape.size() - 1;
  std::vector<std::int64_t> stride(axes, 1);
  for (std::size_t axis = axes; axis-- > 1;) stride[axis - 1] = stride[axis] * shape[axis + 1];
  std::vector<std::int64_t> index(axes, 0);
  std::int64_t c_index = 0;
  for (bool more = true; more;) {
    visit(c_index);
    more = false;
    for (std::size_t axis = 0; axis < axes && !more; ++axis) {
      more = ++index[axis] < shape[axis + 1];
      c_index += stride[axis];
      if (more) continue;
      c_index -= stride[axis] * shape[axis + 1];
      index[axis] = 0;
    }
  }
}

/// In Fortran order the members of the leading axis lie side by side: one run of `count` elements for each element
/// of a member.
void read_fortran_members(std::istream& in, const std::string& name, const NpyHeader& header, std::int64_t first,
                          std::int64_t count, char* out) {
  const auto item = static_cast<std::int64_t>(size_of(header.dtype));
  const std::int64_t member_bytes = header.member_size() * item;
  std::vector<char> run(static_cast<std::size_t>(count * item));
  in.seekg(header.data_offset + first * item);
  for_each_fortran_element(header.shape, [&](std::int64_t c_index) {
    read_bytes(in, name, count * item, run.data());
    if (count < header.members()) in.seekg((header.members() - count) * item, std::ios::cur);
    for (std::int64_t m = 0; m < count; ++m)
      std::memcpy(out + m * member_bytes + c_index * item, run.data() + m * item, static_cast<std::size_t>(item));
  });
}

/// Magic, version and header text of version 1.0, padded to a multiple of 64 bytes as NumPy does.
std::string npy_prefix(Dtype dtype, const std::vector<std::int64_t>& shape) {
  std::string extents;
  for (std::int64_t extent : shape) extents += std::to_string(extent) + (shape.size() == 1 ? "," : ", ");
  if (shape.size() > 1) extents.erase(extents.size() - 2);
  const char order = std::endian::native == std::endian::little ? '<' : '>';
  std::string text =
      concat("{'descr': '", order, detail::facts(dtype).code, "', 'fortran_order': False, 'shape': (", extents, "), }");
  text.append(63 - (10 + text.size()) % 64, ' ').append("\n");
  std::string prefix("\x93NUMPY\x01\x00", 8);
  prefix += static_cast<char>(text.size() & 0xff);
  prefix += static_cast<char>(text.size() >> 8);
  return prefix + text;
}

}  // namespace

void read_npy_members(std::istream& in, const std::string& name, const NpyHeader& header, std::int64_t first,
                      std::int64_t count, void* out) {
  require(first >= 0 && count >= 0 && first <= header.members() - count, "cannot read '", name, "': members ", first,
          " to ", first + count, " of ", header.members());
  const std::int64_t member_bytes = header.member_size() * static_cast<std::int64_t>(size_of(header.dtype));
  if (count * member_bytes == 0) return;
  const bool reorder = header.fortran_order && header.shape.size() > 1;
  if (reorder) return read_fortran_members(in, name, header, first, count, static_cast<char*>(out));
  in.seekg(header.data_offset + first * member_bytes);
  read_bytes(in, name, count * member_bytes, static_cast<char*>(out));
}

Array read_npy(std::istream& in, const std::string& name) {
  const NpyHeader header = read_npy_header(in, name);
  const std::int64_t elements = header.members() * header.member_size();
  Array array{header.dtype, header.shape, std::vector<std::byte>(elements * size_of(header.dtype))};
  read_npy_members(in, name, header, 0, header.members(), array.bytes.data());
  return array;
}

Array read_npy(const std::filesystem::path& path) {
  std::ifstream in = detail::open_input(path);
  return read_npy(in, path.string());
}

NpyFile::NpyFile(const std::filesystem::path& path)
    : m_name(path.string()), m_in(detail::open_input(path)), m_header(read_npy_header(m_in, m_name)) {}

void NpyFile::read(std::int64_t first, std::int64_t count, void* out) {
  read_npy_members(m_in, m_name, m_header, first, count, out);
}

NpyWriter::NpyWriter(const std::filesystem::path& path, Dtype dtype, std::vector<std::int64_t> shape)
    : m_name(path.string()) {
  const NpyHeader header{dtype, false, std::move(shape), 0};
  m_member_bytes = static_cast<std::size_t>(header.member_size()) * size_of(dtype);
  m_missing = header.members();
  errno = 0;
  m_file.reset(std::fopen(m_name.c_str(), "wb"));
  require(m_file != nullptr, "cannot write ", quoted(path), ": ", reason());
  const std::string prefix = npy_prefix(dtype, header.shape);
  put(prefix.data(), prefix.size());
}

void NpyWriter::append(const void* members, std::int64_t count) {
  require(count <= m_missing, "cannot write '", m_name, "': ", count, " members to append, room for ", m_missing);
  put(members, static_cast<std::size_t>(count) * m_member_bytes);
  m_missing -= count;
}

void NpyWriter::close() {
  require(m_missing == 0 || m_member_bytes == 0, "cannot write '", m_name, "': ", m_missing, " members are missing");
  errno = 0;
  const bool good = std::fclose(m_file.release()) == 0;
  require(good, "cannot write '", m_name, "': ", reason());
}

void NpyWriter::put(const void* data, std::size_t bytes) {
  errno = 0;
  const bool good = bytes == 0 || std::fwrite(data, 1, bytes, m_file.get()) == bytes;
  require(good, "cannot write '", m_name, "': ", reason());
}

void write_npy(const std::filesystem::path& path, Dtype dtype, const std::vector<std::int64_t>& shape,
               const void* data) {
  NpyWriter file(path, dtype, shape);
  file.append(data, shape.empty() ? 1 : shape.front());
  file.close();
}

}  // namespace kolibri::io
