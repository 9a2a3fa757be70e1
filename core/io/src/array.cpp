#include <kolibri/error.hpp>
#include <kolibri/io/array.hpp>
#include <kolibri/io/matrix_market.hpp>
#include <kolibri/io/npy.hpp>

#include "dtypes.hpp"

namespace kolibri::io {

const char* name(Dtype dtype) { return detail::facts(dtype).name; }

std::size_t size_of(Dtype dtype) { return detail::facts(dtype).size; }

std::string shape_text(const std::vector<std::int64_t>& shape) {
  if (shape.empty()) return "scalar";
  std::string text;
  for (std::int64_t extent : shape) text += (text.empty() ? "" : " x ") + std::to_string(extent);
  return text;
}

Array read_array(const std::filesystem::path& path) {
  const auto extension = path.extension();
  require(extension == ".npy" || extension == ".mtx", "cannot read '", path.string(),
          "': only .npy and .mtx files are known");
  return extension == ".npy" ? read_npy(path) : read_matrix_market(path);
}

}  // namespace kolibri::io
