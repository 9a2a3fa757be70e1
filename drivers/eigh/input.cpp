#include "eigh/input.hpp"

#include <cstring>
#include <kolibri/error.hpp>
#include <limits>

namespace kolibri::drivers {
namespace {

ScalarType scalar_type(const std::filesystem::path& path, io::Dtype dtype) {
  switch (dtype) {
    case io::Dtype::float32:
      return ScalarType::float32;
    case io::Dtype::float64:
      return ScalarType::float64;
    case io::Dtype::complex64:
      return ScalarType::complex64;
    case io::Dtype::complex128:
      return ScalarType::complex128;
    default:
      break;
  }
  throw Error(concat("cannot use '", path.string(), "': its entries are ", io::name(dtype),
                     "; convert them to float32, float64, complex64 or complex128"));
}

}  // namespace

EighInput::EighInput(const EighInputOptions& options) : m_generate(options.generate) {
  if (m_generate) {
    m_shape = generated_shape(*m_generate);
    m_scalar = m_generate->scalar;
  } else {
    open(options.file);
  }
}

void EighInput::open(const std::filesystem::path& path) {
  if (path.extension() == ".npy") {
    m_npy.emplace(path);
    describe(path, m_npy->header().dtype, m_npy->header().shape);
  } else {
    m_matrix = io::read_array(path);
    describe(path, m_matrix->dtype, m_matrix->shape);
  }
}

void EighInput::describe(const std::filesystem::path& path, io::Dtype dtype, const std::vector<std::int64_t>& shape) {
  const std::size_t rank = shape.size();
  require(rank == 2 || rank == 3, "cannot use '", path.string(), "': expected (batch, n, n) or (n, n), got ",
          io::shape_text(shape));
  require(shape[rank - 1] == shape[rank - 2], "cannot use '", path.string(), "': the matrices must be square, got ",
          io::shape_text(shape));
  require(shape[rank - 1] <= std::numeric_limits<int>::max(), "cannot use '", path.string(), "': the matrices of ",
          io::shape_text(shape), " are too large");
  m_scalar = scalar_type(path, dtype);
  m_single = rank == 2;
  m_shape = {m_single ? 1 : shape[0], static_cast<int>(shape[rank - 1])};
}

void EighInput::read(std::int64_t first, std::int64_t count, std::byte* out) {
  if (m_matrix) {
    std::memcpy(out, m_matrix->bytes.data(), m_matrix->bytes.size());
  } else if (m_single) {
    m_npy->read(0, m_shape.n, out);  // the leading axis is that of the rows
  } else {
    m_npy->read(first, count, out);
  }
}

}  // namespace kolibri::drivers
