#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <kolibri/error.hpp>
#include <kolibri/io/npy.hpp>
#include <limits>
#include <string_view>

#include "dtypes.hpp"

namespace kolibri::io {
namespace {

constexpr std::string_view k_magic = "\x93NUMPY";

/// Reads the header's Python literal, {'descr': '<f8', 'fortran_order': False, 'shape': (8, 8)}, and nothing more
/// general than that.
class HeaderText {
 public:
  HeaderText(std::string_view text, const std::string& name) : m_text(text), m_name(name) {}

  NpyHeader parse() {
    NpyHeader header;
    expect('{');
    while (!accept('}')) {
      parse_entry(header);
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skip_blanks();
    check(m_at == m_text.size(), "text after the closing brace");
    for (std::string_view key : {"descr", "fortran_order", "shape"}) check(seen(key), concat("'", key, "' is missing"));
    return header;
  }

 private:
  void parse_entry(NpyHeader& header) {
    const std::string_view key = quoted_text();
    check(key == "descr" || key == "fortran_order" || key == "shape", concat("unknown key '", key, "'"));
    check(!seen(key), concat("'", key, "' stands there twice"));
    m_seen.push_back(key);
    expect(':');
    if (key == "descr") {
      header.dtype = dtype();
    } else if (key == "fortran_order") {
      header.fortran_order = truth();
    } else {
      header.shape = extents();
    }
  }

  Dtype dtype() {
    require(!accept('['), "cannot read '", m_name, "': it holds a structured dtype, save one field of it");
    const std::string_view descr = quoted_text();
    const std::string_view code = descr.substr(descr.empty() ? 0 : 1);
    for (const auto& known : detail::k_dtypes) {
      if (code != known.code) continue;
      const char native = std::endian::native == std::endian::little ? '<' : '>';
      require(descr.front() == native || descr.front() == '=', "cannot read '", m_name, "': its byte order, dtype '",
              descr, "', is not this machine's; save a.astype(a.dtype.newbyteorder('=')) instead");
      return known.dtype;
    }
    throw Error(concat("cannot read '", m_name, "': its dtype is '", descr,
                       "', known are float32, float64, complex64, complex128, int32, int64"));
  }

  bool truth() {
    for (std::string_view word : {"True", "False"}) {
      skip_blanks();
      if (m_text.substr(m_at).starts_with(word)) {
        m_at += word.size();
        return word == "True";
      }
    }
    throw malformed("'fortran_order' is neither True nor False");
  }

  std::vector<std::int64_t> extents() {
    std::vector<std::int64_t> shape;
    expect('(');
    while (!accept(')')) {
      shape.push_back(extent());
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    return shape;
  }

  std::int64_t extent() {
    skip_blanks();
    std::int64_t value = -1;
    const char* begin = m_text.data() + m_at;
    const auto [end, error] = std::from_chars(begin, m_text.data() + m_text.size(), value);
    check(error == std::errc() && value >= 0, "'shape' is not a tuple of extents below 2^63");
    m_at += static_cast<std::size_t>(end - begin);
    return value;
  }

  std::string_view quoted_text() {
    skip_blanks();
    check(m_at < m_text.size() && (m_text[m_at] == '\'' || m_text[m_at] == '"'), "a quoted text is missing");
    const std::size_t end = m_text.find(m_text[m_at], m_at + 1);
    check(end != std::string_view::npos, "a quoted text does not end");
    const std::string_view text = m_text.substr(m_at + 1, end - m_at - 1);
    m_at = end + 1;
    return text;
  }

  bool seen(std::string_view key) const { return std::find(m_seen.begin(), m_seen.end(), key) != m_seen.end(); }

  void skip_blanks() {
    while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\n')) ++m_at;
  }

  bool accept(char wanted) {
    skip_blanks();
    const bool found = m_at < m_text.size() && m_text[m_at] == wanted;
    m_at += found;
    return found;
  }

  void expect(char wanted) { check(accept(wanted), concat("'", wanted, "' is missing")); }

  void check(bool good, const std::string& complaint) const {
    if (!good) throw malformed(complaint);
  }

  Error malformed(const std::string& complaint) const {
    return Error(concat("cannot read '", m_name, "': malformed .npy header, character ", m_at, ": ", complaint));
  }

  std::string_view m_text;
  const std::string& m_name;
  std::size_t m_at = 0;
  std::vector<std::string_view> m_seen;
};

std::int64_t stream_size(std::istream& in, const std::string& name) {
  in.clear();
  in.seekg(0, std::ios::end);
  const auto size = static_cast<std::int64_t>(in.tellg());
  in.seekg(0);
  require(in.good() && size >= 0, "cannot read '", name, "': it is not a regular file");
  return size;
}

/// The header's text; returns the offset of the data with it.
std::string header_text(std::istream& in, const std::string& name, std::int64_t size, std::int64_t& data_offset) {
  std::array<unsigned char, 12> start{};
  in.read(reinterpret_cast<char*>(start.data()), std::min<std::int64_t>(size, start.size()));
  const std::string_view magic(reinterpret_cast<const char*>(start.data()), k_magic.size());
  require(size >= 10 && magic == k_magic, "cannot read '", name, "': it is not a .npy file");
  const int major = start[6];
  const int minor = start[7];
  require(major >= 1 && major <= 3 && minor == 0, "cannot read '", name, "': .npy version ", major, ".", minor,
          " is unknown, known are 1.0, 2.0 and 3.0");
  const int length_bytes = major == 1 ? 2 : 4;
  std::int64_t length = 0;
  for (int i = length_bytes - 1; i >= 0; --i) length = length * 256 + start[8 + i];
  data_offset = 8 + length_bytes + length;
  require(data_offset <= size, "cannot read '", name, "': its header should end at byte ", data_offset,
          ", the file holds ", size);
  std::string text(static_cast<std::size_t>(length), ' ');
  in.seekg(8 + length_bytes);
  in.read(text.data(), length);
  require(in.good(), "cannot read '", name, "': input/output error in its header");
  return text;
}

/// Bytes of the data; Error when 64 bits do not hold them, zero extents counted as one so that no partial product
/// overflows either.
std::int64_t data_bytes(const NpyHeader& header, const std::string& name) {
  auto bytes = static_cast<std::int64_t>(size_of(header.dtype));
  bool empty = false;
  for (std::int64_t extent : header.shape) {
    empty = empty || extent == 0;
    require(extent <= std::numeric_limits<std::int64_t>::max() / bytes, "cannot read '", name,
            "': its shape overflows 64 bits, ", shape_text(header.shape));
    bytes *= std::max<std::int64_t>(extent, 1);
  }
  return empty ? 0 : bytes;
}

}  // namespace

std::int64_t NpyHeader::member_size() const {
  std::int64_t size = 1;
  for (std::size_t axis = 1; axis < shape.size(); ++axis) size *= shape[axis];
  return size;
}

NpyHeader read_npy_header(std::istream& in, const std::string& name) {
  const std::int64_t size = stream_size(in, name);
  std::int64_t data_offset = 0;
  const std::string text = header_text(in, name, size, data_offset);
  NpyHeader header = HeaderText(text, name).parse();
  header.data_offset = data_offset;
  const std::int64_t bytes = data_bytes(header, name);
  require(bytes == size - data_offset, "cannot read '", name, "': header says ", shape_text(header.shape), " ",
          io::name(header.dtype), " (", bytes, " bytes), the file holds ", size - data_offset);
  return header;
}

}  // namespace kolibri::io
