#include "common/array_source.hpp"

#include <cstring>
#include <utility>

namespace kolibri::drivers {

ArraySource::ArraySource(const std::filesystem::path& path) : m_name(path.string()) {
  if (path.extension() == ".npy") {
    m_npy.emplace(path);
  } else {
    m_array = io::read_array(path);
  }
}

ArraySource::ArraySource(std::string name, io::Array array) : m_name(std::move(name)), m_array(std::move(array)) {}

void ArraySource::read(std::int64_t first, std::int64_t count, std::byte* out) {
  if (m_npy) return m_npy->read(first, count, out);
  if (m_array->bytes.empty()) return;
  const std::size_t piece = m_array->bytes.size() / static_cast<std::size_t>(shape().front());
  std::memcpy(out, m_array->bytes.data() + static_cast<std::size_t>(first) * piece,
              static_cast<std::size_t>(count) * piece);
}

}  // namespace kolibri::drivers
