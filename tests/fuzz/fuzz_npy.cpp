#include <cstdlib>
#include <kolibri/error.hpp>
#include <kolibri/io/npy.hpp>
#include <sstream>

// Any bytes are either an array whose size agrees with its shape or a kolibri::Error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
  try {
    const kolibri::io::Array array = kolibri::io::read_npy(in, "fuzz.npy");
    std::size_t bytes = kolibri::io::size_of(array.dtype);
    for (std::int64_t extent : array.shape) bytes *= static_cast<std::size_t>(extent);
    if (bytes != array.bytes.size() || bytes > size) std::abort();
  } catch (const kolibri::Error&) {
  }
  return 0;
}
