#include <cstdlib>
#include <kolibri/error.hpp>
#include <kolibri/io/matrix_market.hpp>
#include <sstream>

// Any text is either a matrix within the size allowed or a kolibri::Error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::int64_t max_bytes = 1 << 20;
  std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
  try {
    const kolibri::io::Array array = kolibri::io::read_matrix_market(in, "fuzz.mtx", max_bytes);
    const auto elements = static_cast<std::size_t>(array.shape[0] * array.shape[1]);
    if (elements * kolibri::io::size_of(array.dtype) != array.bytes.size()) std::abort();
    if (array.bytes.size() > static_cast<std::size_t>(max_bytes)) std::abort();
  } catch (const kolibri::Error&) {
  }
  return 0;
}
